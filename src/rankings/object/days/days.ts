import { and, eq, gte, lt, lte, sql } from 'drizzle-orm';
import { ConflictError, type Db, failWhere } from '../../../db/client.ts';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { changedArticles, clickDays, computedDays, readSums, topicDays } from '../../../db/schema.ts';
import { bare, excluded, listed } from '../../../db/sql.ts';
import { type TrustedTime, trustedTime } from '../../../db/trusted-time.ts';
import { type DayCursor, type DayRow, OPEN_DAYS, selectDays, utcDayIndex } from '../../../engagement/days.ts';
import type { TrafficBaseline } from '../../../engagement/discounting.ts';
import { utcHourIndex } from '../../../engagement/hours.ts';
import { partitionsOf } from '../../../engagement/partitions.ts';
import { type Millis, toSeconds } from '../../../lib/time.ts';
import { SITE } from '../../site.ts';
import { baselineInForce } from '../stored-baseline.ts';
import { type ArticleDay, publishedFacts, toArticleDay } from './article-day.ts';
import { followAll, isChangeDue } from './changed-articles.ts';
import {
  type DayRows,
  dayRows,
  forgetArticleDays,
  MAX_TRANSACTION_CHARACTERS,
  rowBytesOf,
  sealDays,
  storeDays,
  unlessChanged,
  unsealDays,
} from './day-rows.ts';
import { OpenDay } from './open-day.ts';

/** Daily engagement of articles and topics, the source of histories and range rankings (docs/decisions.md#A9). */

const HOUR_RETENTION_DAYS = 24;
const DAYS_PAGE_ROWS = 5_000;
/** Maximum number of attempts to begin a run. An attempt fails if articles change in the meantime. */
const MAX_BEGIN_ATTEMPTS = 5;

type Computed = typeof computedDays.$inferSelect;

/**
 * Recomputes the days before today (UTC) that late clicks may still change, usually the last 15. If the clock is not
 * trusted, recomputes nothing. Returns the number of recomputed pairs of article and day.
 */
export async function computeDays(
  db: Db,
  { now, isDiscounted }: { now: Millis; isDiscounted: boolean },
): Promise<number> {
  const time = await trustedTime(db, now);
  return time === null ? 0 : computeDaysAt(db, { now: time, isDiscounted });
}

export async function computeDaysAt(
  db: Db,
  { now, isDiscounted }: { now: TrustedTime; isDiscounted: boolean },
): Promise<number> {
  const today = utcDayIndex(now);
  const baseline = isDiscounted ? await baselineInForce(db, utcHourIndex(now)) : null;
  const run = await begin(db, { now, baseline });
  if (!run) return 0;
  const count = await compute(db, run, { now, baseline });
  try {
    await db.transaction(
      unlessChanged(run.id, ['running']),
      ...sealDays(today - OPEN_DAYS),
      ...(run.isAnew ? [unsealDays(db, today - OPEN_DAYS)] : []),
      db.update(computedDays).set({ until: today, state: 'complete' }).where(eq(computedDays.id, run.id)),
    );
  } catch (error) {
    // Late clicks arrived during the run, or a newer run replaced it.
    if (!(error instanceof ConflictError)) throw error;
  }
  await followAll(db, now);
  return count;
}

export async function recomputeDays(db: Db, question: { now: Millis; isDiscounted: boolean }): Promise<number> {
  await db.update(computedDays).set({ state: 'outdated' });
  return computeDays(db, question);
}

interface Run {
  id: number;
  /** Whether the days were never computed, or were last computed while the clock was fast. */
  isAnew: boolean;
  isWanted(day: number): boolean;
}

async function begin(
  db: Db,
  { now, baseline }: { now: Millis; baseline: TrafficBaseline | null },
): Promise<Run | null> {
  const today = utcDayIndex(now);
  const [id = 0] = crypto.getRandomValues(new Uint32Array(1));
  for (let attempt = 1; ; attempt++) {
    const {
      computed: [known],
      waiting,
    } = await db.transaction({
      computed: db.select().from(computedDays),
      waiting: db.select({ id: changedArticles.id }).from(changedArticles).where(isChangeDue(now)).limit(1),
    });
    if (waiting.length > 0 && attempt < MAX_BEGIN_ATTEMPTS) {
      await followAll(db, now);
      if (known?.state === 'complete') continue;
    }
    const isComplete = known?.state === 'complete';
    if (isComplete && known.until === today && isSame(known.shares, baseline)) return null;
    const isWanted = await wantedDays(db, known, today);
    try {
      await db.transaction(
        // This run may make days final, so all earlier article changes must be applied first.
        ...(isComplete && attempt < MAX_BEGIN_ATTEMPTS
          ? [
              failWhere(
                sql`EXISTS (SELECT 1 FROM ${changedArticles} WHERE ${lte(changedArticles.dueAt, toSeconds(now))})`,
              ),
            ]
          : []),
        db.delete(computedDays),
        db
          .insert(computedDays)
          .values({ id, until: Math.min(known?.until ?? today, today), state: 'running', shares: baseline }),
      );
      return { id, isWanted, isAnew: (known?.until ?? Number.POSITIVE_INFINITY) > today };
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}

const isSame = (some: TrafficBaseline | null, others: TrafficBaseline | null) =>
  JSON.stringify(some) === JSON.stringify(others);

async function wantedDays(db: Db, known: Computed | undefined, today: number): Promise<Run['isWanted']> {
  const first = today - OPEN_DAYS;
  if (known) {
    const from = Math.min(first, known.until - (known.state === 'complete' ? 0 : OPEN_DAYS));
    return (day) => day >= from;
  }
  const rows = await db
    .select({ day: topicDays.day })
    .from(topicDays)
    .where(and(eq(topicDays.topicId, SITE), gte(topicDays.day, today - HOUR_RETENTION_DAYS), lt(topicDays.day, first)));
  const sealed = new Set(rows.map(({ day }) => day));
  return (day) => !sealed.has(day);
}

async function compute(
  db: Db,
  { id, isWanted }: Run,
  { now, baseline }: { now: Millis; baseline: TrafficBaseline | null },
): Promise<number> {
  const today = utcDayIndex(now);
  const range = { from: today - HOUR_RETENTION_DAYS, to: today };
  const days = new Map<number, OpenDay>();
  let count = 0;
  for (const partition of partitionsOf({ from: range.from * 24, to: range.to * 24 })) {
    for await (const rows of pagesOf(db, partition, range)) {
      const own = rows.filter(({ day }) => isWanted(day)).map((row) => toArticleDay(row, baseline));
      if (own.length === 0) continue;
      await storeArticleDays(db, own);
      const facts = await publishedFacts(
        db,
        own.map(({ contentId }) => contentId),
        now,
      );
      for (const { contentId, day, ...clicks } of own) {
        const article = facts.get(contentId);
        const open = days.get(day) ?? new OpenDay();
        days.set(day, open);
        if (article) open.add(article, clicks);
      }
      count += own.length;
    }
  }
  try {
    let [done, rows]: [number[], DayRows] = [[], { articles: [], topics: [] }];
    for (let day = range.from; day < today; day++) {
      if (!isWanted(day)) continue;
      const { articles, topics } = dayRows(day, days.get(day) ?? new OpenDay(), baseline);
      days.delete(day);
      done.push(day);
      rows = { articles: [...rows.articles, ...articles], topics: [...rows.topics, ...topics] };
      if (rowBytesOf(rows) <= MAX_TRANSACTION_CHARACTERS && day < today - 1) continue;
      await db.transaction(unlessChanged(id, ['running', 'outdated']), ...storeDays(done, rows));
      [done, rows] = [[], { articles: [], topics: [] }];
    }
  } catch (error) {
    if (!(error instanceof ConflictError)) throw error;
  }
  return count;
}

export async function forgetOldDays(db: Db, now: TrustedTime): Promise<void> {
  const first = utcDayIndex(now) - RETENTION_DAYS.engagement;
  await db.transaction(
    db.delete(clickDays).where(lt(clickDays.day, first)),
    db.delete(topicDays).where(lt(topicDays.day, first)),
    forgetArticleDays(db, first),
    db.delete(readSums).where(lt(readSums.day, first)),
  );
}

async function* pagesOf(db: Db, partition: number, range: { from: number; to: number }): AsyncIterable<DayRow[]> {
  for (let after: DayCursor = { contentId: 0, day: 0 }; ; ) {
    const rows = await db.all<DayRow>(selectDays(partition, range, after, DAYS_PAGE_ROWS));
    const last = rows.at(-1);
    if (last) yield rows;
    if (!last || rows.length < DAYS_PAGE_ROWS) return;
    after = last;
  }
}

async function storeArticleDays(db: Db, days: readonly ArticleDay[]): Promise<void> {
  const { contentId, day, engagement } = clickDays;
  const rows = JSON.stringify(days.map((own) => [own.contentId, own.day, own.weight + own.certain]));
  await db.run(sql`INSERT INTO ${clickDays} (${listed(contentId, day, engagement)})
    SELECT value ->> 0, value ->> 1, value ->> 2 FROM json_each(${rows}) WHERE true
    ON CONFLICT DO UPDATE SET ${bare(engagement)} = ${excluded(engagement)} WHERE ${engagement} <> ${excluded(engagement)}`);
}
