import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/insights/today`: the morning view. */
export const today: PageDefinition = {
  path: '/insights/today',
  isQuiet: true,
  images: true,
  heading: 'Today',
  description: 'What changed, what is gaining readers, and what is recommended: a minute’s read.',
  script: 'today',
  style: 'today',
  content: () => <AppRoot />,
};
