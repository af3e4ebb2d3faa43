import { type DataOf, request } from '../lib/request.ts';
import type { GrowingTopic } from './types.ts';

/** What the week looks like: asked by the overview and by the morning view. */

export interface Growth {
  risers: GrowingTopic[];
  fallers: GrowingTopic[];
  /** Nobody read them in the week before. */
  spikes: GrowingTopic[];
}

/** Nothing moves and nothing is read. */
export function isStill(growth: Growth | null, stories: Awaited<ReturnType<typeof loadStories>> | null): boolean {
  if (!growth || !stories) return false;
  const { risers, fallers, spikes } = growth;
  return [risers, fallers, spikes, stories.rising, stories.popular].every(({ length }) => length === 0);
}

type GrowthAnswer = DataOf<'/api/v2/insights/trending-topics/growth/'>;

/** Topics that change most since last week, at most `count` of each; sure changes before uncertain ones. */
export async function loadGrowth(riskManagement: boolean, count: number, signal: AbortSignal): Promise<Growth> {
  const path = '/api/v2/insights/trending-topics/growth/';
  const [up, down] = await Promise.all(
    ['up', 'down'].map((direction) =>
      request<GrowthAnswer>(path, { query: { direction, riskManagement, limit: 50 }, signal }),
    ),
  );
  // Where the interval lies beside zero a topic surely grows; those lead, each part in the order of the answer.
  const surest = (topics: GrowingTopic[]) =>
    topics.toSorted((a, b) => Number(b.confidence === 'high') - Number(a.confidence === 'high')).slice(0, count);
  const measured = up?.topics.filter(({ growthPercent }) => growthPercent !== null) ?? [];
  return {
    risers: surest(measured),
    fallers: surest(down?.topics ?? []),
    spikes: (up?.topics.filter(({ growthPercent }) => growthPercent === null) ?? []).slice(0, count),
  };
}

type Rising = DataOf<'/api/v2/insights/rising-content/'>;
type Popular = Extract<DataOf<'/api/v2/insights/popular-content/'>, { items: unknown }>;

/** The articles that gain readers now, and those most read in seven days. */
export async function loadStories(riskManagement: boolean, limit: number, signal: AbortSignal) {
  const query = { riskManagement, limit };
  const [{ items: rising }, { items: popular }] = await Promise.all([
    request<Rising>('/api/v2/insights/rising-content/', { query, signal }),
    request<Popular>('/api/v2/insights/popular-content/', { query: { ...query, period: '7d' }, signal }),
  ]);
  return { rising, popular };
}
