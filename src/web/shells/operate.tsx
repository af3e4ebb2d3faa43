import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/operate`: how the service is, and what to do about it. */
export const operate: PageDefinition = {
  path: '/operate',
  heading: 'Operate',
  description: 'Whether everything runs: what became of clicks, rankings, jobs, sources, keys.',
  script: 'operate',
  style: 'operate',
  content: () => <AppRoot />,
};
