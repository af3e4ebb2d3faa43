import { groupByHeading, leadOf } from '../../../rankings/math/figures/change-headings.ts';
import { loadAlternatives, pathOfToday } from '../desk/alternatives.ts';
import type { Window } from '../insights/bar/toolbar.tsx';
import type { ListedItem } from '../insights/stories/items.tsx';
import type { SelectedDay } from '../insights/stories/verdict.ts';
import type { HistoryDay } from '../insights/view.ts';
import { loadCompared, loadPeak, requestRanking } from '../insights/week.ts';
import { type DataOf, request } from '../lib/request.ts';
import type { Dates } from '../lib/time.ts';
import { type Filter, isAudience } from './filter.tsx';

/** Requests of the first screen. A panel is absent if its question has no answer for a filter. */

/** Articles are not ranked by type of company. */
export const hasStories = ({ by }: Filter): boolean => by !== 'company-type';
export const hasTopics = (filter: Filter): boolean => hasDays(filter) || isAudience(filter);
export const hasDays = ({ by }: Filter): boolean => by === '' || by === 'topic';

const MAX_STORIES = 8;
const MAX_TOPICS = 50;
export const MAX_SOURCES = 50;
const HISTORY_DAYS = 28;

export interface Question {
  filter: Filter;
  window: Window;
  risk: boolean;
}

type Popular = Extract<DataOf<'/api/v2/insights/popular-content/'>, { items: unknown }>;
type Groups = Extract<DataOf<'/api/v2/insights/popular-content/'>, { groups: unknown }>;

/** Returns the most read articles. */
export async function loadStories(
  { filter: { by, is }, window, risk }: Question,
  signal: AbortSignal,
): Promise<ListedItem[]> {
  const query = { limit: MAX_STORIES, riskManagement: risk, ...window };
  const path = '/api/v2/insights/popular-content/';
  if (by === 'topic') {
    const ofTopic = request<DataOf<'/api/v2/insights/topics/{id}/content/'>>(`/api/v2/insights/topics/${is}/content/`, {
      query,
      signal,
    });
    return withPlacements(
      ofTopic.then(({ items }) => items),
      signal,
    );
  }
  if (by) {
    // Groups of readers cover the last seven days only.
    const days = isAudience({ by }) ? {} : window;
    const grouped = { limit: MAX_STORIES, riskManagement: risk, breakdown: by, ...days };
    const ofGroups = request<Groups>(path, { query: grouped, signal });
    return withPlacements(
      ofGroups.then(({ groups }) => groups.find(({ slug }) => slug === is)?.items ?? []),
      signal,
    );
  }
  const stories = 'period' in window ? { stories: true, placement: true } : {};
  return (await request<Popular>(path, { query: { ...query, ...stories }, signal, omit: UNUSED_STORY_FIELDS })).items;
}

const UNUSED_STORY_FIELDS = ['url', 'contentType', 'organisationType', 'client', 'previousRank', 'sources', 'firstAt'];

const MAX_PLACED = 50;

/** Adds the placements of the most read articles, because lists of groups and topics contain none. */
export async function withPlacements(list: Promise<ListedItem[]>, signal: AbortSignal): Promise<ListedItem[]> {
  const query = { period: '7d', limit: MAX_PLACED, placement: true };
  const [items, placed] = await Promise.all([
    list,
    request<Popular>('/api/v2/insights/popular-content/', { query, signal, omit: UNUSED_STORY_FIELDS }),
  ]);
  const known = new Map((placed.items as ListedItem[]).map(({ contentId, placement }) => [contentId, placement]));
  return items.map((item) => ({ ...item, placement: known.get(item.contentId) }));
}

export interface ListedTopic {
  topicId: number;
  name: string;
  /** Ratio to the site’s average among the chosen readers, in percent. Undefined without such a filter. */
  index?: number;
}

const UNUSED_TOPIC_FIELDS = ['description', 'slug', 'category', 'previousRank'];

type AudienceTopics = Extract<DataOf<'/api/v2/insights/audience/'>, { companyTypes: { topics: unknown }[] }>;

/** Returns the topics by engagement, or for an audience the topics that it reads more than the site does. */
export async function loadTopics(
  { filter: { by, is }, window, risk }: Question,
  signal: AbortSignal,
): Promise<ListedTopic[]> {
  if (!isAudience({ by })) return requestRanking({ risk, limit: MAX_TOPICS }, window, signal, UNUSED_TOPIC_FIELDS);
  const found = await request<AudienceTopics>('/api/v2/insights/audience/', { query: { period: '7d' }, signal });
  const all = [...found.companyTypes, ...found.regions, ...found.seniorities, ...found.channels];
  return all.find(({ slug }) => slug === is)?.topics ?? [];
}

export type SourceYield = DataOf<'/api/v2/insights/sources/'>['sources'][number];

/**
 * Days of a page until the user chooses others. A week has too few readers to tell sources and authors apart. The page of
 * one source compares its days with the days before, which young sites do not have for 90 days. Pages about companies
 * show what is in the news now.
 */
export const USUAL_PERIODS = { sources: '90d', source: '28d', author: '28d', company: '7d' } as const;

/** Minimum number of articles in the range. Fewer articles may all be exceptions. */
const MIN_ARTICLES = 5;

export const hasFewArticles = ({ articles }: Pick<SourceYield, 'articles'>): boolean => articles < MIN_ARTICLES;

export async function loadYields(
  by: 'source' | 'company' | 'author',
  { window, risk }: Omit<Question, 'filter'>,
  signal: AbortSignal,
): Promise<SourceYield[]> {
  const days = 'from' in window ? window : {};
  const query = { by, limit: MAX_SOURCES, riskManagement: risk, ...days };
  return (await request<DataOf<'/api/v2/insights/sources/'>>('/api/v2/insights/sources/', { query, signal })).sources;
}

type TopicAudience = Extract<DataOf<'/api/v2/insights/audience/'>, { topicId: number }>;

export const loadAudience = (topic: number, signal: AbortSignal): Promise<TopicAudience> =>
  request<TopicAudience>('/api/v2/insights/audience/', { query: { topic }, signal });

/** Fields of changes that the first screen does not show. They would be most of its data. */
const UNUSED_FIELDS = ['topContent', 'topSources', 'why', 'slug', 'url', 'contentType', 'organisationType', 'client'];

/** Returns the changes of topics, and for the last seven days the peak and the audience of those that rose most. */
export async function loadChanges({ chosen, risk }: { chosen: Dates | null; risk: boolean }, signal: AbortSignal) {
  const changes = await loadCompared({ ...chosen, riskManagement: risk }, signal, UNUSED_FIELDS);
  const lead = groupByHeading(changes).Rose[0] ?? changes.rose[0];
  const peaking = leadOf(changes);
  // Both are requested at once, so that they are one request.
  const [peaked, audience] = await Promise.all([
    peaking && !chosen ? loadPeak(peaking.topicId, risk, signal) : null,
    lead ? loadAudience(lead.topicId, signal).catch(() => null) : null,
  ]);
  return { ...changes, lead, peaked, audience };
}

/** Returns the days of the site or of a topic. */
export async function loadDays({ by, is }: Filter, signal: AbortSignal): Promise<HistoryDay[]> {
  const path = by ? `/api/v2/insights/topics/${is}/history/` : '/api/v2/insights/history/';
  return (await request<{ days: HistoryDay[] }>(path, { query: { days: HISTORY_DAYS }, signal })).days;
}

/** Loads what the desk recommends now. The day's selection is `null` for people who may not edit it. */
export async function loadNow(isEditor: boolean, signal: AbortSignal) {
  const [day, alternatives] = await Promise.all([
    isEditor ? request<SelectedDay>(pathOfToday(), { signal }) : null,
    loadAlternatives(signal, UNUSED_STORY_FIELDS),
  ]);
  return { day, ...alternatives };
}
