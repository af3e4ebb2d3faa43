import { type Changes, leadOf } from '../../../rankings/math/figures/headed.ts';
import { type DataOf, request } from '../lib/request.ts';
import { peakOf } from './peak.ts';
import type { GrowingTopic } from './view.ts';

/** What the week looks like: asked by the overview, the morning view and the view of growth. */

export interface Compared extends Changes<GrowingTopic> {
  /** The full hour up to which all of them were compared, RFC 3339; null: there are none. */
  asOf: string | null;
  /** Whether one of the lists had as many topics as an answer can hold. */
  isCut: boolean;
}

export interface Growth extends Compared {
  /** The highest complete day of what leads, as its curve has it; null: it has not passed. */
  peaked: string | null;
}

/** Nothing moves and nothing is read. */
export function isStill(growth: Growth | null, stories: Awaited<ReturnType<typeof loadStories>> | null): boolean {
  if (!growth || !stories) return false;
  const { rose, fell, isNew } = growth;
  return [rose, fell, isNew, stories.rising, stories.popular].every(({ length }) => length === 0);
}

type GrowthAnswer = DataOf<'/api/v2/insights/trending-topics/growth/'>;
type Asked = Record<string, string | number | boolean>;

const PATH = '/api/v2/insights/trending-topics/growth/';
/** The longest answer. */
const ALL = 50;

/** Topics that grow or stay as they are, and those that shrink, each at most 50. */
export async function loadCompared(query: Asked, signal: AbortSignal): Promise<Compared> {
  const ask = (direction?: 'down') =>
    request<GrowthAnswer>(PATH, { query: { ...query, direction: direction ?? null, limit: ALL }, signal });
  const [all, down] = await Promise.all([ask(), ask('down')]);
  const held = all.topics.filter(({ growthPercent }) => growthPercent === null || growthPercent >= 0);
  const times = [all.asOf, down.asOf].filter((time) => time !== null);
  return {
    rose: held.filter(({ growthPercent }) => growthPercent !== null),
    fell: down.topics,
    isNew: held.filter(({ growthPercent }) => growthPercent === null),
    asOf: times.toSorted()[0] ?? null,
    isCut: [held, down.topics].some(({ length }) => length === ALL),
  };
}

/** Topics that change since last week, strongest first. */
export async function loadGrowth(riskManagement: boolean, signal: AbortSignal): Promise<Growth> {
  const changes = await loadCompared({ riskManagement }, signal);
  const lead = leadOf(changes);
  return { ...changes, peaked: lead ? await loadPeak(lead.topicId, riskManagement, signal) : null };
}

/** The highest complete day of a topic in the last seven; null: it has not passed. */
export async function loadPeak(topicId: number, riskManagement: boolean, signal: AbortSignal): Promise<string | null> {
  const ask = <T>(part: string, query: Asked) =>
    request<T>(`/api/v2/insights/topics/${topicId}/${part}/`, { query: { ...query, riskManagement }, signal });
  const [hours, { days }] = await Promise.all([
    ask<DataOf<'/api/v2/insights/topics/{id}/hours/'>>('hours', { hours: 168 }),
    ask<DataOf<'/api/v2/insights/topics/{id}/history/'>>('history', { days: 28 }),
  ]);
  return peakOf(hours, days);
}

type Rising = DataOf<'/api/v2/insights/rising-content/'>;
type Popular = Extract<DataOf<'/api/v2/insights/popular-content/'>, { items: unknown }>;

/** The stories that gain readers now, and those most read in seven days. */
export async function loadStories(riskManagement: boolean, limit: number, signal: AbortSignal) {
  const query = { riskManagement, limit, stories: true, pull: true };
  const [{ items: rising }, { items: popular }] = await Promise.all([
    request<Rising>('/api/v2/insights/rising-content/', { query, signal }),
    request<Popular>('/api/v2/insights/popular-content/', { query: { ...query, period: '7d' }, signal }),
  ]);
  return { rising, popular };
}
