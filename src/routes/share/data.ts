import type { TYPE_NAMES } from '../../db/values.ts';
import type { Audiences } from '../../web/browser/insights/charts/audiences.ts';
import type { Change, Placed, Places } from '../../web/browser/insights/stories/words.ts';

/** The lists that answers of analytics hold. */

export interface Item {
  contentId: number;
  title: string | null;
  url: string | null;
  source: string | null;
  /** What it earns where it stands. */
  pull?: Placed | null;
}
export interface Topic {
  topicId: number;
  name: string;
  category?: number;
  growthPercent?: number | null;
  /** This and the next three belong to growth. */
  confidence?: 'high' | 'low';
  interval?: readonly [number, number] | null | undefined;
  /** Words. */
  why?: string | null;
  /** Of a week. */
  readWith?: Topic[];
  /** Of an article. */
  ranks?: Places['ranks'];
}
export interface Day {
  date: string;
  index: number | null;
}

/** Of readers who get past the half, in percent. */
interface Share {
  percent: number;
  interval: [number, number];
}

export interface ViewData extends Partial<Item>, Audiences {
  period?: '24h' | '7d';
  /** In place of a period. */
  from?: string;
  to?: string;
  items?: Item[];
  topics?: Topic[];
  /** This and the next three belong to a week. */
  rose?: Topic[];
  fell?: Topic[];
  isNew?: Topic[];
  mostRead?: Item[];
  /** RFC 3339. */
  asOf?: string | null;
  coTopics?: Topic[];
  hours?: { at: string; index: number | null }[];
  /** Hours of a point. */
  width?: number;
  groups?: { group: string; items?: Item[] }[];
  days?: Day[];
  annotations?: { date: string; text: string }[];
  /** This and the next belong to an article. */
  growth?: (Change & { asOf: string }) | null;
  audience?: Audiences;
  /** And these two. */
  contentType?: keyof typeof TYPE_NAMES | null;
  readShare?: (Share & { length: string | null; usual: Share | null }) | null;
  /** And this: its places, where `topics` are its own. */
  ranks?: Places['ranks'];
  risingRank?: number | null;
}
