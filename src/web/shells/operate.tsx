import { AppRoot } from './layout.tsx';
import type { PageDefinition } from './page-definition.ts';

/** `/operate`: how the service is, and what to do about it. */
export const operate: PageDefinition = {
  path: '/operate',
  heading: 'Operate',
  description: 'How clicks, rankings, jobs, sources and keys are doing, in words.',
  script: 'operate',
  style: 'operate',
  content: () => <AppRoot />,
};
