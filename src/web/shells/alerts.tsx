import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/alerts`: who is notified of what, and what they would have got. */
export const alerts: PageDefinition = {
  path: '/alerts',
  heading: 'Alerts',
  description: 'Who is notified when a topic or a story stands out, and what the last two weeks would have sent.',
  script: 'alerts',
  style: 'alerts',
  content: ({ env }) => <AppRoot timeZone={env.TIME_ZONE || 'UTC'} />,
};
