import { eq, lt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { readRates } from '../../db/schema.ts';
import { insertMissing } from '../../db/sql.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { DAY_MS, type Millis } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';

/** Which part of readers is counted: all where few read, and where many do as many as shares need. A day has one part, so that it bends no share of the day. */

/** Reads of a day that are counted at most, about: beyond them a share gains nothing that is seen. */
export const ENOUGH = 150_000;

const known = new TtlCache<number>({ ttl: DAY_MS, capacity: 8 });

/** The part of readers that is counted on a day (since the epoch), from 0 to 1. It is settled before the day begins. Reads one row a day. */
export async function partOf(db: Db, day: number, now: Millis): Promise<number> {
  const cached = known.get(String(day), now);
  if (cached !== undefined) return cached;
  const [row] = await db.select().from(readRates).where(eq(readRates.day, day));
  const part = row?.part ?? 1;
  known.set(String(day), part, now);
  return part;
}

/** Whether a read is counted where such a part is. It follows from the reader, article and day alone: all that comes of them is counted, or nothing. `id`: `clickId`. */
export const isCounted = (id: string, part: number): boolean => Number.parseInt(id.slice(0, 8), 16) < part * 2 ** 32;

/** Settles the part of the next day, once. `opened`: articles that readers have opened on this day and the one before, as counted and weighed: a flood from few networks makes nobody's reads rare. */
export async function settlePart(db: Db, today: number, opened: number): Promise<void> {
  const [before] = await db
    .select()
    .from(readRates)
    .where(eq(readRates.day, today - 1));
  const part = Math.min(1, (ENOUGH * (before?.part ?? 1)) / Math.max(1, opened));
  await db.run(insertMissing(readRates, [{ day: today + 1, part }], ['day', 'part']));
}

/** Statement that deletes the parts of past days. */
export const forgetParts = (db: Db, now: TrustedTime) =>
  db.delete(readRates).where(lt(readRates.day, Math.floor(now / DAY_MS) - 15));
