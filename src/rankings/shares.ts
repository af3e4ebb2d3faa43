import { sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { siteShares } from '../db/schema.ts';
import type { HourShares } from '../engagement/shares.ts';
import type { SiteShares } from '../engagement/weight.ts';

/** The site's shares as they are stored, an hour at a time. */

/** What is stored for an hour; null where that has not been made yet. */
export interface Stored {
  shares: SiteShares | null;
}

interface Row {
  hour: number;
  shares: string | null;
}

/** Whether unsigned clicks are weighed: `WEIGHTS=off` counts each as one. */
export const areWeighed = ({ WEIGHTS }: { WEIGHTS: string }): boolean => WEIGHTS !== 'off';

const toStored = ({ shares }: Row): Stored => ({ shares: shares === null ? null : JSON.parse(shares) });

/** The shares of an hour, and those that were in force just before it (null where there were none). Two rows read at most. */
export async function readShares(db: Db, hour: number): Promise<{ own: Stored | null; before: SiteShares | null }> {
  const rows = await db.all<Row>(
    sql`SELECT hour, shares FROM ${siteShares} WHERE hour <= ${hour} ORDER BY hour DESC LIMIT 2`,
  );
  const own = rows.find((row) => row.hour === hour);
  const before = rows.find((row) => row.hour < hour);
  return { own: own ? toStored(own) : null, before: before ? toStored(before).shares : null };
}

/** The shares in force at an hour: the newest that have been made by then. One row read. */
export async function sharesInForce(db: Db, hour: number): Promise<SiteShares | null> {
  const [row] = await db.all<Row>(
    sql`SELECT hour, shares FROM ${siteShares} WHERE hour <= ${hour} ORDER BY hour DESC LIMIT 1`,
  );
  return row ? toStored(row).shares : null;
}

/** Stores the shares of an hour, once and for all, and returns those that are stored. */
export async function storeShares(db: Db, hour: number, { votes, shares }: HourShares): Promise<Stored> {
  const [, [row]] = await db.together<[never[], Row[]]>(
    sql`INSERT OR IGNORE INTO ${siteShares} (hour, votes, shares)
      VALUES (${hour}, ${votes}, ${shares === null ? null : JSON.stringify(shares)})`,
    sql`SELECT hour, shares FROM ${siteShares} WHERE hour = ${hour}`,
  );
  if (!row) throw new Error(`no shares of hour ${hour}`);
  return toStored(row);
}
