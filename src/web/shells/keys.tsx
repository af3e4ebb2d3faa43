import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/keys`: who may ask. */
export const keys: PageDefinition = {
  path: '/keys',
  heading: 'Keys',
  description: 'Who may read, publish and manage; which views are shared; who is signed in.',
  script: 'keys',
  style: 'keys',
  content: () => <AppRoot />,
};
