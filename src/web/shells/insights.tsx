import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/insights`: everything is shown by its script, with the analyst's key. */
export const insights: PageDefinition = {
  path: '/insights',
  isQuiet: true,
  images: true,
  heading: 'Insights',
  description: 'What readers engage with now and this week, what grows, and what drives it.',
  script: 'insights',
  style: 'insights',
  content: () => <AppRoot />,
};
