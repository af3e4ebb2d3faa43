import { and, eq, gte, lt, ne, sql } from 'drizzle-orm';
import { RISK_MANAGEMENT_TOPIC } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { KEPT_DAYS } from '../../db/kept.ts';
import { clickDays, computedDays, readSums, topicDays } from '../../db/schema.ts';
import { bare, excluded, listed } from '../../db/sql.ts';
import { type TrustedTime, trustedTime } from '../../db/trusted-time.ts';
import { countsOf } from '../../engagement/aggregates.ts';
import { FIRST, fullCount } from '../../engagement/columns.ts';
import { type DayCursor, type DayRow, dayOf, OPEN_DAYS, selectDays } from '../../engagement/days.ts';
import { hourOf } from '../../engagement/hours.ts';
import { partitionsOf } from '../../engagement/partitions.ts';
import { toColumns } from '../../engagement/score.ts';
import { Sums } from '../../engagement/sums.ts';
import { CLASSES, type Shares, weightOf } from '../../engagement/weight.ts';
import type { Millis } from '../../lib/time.ts';
import type { ArticleFacts } from '../facts.ts';
import { SITE } from '../site.ts';
import { sharesInForce } from './class-shares.ts';
import { loadFacts } from './load.ts';
import { DayLists, forgetDayLists } from './range-days.ts';

/** Engagement of articles and topics by day, from which histories are made. */

/** Days whose hours may still be stored. */
const STORED_DAYS = 24;
/** Days of articles that are read and written at a time. */
const PAGE = 5_000;

interface ArticleDay {
  contentId: number;
  day: number;
  /** Clicks that count: unsigned ones, and all others. */
  weight: number;
  certain: number;
  /** All counters. */
  columns: Int32Array;
}
/** Engagement of topics by day, over everything and over Risk Management. */
type TopicSums = Map<string, { topicId: number; day: number; all: Sums; rm: Sums | null }>;

/**
 * Computes the days before today (UTC) that are not sealed, if clicks on them have arrived since the last time. Returns how many
 * article days were written or compared. A day is sealed when it is 15 days old and has been computed: nothing can be added to
 * it any more, and neither new shares nor new tags change it. Writes only differences, and nothing while the clock is doubted.
 */
export async function computeDays(db: Db, { now, isWeighed }: { now: Millis; isWeighed: boolean }): Promise<number> {
  const time = await trustedTime(db, now);
  return time === null ? 0 : computeDaysAt(db, { now: time, isWeighed });
}

/** The same by a clock that is known to be trusted. */
export async function computeDaysAt(
  db: Db,
  { now, isWeighed }: { now: TrustedTime; isWeighed: boolean },
): Promise<number> {
  const today = dayOf(now);
  const [computed] = await db.select().from(computedDays);
  if (computed?.isComplete && computed.until === today) return 0;
  // A click on a finished day that arrives meanwhile deletes the row, and so does another run: this one completes nothing then.
  const [id = 0] = crypto.getRandomValues(new Uint32Array(1));
  await db.transaction(
    db.delete(computedDays),
    db.insert(computedDays).values({ id, until: today, isComplete: false }),
  );
  const range = { from: today - STORED_DAYS, to: today };
  const sealed = await sealedDays(db, today);
  const shares = isWeighed ? await sharesInForce(db, hourOf(now)) : null;
  const sums: TopicSums = new Map();
  const lists = new DayLists();
  let count = 0;
  for (const partition of partitionsOf({ from: range.from * 24, to: range.to * 24 })) {
    for await (const rows of pagesOf(db, partition, range)) {
      const days = rows.filter(({ day }) => !sealed.has(day)).map((row) => toDay(row, shares));
      if (days.length === 0) continue;
      await storeDays(db, days);
      const facts = await published(db, days, now);
      addToTopics(sums, days, facts);
      for (const own of days) lists.add(own.day, facts.get(own.contentId), own.weight + own.certain);
      count += days.length;
    }
  }
  const open = { from: today - OPEN_DAYS, to: today };
  await storeTopicDays(db, sums, open, shares);
  await lists.store(db, open);
  await db.update(computedDays).set({ isComplete: true }).where(eq(computedDays.id, id));
  return count;
}

/** The same, whether clicks have arrived or not. */
export async function recomputeDays(db: Db, question: { now: Millis; isWeighed: boolean }): Promise<number> {
  await db.delete(computedDays);
  return computeDays(db, question);
}

/** Days that are old enough to be sealed and have been computed. */
async function sealedDays(db: Db, today: number): Promise<Set<number>> {
  const rows = await db
    .select({ day: topicDays.day })
    .from(topicDays)
    .where(
      and(eq(topicDays.topicId, SITE), gte(topicDays.day, today - STORED_DAYS), lt(topicDays.day, today - OPEN_DAYS)),
    );
  return new Set(rows.map(({ day }) => day));
}

/** Deletes days that are more than two years old. */
export async function forgetOldDays(db: Db, now: TrustedTime): Promise<void> {
  const first = dayOf(now) - KEPT_DAYS.engagement;
  await db.transaction(
    db.delete(clickDays).where(lt(clickDays.day, first)),
    db.delete(topicDays).where(lt(topicDays.day, first)),
    forgetDayLists(db, first),
    db.delete(readSums).where(lt(readSums.day, first)),
  );
}

async function* pagesOf(db: Db, partition: number, range: { from: number; to: number }): AsyncIterable<DayRow[]> {
  for (let after: DayCursor = { contentId: 0, day: 0 }; ; ) {
    const rows = await db.all<DayRow>(selectDays(partition, range, after, PAGE));
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < PAGE) return;
    after = last;
  }
}

function toDay({ contentId, day, counts }: DayRow, shares: Shares | null): ArticleDay {
  const columns = toColumns(countsOf(counts));
  const weight = weightOf(columns[FIRST.unsigned] ?? 0, columns, shares, FIRST.network);
  return { contentId, day, weight, certain: fullCount(columns), columns };
}

async function storeDays(db: Db, days: readonly ArticleDay[]): Promise<void> {
  const { contentId, day, engagement } = clickDays;
  const rows = JSON.stringify(days.map((own) => [own.contentId, own.day, own.weight + own.certain]));
  await db.run(sql`INSERT INTO ${clickDays} (${listed(contentId, day, engagement)})
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${rows}) WHERE true
    ON CONFLICT DO UPDATE SET ${bare(engagement)} = ${excluded(engagement)} WHERE ${ne(engagement, excluded(engagement))}`);
}

async function published(db: Db, days: readonly ArticleDay[], now: number): Promise<Map<number, ArticleFacts>> {
  const facts = await loadFacts(db, [...new Set(days.map(({ contentId }) => contentId))]);
  return new Map(facts.flatMap((article) => (article.publishedAt * 1000 <= now ? [[article.id, article]] : [])));
}

function addToTopics(sums: TopicSums, days: readonly ArticleDay[], facts: ReadonlyMap<number, ArticleFacts>): void {
  for (const article of days) {
    const topics = facts.get(article.contentId)?.topics;
    if (!topics) continue;
    for (const topicId of [SITE, ...topics]) {
      const { day } = article;
      const sum = sums.get(`${topicId} ${day}`) ?? { topicId, day, all: new Sums(), rm: null };
      addTo(sum.all, article);
      if (topics.includes(RISK_MANAGEMENT_TOPIC)) {
        sum.rm ??= new Sums();
        addTo(sum.rm, article);
      }
      sums.set(`${topicId} ${day}`, sum);
    }
  }
}

function addTo({ counts, weighed, certain }: Sums, article: ArticleDay): void {
  weighed[0] = (weighed[0] ?? 0) + article.weight;
  certain[0] = (certain[0] ?? 0) + article.certain;
  for (let b = 0; b < CLASSES; b++) counts[b] = (counts[b] ?? 0) + (article.columns[FIRST.network + b] ?? 0);
}

async function storeTopicDays(
  db: Db,
  sums: TopicSums,
  { from, to }: { from: number; to: number },
  shares: Shares | null,
): Promise<void> {
  const { topicId, day, engagement, engagementRm } = topicDays;
  const rows = JSON.stringify(
    Array.from(sums.values(), ({ all, rm, ...sum }) => [
      sum.topicId,
      sum.day,
      all.engagement(shares),
      rm?.engagement(shares) ?? 0,
    ]),
  );
  const after = sql`(${excluded(engagement)}, ${excluded(engagementRm)})`;
  await db.transaction(
    db
      .delete(topicDays)
      .where(
        and(
          gte(day, from),
          lt(day, to),
          sql`(${topicId}, ${day}) NOT IN (SELECT value ->> 0, value ->> 1 FROM json_each(${rows}))`,
        ),
      ),
    sql`INSERT INTO ${topicDays} (${listed(topicId, day, engagement, engagementRm)})
      SELECT value ->> 0, value ->> 1, value ->> 2, value ->> 3 FROM json_each(${rows}) WHERE true
      ON CONFLICT DO UPDATE SET (${listed(engagement, engagementRm)}) = ${after} WHERE (${engagement}, ${engagementRm}) IS NOT ${after}`,
  );
}
