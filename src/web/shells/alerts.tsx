import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/alerts`: who is told what happens, and what they would have been told. */
export const alerts: PageDefinition = {
  path: '/alerts',
  heading: 'Alerts',
  description: 'Who is told when a topic or a story stands out, and what they would have been told.',
  script: 'alerts',
  style: 'alerts',
  content: ({ env }) => <AppRoot timeZone={env.TIME_ZONE || 'UTC'} />,
};
