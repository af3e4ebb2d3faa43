import type { PageDefinition } from './app.ts';
import { AppRoot } from './layout.tsx';

/** `/insights`: everything is shown by its script, with the analyst's key. */
export const insights: PageDefinition = {
  path: '/insights',
  heading: 'Insights',
  description: 'What readers engage with now and this week, what grows, and what drives it.',
  script: 'insights',
  style: 'insights',
  content: () => <AppRoot />,
};
