import { and, desc, eq, gt, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { siteBaselines } from '../../db/schema.ts';
import { type ComputedBaseline, FEW_SAMPLES } from '../../engagement/baseline.ts';
import { type TrafficBaseline, UNIFORM_BASELINE } from '../../engagement/discounting.ts';

/** Length of a site's first period, and age of the baseline that limits a new baseline, both in hours. */
const DAY_HOURS = 24;
const TWO_WEEKS_HOURS = 336;

/** Returns true if clicks are discounted. With `DISCOUNTING=off`, each unsigned click counts as one. */
export const isDiscountingEnabled = ({ DISCOUNTING }: { DISCOUNTING: string }): boolean => DISCOUNTING !== 'off';

const newest = (db: Db, hour: number) =>
  db.select().from(siteBaselines).where(lte(siteBaselines.hour, hour)).orderBy(desc(siteBaselines.hour)).limit(1);

/** Returns the baseline for an hour. If none is stored, all buckets have equal shares. Reads one row. */
export async function baselineInForce(db: Db, hour: number): Promise<TrafficBaseline> {
  const [row] = await newest(db, hour);
  return row?.shares ?? UNIFORM_BASELINE;
}

/** Returns the stored row of the baseline for an hour, or `null` if none is stored. Reads one row. */
export async function readBaseline(db: Db, hour: number): Promise<typeof siteBaselines.$inferSelect | null> {
  const [row] = await newest(db, hour);
  return row ?? null;
}

export interface BaselineSource {
  isDue: boolean;
  inForce: TrafficBaseline;
  /** Baseline that limits growth. It is two weeks older, or a later one that an operator accepted. */
  anchor: TrafficBaseline | null;
}

/** Returns true if a new baseline is due: daily at 00:00 UTC, or hourly in the first two weeks or with few samples. */
export async function readBasis(db: Db, hour: number): Promise<BaselineSource> {
  const { last, first, anchor, accepted } = await db.transaction({
    last: newest(db, hour),
    first: db.select({ hour: siteBaselines.hour }).from(siteBaselines).orderBy(siteBaselines.hour).limit(1),
    anchor: newest(db, hour - TWO_WEEKS_HOURS),
    accepted: db
      .select()
      .from(siteBaselines)
      .where(
        and(
          eq(siteBaselines.isAccepted, true),
          gt(siteBaselines.hour, hour - TWO_WEEKS_HOURS),
          lte(siteBaselines.hour, hour),
        ),
      )
      .orderBy(desc(siteBaselines.hour))
      .limit(1),
  });
  const [row] = last;
  if (!row) return { isDue: true, inForce: UNIFORM_BASELINE, anchor: null };
  const isYoung = (first[0]?.hour ?? hour) > hour - TWO_WEEKS_HOURS;
  const isHourly = isYoung || row.shares.samples < FEW_SAMPLES;
  return {
    isDue: row.hour < (isHourly ? hour : hour - (hour % DAY_HOURS)),
    inForce: row.shares,
    anchor: (accepted[0] ?? anchor[0])?.shares ?? null,
  };
}

/** Stores the baseline of an hour, unless no article contributed to it. */
export async function storeBaseline(db: Db, hour: number, { baseline, left }: ComputedBaseline, isAccepted = false) {
  if (!baseline) return;
  const set = { shares: baseline, left, isAccepted };
  await db.transaction(
    unlessRestoring,
    db
      .insert(siteBaselines)
      .values({ hour, ...set })
      .onConflictDoUpdate({ target: siteBaselines.hour, set }),
  );
}
