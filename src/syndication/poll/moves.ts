import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';

/** Addresses that feeds have left for good, with where they are now: who names the old one means the new one. */
export type Moves = Record<string, string>;

const NAME = 'feed-moves';

export async function loadMoves(db: Db): Promise<Moves> {
  const [row] = await db.all<{ body: string }>(sql`SELECT body FROM snapshots WHERE name = ${NAME}`);
  return row ? JSON.parse(row.body) : {};
}

/** The statement that remembers a move; what led to the old address leads to the new one. */
export async function rememberMove(db: Db, from: string, to: string) {
  const moves = Object.entries({ ...(await loadMoves(db)), [from]: to }).map(([old, now]) => [
    old,
    now === from ? to : now,
  ]);
  const body = JSON.stringify(Object.fromEntries(moves.filter(([old]) => old !== to)));
  return sql`INSERT INTO snapshots (name, body) VALUES (${NAME}, ${body}) ON CONFLICT (name) DO UPDATE SET body = excluded.body`;
}
