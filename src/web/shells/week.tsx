import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/insights/week`: the weekly view. */
export const week: PageDefinition = {
  path: '/insights/week',
  isQuiet: true,
  images: true,
  heading: 'The week',
  description: 'What rose, what fell and what is new over the last seven days.',
  script: 'week',
  style: 'week',
  content: () => <AppRoot />,
};
