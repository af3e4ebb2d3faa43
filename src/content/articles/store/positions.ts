import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { ConflictError, type Db, failWhere } from '../../../db/client.ts';
import { articles } from '../../../db/schema.ts';
import { bare } from '../../../db/sql.ts';
import type { Seconds } from '../../../lib/time.ts';
import { makePending, unindexArticles } from '../../index/entries.ts';
import { FIRST_FREE, firstFrom } from '../../position-sql.ts';

/** A position is an article's number in feed order: its publication time divided by 8 s, or the next free number. */

/** Article without a position. If two articles have the same time, the one stored later gets the higher position. */
interface Unplaced {
  id: number;
  publishedAt: Seconds;
}

/** Neighbouring positions and the articles to insert between them. */
interface Gap {
  before: number;
  after: number;
  articles: Unplaced[];
}

export interface Positions {
  byId: ReadonlyMap<number, number>;
  /** Precondition that fails if an article was inserted between the neighbours. */
  guard: SQL;
  /** Whether other articles were moved apart and now wait for indexing. */
  hasPending: boolean;
}

/** Seconds per position. Fewer positions save space, but leave less room for late articles. (docs/decisions.md#F2) */
const SLOT_SECONDS = 8;

/** Number of articles to move on each side of a gap that is too small. Each round moves four times as many. */
const MAX_MOVED_NEIGHBOURS = 16;
/** Maximum number of rounds in which articles are moved. The last round may move all articles of a database. */
const MAX_ROUNDS = 14;

export async function findPositions(db: Db, unplaced: readonly Unplaced[]): Promise<Positions> {
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const gaps = await loadGaps(db, unplaced);
    const crowded = gaps.filter(({ before, after, articles }) => after - before - 1 < articles.length);
    if (crowded.length > 0) {
      await moveApart(db, gaps, crowded, round);
      continue;
    }
    const bounds = JSON.stringify(gaps.map(({ before, after }) => [before, after]));
    return {
      byId: new Map(gaps.flatMap(place)),
      guard: failWhere(sql`EXISTS (SELECT 1 FROM json_each(${bounds}) v CROSS JOIN ${articles}
        WHERE ${articles.position} > ${number(0)} AND ${articles.position} < ${number(1)})`),
      hasPending: round > 0,
    };
  }
  throw new ConflictError();
}

const number = (i: number): SQL => sql.raw(`CAST(v.value ->> ${i} AS INTEGER)`);

/** SQL expression: a JSON list of the articles' positions between the first two numbers in `v`. */
const POSITIONS_BETWEEN = sql`(SELECT json_group_array(place) FROM (SELECT ${articles.position} AS place FROM ${articles}
  WHERE ${articles.position} > ${number(0)} AND ${articles.position} < ${number(1)} ORDER BY 1))`;

/** Gives each article the position of its time, the next free one, or a lower one if later articles need the room. */
function place({ before, after, articles }: Gap): [id: number, position: number][] {
  let last = before;
  return articles.map(({ id, publishedAt }, i) => {
    const latest = after - (articles.length - i);
    last = Math.min(Math.max(Math.floor(publishedAt / SLOT_SECONDS), last + 1), latest);
    return [id, last];
  });
}

const gapRow = z.object({ at: z.int(), before: z.int(), after: z.int() });

async function loadGaps(db: Db, unplaced: readonly Unplaced[]): Promise<Gap[]> {
  const times = [...new Set(unplaced.map(({ publishedAt }) => publishedAt))];
  const at = sql.raw('CAST(v.value AS INTEGER)');
  const rows =
    times.length === 0
      ? []
      : await db.rows(
          gapRow,
          sql`SELECT ${at} AS at, coalesce((SELECT ${articles.position} FROM ${articles} WHERE ${articles.publishedAt} <= ${at}
              ORDER BY ${articles.publishedAt} DESC, ${articles.position} DESC LIMIT 1), -1) AS before,
            ${firstFrom(sql`${at} + 1`)} AS after FROM json_each(${JSON.stringify(times)}) v`,
        );
  const boundsAt = new Map(rows.map(({ at, ...bounds }) => [at, bounds]));
  const inOrder = unplaced.toSorted((a, b) => a.publishedAt - b.publishedAt);
  const byGap = Map.groupBy(inOrder, ({ publishedAt }) => boundsAt.get(publishedAt)?.before ?? -1);
  return Array.from(byGap, ([before, articles]) => ({
    before,
    after: boundsAt.get(articles[0]?.publishedAt ?? 0)?.after ?? FIRST_FREE,
    articles,
  }));
}

/** Range of positions in which articles are moved apart. The bounds are neighbours, or -1 and `FIRST_FREE`. */
interface Stretch {
  low: number;
  high: number;
}

/** Moves articles apart until every gap has room. Throws `ConflictError` if positions changed after they were read. */
async function moveApart(db: Db, gaps: readonly Gap[], crowded: readonly Gap[], round: number): Promise<void> {
  const stretches = await loadStretches(db, crowded, MAX_MOVED_NEIGHBOURS * 4 ** round);
  const rows = await db.rows(
    z.object({ positions: z.string() }),
    sql`SELECT ${POSITIONS_BETWEEN} AS positions
      FROM json_each(${JSON.stringify(stretches.map(({ low, high }) => [low, high]))}) v ORDER BY v.key`,
  );
  const moving = stretches.flatMap((stretch, i) => {
    const positions: number[] = JSON.parse(rows[i]?.positions ?? '[]');
    const slots = spread(stretch, positions, gaps, round);
    return slots ? [{ stretch, positions, slots }] : [];
  });
  if (moving.length === 0) return;
  const unchanged = moving.map(({ stretch: { low, high }, positions }) => [low, high, JSON.stringify(positions)]);
  const moves = moving
    .flatMap(({ positions, slots }) => positions.map((position, i) => [position, slots[i] ?? 0]))
    .filter(([from, to]) => from !== to);
  const list = JSON.stringify(moves);
  const those = (i: number) => sql`${articles.position} IN (SELECT ${number(i)} FROM json_each(${list}) v)`;
  await db.transaction({
    unchanged: failWhere(
      sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(unchanged)}) v WHERE v.value ->> 2 <> ${POSITIONS_BETWEEN})`,
    ),
    unindexed: unindexArticles(those(0)),
    // Articles move to negative numbers first, so that two articles never share a position.
    away: sql`UPDATE ${articles} SET ${bare(articles.position)} = -1 - ${number(1)} FROM json_each(${list}) v
      WHERE ${articles.position} = ${number(0)}`,
    back: sql`UPDATE ${articles} SET ${bare(articles.position)} = -1 - ${articles.position} WHERE ${articles.position} < 0`,
    pending: makePending(those(1)),
  });
}

async function loadStretches(db: Db, crowded: readonly Gap[], neighbours: number): Promise<Stretch[]> {
  const bound = (where: SQL, direction: SQL, beyond: number) =>
    sql`coalesce((SELECT ${articles.position} FROM ${articles} WHERE ${where} ORDER BY ${articles.position} ${direction}
      LIMIT 1 OFFSET ${sql.raw(String(neighbours))}), ${sql.raw(String(beyond))})`;
  const below = bound(sql`${articles.position} <= ${number(0)}`, sql.raw('DESC'), -1);
  const above = bound(sql`${articles.position} >= ${number(1)}`, sql.raw('ASC'), FIRST_FREE);
  const rows = await db.rows(
    z.object({ low: z.int(), high: z.int() }),
    sql`SELECT ${below} AS low, ${above} AS high FROM json_each(${JSON.stringify(crowded.map(({ before, after }) => [before, after]))}) v`,
  );
  const stretches: Stretch[] = [];
  for (const { low, high } of rows.toSorted((a, b) => a.low - b.low || a.high - b.high)) {
    const last = stretches.at(-1);
    if (last && low < last.high) last.high = Math.max(last.high, high);
    else stretches.push({ low, high });
  }
  return stretches;
}

/** Returns evenly spaced positions in a range, or `null` if the range is too small. Later rounds use larger ranges. */
function spread(
  { low, high }: Stretch,
  positions: readonly number[],
  gaps: readonly Gap[],
  round: number,
): number[] | null {
  const arrivals = new Map(gaps.map(({ before, articles }) => [before, articles.length]));
  let count = arrivals.get(low) ?? 0;
  const places = positions.map((position) => {
    const at = count;
    count += 1 + (arrivals.get(position) ?? 0);
    return at;
  });
  const room = Math.ceil(count * (1.5 + round / 4));
  const from = low < 0 ? Math.max(-1, (positions[0] ?? 0) - room) : low;
  const to = high === FIRST_FREE ? (positions.at(-1) ?? from) + room + 1 : high;
  if (to - from - 1 < room) return null;
  return places.map((at) => from + Math.floor(((at + 1) * (to - from)) / (count + 1)));
}
