import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { siteShares } from '../../db/schema.ts';
import { type ComputedBaseline, FEW_VOTES } from '../../engagement/class-shares.ts';
import { FLAT, type Shares } from '../../engagement/weight.ts';

/** The site's shares as they are stored. */

/** Hours in a day, and those of a site's first two weeks, which are also those between shares and what binds them. */
const DAY_HOURS = 24;
const TWO_WEEKS_HOURS = 336;

/** Whether unsigned clicks are weighed: `WEIGHTS=off` counts each as one. */
export const areWeighed = ({ WEIGHTS }: { WEIGHTS: string }): boolean => WEIGHTS !== 'off';

/** The newest shares by an hour; null where none have been made. */
const newest = (db: Db, hour: number) =>
  db.select().from(siteShares).where(lte(siteShares.hour, hour)).orderBy(desc(siteShares.hour)).limit(1);

/** The shares in force at an hour: the newest that existed by then. One row read. */
export async function sharesInForce(db: Db, hour: number): Promise<Shares> {
  const [row] = await newest(db, hour);
  return row?.shares ?? FLAT;
}

/** What is told of the shares in force. One row read. */
export async function readShares(db: Db, hour: number): Promise<typeof siteShares.$inferSelect | null> {
  const [row] = await newest(db, hour);
  return row ?? null;
}

/** What shares of an hour are made with; `isDue`: those in force are too old. */
export interface SharesBasis {
  isDue: boolean;
  inForce: Shares;
  /** Shares of two weeks before, or those that an operator has accepted since. */
  anchor: Shares | null;
}

/**
 * What shares of an hour are made with. They are due once a day at 00:00 UTC; at each full hour in the two weeks from the first ones on, and
 * while they have few votes. Reads four rows at most.
 */
export async function readBasis(db: Db, hour: number): Promise<SharesBasis> {
  const { last, first, anchor, accepted } = await db.transaction({
    last: newest(db, hour),
    first: db.select({ hour: siteShares.hour }).from(siteShares).orderBy(siteShares.hour).limit(1),
    anchor: newest(db, hour - TWO_WEEKS_HOURS),
    accepted: db
      .select()
      .from(siteShares)
      .where(
        and(eq(siteShares.isAccepted, true), gt(siteShares.hour, hour - TWO_WEEKS_HOURS), lte(siteShares.hour, hour)),
      )
      .orderBy(desc(siteShares.hour))
      .limit(1),
  });
  const [row] = last;
  if (!row) return { isDue: true, inForce: FLAT, anchor: null };
  const isYoung = (first[0]?.hour ?? hour) > hour - TWO_WEEKS_HOURS;
  const isHourly = isYoung || row.shares.votes < FEW_VOTES;
  return {
    isDue: row.hour < (isHourly ? hour : hour - (hour % DAY_HOURS)),
    inForce: row.shares,
    anchor: (accepted[0] ?? anchor[0])?.shares ?? null,
  };
}

/** Stores the shares of an hour in place of those that it had; nothing where no article has voted. */
export async function storeShares(db: Db, hour: number, { shares, left }: ComputedBaseline, isAccepted = false) {
  if (!shares) return;
  const set = { shares, left, isAccepted };
  await db.transaction(
    unlessRestoring,
    db
      .insert(siteShares)
      .values({ hour, ...set })
      .onConflictDoUpdate({ target: siteShares.hour, set }),
  );
}
