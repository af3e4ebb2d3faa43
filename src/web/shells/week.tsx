import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/insights/week`: the weekly view. */
export const week: PageDefinition = {
  path: '/insights/week',
  isQuiet: true,
  images: true,
  heading: 'The week',
  description: 'What rose, fell and is new in seven days, and what it is read with.',
  script: 'week',
  style: 'week',
  content: () => <AppRoot />,
};
