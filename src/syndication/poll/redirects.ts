import { eq, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { feedMoves } from '../../db/schema.ts';
import { bare } from '../../db/sql.ts';

export type Moves = Record<string, string>;

export async function loadMoves(db: Db): Promise<Moves> {
  const moves = await db.select({ url: feedMoves.url, movedTo: feedMoves.movedTo }).from(feedMoves);
  return Object.fromEntries(moves.map(({ url, movedTo }) => [url, movedTo]));
}

export const formerAddresses = async (db: Db, url: string): Promise<string[]> =>
  (await db.select({ url: feedMoves.url }).from(feedMoves).where(eq(feedMoves.movedTo, url))).map((move) => move.url);

/** Builds statements that store a permanent redirect and change older redirects to the new URL. */
export const rememberMove = (from: string, to: string) => [
  sql`UPDATE ${feedMoves} SET ${bare(feedMoves.movedTo)} = ${to} WHERE ${feedMoves.movedTo} = ${from}`,
  sql`INSERT OR REPLACE INTO ${feedMoves} (${bare(feedMoves.url)}, ${bare(feedMoves.movedTo)}) VALUES (${from}, ${to})`,
  sql`DELETE FROM ${feedMoves} WHERE ${feedMoves.url} = ${to}`,
];
