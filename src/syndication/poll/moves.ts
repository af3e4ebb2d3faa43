import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { feedMoves } from '../../db/schema.ts';
import { bare } from '../../db/sql.ts';

/** Permanent redirects of feeds: the old address is a name for the new one. */
export type Moves = Record<string, string>;

export async function loadMoves(db: Db): Promise<Moves> {
  const moves = await db.select({ url: feedMoves.url, movedTo: feedMoves.movedTo }).from(feedMoves);
  return Object.fromEntries(moves.map(({ url, movedTo }) => [url, movedTo]));
}

/** The addresses that a feed had before. */
export const formerAddresses = async (db: Db, url: string): Promise<string[]> =>
  (await db.select({ url: feedMoves.url }).from(feedMoves).where(eq(feedMoves.movedTo, url))).map((move) => move.url);

/** The statements that record a redirect: older ones to the old address lead to the new one, which itself is not redirected. */
export const rememberMove = (from: string, to: string) => [
  sql`UPDATE ${feedMoves} SET ${bare(feedMoves.movedTo)} = ${to} WHERE ${feedMoves.movedTo} = ${from}`,
  sql`INSERT OR REPLACE INTO ${feedMoves} (${bare(feedMoves.url)}, ${bare(feedMoves.movedTo)}) VALUES (${from}, ${to})`,
  sql`DELETE FROM ${feedMoves} WHERE ${feedMoves.url} = ${to}`,
];
