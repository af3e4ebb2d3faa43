import { type SQL, sql } from 'drizzle-orm';
import { type ClassKind, KIND_NAMES, ORIGINS, type Origin } from '../db/click-columns.ts';
import type { Db } from '../db/client.ts';
import { LEVELS, type Level, READ_COLUMNS, READ_COUNTERS } from '../db/read-columns.ts';
import { bare, joined, listed } from '../db/sql.ts';
import { adderTo, countsOf, sparse } from './aggregates.ts';
import { countColumns, readDays } from './partitions.ts';
import { type Shares, weightOf } from './weight.ts';

/** How far readers got: statements on the aggregates of reads, and the shares that are made of them. */

/** What a read is counted by, beside its level. */
export const READ_ATTRIBUTES = ['origin', ...KIND_NAMES] as const;

const COUNTS = READ_COUNTERS.map((counter) => {
  const [first = '', second = '', place] = counter.split('_');
  const [attribute, value, level] = place ? [second, place, first] : ['origin', `'${first}'`, second];
  const n = LEVELS.indexOf(level as Level) + 1;
  return `(c.${attribute} IS ${value} AND c.before < ${n} AND c.level >= ${n})`;
});
const SPARSE = sparse(READ_COLUMNS);

/** Adds reads: a query for `readId`, `readDay`, `level`, `before` and `READ_ATTRIBUTES`, one row per reader who got further. */
export const addReads = adderTo(readDays, ['readId', 'readDay'], COUNTS);

/** What a read is counted by: its origin, and the classes of an unsigned one. */
export type CountableRead = { origin: Origin } & Partial<Record<ClassKind, number>>;

/** A row of `selectReads`. */
export interface ReadRow {
  contentId: number;
  day: number;
  counts: string;
}

/** Where a page begins: after this article's day. */
type Cursor = Pick<ReadRow, 'contentId' | 'day'>;
/** Rows of a page: far below the size limit of an answer of the database, and, as numbers, of a parameter. */
const READS_PAGE_ROWS = 20_000;

/** What is asked for of reads: days from `from` up to, but without, `to`; summed by article (`day` is its first), or by article and day. */
interface ReadsQuery {
  from: number;
  to: number;
  by: 'article' | 'day';
}

/** Query for what was read of articles, as `ReadRow` in order of the cursor. `wanted`: a condition on the columns of article and day. */
export function selectReads(
  partitions: readonly number[],
  { from, to, by }: ReadsQuery,
  wanted: (contentId: SQL, day: SQL) => SQL,
): SQL {
  const parts = partitions.map((partition) => {
    const days = readDays(partition);
    return sql`SELECT ${listed(days.contentId, days.day, ...countColumns(days))} FROM ${days}
      WHERE ${days.day} >= ${from} AND ${days.day} < ${to} AND ${wanted(sql`${days.contentId}`, sql`${days.day}`)}`;
  });
  const [article, day] = [bare(readDays(0).contentId), bare(readDays(0).day)];
  const sums = joined(countColumns(readDays(0)).map((column) => sql`sum(${bare(column)}) AS ${bare(column)}`));
  return sql`SELECT contentId, utcDay AS day, ${SPARSE} AS counts FROM (SELECT ${article} AS contentId, min(${day}) AS utcDay, ${sums}
    FROM (${sql.join(parts, sql` UNION ALL `)}) GROUP BY ${joined(by === 'day' ? [article, day] : [article])} ORDER BY 1, 2 LIMIT ${READS_PAGE_ROWS}) h`;
}

/** What was read of all articles, page by page. */
export async function* readPages(db: Db, partitions: readonly number[], asked: ReadsQuery): AsyncIterable<ReadRow[]> {
  for (let after: Cursor = { contentId: 0, day: 0 }; ; ) {
    const page = await db.all<ReadRow>(
      selectReads(partitions, asked, (id, day) => sql`(${id}, ${day}) > (${after.contentId}, ${after.day})`),
    );
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < READS_PAGE_ROWS) return;
    after = asked.by === 'day' ? last : { ...last, day: asked.to };
  }
}

/** Where unsigned readers of each level that is classed begin, and their classes. */
const LEVEL_COUNTERS = (['opened', 'half'] as const).map((level) => ({
  certain: ORIGINS.slice(1).map((origin) => READ_COUNTERS.indexOf(`${origin}_${level}`)),
  all: READ_COUNTERS.indexOf(`unsigned_${level}`),
  classes: READ_COUNTERS.indexOf(`${level}_${KIND_NAMES[0]}_0`),
}));

/** Weighed readers who opened something, and who got through half of it. */
export interface Reads {
  opened: number;
  half: number;
}

/** What was read of one article, and what its own classes leave of it. */
export interface ArticleReads {
  /** Places in `READ_COUNTERS`, each followed by its count. */
  counts: readonly number[];
  /** Weighed unsigned readers by level that is classed. */
  weights: readonly number[];
}

/** Working memory of `readsOf`. */
const own = new Int32Array(READ_COUNTERS.length);

/** What was read of an article. Null for shares: weights are off. */
export function readsOf({ counts: text }: Pick<ReadRow, 'counts'>, shares: Shares | null): ArticleReads {
  const counts = countsOf(text);
  own.fill(0);
  for (let i = 0; i < counts.length; i += 2) own[counts[i] ?? 0] = counts[i + 1] ?? 0;
  return { counts, weights: LEVEL_COUNTERS.map(({ all, classes }) => weightOf(own[all] ?? 0, own, shares, classes)) };
}

/** Readers of a set of articles: unsigned ones count as far as the classes of each article and those of the whole set allow, the others in full. */
export class ReadSet {
  readonly #counts = new Int32Array(READ_COUNTERS.length);
  readonly #weights = LEVEL_COUNTERS.map(() => 0);

  /** Adds an article, once. */
  add({ counts, weights }: ArticleReads): this {
    for (let i = 0; i < counts.length; i += 2)
      this.#counts[counts[i] ?? 0] = (this.#counts[counts[i] ?? 0] ?? 0) + (counts[i + 1] ?? 0);
    for (const [level, weight] of weights.entries()) this.#weights[level] = (this.#weights[level] ?? 0) + weight;
    return this;
  }

  /** Weighed readers of the set. */
  weighed(shares: Shares | null): Reads {
    const set = this.#counts;
    const [opened = 0, half = 0] = LEVEL_COUNTERS.map(
      ({ certain, all, classes }, level) =>
        Math.min(this.#weights[level] ?? 0, weightOf(set[all] ?? 0, set, shares, classes)) +
        certain.reduce((sum, place) => sum + (set[place] ?? 0), 0),
    );
    return { opened, half: Math.min(half, opened) };
  }
}

/** The weighed readers of a set of articles, each row those of one. */
export const weighReads = (rows: readonly Pick<ReadRow, 'counts'>[], shares: Shares | null): Reads =>
  rows.reduce((set, row) => set.add(readsOf(row, shares)), new ReadSet()).weighed(shares);

/** Fewer readers who opened something tell nothing, so that no share is about a few people. */
const MIN_OPENED = 50;
/** Below so many a share has whole percents: tenths of a small one would say how many there are. */
const MIN_OPENED_FOR_TENTHS = 500;
/** The interval is that of the next lower number on a ladder with steps of this factor: it is a little wider, and does not tell how many readers there are. */
const LADDER_FACTOR = 1.25;
/** 95th percentile of the normal distribution. */
const Z = 1.645;

/** A share in percent, and where it lies with a certainty of 90 %, with at most two significant digits. */
export interface ReadShare {
  percent: number;
  interval: [low: number, high: number];
}

/**
 * The share of those who opened something who got through half of it; null below 50 who did. The interval is Wilson’s, of the share as it is
 * told. `steps` and `lower`, from 0 to 1, move the steps of the ladder, and what is taken in place of a step: whoever sees an interval become
 * narrower would otherwise know how many there are.
 */
export function readShareOf({ opened, half }: Reads, { steps = 0, lower = 0 } = {}): ReadShare | null {
  if (opened < MIN_OPENED) return null;
  const told = (share: number) =>
    opened < MIN_OPENED_FOR_TENTHS ? Math.round(100 * share) : Number((100 * share).toPrecision(2));
  const percent = told(half / opened);
  const n =
    MIN_OPENED *
    LADDER_FACTOR **
      (Math.floor(Math.log(opened / MIN_OPENED) / Math.log(LADDER_FACTOR) + steps + 1e-9) - steps - lower);
  const p = percent / 100;
  const middle = p + Z ** 2 / (2 * n);
  const reach = Z * Math.sqrt((p * (1 - p)) / n + (Z / (2 * n)) ** 2);
  const bound = (value: number) => told(Math.min(1, Math.max(0, value / (1 + Z ** 2 / n))));
  return { percent, interval: [bound(middle - reach), bound(middle + reach)] };
}
