import { and, eq, gte, inArray, lt, or } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { clickOutcomes, computedDays, sources, topics } from '../db/schema.ts';
import { inList } from '../db/sql.ts';
import { DAY, rfc3339, type Seconds, utcDay } from '../lib/time.ts';
import { growthPercent } from '../rankings/math/figures/growth-percent.ts';
import { daysOf } from '../rankings/read/range.ts';
import { loadItems } from '../rankings/read/read-rankings.ts';
import { SITE } from '../rankings/site.ts';
import type { WebhookEvent } from '../webhooks/event.ts';
import type { Memory, Rules } from './detect.ts';
import { FALL_FRACTIONS, MIN_USUAL_CLICKS, SILENT_HOURS } from './thresholds.ts';

/** This module detects days on which something was read far less than usual, and hours without any clicks. */

/** Engagement of a day by subject: `site`, `topic:12`, `source:a.example` or `article:7`. */
export type DayFigures = ReadonlyMap<string, number>;

export interface Fall {
  subject: string;
  /** Change against the mean of the same weekday in the four weeks before. */
  percent: number;
}

const WEEKS_BEFORE = [1, 2, 3, 4];
const WEEK_DAYS = 7;
/** Minimum engagement on the weakest of the four days before. Below it, a percentage could reveal counts. */
const MIN_USUAL_ENGAGEMENT = 50;
/** Minimum distance from the weakest day before, in standard deviations of its count. */
const MIN_DEVIATIONS = 4;
const MAX_FALLS_PER_DAY = 10;

/**
 * Detects falls of a complete day. `before` are the same weekdays of the four weeks before. A part of the site falls
 * only if it lost more than the site. A fall that lasts for days is reported once.
 */
export function detectFalls(
  memory: Memory,
  { day, figures, before }: { day: number; figures: DayFigures; before: readonly DayFigures[] },
  rules: Rules,
): { memory: Memory; falls: Fall[] } {
  if (rules.isQuiet) return { memory, falls: [] };
  const weakest = (subject: string) => Math.min(...before.map((own) => own.get(subject) ?? 0));
  const ofSite = Math.min(1, (figures.get('site') ?? 0) / Math.max(1, weakest('site')));
  const isClear = (subject: string) => {
    const isSite = subject === 'site';
    const usual = weakest(subject) * (isSite ? 1 : ofSite);
    const now = figures.get(subject) ?? 0;
    const fraction = isSite ? FALL_FRACTIONS.site : FALL_FRACTIONS.part;
    return usual >= MIN_USUAL_ENGAGEMENT && now <= fraction * usual && usual - now >= MIN_DEVIATIONS * Math.sqrt(usual);
  };
  const fallen = [...(before[0]?.keys() ?? [])].filter(isClear);
  const { days, types } = { days: { ...memory.days }, types: rules.types };
  const isNews = (subject: string) => memory.fallDay !== undefined && memory.falls?.[subject] !== memory.fallDay;
  const topicOf = (subject: string) => (subject.startsWith('topic:') ? subject.slice('topic:'.length) : '');
  const isFree = (subject: string) => !rules.oncePerDay || days[topicOf(subject)] !== rules.day;
  // A topic that already had an alert today is reported tomorrow if it is still low.
  const known = fallen.filter((subject) => !isNews(subject) || isFree(subject));
  const falls = types.includes('engagement.falls') ? known.filter(isNews) : [];
  const sums = (subject: string) => before.reduce((sum, own) => sum + (own.get(subject) ?? 0), 0);
  const largest = falls.toSorted((a, b) => sums(b) - sums(a)).slice(0, MAX_FALLS_PER_DAY);
  for (const subject of largest) if (topicOf(subject)) days[topicOf(subject)] = rules.day;
  return {
    memory: { ...memory, days, fallDay: day, falls: Object.fromEntries(known.map((subject) => [subject, day])) },
    falls: largest.map((subject) => ({
      subject,
      percent: growthPercent(before.length * (figures.get(subject) ?? 0), sums(subject)) ?? 0,
    })),
  };
}

/** Loads the last complete day and the same weekdays before it, unless they were already evaluated. */
export async function loadFallFigures(db: Db, { fallDay }: Memory, today: number) {
  const day = today - 1;
  if (fallDay !== undefined && fallDay >= day) return null;
  const isCurrent = and(eq(computedDays.state, 'complete'), eq(computedDays.until, today));
  if ((await db.select({ id: computedDays.id }).from(computedDays).where(isCurrent)).length === 0) return null;
  const before = await Promise.all(WEEKS_BEFORE.map((weeks) => loadDay(db, day - WEEK_DAYS * weeks)));
  return { day, figures: await loadDay(db, day), before };
}

async function loadDay(db: Db, day: number): Promise<DayFigures> {
  const figures = new Map<string, number>();
  const add = (subject: string, engagement: number) => figures.set(subject, (figures.get(subject) ?? 0) + engagement);
  for await (const { sums } of daysOf(db, { from: day, to: day + 1 })) {
    for (const [id, engagement] of sums.topics) if (id !== SITE) add(`topic:${id}`, engagement);
    for (const [id, engagement, place] of sums.articles) {
      add('site', engagement);
      add(`article:${id}`, engagement);
      add(`source:${sums.origins[place]?.[3] ?? ''}`, engagement);
    }
  }
  return figures;
}

const WEEK_HOURS = 7 * 24;

/** Loads the counted clicks of the last complete hours and of the same hours of the two weeks before. */
export async function loadHourlyClicks(db: Db, now: number): Promise<ReadonlyMap<number, number>> {
  const { hour, outcome, clicks } = clickOutcomes;
  const isCompared = [0, 1, 2].map((weeks) => {
    const end = now - WEEK_HOURS * weeks;
    return and(gte(hour, end - SILENT_HOURS), lt(hour, end));
  });
  const rows = await db
    .select({ hour, clicks })
    .from(clickOutcomes)
    .where(and(eq(outcome, 'counted'), or(...isCompared)));
  return new Map(rows.map((row) => [row.hour, row.clicks]));
}

/** Detects that clicks have stopped, which a page without the script looks like. `since` is the first silent hour. */
export function detectStop(
  memory: Memory,
  { hour, clicks }: { hour: number; clicks: ReadonlyMap<number, number> },
  { types, isQuiet }: Rules,
): { memory: Memory; since: number | null } {
  const silent = Array.from({ length: SILENT_HOURS }, (_, i) => clicks.get(hour - 1 - i) ?? 0).findIndex(Boolean);
  const hours = silent < 0 ? SILENT_HOURS : silent;
  if (hours === 0) return { memory: { ...memory, stopped: null }, since: null };
  const usual = [1, 2].map((weeks) => {
    const end = hour - WEEK_HOURS * weeks;
    return Array.from({ length: hours }, (_, i) => clicks.get(end - 1 - i) ?? 0).reduce((sum, own) => sum + own, 0);
  });
  const isKnown = memory.stopped !== undefined && memory.stopped !== null;
  if (isKnown || isQuiet || usual.some((sum) => sum < MIN_USUAL_CLICKS)) return { memory, since: null };
  const since = hour - hours;
  return { memory: { ...memory, stopped: since }, since: types.includes('engagement.stops') ? since : null };
}

/** Converts falls to events. Omits subjects that no longer exist. */
export async function fallEvents(db: Db, falls: readonly Fall[], day: number, at: Seconds): Promise<WebhookEvent[]> {
  const refs = (kind: string) =>
    falls.flatMap(({ subject }) => (subject.startsWith(`${kind}:`) ? subject.slice(kind.length + 1) : []));
  if (falls.length === 0) return [];
  const { id, name, slug } = topics;
  const found = await db
    .select({ id, name, slug })
    .from(topics)
    .where(inList(id, refs('topic').map(Number)));
  const { domain } = sources;
  const own = await db
    .select({ domain, name: sources.name })
    .from(sources)
    .where(inArray(domain, refs('source')));
  const items = await loadItems(db, refs('article').map(Number));
  const named = new Map<string, object>([
    ['site', {}],
    ...found.map((topic) => [`topic:${topic.id}`, { topic }] as const),
    ...own.map((source) => [`source:${source.domain}`, { source }] as const),
    ...items.map(({ contentId, title, url, source }) => {
      const article = { id: contentId, title: title ?? '', url: url ?? '', source: source ?? '' };
      return [`article:${contentId}`, { article }] as const;
    }),
  ]);
  const date = utcDay(day * DAY);
  return falls.flatMap(({ subject, percent }) => {
    const data = named.get(subject);
    const key = `engagement.falls:${subject}:${date}`;
    return data ? { type: 'engagement.falls' as const, key, subject, at, data: { ...data, date, percent } } : [];
  });
}

export const stopEvent = (since: Seconds, at: Seconds): WebhookEvent => ({
  type: 'engagement.stops',
  key: `engagement.stops:${since}`,
  subject: 'site',
  at,
  data: { since: rfc3339(since) },
});
