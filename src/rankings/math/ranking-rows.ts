import type { Cause } from './figures/cause.ts';
import type { Confidence } from './figures/growth-interval.ts';

/** This module defines the ranked lists of a publication, most engagement first. */

/** Maximum number of items in an API list. */
export const LIST = 50;
export const GROWTH_LIST = 5;
/** Maximum number of groups in a breakdown that has no closed list. */
export const GROUPS = 50;

export type Period = '24h' | '7d';

/** Values by period, for all articles and for Risk Management. */
export type PeriodLists<T = number[]> = Record<'24h' | '7d' | '24h-rm' | '7d-rm', T>;

/** Values for all articles and for Risk Management. */
export type Scoped<T> = Record<'all' | 'rm', T>;

/** Previous rank of each listed article; `null` if the article had no engagement. */
export type PreviousRanks = (number | null)[];

/** Groups by engagement, each with slug, content ids and previous ranks. */
export type Groups = [slug: string, ids: number[], previous: PreviousRanks][];

/** Stories by engagement, each with id, content ids and previous rank. */
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

/**
 * The views are stored as JSON in this order, most requested parts first, because `read-rankings.ts` parses only a
 * prefix.
 */
export interface SiteViews {
  items: PeriodLists;
  previous: PeriodLists<PreviousRanks>;
  /** Groups of each breakdown in `STORED_BREAKDOWNS`, by name. */
  groups: Record<string, Scoped<Groups>>;
  /** Rising articles by momentum, including the first 50 of every topic. */
  rising: [id: number, topics: number[]][];
  stories: PeriodLists<RankedStories>;
  /** Rising stories by momentum, each with the content ids of its articles. */
  risingStories: [ids: number[], topics: number[]][];
}

/** Engagement of each audience in the order of `MEASURES`. */
export type AudienceSums = Record<Period, number[]>;

export const listName = (period: Period, riskManagement: boolean): keyof PeriodLists =>
  riskManagement ? `${period}-rm` : period;
export const scopeName = (riskManagement: boolean): 'all' | 'rm' => (riskManagement ? 'rm' : 'all');
