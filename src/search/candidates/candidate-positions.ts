import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type FeedPoint, firstFrom, positionOf } from '../../content/position-sql.ts';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { articleIndex } from '../../db/tables.ts';
import { HOUR, MINUTE_MS, type Millis, type Seconds, toSeconds } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';
import { type FoundItem, foundJson, type Matcher, orPending, toFound } from '../matcher.ts';

/** Articles from which a list with `order=engaging` is drawn: the newest matching ones. */

export const MAX_CANDIDATES = 200;
export const CANDIDATE_HOURS = 72;
const REMEMBERED_MS = 10 * MINUTE_MS;

/** Positions of candidates, newest first. Each isolate caches them and reads only newer articles each minute. */
const remembered = new TtlCache<number[]>({ ttl: REMEMBERED_MS, capacity: 200 });
const current = new TtlCache<number[]>({ ttl: MINUTE_MS, capacity: 200 });

export function forgetCandidates(): void {
  remembered.clear();
  current.clear();
  rememberedFacts.clear();
}

const positionRow = z.object({ position: z.int() });

/** Returns the positions of the newest matching articles of 72 hours. Reads at most one index row per candidate. */
export const candidatePositions = (db: Db, match: string, now: Millis): Promise<number[]> =>
  current.getOrLoad(match, now, async () => {
    const known = remembered.get(match, now);
    const newest = known?.[0];
    const from = newest === undefined ? firstFrom(toSeconds(now) - CANDIDATE_HOURS * HOUR) : sql`${newest + 1}`;
    const newer = await positionsFrom(db, match, { from, now, most: MAX_CANDIDATES });
    const positions = [...newer, ...(known ?? [])].slice(0, MAX_CANDIDATES);
    if (!known) remembered.set(match, positions, now);
    return positions;
  });

/** Returns the positions of matching articles from the end of a drawn order on, for its later pages. */
export const positionsAfter = (db: Db, match: string, end: FeedPoint, now: Millis): Promise<number[]> =>
  current.getOrLoad(`${match} ${end.publishedAt} ${end.id}`, now, () =>
    positionsFrom(db, match, { from: positionOf(end), now, most: 2 * MAX_CANDIDATES }),
  );

async function positionsFrom(db: Db, match: string, { from, now, most }: { from: SQL; now: Millis; most: number }) {
  const { rowid } = articleIndex;
  const rows = await db.rows(
    positionRow,
    sql`SELECT ${rowid} AS position FROM ${articleIndex} WHERE ${articleIndex} MATCH ${orPending(match)}
      AND ${rowid} >= CAST(${from} AS INTEGER) AND ${rowid} < ${firstFrom(toSeconds(now) + 1)} ORDER BY ${rowid} DESC LIMIT ${most}`,
  );
  return rows.map(({ position }) => position);
}

const factRow = z.object({
  position: z.int(),
  id: z.int(),
  publishedAt: z.int(),
  topics: z.string().transform((text) => (JSON.parse(text) as { id: number }[]).map(({ id }) => id)),
  source: z.string(),
  type: z.string(),
  story: z.int(),
});

type CandidateFact = z.infer<typeof factRow>;

/** Facts by position. Lists share them, so that a minute reads only the facts of newer articles. */
const rememberedFacts = new TtlCache<CandidateFact>({ ttl: REMEMBERED_MS, capacity: 2000 });

/** Loads facts of articles that a snapshot does not contain yet. Reads three rows per article that is not cached. */
export async function loadCandidateFacts(
  db: Db,
  positions: readonly number[],
  now: Millis,
): Promise<Map<number, CandidateFact>> {
  const facts = new Map<number, CandidateFact>();
  for (const position of positions) {
    const known = rememberedFacts.get(String(position), now);
    if (known) facts.set(position, known);
  }
  const unknown = positions.filter((position) => !facts.has(position));
  if (unknown.length === 0) return facts;
  const rows = await db.rows(
    factRow,
    sql`SELECT ${articles.position} AS position, ${articles.id} AS id, ${articles.publishedAt} AS publishedAt, ${articles.topics} AS topics,
      ${articles.source} ->> '$.domain' AS source, ${articles.contentType} AS type, ${articles.storyId} AS story
      FROM ${articles} WHERE ${articles.position} IN (SELECT value FROM json_each(${JSON.stringify(unknown)}))`,
  );
  for (const fact of rows) {
    facts.set(fact.position, fact);
    rememberedFacts.set(String(fact.position), fact, now);
  }
  return facts;
}

/** Loads matching articles in the given order. Reads two rows per id. Articles that no longer match are omitted. */
export async function loadCandidates(
  db: Db,
  ids: readonly number[],
  { matcher, isFiltered, now }: { matcher: Matcher; isFiltered: boolean; now: Seconds },
): Promise<FoundItem[]> {
  const rows = await db.rows(
    z.object({ items: z.string() }),
    sql`SELECT json_group_array(${foundJson(articles)}) AS items FROM json_each(${JSON.stringify(ids)}) wanted
      CROSS JOIN ${articles} ON ${articles.id} = wanted.value`,
  );
  const found = (JSON.parse(rows[0]?.items ?? '[]') as unknown[][])
    // The cached positions may be older than a change of tags, so the matcher compares the tokens of each article.
    .map((row) => toFound(row, isFiltered))
    .filter((one) => one.item.publishedAt <= now && matcher.accepts(one));
  const byId = new Map(found.map((one) => [one.item.contentId, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}
