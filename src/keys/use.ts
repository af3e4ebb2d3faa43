import { and, desc, eq, gte, lt, max, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { bare, inList } from '../db/json.ts';
import { keyDays } from '../db/schema.ts';

const DAY_MS = 86_400_000;
/** Days that are kept. */
const KEPT = 90;
/** Milliseconds between two writes of an isolate's counts. */
const INTERVAL = 60_000;

export const USES = [
  'answered',
  'refused',
  'limited',
  'failed',
  'clickAccepted',
  'clickDropped',
  'clickRefused',
] as const;
export type Use = (typeof USES)[number];

interface Counted {
  keyId: number;
  /** Days since the epoch. */
  day: number;
  outcome: Use;
  count: number;
}

/** Counts the outcomes of keys' requests in memory, and adds them to the database at most once a minute: for operators. */
export class UseCounter {
  #counts = new Map<string, Counted>();
  #flushedAt = 0;

  /** `now`: epoch milliseconds. Whether it is time to call `flush`. */
  count(keyId: number, outcome: Use, now: number): boolean {
    const day = Math.floor(now / DAY_MS);
    const name = `${keyId} ${day} ${outcome}`;
    const entry = this.#counts.get(name) ?? { keyId, day, outcome, count: 0 };
    entry.count++;
    this.#counts.set(name, entry);
    if (now - this.#flushedAt < INTERVAL) return false;
    this.#flushedAt = now;
    return true;
  }

  /** Writes what has been counted, in one statement; what cannot be written is left for the next time. */
  async flush(db: Db): Promise<void> {
    const counts = this.#counts;
    this.#counts = new Map();
    try {
      await addUses(db, [...counts.values()]);
    } catch (error) {
      for (const [name, entry] of counts) {
        const since = this.#counts.get(name);
        if (since) since.count += entry.count;
        else this.#counts.set(name, entry);
      }
      throw error;
    }
  }
}

async function addUses(db: Db, counts: readonly Counted[]): Promise<void> {
  const columns = sql.join([keyDays.keyId, keyDays.day, keyDays.outcome, keyDays.count].map(bare), sql`, `);
  await db.run(sql`INSERT INTO ${keyDays} (${columns})
    SELECT value ->> 'keyId', value ->> 'day', value ->> 'outcome', value ->> 'count' FROM json_each(${JSON.stringify(counts)}) WHERE true
    ON CONFLICT DO UPDATE SET ${bare(keyDays.count)} = ${keyDays.count} + excluded.${bare(keyDays.count)}`);
}

/** The last day (since the epoch) on which each of these keys was used; keys without one are left out. Reads one row per key and outcome. */
export async function lastUsed(db: Db, keyIds: readonly number[]): Promise<Map<number, number>> {
  const rows = await db
    .select({ keyId: keyDays.keyId, day: max(keyDays.day) })
    .from(keyDays)
    .where(inList(keyDays.keyId, keyIds))
    .groupBy(keyDays.keyId);
  return new Map(rows.flatMap(({ keyId, day }) => (day === null ? [] : [[keyId, day]])));
}

/** The outcomes of a key's requests and clicks, newest day first. `from`: days since the epoch. */
export const usesOf = (db: Db, keyId: number, from: number) =>
  db
    .select({ day: keyDays.day, outcome: keyDays.outcome, count: keyDays.count })
    .from(keyDays)
    .where(and(eq(keyDays.keyId, keyId), gte(keyDays.day, from)))
    .orderBy(desc(keyDays.day), keyDays.outcome);

/** Deletes counts that are older than 90 days. `now`: epoch milliseconds. */
export const forgetUses = (db: Db, now: number) =>
  db.delete(keyDays).where(lt(keyDays.day, Math.floor(now / DAY_MS) - KEPT));
