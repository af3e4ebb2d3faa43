import { type GrowthChanges, leadOf } from '../../../rankings/math/figures/change-headings.ts';
import { type DataOf, request, type Schemas } from '../lib/request.ts';
import type { Dates } from '../lib/time.ts';
import { peakOf } from './peak.ts';
import type { GrowingTopic } from './view.ts';

export interface Compared extends GrowthChanges<GrowingTopic> {
  /** Time up to which readership was compared. `null` if nothing was compared. */
  asOf: string | null;
  /** Whether a list has reached the API's limit and may be incomplete. */
  isCut: boolean;
}

export interface WeekGrowth extends Compared {
  /** Day of the leading topic's peak. `null` unless the peak has passed. */
  peaked: string | null;
}

export function isStill(
  growth: WeekGrowth | null,
  stories: { rising: readonly unknown[]; popular: readonly unknown[] } | null,
): boolean {
  if (!growth || !stories) return false;
  const { rose, fell, isNew } = growth;
  return [rose, fell, isNew, stories.rising, stories.popular].every(({ length }) => length === 0);
}

type GrowthAnswer = DataOf<'/api/v2/insights/trending-topics/growth/'>;
type GrowthQuery = Record<string, string | number | boolean>;

const PATH = '/api/v2/insights/trending-topics/growth/';
const MAX_TOPICS = 50;
const MAX_TRENDING_TOPICS = 20;

/** Loads the changes of topics, without the fields `omit`, which the caller must not use. */
export async function loadCompared(
  query: GrowthQuery,
  signal: AbortSignal,
  omit: readonly string[] = [],
): Promise<Compared> {
  const ask = (direction?: 'down') =>
    request<GrowthAnswer>(PATH, { query: { limit: MAX_TOPICS, ...query, direction: direction ?? null }, signal, omit });
  const [all, down] = await Promise.all([ask(), ask('down')]);
  const grown = all.topics.filter(({ growthPercent }) => growthPercent === null || growthPercent >= 0);
  const times = [all.asOf, down.asOf].filter((time) => time !== null);
  return {
    rose: grown.filter(({ growthPercent }) => growthPercent !== null),
    fell: down.topics,
    isNew: grown.filter(({ growthPercent }) => growthPercent === null),
    asOf: times.toSorted()[0] ?? null,
    isCut: [grown, down.topics].some(({ length }) => length === MAX_TOPICS),
  };
}

export async function requestGrowth(riskManagement: boolean, signal: AbortSignal): Promise<WeekGrowth> {
  const changes = await loadCompared({ riskManagement }, signal);
  const lead = leadOf(changes);
  return { ...changes, peaked: lead ? await loadPeak(lead.topicId, riskManagement, signal) : null };
}

/** Returns the day within the last week on which a topic peaked. `null` unless the peak has passed. */
export async function loadPeak(topicId: number, riskManagement: boolean, signal: AbortSignal): Promise<string | null> {
  const ask = <T>(part: string, query: GrowthQuery) =>
    request<T>(`/api/v2/insights/topics/${topicId}/${part}/`, { query: { ...query, riskManagement }, signal });
  const [hours, { days }] = await Promise.all([
    ask<DataOf<'/api/v2/insights/topics/{id}/hours/'>>('hours', { hours: 168 }),
    ask<DataOf<'/api/v2/insights/topics/{id}/history/'>>('history', { days: 28 }),
  ]);
  return peakOf(hours, days);
}

type Rising = DataOf<'/api/v2/insights/rising-content/'>;
type Popular = Extract<DataOf<'/api/v2/insights/popular-content/'>, { items: unknown }>;

export async function requestStories(riskManagement: boolean, limit: number, signal: AbortSignal) {
  const query = { riskManagement, limit, stories: true, placement: true };
  const [{ items: rising }, { items: popular }] = await Promise.all([
    request<Rising>('/api/v2/insights/rising-content/', { query, signal }),
    request<Popular>('/api/v2/insights/popular-content/', { query: { ...query, period: '7d' }, signal }),
  ]);
  return { rising, popular };
}

/** Loads the topics of trending lists, without the fields `omit`. `period` is `24h` or `7d`. */
export async function requestRanking(
  { audience = '', risk, limit = MAX_TRENDING_TOPICS }: { audience?: string; risk: boolean; limit?: number },
  window: { period: '24h' | '7d' } | Dates,
  signal: AbortSignal,
  omit: readonly string[] = [],
): Promise<Schemas['RankedTopic'][]> {
  if (risk) {
    const query = { ...window, riskManagement: true, limit };
    type Trending = DataOf<'/api/v2/insights/trending-topics/'>;
    return (await request<Trending>('/api/v2/insights/trending-topics/', { query, signal, omit })).topics;
  }
  const days = 'period' in window ? { period: window.period === '24h' ? 'now' : 'week' } : window;
  const query = { ...days, companyType: audience, limit };
  const { topics } = await request<DataOf<'/api/v2/topics/trending/'>>('/api/v2/topics/trending/', {
    query,
    signal,
    omit,
  });
  return topics.map(({ id, ...topic }) => ({ ...topic, topicId: id }));
}
