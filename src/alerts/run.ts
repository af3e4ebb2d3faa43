import { and, eq } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { alertMemory } from '../db/schema.ts';
import { cellOfRow, selectArticleCells } from '../engagement/aggregates.ts';
import { COLUMN_COUNT, FIRST, fullCount } from '../engagement/columns.ts';
import { dayIndex, dayOfHour } from '../engagement/days.ts';
import { type TrafficBaseline, weigh } from '../engagement/discounting.ts';
import { type HourRange, isWithin, utcHourIndex, windowsAt } from '../engagement/hours.ts';
import { partitionsOf } from '../engagement/partitions.ts';
import { add } from '../engagement/score.ts';
import { dayIn, HOUR, HOUR_MS, type Millis, toSeconds } from '../lib/time.ts';
import { isQuiet } from '../outbox/quiet-hours.ts';
import { growthPercent } from '../rankings/math/figures/growth-percent.ts';
import { baselineInForce } from '../rankings/object/stored-baseline.ts';
import { type ContentItem, loadItems } from '../rankings/read/read-rankings.ts';
import { recordEvents, type WebhookEvent } from '../webhooks/event.ts';
import { selectSettings, toSettings } from './alert-settings.ts';
import {
  type Alert,
  type Detected,
  detectRisingArticles,
  detectTopics,
  type HourFigures,
  INITIAL_DETECTION,
  type Memory,
  type Rules,
  ranksBy,
  TOP,
  type TopicFigures,
} from './detect.ts';
import { detectFalls, detectStop, fallEvents, loadFallFigures, loadHourlyClicks, stopEvent } from './falls.ts';
import { type PublishedSite, readFirstDay, readTopics, selectSite, toSite } from './published.ts';
import { isSuspect } from './suspects.ts';

export interface AlertRun {
  now: Millis;
  /** IANA time zone of the publisher. Empty means UTC. */
  zone: string;
  minEngagement: number;
  isDiscounted: boolean;
}

/** Time that topics need to publish their figures after the start of an hour. */
const SETTLED_MS = 120_000;

/**
 * Records new alerts as events, and returns their number. Reads three rows. Also reads up to fifty rows for a new
 * leading article, one row per topic and 18 hours of outcomes each hour, and five days of engagement each day.
 */
export async function runAlerts(db: Db, { now, zone, minEngagement, isDiscounted }: AlertRun): Promise<number> {
  const stored = db
    .select({ version: alertMemory.version, memory: alertMemory.memory })
    .from(alertMemory)
    .where(eq(alertMemory.id, 1));
  const {
    storedMemory: [storedMemory],
    row: [row],
    published: [published],
  } = await db.transaction({ storedMemory: stored, row: selectSettings(db), published: selectSite(db) });
  const memory = (storedMemory?.memory as Memory | undefined) ?? INITIAL_DETECTION;
  const { quiet, ...settings } = toSettings(row);
  const site = toSite(published);
  const rules: Rules = {
    ...settings,
    minEngagement,
    isQuiet: isQuiet(quiet, zone, now),
    day: dayIn(zone, now / 1000),
    suspects: new Set(),
  };
  const loadBaseline = isDiscounted ? () => baselineInForce(db, utcHourIndex(now)) : async () => null;
  const leader = await leaderOf(db, memory, site, { now, loadBaseline });
  const figures = isDue(memory, now) ? await readFigures(db, site, { now, zone }) : null;
  const detect = (suspects: ReadonlySet<number>): Detected => {
    const stories = detectRisingArticles(memory, leader, { ...rules, suspects, now: toSeconds(now) });
    if (!figures) return stories;
    const topics = detectTopics(stories.memory, figures, { ...rules, suspects });
    return { memory: topics.memory, alerts: [...stories.alerts, ...topics.alerts] };
  };
  const first = detect(new Set());
  const suspects = await suspectsOf(db, first.alerts, figures?.topics ?? [], { now, loadBaseline });
  const { memory: next, alerts } = suspects.size > 0 ? detect(suspects) : first;
  const at = toSeconds(now);
  const stop = figures
    ? detectStop(next, { hour: figures.hour, clicks: await loadHourlyClicks(db, figures.hour) }, rules)
    : { memory: next, since: null };
  const compared = figures ? await loadFallFigures(db, stop.memory, dayIndex(now, zone)) : null;
  const fall = compared ? detectFalls(stop.memory, compared, rules) : { memory: stop.memory, falls: [] };
  const events = [
    ...(await toEvents(db, alerts, figures?.topics ?? [], now)),
    ...(stop.since === null ? [] : [stopEvent(stop.since * HOUR, at)]),
    ...(compared ? await fallEvents(db, fall.falls, compared.day, at) : []),
  ];
  const recorded = await recordEvents(db, events, now);
  await remember(db, storedMemory ? { version: storedMemory.version, memory } : null, fall.memory);
  return recorded.length;
}

/** Returns true if topics were not yet evaluated in this hour. A stored hour in the future is a clock error. */
const isDue = ({ hour }: Memory, now: number) =>
  (hour === null || hour < utcHourIndex(now) || hour > utcHourIndex(now) + 1) &&
  now - utcHourIndex(now) * HOUR_MS >= SETTLED_MS;

async function readFigures(
  db: Db,
  { current, previous }: PublishedSite,
  { now, zone }: Pick<AlertRun, 'now' | 'zone'>,
): Promise<HourFigures> {
  const hour = utcHourIndex(now);
  const firstDay = await readFirstDay(db);
  const days = firstDay === null ? 0 : dayOfHour(hour, zone) - firstDay;
  return { hour, days, site: { current, previous }, topics: await readTopics(db) };
}

interface DiscountContext {
  now: number;
  loadBaseline: () => Promise<TrafficBaseline | null>;
}

/** Returns figures of the leading article. Engagement is 0 if the article was already reported or is a new leader. */
async function leaderOf(
  db: Db,
  memory: Memory,
  { leader, tenth }: PublishedSite,
  { now, loadBaseline }: DiscountContext,
) {
  if (!leader) return null;
  const [contentId, topics] = leader;
  const nothing = { contentId, topics, engagement: 0, tenth: 0 };
  if (memory.reported[contentId] !== undefined || memory.leader?.contentId !== contentId) return nothing;
  const scale = { range: windowsAt(utcHourIndex(now)).day, baseline: await loadBaseline() };
  const engagement = async (id: number | null) => (id === null ? 0 : (await weighArticle(db, id, scale)).engagement);
  return { contentId, topics, engagement: await engagement(contentId), tenth: await engagement(tenth) };
}

async function suspectsOf(
  db: Db,
  alerts: readonly Alert[],
  topics: readonly TopicFigures[],
  { now, loadBaseline }: DiscountContext,
): Promise<ReadonlySet<number>> {
  const moved = new Set(alerts.map(({ contentId, topicId }) => (contentId === null ? topicId : null)));
  const ids = new Set([
    ...alerts.flatMap(({ contentId }) => contentId ?? []),
    ...topics.filter(({ topicId }) => moved.has(topicId)).flatMap(({ gains }) => gains),
  ]);
  const suspects = new Set<number>();
  if (ids.size === 0) return suspects;
  const scale = { range: windowsAt(utcHourIndex(now)).week, baseline: await loadBaseline() };
  for (const id of ids) if (isSuspect(await weighArticle(db, id, scale))) suspects.add(id);
  return suspects;
}

/** Stores the memory of earlier alerts, unless it is unchanged or another run has stored a newer one. */
async function remember(
  db: Db,
  storedMemory: { version: number; memory: Memory } | null,
  memory: Memory,
): Promise<void> {
  if (storedMemory && JSON.stringify(storedMemory.memory) === JSON.stringify(memory)) return;
  if (!storedMemory) {
    await db.insert(alertMemory).values({ id: 1, version: 1, memory }).onConflictDoNothing();
    return;
  }
  const { id, version } = alertMemory;
  await db
    .update(alertMemory)
    .set({ version: storedMemory.version + 1, memory })
    .where(and(eq(id, 1), eq(version, storedMemory.version)));
}

/** Converts alerts to events. Omits those whose article or topic no longer exists. Reads two rows per article. */
async function toEvents(db: Db, alerts: readonly Alert[], topics: readonly TopicFigures[], now: number) {
  const grown = new Map(topics.map((topic) => [topic.topicId, topic]));
  const ids = alerts.flatMap(({ type, contentId, topicId }) =>
    contentId === null ? (type === 'topic.grows' && grown.get(topicId ?? 0)?.cause?.articles) || [] : [contentId],
  );
  const stories = ids.length > 0 ? await loadItems(db, ids) : [];
  const before = ranksBy(topics, 'before');
  return alerts.flatMap((alert) => {
    const at = toSeconds(now);
    if (alert.contentId !== null) {
      const story = stories.find(({ contentId }) => contentId === alert.contentId);
      return story ? storyEvent(alert, story, at) : [];
    }
    const topic = grown.get(alert.topicId ?? 0);
    if (!topic) return [];
    return topicEvent(alert, { ...topic, before: before.get(topic.topicId) ?? null }, stories, at);
  });
}

function storyEvent({ type, rank, since }: Alert, story: ContentItem, at: number): WebhookEvent {
  return {
    type: 'article.rising',
    key: `${type}:${story.contentId}:${since}`,
    subject: `article:${story.contentId}`,
    at,
    data: { article: articleOf(story), rank: rank ?? 1 },
  };
}

const articleOf = ({ contentId, title, url, source }: ContentItem) => ({
  id: contentId,
  title: title ?? '',
  url: url ?? '',
  source: source ?? '',
});

/** Converts a topic alert to an event. `before` is the previous rank. `stories` are the articles that caused it. */
function topicEvent(
  alert: Alert,
  figures: Omit<TopicFigures, 'before'> & { before: number | null },
  stories: readonly ContentItem[],
  at: number,
): WebhookEvent[] {
  const { type, rank, previousRank, since } = alert;
  const { topicId, name, slug, current, previous, interval, confidence, before } = figures;
  const common = { key: `${type}:${topicId}:${since}`, subject: `topic:${topicId}`, at };
  const topic = { id: topicId, name, slug };
  if (type === 'topic.grows') {
    const named = stories.filter(({ contentId }) => figures.cause?.articles.includes(contentId)).map(articleOf);
    const isThere = named.length === figures.cause?.articles.length;
    const cause = figures.cause && isThere ? { ...figures.cause, articles: named } : null;
    const growth = { growthPercent: growthPercent(current, previous), interval, confidence, cause };
    return [{ type, ...common, data: { topic, ...growth } }];
  }
  if (type === 'topic.left_top_ten')
    return [{ type, ...common, data: { topic, rank, previousRank: previousRank ?? TOP } }];
  return type === 'topic.entered_top_ten' && rank !== null
    ? [{ type, ...common, data: { topic, rank, previousRank: before } }]
    : [];
}

/** Returns the engagement and discounted clicks of an article over a range. Reads one row per hour with clicks. */
async function weighArticle(
  db: Db,
  contentId: number,
  { range, baseline }: { range: HourRange; baseline: TrafficBaseline | null },
) {
  const cells = await db.rows(cellOfRow, selectArticleCells(partitionsOf(range), contentId, range.from));
  const columns = new Int32Array(COLUMN_COUNT);
  for (const { hour, counts } of cells) if (isWithin(range, hour)) add(columns, 0, counts);
  const clicks = columns[FIRST.unsigned] ?? 0;
  const { weight, discounted } = weigh(clicks, columns, baseline, FIRST.network);
  return { engagement: weight + fullCount(columns), clicks, discounted };
}
