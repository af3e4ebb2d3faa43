import { and, eq, gt, gte, lt, lte, min, type SQL, sql } from 'drizzle-orm';
import { ConflictError, type Db } from '../../../db/client.ts';
import { changedArticles, clickDays, computedDays } from '../../../db/schema.ts';
import { bare, inList } from '../../../db/sql.ts';
import { type DayRow, dayIndex, OPEN_DAYS, selectDaysOf, storedDays } from '../../../engagement/days.ts';
import { retry } from '../../../lib/async-control.ts';
import { type Millis, toMillis, toSeconds } from '../../../lib/time.ts';
import type { ArticleFacts } from '../../facts.ts';
import { loadFacts } from '../load.ts';
import { type ArticleDay, toArticleDay } from './article-day.ts';
import {
  type DayRows,
  dayRows,
  loadOpenDays,
  MAX_TRANSACTION_CHARACTERS,
  rowBytesOf,
  storeDays,
  unlessChanged,
} from './day-rows.ts';

/** Updates daily engagement after articles change, but only that of the changed articles. (docs/decisions.md#A9) */

const ARTICLES_PER_SLICE = 200;
const DAYS_PER_READ = 5;
/** Maximum number of attempts to apply changes. An attempt fails if another change arrives in the meantime. */
const MAX_ATTEMPTS = 5;
const MAX_SLICES = 50;

type Change = typeof changedArticles.$inferSelect;
type Computed = typeof computedDays.$inferSelect;

export const isChangeDue = (now: Millis): SQL => sql`${lte(changedArticles.dueAt, toSeconds(now))}`;

/** Applies some article changes. Returns the time of the next call, or `null`. After a crash, the call is repeated. */
export const followChanges = (db: Db, now: Millis): Promise<Millis | null> =>
  retry(
    MAX_ATTEMPTS,
    (error) => error instanceof ConflictError,
    () => followSlice(db, now),
  );

export async function followAll(db: Db, now: Millis): Promise<void> {
  for (let i = 0; i < MAX_SLICES; i++) {
    const next = await followChanges(db, now);
    if (next === null || next > now) return;
  }
}

async function followSlice(db: Db, now: Millis): Promise<Millis | null> {
  const {
    computed: [computed],
    waiting,
    later: [later],
  } = await db.transaction({
    computed: db.select().from(computedDays),
    waiting: db
      .select()
      .from(changedArticles)
      .where(isChangeDue(now))
      .orderBy(changedArticles.id)
      .limit(ARTICLES_PER_SLICE),
    later: db
      .select({ at: min(changedArticles.dueAt).as('next_at') })
      .from(changedArticles)
      .where(gt(changedArticles.dueAt, toSeconds(now))),
  });
  const next = later?.at ? toMillis(later.at) : null;
  // `computeDays` recomputes outdated days anyway, from the current state of the articles.
  if (waiting.length === 0 || computed?.state !== 'complete' || computed.until > dayIndex(now, computed.zone))
    return next;
  const found = await loadFacts(
    db,
    waiting.map(({ id }) => id),
  );
  const facts = new Map(found.map((article) => [article.id, article]));
  await writeDays(db, { computed, waiting, facts }, now);
  if (waiting.length === ARTICLES_PER_SLICE) return now;
  const publications = found.map(({ publishedAt }) => toMillis(publishedAt)).filter((at) => at > now);
  const times = next === null ? publications : [next, ...publications];
  return times.length > 0 ? Math.min(...times) : null;
}

interface Slice {
  computed: Computed;
  waiting: readonly Change[];
  facts: ReadonlyMap<number, ArticleFacts>;
}

async function writeDays(db: Db, { computed, waiting, facts }: Slice, now: Millis): Promise<void> {
  const isPublished = (article: ArticleFacts | undefined) => article && article.publishedAt <= toSeconds(now);
  const byDay = Map.groupBy(await clicksOf(db, waiting, computed), ({ day }) => day);
  const days = [...byDay.keys()].sort((a, b) => a - b);
  let [id, changed, rows] = [computed.id, [] as number[], { articles: [], topics: [] } as DayRows];
  const write = async (...further: SQL[]) => {
    const before = unlessChanged(id, ['complete']);
    if (changed.length === 0) return db.transaction(before, ...further);
    const [next = 0] = crypto.getRandomValues(new Uint32Array(1));
    await db.transaction(
      before,
      ...storeDays(changed, rows),
      db.update(computedDays).set({ id: next }).where(eq(computedDays.id, id)),
      ...further,
    );
    [id, changed, rows] = [next, [], { articles: [], topics: [] }];
  };
  for (let i = 0; i < days.length; i += DAYS_PER_READ) {
    const some = days.slice(i, i + DAYS_PER_READ);
    const stored = await loadOpenDays(db, { from: some[0] ?? 0, to: (some.at(-1) ?? 0) + 1 });
    for (const day of some) {
      const own = stored.get(day);
      const isChanged =
        own &&
        (byDay.get(day) ?? []).filter(({ contentId, ...clicks }) => {
          const article = facts.get(contentId);
          return own.change(contentId, isPublished(article) ? (article ?? null) : null, clicks);
        });
      if (!own || !isChanged?.length) continue;
      const { articles, topics } = dayRows(day, own, computed.shares);
      changed.push(day);
      rows.articles.push(...articles);
      rows.topics.push(...topics);
      if (rowBytesOf(rows) > MAX_TRANSACTION_CHARACTERS) await write();
    }
  }
  const later = waiting.flatMap((change) => {
    const { publishedAt = 0 } = facts.get(change.id) ?? {};
    return publishedAt > toSeconds(now) ? [{ ...change, publishedAt }] : [];
  });
  await write(...settle(waiting, later));
}

async function clicksOf(
  db: Db,
  waiting: readonly Change[],
  { until, zone, shares: baseline }: Computed,
): Promise<ArticleDay[]> {
  const ids = waiting.map(({ id }) => id);
  const range = { from: until - OPEN_DAYS, to: until };
  const { contentId, day } = clickDays;
  const counted = await db
    .select()
    .from(clickDays)
    .where(and(inList(contentId, ids), gte(day, range.from), lt(day, range.to)));
  const engagements = new Map(counted.map((row) => [`${row.contentId} ${row.day}`, row.engagement]));
  const found: ArticleDay[] = [];
  for (const stored of storedDays(range, zone)) {
    const rows = await db.all<DayRow>(selectDaysOf(stored, ids));
    for (const row of rows) {
      const own = toArticleDay(row, baseline);
      const all = engagements.get(`${row.contentId} ${row.day}`) ?? 0;
      found.push({ ...own, weight: all - own.certain });
    }
  }
  return found;
}

/** Deletes applied changes unless their articles have changed again. Changes in `later` wait until publication. */
function settle(waiting: readonly Change[], later: readonly (Change & { publishedAt: number })[]): SQL[] {
  const { id, change, dueAt } = changedArticles;
  const pairs = JSON.stringify(waiting.map((own) => [own.id, own.change]));
  const times = JSON.stringify(later.map((own) => [own.id, own.change, own.publishedAt]));
  return [
    ...(later.length > 0
      ? [
          sql`UPDATE ${changedArticles} SET ${bare(dueAt)} = l.value ->> 2 FROM json_each(${times}) l
            WHERE ${id} = l.value ->> 0 AND ${change} = l.value ->> 1`,
        ]
      : []),
    sql`DELETE FROM ${changedArticles} WHERE (${id}, ${change}) IN (SELECT value ->> 0, value ->> 1 FROM json_each(${pairs}))
      AND ${id} NOT IN (SELECT value ->> 0 FROM json_each(${times}))`,
  ];
}
