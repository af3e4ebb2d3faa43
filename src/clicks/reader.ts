import { lte, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { salts } from '../db/schema.ts';
import { sha256 } from '../lib/hash.ts';
import { TtlCache } from '../lib/ttl-cache.ts';

const DAY_MS = 86_400_000;
const SALT_BYTES = 32;
const known = new TtlCache<string>({ ttl: 2 * DAY_MS, capacity: 2 });

const dayOf = (now: number) => Math.floor(now / DAY_MS);
const hex = (bytes: Uint8Array) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');

/**
 * The salt of the UTC day of `now` (epoch milliseconds): 256 random bits, made by whoever comes first and the same for
 * all. Asks the database once a day and isolate.
 */
export async function dailySalt(db: Db, now: number): Promise<string> {
  const day = dayOf(now);
  const cached = known.get(String(day), now);
  if (cached) return cached;
  const fresh = hex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  const [, [row]] = await db.together<[never[], { salt: string }[]]>(
    sql`INSERT OR IGNORE INTO ${salts} (day, salt) VALUES (${day}, ${fresh})`,
    sql`SELECT salt FROM ${salts} WHERE day = ${day}`,
  );
  if (!row) throw new Error(`no salt for day ${day}`);
  known.set(String(day), row.salt, now);
  return row.salt;
}

/**
 * A reader as the ledger knows them: 32 hex digits that stand for address and user agent for one UTC day. Without the
 * day's salt, which is deleted, nobody can find the address again by trying all there are.
 */
export const readerHash = async (salt: string, address: string, userAgent: string): Promise<string> =>
  // Header values hold no line feed, so no two readers run together.
  (await sha256([salt, address, userAgent].join('\n'))).slice(0, 32);

/** Deletes the salts whose day began 48 hours ago or earlier. `now`: epoch milliseconds. */
export async function deleteOldSalts(db: Db, now: number): Promise<void> {
  await db.delete(salts).where(lte(salts.day, dayOf(now) - 2));
}

/** Forgets what this isolate knows of salts. */
export const forgetSalts = (): void => known.clear();
