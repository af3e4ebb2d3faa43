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

/**
 * Answers are kept for ten seconds behind the API, by request. Three requests in turn that differ only in how many
 * places they want get a fresh answer every 3.4 seconds, and the cache still serves everybody.
 */
const TURNS = 3;
export const TURN = 3_400;
let turns = 0;
export const turn = (least: number) => least + (turns++ % TURNS);

/** Milliseconds after which what is kept behind the API has expired. */
export const SLOW = 10_200;
