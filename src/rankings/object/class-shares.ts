import { desc, eq, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { siteShares } from '../../db/schema.ts';
import type { HourShares } from '../../engagement/class-shares.ts';
import type { ClassShares } from '../../engagement/weight.ts';

/** The site's shares as they are stored, an hour at a time. */

/** What is stored for an hour; null if not computed yet. */
export interface Stored {
  shares: ClassShares | null;
}

/** Whether unsigned clicks are weighed: `WEIGHTS=off` counts each as one. */
export const areWeighed = ({ WEIGHTS }: { WEIGHTS: string }): boolean => WEIGHTS !== 'off';

/** The shares of an hour, and those that were in force just before it (null if there were none). Reads at most two rows. */
export async function readClassShares(
  db: Db,
  hour: number,
): Promise<{ own: Stored | null; before: ClassShares | null }> {
  const rows = await db
    .select({ hour: siteShares.hour, shares: siteShares.shares })
    .from(siteShares)
    .where(lte(siteShares.hour, hour))
    .orderBy(desc(siteShares.hour))
    .limit(2);
  const own = rows.find((row) => row.hour === hour);
  const before = rows.find((row) => row.hour < hour);
  return { own: own ? { shares: own.shares } : null, before: before?.shares ?? null };
}

/** Votes of the newest shares by an hour, and whether they sufficed; null where no shares have been made. One row read. */
export async function readVotes(
  db: Db,
  hour: number,
): Promise<{ hour: number; votes: number; suffice: boolean } | null> {
  const [row] = await db
    .select({ hour: siteShares.hour, votes: siteShares.votes, shares: siteShares.shares })
    .from(siteShares)
    .where(lte(siteShares.hour, hour))
    .orderBy(desc(siteShares.hour))
    .limit(1);
  return row ? { hour: row.hour, votes: row.votes, suffice: row.shares !== null } : null;
}

/** The shares in force at an hour: the newest that existed by then. */
export async function classSharesInForce(db: Db, hour: number): Promise<ClassShares | null> {
  const [row] = await db
    .select({ shares: siteShares.shares })
    .from(siteShares)
    .where(lte(siteShares.hour, hour))
    .orderBy(desc(siteShares.hour))
    .limit(1);
  return row?.shares ?? null;
}

/** Stores the shares of an hour, once and for all, and returns those that are stored. */
export async function storeClassShares(db: Db, hour: number, { votes, shares }: HourShares): Promise<Stored> {
  const { stored } = await db.transaction({
    inserted: db.insert(siteShares).values({ hour, votes, shares }).onConflictDoNothing(),
    stored: db.select({ shares: siteShares.shares }).from(siteShares).where(eq(siteShares.hour, hour)),
  });
  const [row] = stored;
  if (!row) throw new Error(`no shares of hour ${hour}`);
  return row;
}
