import type { Cause } from './figures/cause.ts';
import type { Confidence } from './figures/growth-interval.ts';

/** Ranked id lists of a publication, most engaged first. */

/** Maximum length of a list in the API. */
export const LIST = 50;
export const GROWTH_LIST = 5;
/** Groups per breakdown without a closed list. */
export const GROUPS = 50;

export type Period = '24h' | '7d';

/** Value per period, over all articles and over Risk Management. */
export type PeriodLists<T = number[]> = Record<'24h' | '7d' | '24h-rm' | '7d-rm', T>;

/** Value over all articles and over Risk Management. */
export type Scoped<T> = Record<'all' | 'rm', T>;

/** Previous rank per listed article; `null` if it had no engagement. */
export type PreviousRanks = (number | null)[];

/** By engagement: slug, content ids, previous ranks. */
export type Groups = [slug: string, ids: number[], previous: PreviousRanks][];

/** By engagement: id, content ids, the story's previous rank. */
export type RankedStories = [id: number, ids: number[], previous: number | null][];

export interface GrowthView extends Confidence {
  cause: Cause<number> | null;
  gains: number[];
  losses: number[];
  sources: string[];
}

export interface TopicViews {
  items: PeriodLists;
  previous: PeriodLists<PreviousRanks>;
  coTopics: PeriodLists;
  growth: Scoped<GrowthView>;
}

export const BREAKDOWN_DIMENSIONS = [
  'content-type',
  'source-type',
  'audience-region',
  'seniority',
  'channel',
  'company',
  'source',
  'country',
  'author',
  'section',
] as const;
export type Dimension = (typeof BREAKDOWN_DIMENSIONS)[number];

/** JSON is stored in this order, with the most requested parts first, because `read.ts` parses a prefix. */
export interface SiteViews {
  items: PeriodLists;
  previous: PeriodLists<PreviousRanks>;
  groups: Record<Dimension, Scoped<Groups>>;
  /** By momentum; contains the first 50 of every topic. */
  rising: [id: number, topics: number[]][];
  stories: PeriodLists<RankedStories>;
  /** Content ids of each story, by momentum. */
  risingStories: [ids: number[], topics: number[]][];
}

/** Engagement per audience in the order of `MEASURES`. */
export type AudienceSums = Record<Period, number[]>;

export const listName = (period: Period, riskManagement: boolean): keyof PeriodLists =>
  riskManagement ? `${period}-rm` : period;
export const scopeName = (riskManagement: boolean): 'all' | 'rm' => (riskManagement ? 'rm' : 'all');
