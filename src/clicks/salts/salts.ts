import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { importSalts, readerSalts } from '../../db/schema.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { randomHex } from '../../lib/hash/hash.ts';
import { DAY, DAY_MS, HOUR, HOUR_MS, type Millis, toSeconds } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';

/** Salts are created this long before their day, so that they reach every location in time. */
const AHEAD_MS = 36 * HOUR_MS;
/** Maximum number of days between today and the day of a valid salt, including one day for a slow clock. */
const MAX_AHEAD_DAYS = 3;
const MIN_TTL_S = 60;
/** Time within which half of a salt reaches all locations. A half missing later is lost. (docs/decisions.md#C31) */
export const REPLICATION_DELAY_S = HOUR;

const HALF_BYTES = 32;
const NAME_BYTES = 16;

interface SaltKind {
  table: typeof readerSalts | typeof importSalts;
  days: number;
  replaced: boolean;
}

/** Salts for reader hashes, deleted after at most 48 hours. Replacing a salt would count its readers twice. */
export const READER_SALT: SaltKind = { table: readerSalts, days: 2, replaced: false };
/** Salts for imported clicks. A restored backup lacks their second halves, so they may be replaced. */
const IMPORTS: SaltKind = { table: importSalts, days: 15, replaced: true };

export interface SaltStore extends Pick<KVNamespace, 'get' | 'put' | 'delete'> {
  /** Deletes expired entries. Absent if the platform deletes expired entries itself. */
  deleteExpired?(now: TrustedTime): Promise<void>;
}

export interface SaltStores {
  db: Db;
  kv: SaltStore;
}

/** Thrown if a day's salt is temporarily unavailable. Callers must not acknowledge a click that needs this salt. */
export class SaltUnavailable extends Error {
  override name = 'SaltUnavailable';
}

const known = new TtlCache<string>({ ttl: DAY_MS, capacity: 32 });

export const saltDayOf = (now: number): number => Math.floor(now / DAY_MS);

/** Returns the reader salt of the UTC day. Each isolate loads it once per day. Throws `SaltUnavailable`. */
export const readerSalt = (stores: SaltStores, now: number): Promise<string> =>
  saltOf(READER_SALT, stores, saltDayOf(now), now);

/** Returns the salt for imported clicks of a UTC day (days since the epoch). Throws `SaltUnavailable`. */
export const importSalt = (stores: SaltStores, day: number, now: number): Promise<string> =>
  saltOf(IMPORTS, stores, day, now);

export async function prepareSalts(stores: SaltStores, now: Millis): Promise<void> {
  for (let day = saltDayOf(now); day <= saltDayOf(now + AHEAD_MS); day++) await readHalf(READER_SALT, stores, day, now);
}

/** Deletes both halves of salts that have expired or were dated by a wrong clock. */
export async function deleteOldSalts(
  stores: SaltStores,
  now: TrustedTime,
  kinds = [READER_SALT, IMPORTS],
): Promise<void> {
  await stores.kv.deleteExpired?.(now);
  for (const { table, days } of kinds) {
    const isExpired = sql`(${lte(table.day, saltDayOf(now) - days)} OR ${gt(table.day, saltDayOf(now) + MAX_AHEAD_DAYS)})`;
    const rows = await stores.db.select({ name: table.name }).from(table).where(isExpired);
    if (rows.length === 0) continue;
    for (const { name } of rows) await stores.kv.delete(name);
    await erase(stores.db, table, isExpired);
  }
}

async function erase(db: Db, table: SaltKind['table'], rows: SQL): Promise<void> {
  // SQLite leaves deleted rows in the file, so the rows are overwritten with values of the same length.
  const blank = { name: '0'.repeat(2 * NAME_BYTES), half: '0'.repeat(2 * HALF_BYTES) };
  await db.transaction(db.update(table).set(blank).where(rows), db.delete(table).where(rows));
}

/** Deletes active salts whose second half is lost, and returns their number. New salts may count some readers twice. */
export async function deleteBrokenSalts(
  { db, kv }: SaltStores,
  now: number,
): Promise<Record<'readers' | 'imports', number>> {
  const broken = async ({ table, days }: SaltKind) => {
    const rows = await db
      .select({ day: table.day, name: table.name })
      .from(table)
      .where(gt(table.day, saltDayOf(now) - days));
    const halves = await Promise.all(rows.map(({ name }) => kv.get(name)));
    const lacking = rows.filter((_, i) => !halves[i]).map(({ day }) => day);
    if (lacking.length > 0) await erase(db, table, inArray(table.day, lacking));
    return lacking.length;
  };
  return { readers: await broken(READER_SALT), imports: await broken(IMPORTS) };
}

export const forgetSalts = (): void => known.clear();

interface Half {
  name: string;
  half: string;
  madeAt: number;
  other?: string;
}

const saltOf = (kind: SaltKind, stores: SaltStores, day: number, now: number): Promise<string> =>
  known.getOrLoad(`${kind.days} ${day}`, now, () =>
    join(kind, stores, day, now).catch((cause) => {
      throw new SaltUnavailable('the salt of the day is not available', { cause });
    }),
  );

async function join(kind: SaltKind, stores: SaltStores, day: number, now: number): Promise<string> {
  const row = await readHalf(kind, stores, day, now);
  const other = row.other ?? (await stores.kv.get(row.name));
  if (other) return row.half + other;
  if (!kind.replaced || now / 1000 - row.madeAt < REPLICATION_DELAY_S)
    throw new Error('one half of the salt is missing');
  await stores.db.delete(kind.table).where(and(eq(kind.table.day, day), eq(kind.table.name, row.name)));
  const made = await makeHalf(kind, stores, day, now);
  const replacement = made.other ?? (await stores.kv.get(made.name));
  if (!replacement) throw new Error('one half of the salt is missing');
  return made.half + replacement;
}

async function readHalf(kind: SaltKind, stores: SaltStores, day: number, now: number): Promise<Half> {
  const [row] = await select(kind, stores.db, day);
  return row ?? makeHalf(kind, stores, day, now);
}

/** Creates a salt. Writes its key-value half before its row. If several isolates write a row, the first row is used. */
async function makeHalf(
  { table, days, ...kind }: SaltKind,
  { db, kv }: SaltStores,
  day: number,
  now: number,
): Promise<Half> {
  const seconds = toSeconds(now);
  const mine = { day, name: randomHex(NAME_BYTES), half: randomHex(HALF_BYTES), madeAt: seconds };
  const other = randomHex(HALF_BYTES);
  await kv.put(mine.name, other, { expirationTtl: Math.max(MIN_TTL_S, (day + days) * DAY - seconds) });
  const { stored } = await db.transaction({
    inserted: db.insert(table).values(mine).onConflictDoNothing(),
    stored: select({ table, days, ...kind }, db, day),
  });
  const [row] = stored;
  if (!row) throw new Error('the salt was deleted while it was being created');
  if (row.name === mine.name) return { ...row, other };
  await kv.delete(mine.name);
  return row;
}

const select = ({ table }: SaltKind, db: Db, day: number) =>
  db.select({ name: table.name, half: table.half, madeAt: table.madeAt }).from(table).where(eq(table.day, day));
