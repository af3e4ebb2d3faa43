import { type SQL, sql } from 'drizzle-orm';
import { CLICK_TRUSTS, type ClassKind, type ClickTrust, KIND_NAMES } from '../db/click-columns.ts';
import type { Db } from '../db/client.ts';
import { LEVELS, READ_COLUMNS, READ_COUNTERS, type ReadLevel } from '../db/read-columns.ts';
import { bare, joined, listed } from '../db/sql.ts';
import { Z_90 } from '../lib/percent.ts';
import { adderTo, countsOf, sparse } from './aggregates.ts';
import { type TrafficBaseline, weightOf } from './discounting.ts';
import { countColumns, readDays } from './partitions.ts';

export const READ_ATTRIBUTES = ['origin', ...KIND_NAMES] as const;

const COUNTER_SUMS = READ_COUNTERS.map((counter) => {
  const [first = '', second = '', place] = counter.split('_');
  const [attribute, value, level] = place ? [second, place, first] : ['origin', `'${first}'`, second];
  const n = LEVELS.indexOf(level as ReadLevel) + 1;
  return `(c.${attribute} IS ${value} AND c.before < ${n} AND c.level >= ${n})`;
});
const NONZERO_COUNTERS = sparse(READ_COLUMNS);

/** Adds reads from a query that returns one row for each reader whose read level in an article has increased. */
export const addReads = adderTo(readDays, ['readId', 'readDay'], COUNTER_SUMS);

export type CountableRead = { origin: ClickTrust } & Partial<Record<ClassKind, number>>;

export interface ReadRow {
  contentId: number;
  day: number;
  counts: string;
}

type Cursor = Pick<ReadRow, 'contentId' | 'day'>;
/** Maximum number of rows per page, low enough for a page's ids to fit into one parameter. */
const READS_PAGE_ROWS = 20_000;

/** Query for reads from day `from` (inclusive) to `to` (exclusive). Per article, `day` is the first day with reads. */
interface ReadsQuery {
  from: number;
  to: number;
  by: 'article' | 'day';
}

/** Builds a query for a page of reads. `wanted` returns the SQL condition for an article and a day. */
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
  return sql`SELECT contentId, utcDay AS day, ${NONZERO_COUNTERS} AS counts FROM (SELECT ${article} AS contentId, min(${day}) AS utcDay, ${sums}
    FROM (${sql.join(parts, sql` UNION ALL `)}) GROUP BY ${joined(by === 'day' ? [article, day] : [article])} ORDER BY 1, 2 LIMIT ${READS_PAGE_ROWS}) h`;
}

export async function* readPages(
  db: Db,
  partitions: readonly number[],
  readsQuery: ReadsQuery,
): AsyncIterable<ReadRow[]> {
  for (let after: Cursor = { contentId: 0, day: 0 }; ; ) {
    const page = await db.all<ReadRow>(
      selectReads(partitions, readsQuery, (id, day) => sql`(${id}, ${day}) > (${after.contentId}, ${after.day})`),
    );
    if (page.length > 0) yield page;
    const last = page.at(-1);
    if (!last || page.length < READS_PAGE_ROWS) return;
    after = readsQuery.by === 'day' ? last : { ...last, day: readsQuery.to };
  }
}

const LEVEL_COUNTERS = (['opened', 'half'] as const).map((level) => ({
  certain: CLICK_TRUSTS.slice(1).map((origin) => READ_COUNTERS.indexOf(`${origin}_${level}`)),
  all: READ_COUNTERS.indexOf(`unsigned_${level}`),
  classes: READ_COUNTERS.indexOf(`${level}_${KIND_NAMES[0]}_0`),
}));

/** Numbers of readers who opened an article and who reached half of it, after discounting. */
export interface Reads {
  opened: number;
  half: number;
}

export interface ArticleReads {
  counts: readonly number[];
  weights: readonly number[];
}

const own = new Int32Array(READ_COUNTERS.length);

/** Returns the reads of an article after discounting. If `baseline` is `null`, discounting is off. */
export function readsOf({ counts: text }: Pick<ReadRow, 'counts'>, baseline: TrafficBaseline | null): ArticleReads {
  const counts = countsOf(text);
  own.fill(0);
  for (let i = 0; i < counts.length; i += 2) own[counts[i] ?? 0] = counts[i + 1] ?? 0;
  return { counts, weights: LEVEL_COUNTERS.map(({ all, classes }) => weightOf(own[all] ?? 0, own, baseline, classes)) };
}

/** Readers of a group of articles. Reads are discounted per article, and again for the whole group. */
export class ReadSet {
  readonly #counts = new Int32Array(READ_COUNTERS.length);
  readonly #weights = LEVEL_COUNTERS.map(() => 0);

  add({ counts, weights }: ArticleReads): this {
    for (let i = 0; i < counts.length; i += 2)
      this.#counts[counts[i] ?? 0] = (this.#counts[counts[i] ?? 0] ?? 0) + (counts[i + 1] ?? 0);
    for (const [level, weight] of weights.entries()) this.#weights[level] = (this.#weights[level] ?? 0) + weight;
    return this;
  }

  weighed(baseline: TrafficBaseline | null): Reads {
    const set = this.#counts;
    const [opened = 0, half = 0] = LEVEL_COUNTERS.map(
      ({ certain, all, classes }, level) =>
        Math.min(this.#weights[level] ?? 0, weightOf(set[all] ?? 0, set, baseline, classes)) +
        certain.reduce((sum, place) => sum + (set[place] ?? 0), 0),
    );
    return { opened, half: Math.min(half, opened) };
  }
}

export const weighReads = (rows: readonly Pick<ReadRow, 'counts'>[], baseline: TrafficBaseline | null): Reads =>
  rows.reduce((set, row) => set.add(readsOf(row, baseline)), new ReadSet()).weighed(baseline);

/** Minimum number of readers for a rate, so that a rate never describes only a few people. */
const MIN_OPENED = 50;
/** Minimum number of readers for a rate in tenths of a percent. Below it, tenths would reveal the number of readers. */
const MIN_OPENED_FOR_TENTHS = 500;
/** Factor between rounding steps. Intervals use a rounded-down number of readers, which hides the exact number. */
const LADDER_FACTOR = 1.25;

export interface ReadThroughRate {
  percent: number;
  interval: [low: number, high: number];
}

/** Returns a rate, or `null` below 50 readers. `steps` and `lower` control the rounding of the number of readers. */
export function readThroughRateOf({ opened, half }: Reads, { steps = 0, lower = 0 } = {}): ReadThroughRate | null {
  if (opened < MIN_OPENED) return null;
  const toDigits = (share: number) =>
    opened < MIN_OPENED_FOR_TENTHS ? Math.round(100 * share) : Number((100 * share).toPrecision(2));
  const percent = toDigits(half / opened);
  const n =
    MIN_OPENED *
    LADDER_FACTOR **
      (Math.floor(Math.log(opened / MIN_OPENED) / Math.log(LADDER_FACTOR) + steps + 1e-9) - steps - lower);
  const p = percent / 100;
  const middle = p + Z_90 ** 2 / (2 * n);
  const reach = Z_90 * Math.sqrt((p * (1 - p)) / n + (Z_90 / (2 * n)) ** 2);
  const bound = (value: number) => toDigits(Math.min(1, Math.max(0, value / (1 + Z_90 ** 2 / n))));
  return { percent, interval: [bound(middle - reach), bound(middle + reach)] };
}
