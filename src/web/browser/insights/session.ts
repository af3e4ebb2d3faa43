import type { InsightsView } from './view.ts';

/** What every view of the page gets. */
export interface Session {
  paused: boolean;
  pause: (paused: boolean) => void;
  view: InsightsView;
  change: (part: Partial<InsightsView>) => void;
  /** Address of the present view with a change. */
  href: (part: Partial<InsightsView>) => string;
}

/** Milliseconds between two questions: answers are kept for three seconds behind the API. */
export const LIVE = 3_000;

/** For what changes less. */
export const SLOW = 10_000;
