import {
  ALERT_TYPES,
  type Alert,
  detectRisingArticles,
  detectTopics,
  EMPTY,
  type HourFigures,
  type Memory,
  type RisingFigures,
  type Rules,
  ranksOf,
  TOP,
} from '../../../src/alerts/detect.ts';
import { isSuspect } from '../../../src/alerts/suspects.ts';
import { type ClassKind, READER_CLASSES } from '../../../src/db/click-columns.ts';
import { createRandom, sampler, zipf } from '../../../src/demo/random.ts';
import { type ClickCell, NO_CELLS } from '../../../src/engagement/cells.ts';
import { countersOf } from '../../../src/engagement/columns.ts';
import type { TrafficBaseline } from '../../../src/engagement/discounting.ts';
import { utcHourIndex } from '../../../src/engagement/hours.ts';
import { quickHash } from '../../../src/lib/hash/quick-hash.ts';
import { utcDay } from '../../../src/lib/time.ts';
import type { ArticleFacts } from '../../../src/rankings/facts.ts';
import { rankTopic } from '../../../src/rankings/math/rank-topic.ts';
import { RankingWindow } from '../../../src/rankings/object/window.ts';
import { rankSite } from '../../rankings/math/rank-site.ts';
import { classed, readLog } from '../measures/click-log.ts';

/** A newsroom and its log of clicks, as alerts are replayed from them. */

export interface LogTopic {
  id: number;
  name: string;
  excludedFromTrending?: boolean;
}

export interface LogClick {
  contentId: number;
  /** Epoch seconds. */
  at: number;
  reader: string;
  /** The classes of unsigned clicks. */
  unsigned?: Record<ClassKind, number>;
}

export interface Log {
  topics: LogTopic[];
  articles: ArticleFacts[];
  titles: Map<number, string>;
  /** Oldest first; of a reader's clicks on an article in a UTC day only the first. */
  clicks: LogClick[];
}

/** Clicks as the ledger takes them: a reader, an article and a UTC day count once. */
export function firstOfDay(clicks: readonly LogClick[]): LogClick[] {
  const seen = new Set<string>();
  return [...clicks]
    .sort((a, b) => a.at - b.at)
    .filter(({ contentId, reader, at }) => {
      const id = `${contentId} ${Math.floor(at / 86_400)} ${reader}`;
      return !seen.has(id) && seen.add(id);
    });
}

/** A click as the aggregates count it; `salt` stands for the installation's own. */
export function cellOf({ contentId, at, reader, unsigned }: LogClick, salt: string): ClickCell {
  const day = Math.floor(at / 86_400);
  const audience = { companyType: null, seniority: null, continent: null };
  const counters = countersOf(
    unsigned
      ? { ...audience, origin: 'unsigned', ...unsigned }
      : { ...audience, origin: 'signed', reader: quickHash(JSON.stringify([salt, day, reader])) % READER_CLASSES },
  );
  const counts = counters.filter((counter) => counter !== null).sort((a, b) => a - b);
  return { contentId, hour: utcHourIndex(at * 1000), counts: counts.flatMap((counter) => [counter, 1]) };
}

/** Adds the counts of two cells of one article and hour. */
export function added(a: ClickCell['counts'], b: ClickCell['counts']): number[] {
  const sums = new Map<number, number>();
  for (const counts of [a, b])
    for (let i = 0; i < counts.length; i += 2)
      sums.set(counts[i] ?? 0, (sums.get(counts[i] ?? 0) ?? 0) + (counts[i + 1] ?? 0));
  return [...sums].sort(([a], [b]) => a - b).flat();
}

/** What is published at each full hour of a log, by the code that publishes. */

export interface Observed {
  figures: HourFigures;
  leader: RisingFigures | null;
  /** Articles of which weights take off much. */
  suspects: ReadonlySet<number>;
}

const MIN_CLICKS = 3;

/** Walks through the hours of a log; each `step`-th is seen at its beginning, when growth moves. */
export function* observe({ topics, articles, clicks }: Log, salt: string, step = 1): Generator<Observed> {
  const cells = new Map<string, ClickCell>();
  for (const click of clicks) {
    const cell = cellOf(click, salt);
    const key = `${cell.contentId} ${cell.hour}`;
    const known = cells.get(key);
    cells.set(key, known ? { ...cell, counts: added(known.counts, cell.counts) } : cell);
  }
  const byHour = Map.groupBy(cells.values(), ({ hour }) => hour);
  const first = Math.min(...byHour.keys());
  const last = Math.max(...byHour.keys());
  const site = new RankingWindow(NO_CELLS, articles, 'hourly');
  const windows = topics.map(({ id }) => ({
    id,
    window: new RankingWindow(
      NO_CELLS,
      articles.filter((article) => article.topics.includes(id)),
      'sets',
    ),
  }));
  const topicsOf = new Map(articles.map((article) => [article.id, new Set(article.topics)]));
  let shares: TrafficBaseline | null = null;
  for (let hour = first + 1; hour <= last + 1; hour++) {
    for (const cell of byHour.get(hour - 1) ?? []) {
      site.note(cell);
      for (const { id, window } of windows) if (topicsOf.get(cell.contentId)?.has(id)) window.note(cell);
    }
    if ((hour - first) % step > 0) continue;
    const seconds = hour * 3600;
    shares = site.samples(hour, { inForce: shares, anchor: null }, seconds).shares ?? shares;
    site.roll(hour, shares);
    const engaged = site.engagement(seconds);
    const ranked = rankSite(engaged, site.orders, { hour, minClicks: MIN_CLICKS, shares });
    const [leader] = ranked.views.rising;
    const inDay = (id: number) => engaged.find((article) => article.id === id)?.day() ?? 0;
    const week = { from: hour - 168, to: hour + 1 };
    yield {
      figures: {
        hour,
        days: Math.floor(hour / 24) - Math.floor(first / 24),
        site: { current: ranked.counters.growthCurrent, previous: ranked.counters.growthPrevious },
        topics: windows.map(({ id, window }) => {
          window.roll(hour, shares);
          const { counters, views } = rankTopic(id, window.engagement(seconds), { orders: window.orders, shares });
          const topic = topics.find((other) => other.id === id);
          const { interval, confidence, cause, gains } = views.growth.all;
          return {
            topicId: id,
            name: topic?.name ?? '',
            slug: '',
            before: counters.before7d,
            excluded: topic?.excludedFromTrending ?? false,
            engagement: counters.engagement7d,
            current: counters.growthCurrent,
            previous: counters.growthPrevious,
            items: counters.growthItems,
            ...{ interval, confidence, cause, gains },
          };
        }),
      },
      leader: leader
        ? {
            ...{ contentId: leader[0], topics: leader[1], engagement: inDay(leader[0]) },
            tenth: inDay(ranked.views.items['24h'][9] ?? 0),
          }
        : null,
      suspects: new Set(
        site
          .discounted(week, shares, { minGrowth: 10, limit: 50, now: seconds })
          .articles.filter(isSuspect)
          .map(({ contentId }) => contentId),
      ),
    };
  }
}

/** An alert with what it was raised on. */
export interface Raised extends Alert {
  /** Epoch seconds. */
  at: number;
  seen: Observed;
}

/** Plays what was published through the rules as the service runs them by default, once an hour. */
export function replay(hours: Iterable<Observed>, changed: Partial<Rules> = {}): Raised[] {
  const raised: Raised[] = [];
  let memory: Memory = EMPTY;
  for (const seen of hours) {
    const at = seen.figures.hour * 3600;
    const rules: Rules = {
      ...{ types: ALERT_TYPES, oncePerDay: true, isQuiet: false, day: utcDay(at), minEngagement: 10 },
      ...{ suspects: seen.suspects, ...changed },
    };
    const stories = detectRisingArticles(memory, seen.leader, { ...rules, now: at });
    const topics = detectTopics(stories.memory, seen.figures, rules);
    memory = topics.memory;
    for (const alert of [...stories.alerts, ...topics.alerts]) raised.push({ ...alert, at, seen });
  }
  return raised;
}

/** Judges alerts by what a person would look at afterwards, none of which the rules have seen. */

export interface Verdict {
  alert: Raised;
  /** The figures that explain it. */
  why: string;
  /** Null: the log ends too early to say. */
  isRight: boolean | null;
}

const DAY = 24;
/** Part of the hours for which an alert about the top ten must be true afterwards, and must not have been true before. */
const MOST = 2 / 3;
const AFTER = 48;
const BEFORE = 72;
/** Hours of the log that must follow. */
const LEAST = 12;
/** Percentage points by which a growing topic's readers must have grown more than the site's. */
const MORE = 10;

/** Judges every alert by the whole log. */
export function judge(raised: readonly Raised[], hours: readonly Observed[], log: Log): Verdict[] {
  const first = hours[0]?.figures.hour ?? 0;
  const inside = hours.map(({ figures }) => {
    const ranks = ranksOf(figures.topics, 'engagement');
    return new Set([...ranks].filter(([, rank]) => rank <= TOP).map(([id]) => id));
  });
  const topics = new Map(log.articles.map(({ id, topics }) => [id, topics]));
  const last = first + hours.length - 1;
  return raised.map((alert): Verdict => {
    const hour = alert.at / 3600;
    if (alert.type === 'article.rising') return judgeStory(alert, log.clicks, last);
    if (alert.type === 'topic.grows') {
      return judgeGrowth(alert, log.clicks, (id) => topics.get(id)?.includes(alert.topicId ?? 0) ?? false);
    }
    const isEntered = alert.type === 'topic.entered_top_ten';
    const share = (from: number, to: number) => {
      const part = inside.slice(Math.max(0, from - first), Math.max(0, to - first));
      return part.filter((ids) => ids.has(alert.topicId ?? 0)).length / Math.max(1, part.length);
    };
    const since = alert.since / 3600;
    const [before, after] = [share(since - BEFORE, since), share(hour + 1, hour + 1 + AFTER)];
    const isTrue = (part: number, is: boolean) => (is ? part : 1 - part) >= MOST;
    return {
      alert,
      why: `rank ${alert.rank ?? 'none'}; among the ten in ${percent(before)} of the ${BEFORE} hours before and ${percent(after)} of up to ${AFTER} after`,
      isRight: last - hour < LEAST ? null : isTrue(before, !isEntered) && isTrue(after, isEntered),
    };
  });
}

function judgeGrowth(alert: Raised, clicks: readonly LogClick[], isOwn: (id: number) => boolean): Verdict {
  const hour = alert.at / 3600;
  const readers = (from: number, to: number, own: boolean) =>
    new Set(
      clicks
        .filter(({ at, contentId }) => at >= from * 3600 && at < to * 3600 && (!own || isOwn(contentId)))
        .map(({ reader }) => reader),
    ).size;
  const growth = (own: boolean) => 100 * (readers(hour - 168, hour, own) / readers(hour - 336, hour - 168, own) - 1);
  const figures = alert.seen.figures.topics.find(({ topicId }) => topicId === alert.topicId);
  const [low, high] = figures?.interval ?? [0, 0];
  const [own, site] = [growth(true), growth(false)];
  return {
    alert,
    why: `interval ${signed(low)} to ${signed(high)}; different readers ${signed(own)}, the site's ${signed(site)}`,
    isRight: own >= site + MORE,
  };
}

function judgeStory(alert: Raised, clicks: readonly LogClick[], last: number): Verdict {
  const hour = alert.at / 3600;
  const next = new Map<number, number>();
  for (const { at, contentId } of clicks) {
    if (at >= alert.at && at < alert.at + DAY * 3600) next.set(contentId, (next.get(contentId) ?? 0) + 1);
  }
  const own = next.get(alert.contentId ?? 0) ?? 0;
  const rank = [...next.values()].filter((count) => count > own).length + 1;
  const { engagement = 0, tenth = 0 } = alert.seen.leader ?? {};
  const times =
    tenth > 0 ? `${(engagement / tenth).toFixed(1)} times the tenth's engagement` : 'fewer than ten are read';
  return {
    alert,
    why: `${times}; ${own > 0 ? `place ${rank}` : 'not read'} in the 24 hours after`,
    isRight: last - hour < LEAST ? null : own > 0 && rank <= TOP,
  };
}

const percent = (part: number) => `${Math.round(100 * part)} %`;
const signed = (value: number) => `${value < 0 ? '−' : '+'}${Math.abs(Math.round(value))} %`;

/** The most alerts of one topic that a person would call false, and all such. */
export function falseAlerts(verdicts: readonly Verdict[]): { all: number; most: number } {
  const wrong = verdicts.filter(({ isRight }) => isRight === false);
  const byTopic = Map.groupBy(wrong, ({ alert }) => alert.topicId);
  return { all: wrong.length, most: Math.max(0, ...Array.from(byTopic.values(), (own) => own.length)) };
}

/** A log of real views, which says nothing of topics: a draw gives each article some. */

const TOPICS = 30;
/** Of topics by rank: the most read has ten times the articles of the last. */
const SKEW = 0.7;
const MOST_TOPICS = 3;
const SOURCES = 40;

/**
 * Reads the log in a folder as unsigned clicks with the classes that an installation gives them. `seed` draws the installation's
 * secret and the topics: one to three of thirty for each article, more often those of low ids.
 */
export async function readViews(folder: string, seed: number): Promise<Log> {
  const views = readLog(folder);
  const cells = classed(views, `secret ${seed}`, 'split');
  const random = createRandom(seed, 'topics');
  const draw = sampler(zipf(TOPICS, SKEW));
  const first = new Map<number, number>();
  for (const { contentId, at } of views) if (!first.has(contentId)) first.set(contentId, at);
  const articles = Array.from(first, ([id, publishedAt]) => {
    const topics = new Set<number>();
    for (let i = random.int(1, MOST_TOPICS); i > 0; i--) topics.add(draw(random.next()) + 1);
    const source = random.int(1, SOURCES);
    return {
      id,
      publishedAt,
      topics: [...topics],
      contentType: 'article' as const,
      sourceType: null,
      source: `Source ${source}`,
      domain: `${source}.example`,
      companies: [],
      countries: [],
      authors: [],
      section: null,
    };
  });
  return {
    topics: Array.from({ length: TOPICS }, (_, i) => ({ id: i + 1, name: `Topic ${i + 1}` })),
    articles,
    titles: new Map(),
    clicks: views.map(({ contentId, at, reader }, i) => {
      const { network = 0, prefix = 0, browser = 0 } = cells[i] ?? {};
      return { contentId, at, reader: String(reader), unsigned: { network, prefix, browser } };
    }),
  };
}
