import type { Cause } from './figures/cause.ts';
import type { Confidence } from './figures/growth-interval.ts';

/** What a publication holds besides its counters: lists of ids, most engaged first. */

/** Longest list that can be requested. */
export const LIST = 50;
/** Articles and sources named with a growing topic. */
export const GROWTH_LIST = 5;
/** Groups of a breakdown whose groups are not a closed list. */
export const GROUPS = 50;

export type Period = '24h' | '7d';

/** Something for each period, over everything and over Risk Management alone. */
export type PeriodLists<T = number[]> = Record<'24h' | '7d' | '24h-rm' | '7d-rm', T>;

/** Something over everything and over Risk Management alone. */
export type Scoped<T> = Record<'all' | 'rm', T>;

/** Rank of each listed article in the window before, in the order of the list; null where it had no engagement. */
export type Ranks = (number | null)[];

/** Groups in order of engagement: slug, content ids, their ranks in the week before. */
export type Groups = [slug: string, ids: number[], previous: Ranks][];

/** Stories in order of engagement: id, content ids, the rank of the story in the window before. */
export type Stories = [id: number, ids: number[], previous: number | null][];

export interface GrowthView extends Confidence {
  cause: Cause<number> | null;
  /** Largest increases, and largest decreases. */
  gains: number[];
  losses: number[];
  sources: string[];
}

export interface TopicViews {
  items: PeriodLists;
  previous: PeriodLists<Ranks>;
  /** Topic ids. */
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

/** Stored in this order, and the groups in that of their dimensions: what is asked for most is read from the beginning (`read.ts`). */
export interface SiteViews {
  items: PeriodLists;
  previous: PeriodLists<Ranks>;
  groups: Record<Dimension, Scoped<Groups>>;
  /** Rising articles with their topics, most momentum first: enough for the first 50 of any topic. */
  rising: [id: number, topics: number[]][];
  stories: PeriodLists<Stories>;
  /** Rising stories, as those: content ids of each, most momentum first. */
  risingStories: [ids: number[], topics: number[]][];
}

/** Engagement by audience in each period, in the order of `MEASURES`. */
export type AudienceSums = Record<Period, number[]>;

export const listName = (period: Period, riskManagement: boolean): keyof PeriodLists =>
  riskManagement ? `${period}-rm` : period;
export const scopeName = (riskManagement: boolean): 'all' | 'rm' => (riskManagement ? 'rm' : 'all');
