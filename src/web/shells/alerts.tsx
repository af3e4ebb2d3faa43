import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/alerts`: who is notified of what, and what they would have got. */
export const alerts: PageDefinition = {
  path: '/alerts',
  heading: 'Alerts',
  description: 'Tell a chat or a service when a topic or a story stands out, and see what was sent.',
  script: 'alerts',
  style: 'alerts',
  content: () => <AppRoot />,
};
