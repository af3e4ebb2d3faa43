import { and, eq, gte, lt, lte, type SQL, sql } from 'drizzle-orm';
import { ConflictError, type Db, failWhere } from '../../../db/client.ts';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { annotations, changedArticles, clickDays, computedDays, readSums, topicDays } from '../../../db/schema.ts';
import { bare, excluded, listed } from '../../../db/sql.ts';
import { type TrustedTime, trustedTime } from '../../../db/trusted-time.ts';
import {
  type DayCursor,
  type DayRow,
  dayIndex,
  firstHourOf,
  OPEN_DAYS,
  type StoredDays,
  selectDays,
  storedDays,
} from '../../../engagement/days.ts';
import type { TrafficBaseline } from '../../../engagement/discounting.ts';
import { utcHourIndex } from '../../../engagement/hours.ts';
import { DAY, type Millis, toSeconds, utcDay } from '../../../lib/time.ts';
import { SITE } from '../../site.ts';
import { baselineInForce, isDiscountingEnabled } from '../stored-baseline.ts';
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

export interface DaysRun<Time = Millis> {
  now: Time;
  isDiscounted: boolean;
  /** Publisher's time zone (empty: UTC). */
  zone: string;
}

export const daysRunOf = (env: Pick<Env, 'DISCOUNTING' | 'TIME_ZONE'>, now: Millis): DaysRun => ({
  now,
  isDiscounted: isDiscountingEnabled(env),
  zone: env.TIME_ZONE,
});

/**
 * Recomputes the days before the publisher's today that late clicks may still change, usually the last 15. Does nothing
 * if the clock is not trusted. Returns the number of recomputed pairs of article and day.
 */
export async function computeDays(db: Db, { now, ...run }: DaysRun): Promise<number> {
  const time = await trustedTime(db, now);
  return time === null ? 0 : computeDaysAt(db, { now: time, ...run });
}

export async function computeDaysAt(db: Db, { now, isDiscounted, ...given }: DaysRun<TrustedTime>): Promise<number> {
  // Setting `UTC` instead of nothing is no change of the time zone.
  const zone = given.zone === 'UTC' ? '' : given.zone;
  const today = dayIndex(now, zone);
  const baseline = isDiscounted ? await baselineInForce(db, utcHourIndex(now)) : null;
  const run = await begin(db, { now, baseline, zone });
  if (!run) return 0;
  const count = await compute(db, run, { now, baseline, zone });
  try {
    await db.transaction(
      unlessChanged(run.id, ['running']),
      ...sealDays(today - OPEN_DAYS),
      ...(run.isAnew ? [unsealDays(db, today - OPEN_DAYS)] : []),
      db
        .update(computedDays)
        .set({ until: today, untilHour: firstHourOf(today, zone), zone, state: 'complete' })
        .where(eq(computedDays.id, run.id)),
      ...(run.moved ? [noteZone(run.moved, zone)] : []),
    );
  } catch (error) {
    // Late clicks arrived during the run, or a newer run replaced it.
    if (!(error instanceof ConflictError)) throw error;
  }
  await followAll(db, now);
  return count;
}

export async function recomputeDays(db: Db, question: DaysRun): Promise<number> {
  await db.update(computedDays).set({ state: 'outdated' });
  return computeDays(db, question);
}

interface Run {
  id: number;
  /** Whether the days were never computed, or were last computed while the clock was fast. */
  isAnew: boolean;
  /** First day that changes because `TIME_ZONE` changed, and the zone of the days before it. */
  moved: { from: number; zone: string } | null;
  isWanted(day: number): boolean;
}

interface Basis {
  now: Millis;
  baseline: TrafficBaseline | null;
  zone: string;
}

async function begin(db: Db, { now, baseline, zone }: Basis): Promise<Run | null> {
  const today = dayIndex(now, zone);
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
    if (isComplete && known.until === today && known.zone === zone && isSame(known.shares, baseline)) return null;
    // A move to the west can repeat a day. A later `until` comes from a fast clock.
    const isMoved = known !== undefined && known.zone !== zone && known.until <= today + 1;
    const moved = isMoved ? { from: known.until - OPEN_DAYS, zone: known.zone } : null;
    const isWanted = moved ? (day: number) => day >= moved.from : await wantedDays(db, known, today);
    const until = Math.min(known?.until ?? today, moved ? today + 1 : today);
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
        db.insert(computedDays).values({ id, until, zone: known?.zone ?? zone, state: 'running', shares: baseline }),
        ...(moved ? [db.delete(clickDays).where(gte(clickDays.day, moved.from))] : []),
      );
      return { id, isWanted, moved, isAnew: !moved && (known?.until ?? Number.POSITIVE_INFINITY) > today };
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
    }
  }
}

/** Builds a statement that adds a note to the charts, because final days stay in the zone in which they were counted. */
function noteZone({ from, zone: before }: NonNullable<Run['moved']>, zone: string): SQL {
  const { key, scope, text } = annotations;
  const note = `Days from here on follow the time zone ${zone || 'UTC'}, earlier days ${before || 'UTC'}.`;
  return sql`INSERT INTO ${annotations} (${listed(key, scope, text)}) VALUES (${utcDay(from * DAY)}, 'site', ${note})
    ON CONFLICT DO UPDATE SET ${bare(text)} = ${text} || ' ' || ${excluded(text)}`;
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

async function compute(db: Db, { id, isWanted }: Run, { now, baseline, zone }: Basis): Promise<number> {
  const today = dayIndex(now, zone);
  const range = { from: today - HOUR_RETENTION_DAYS, to: today };
  const days = new Map<number, OpenDay>();
  let count = 0;
  for (const stored of storedDays(range, zone)) {
    for await (const rows of pagesOf(db, stored)) {
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
  const first = dayIndex(now, '') - RETENTION_DAYS.engagement;
  await db.transaction(
    db.delete(clickDays).where(lt(clickDays.day, first)),
    db.delete(topicDays).where(lt(topicDays.day, first)),
    forgetArticleDays(db, first),
    db.delete(readSums).where(lt(readSums.day, first)),
  );
}

async function* pagesOf(db: Db, stored: StoredDays): AsyncIterable<DayRow[]> {
  for (let after: DayCursor = { contentId: 0, day: 0 }; ; ) {
    const rows = await db.all<DayRow>(selectDays(stored, after, DAYS_PAGE_ROWS));
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
