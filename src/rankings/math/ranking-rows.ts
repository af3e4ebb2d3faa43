import type { Cause } from './figures/cause.ts';
import type { Confidence } from './figures/growth-interval.ts';

export const LIST = 50;
export const GROWTH_LIST = 5;
/** Maximum number of groups in a breakdown whose groups are not fixed. */
export const GROUPS = 50;

export type Period = '24h' | '7d';

export type PeriodLists<T = number[]> = Record<'24h' | '7d' | '24h-rm' | '7d-rm', T>;

export type Scoped<T> = Record<'all' | 'rm', T>;

export type PreviousRanks = (number | null)[];

/** Groups in descending order of engagement. */
export type Groups = [slug: string, ids: number[], previous: PreviousRanks][];

/** Stories in descending order of engagement. */
export type RankedStories = [id: number, ids: number[], previous: number | null][];

export interface GrowthRow extends Confidence {
  cause: Cause<number> | null;
  gains: number[];
  losses: number[];
  sources: string[];
}

export interface TopicViews {
  items: PeriodLists;
  previous: PeriodLists<PreviousRanks>;
  coTopics: PeriodLists;
  growth: Scoped<GrowthRow>;
}

/** Lists in the order of the stored JSON. The most requested lists come first, so that reads parse only a prefix. */
export interface SiteViews {
  items: PeriodLists;
  previous: PeriodLists<PreviousRanks>;
  groups: Record<string, Scoped<Groups>>;
  /** Rising articles by momentum, with the topics of each. The list contains the first 50 articles of every topic. */
  rising: [id: number, topics: number[]][];
  stories: PeriodLists<RankedStories>;
  risingStories: [ids: number[], topics: number[]][];
}

/** Engagement of each audience, in the order of `MEASURES`. */
export type AudienceSums = Record<Period, number[]>;

export const listName = (period: Period, riskManagement: boolean): keyof PeriodLists =>
  riskManagement ? `${period}-rm` : period;
export const scopeName = (riskManagement: boolean): 'all' | 'rm' => (riskManagement ? 'rm' : 'all');
