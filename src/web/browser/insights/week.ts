import { type DataOf, request } from '../lib/request.ts';
import { type GrowingTopic, hasPassed, highestOf } from './view.ts';

/** What the week looks like: asked by the overview, the morning view and the view of growth. */

export interface Growth {
  risers: GrowingTopic[];
  fallers: GrowingTopic[];
  /** Nobody read them in the week before. */
  spikes: GrowingTopic[];
  /** The full hour up to which all of them were compared, RFC 3339; null: there are none. */
  asOf: string | null;
  /** The highest complete day of the first of them, as its curve has it; null: it has not passed. */
  peaked: string | null;
}

/** Everything that changed, by how sure that is. */
export interface Changes {
  up: GrowingTopic[];
  /** The strongest loss first. */
  down: GrowingTopic[];
  isNew: GrowingTopic[];
  /** What may be no change, strongest growth first. */
  unclear: GrowingTopic[];
  asOf: string | null;
  /** Whether one of the lists had as many topics as an answer can hold. */
  isCut: boolean;
}

/** Nothing moves and nothing is read. */
export function isStill(growth: Growth | null, stories: Awaited<ReturnType<typeof loadStories>> | null): boolean {
  if (!growth || !stories) return false;
  const { risers, fallers, spikes } = growth;
  return [risers, fallers, spikes, stories.rising, stories.popular].every(({ length }) => length === 0);
}

type GrowthAnswer = DataOf<'/api/v2/insights/trending-topics/growth/'>;
type Asked = Record<string, string | number | boolean>;

const PATH = '/api/v2/insights/trending-topics/growth/';
/** The longest answer. */
const ALL = 50;

async function ask(query: Asked, signal: AbortSignal) {
  const [up, down] = await Promise.all(
    ['up', 'down'].map((direction) =>
      request<GrowthAnswer>(PATH, { query: { ...query, direction, limit: ALL }, signal }),
    ),
  );
  const rising = up?.topics ?? [];
  return {
    up: rising.filter(({ growthPercent }) => growthPercent !== null),
    down: down?.topics ?? [],
    isNew: rising.filter(({ growthPercent }) => growthPercent === null),
    asOf: earliest(up?.asOf, down?.asOf),
    isCut: rising.length === ALL || down?.topics.length === ALL,
  };
}

const earliest = (...times: (string | null | undefined)[]): string | null =>
  times.filter((time) => typeof time === 'string').toSorted()[0] ?? null;

const isSure = ({ confidence }: GrowingTopic) => confidence === 'high';

/** Every topic that grows or shrinks, from the strongest growth to the strongest loss. */
export async function loadChanges(query: Asked, signal: AbortSignal): Promise<Changes> {
  // What has not changed at all is in neither direction.
  const [{ up, down, ...rest }, { topics }] = await Promise.all([
    ask(query, signal),
    request<GrowthAnswer>(PATH, { query: { ...query, limit: ALL }, signal }),
  ]);
  // How sure the growth of a range is nobody can say.
  const isClear = (topic: GrowingTopic) => 'from' in query || isSure(topic);
  const unclear = [
    ...up.filter((topic) => !isClear(topic)),
    ...topics.filter(({ growthPercent }) => growthPercent === 0),
    ...down.filter((topic) => !isClear(topic)).toReversed(),
  ];
  return { ...rest, up: up.filter(isClear), down: down.filter(isClear), unclear };
}

/** Topics that change most since last week, at most `count` of each; sure changes before uncertain ones. */
export async function loadGrowth(riskManagement: boolean, count: number, signal: AbortSignal): Promise<Growth> {
  const { up, down, isNew, asOf } = await ask({ riskManagement }, signal);
  // Where the interval lies beside zero a topic surely grows; those lead, each part in the order of the answer.
  const surest = (topics: GrowingTopic[]) =>
    topics.toSorted((a, b) => Number(isSure(b)) - Number(isSure(a))).slice(0, count);
  const [risers, spikes] = [surest(up), isNew.slice(0, count)];
  const [first] = [...risers, ...spikes];
  return {
    risers,
    fallers: surest(down),
    spikes,
    asOf,
    peaked: first ? await loadPeak(first, riskManagement, signal) : null,
  };
}

/** Days among which the highest is looked for. */
const WEEK = 7;

async function loadPeak({ topicId }: GrowingTopic, riskManagement: boolean, signal: AbortSignal) {
  const ask = <T>(part: string, query: Asked) =>
    request<T>(`/api/v2/insights/topics/${topicId}/${part}/`, { query: { ...query, riskManagement }, signal });
  const [{ hours, width }, { days }] = await Promise.all([
    ask<DataOf<'/api/v2/insights/topics/{id}/hours/'>>('hours', { hours: 24 * WEEK }),
    ask<DataOf<'/api/v2/insights/topics/{id}/history/'>>('history', { days: 28 }),
  ]);
  const indices = hours.map(({ index }) => index);
  return hasPassed(indices, 24 / width) ? highestOf(days.slice(-WEEK)) : null;
}

type Rising = DataOf<'/api/v2/insights/rising-content/'>;
type Popular = Extract<DataOf<'/api/v2/insights/popular-content/'>, { items: unknown }>;

/** The stories that gain readers now, and those most read in seven days. */
export async function loadStories(riskManagement: boolean, limit: number, signal: AbortSignal) {
  const query = { riskManagement, limit, stories: true };
  const [{ items: rising }, { items: popular }] = await Promise.all([
    request<Rising>('/api/v2/insights/rising-content/', { query, signal }),
    request<Popular>('/api/v2/insights/popular-content/', { query: { ...query, period: '7d' }, signal }),
  ]);
  return { rising, popular };
}
