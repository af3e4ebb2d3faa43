import type { TYPE_NAMES } from '../../db/values.ts';
import type { Audiences } from '../../web/browser/insights/charts/audiences.ts';
import type { Change, Placed, Places } from '../../web/browser/insights/stories/words.ts';

export interface Item {
  contentId: number;
  title: string | null;
  url: string | null;
  source: string | null;
  pull?: Placed | null;
}
export interface Topic {
  topicId: number;
  name: string;
  category?: number;
  growthPercent?: number | null;
  /** Growth responses: `confidence`, `interval` and `why`. */
  confidence?: 'high' | 'low';
  interval?: readonly [number, number] | null | undefined;
  why?: string | null;
  /** Week responses. */
  readWith?: Topic[];
  /** Article responses. */
  ranks?: Places['ranks'];
}
export interface Day {
  date: string;
  index: number | null;
}

/** Readers past half of the article, in percent. */
interface Share {
  percent: number;
  interval: [number, number];
}

export interface ViewData extends Partial<Item>, Audiences {
  period?: '24h' | '7d';
  from?: string;
  to?: string;
  items?: Item[];
  topics?: Topic[];
  /** Week responses: `rose`, `fell` and `isNew`. */
  rose?: Topic[];
  fell?: Topic[];
  isNew?: Topic[];
  mostRead?: Item[];
  asOf?: string | null;
  coTopics?: Topic[];
  hours?: { at: string; index: number | null }[];
  /** Hours per point. */
  width?: number;
  groups?: { group: string; items?: Item[] }[];
  days?: Day[];
  annotations?: { date: string; text: string }[];
  /** Article responses: from here to the end. */
  growth?: (Change & { asOf: string }) | null;
  audience?: Audiences;
  contentType?: keyof typeof TYPE_NAMES | null;
  readShare?: (Share & { length: string | null; usual: Share | null }) | null;
  ranks?: Places['ranks'];
  risingRank?: number | null;
}
