import { and, eq, gt, inArray, lte, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { importSalts, readerSalts } from '../../db/schema.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import { randomHex } from '../../lib/hash/hash.ts';
import { DAY, DAY_MS, HOUR, HOUR_MS, type Millis, toSeconds } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';

/** How long before its day a salt is made: long enough to reach every location before the day begins. */
const AHEAD_MS = 36 * HOUR_MS;
/** Salts of later days are of a wrong clock: those made ahead, and one day by which a trusted clock may be behind. */
const FURTHEST_DAYS = 3;
/** Shortest lifetime in the key-value store, in seconds. */
const SHORTEST = 60;
/** After an hour the other half has reached every location; if it is still missing, it is lost. (docs/decisions.md#C31) */
export const SPREAD = HOUR;

const HALF_BYTES = 32;
const NAME_BYTES = 16;

interface Kind {
  table: typeof readerSalts | typeof importSalts;
  /** Days that a salt is kept, from the beginning of its own. */
  days: number;
  /** Whether a salt that has lost its half is replaced. */
  replaced: boolean;
}

/** Readers of a day cannot be recognised 48 hours after it began. A new salt during the day would count readers twice. */
export const READERS: Kind = { table: readerSalts, days: 2, replaced: false };
/** As long as clicks of the day can be imported. A restored backup contains halves whose counterparts are lost. */
const IMPORTS: Kind = { table: importSalts, days: 15, replaced: true };

/** The key-value store of halves. */
export interface SaltStore extends Pick<KVNamespace, 'get' | 'put' | 'delete'> {
  /** Deletes what has expired; absent where the platform does so by a clock of its own. */
  deleteExpired?(now: TrustedTime): Promise<void>;
}

export interface SaltStores {
  /** A database session that reads from the primary. */
  db: Db;
  kv: SaltStore;
}

/** The day's salt is not available at the moment; nothing that needs it may be acknowledged. */
export class SaltUnavailable extends Error {
  override name = 'SaltUnavailable';
}

/** By table and day. */
const known = new TtlCache<string>({ ttl: DAY_MS, capacity: 32 });

export const dayOf = (now: number): number => Math.floor(now / DAY_MS);

/**
 * The salt of beacons and links on the UTC day of `now` (epoch milliseconds), 512 random bits as hex, the same in every
 * isolate. Reads one row and one key per day and isolate; makes the salt if there is none. Throws `SaltUnavailable`.
 */
export const readerSalt = (stores: SaltStores, now: number): Promise<string> =>
  saltOf(READERS, stores, dayOf(now), now);

/** The salt of imported clicks that happened on a UTC day (days since the epoch). Throws `SaltUnavailable`. */
export const importSalt = (stores: SaltStores, day: number, now: number): Promise<string> =>
  saltOf(IMPORTS, stores, day, now);

/** Makes the salts of every day that begins within 36 hours. */
export async function prepareSalts(stores: SaltStores, now: Millis): Promise<void> {
  for (let day = dayOf(now); day <= dayOf(now + AHEAD_MS); day++) await readHalf(READERS, stores, day, now);
}

/**
 * Deletes both halves of expired salts, and of those that a clock far ahead has made: the one in the key-value store, then the one in the
 * database, which is overwritten first.
 */
export async function deleteOldSalts(stores: SaltStores, now: TrustedTime, kinds = [READERS, IMPORTS]): Promise<void> {
  await stores.kv.deleteExpired?.(now);
  for (const { table, days } of kinds) {
    const isExpired = sql`(${lte(table.day, dayOf(now) - days)} OR ${gt(table.day, dayOf(now) + FURTHEST_DAYS)})`;
    const rows = await stores.db.select({ name: table.name }).from(table).where(isExpired);
    if (rows.length === 0) continue;
    for (const { name } of rows) await stores.kv.delete(name);
    await erase(stores.db, table, isExpired);
  }
}

async function erase(db: Db, table: Kind['table'], rows: SQL): Promise<void> {
  // It has the length of the old values, so that it overwrites their bytes; a deleted row's bytes stay in the file.
  const blank = { name: '0'.repeat(2 * NAME_BYTES), half: '0'.repeat(2 * HALF_BYTES) };
  await db.transaction(db.update(table).set(blank).where(rows), db.delete(table).where(rows));
}

/**
 * Where no other copy of the key-value store can bring a missing half: deletes the salts in use that lack theirs, so that new
 * ones are made at once. Returns how many of each kind; their readers, and past clicks imported again, may count twice.
 */
export async function deleteBrokenSalts(
  { db, kv }: SaltStores,
  now: number,
): Promise<Record<'readers' | 'imports', number>> {
  const broken = async ({ table, days }: Kind) => {
    const rows = await db
      .select({ day: table.day, name: table.name })
      .from(table)
      .where(gt(table.day, dayOf(now) - days));
    const halves = await Promise.all(rows.map(({ name }) => kv.get(name)));
    const lacking = rows.filter((_, i) => !halves[i]).map(({ day }) => day);
    if (lacking.length > 0) await erase(db, table, inArray(table.day, lacking));
    return lacking.length;
  };
  return { readers: await broken(READERS), imports: await broken(IMPORTS) };
}

/** Forgets what this isolate knows of salts. */
export const forgetSalts = (): void => known.clear();

interface Half {
  name: string;
  half: string;
  madeAt: number;
  /** The maker does not have to read it. */
  other?: string;
}

async function saltOf(kind: Kind, stores: SaltStores, day: number, now: number): Promise<string> {
  const key = `${kind.days} ${day}`;
  const remembered = known.get(key, now);
  if (remembered) return remembered;
  const salt = await join(kind, stores, day, now).catch((cause) => {
    throw new SaltUnavailable('the salt of the day is out of reach', { cause });
  });
  known.set(key, salt, now);
  return salt;
}

async function join(kind: Kind, stores: SaltStores, day: number, now: number): Promise<string> {
  const row = await readHalf(kind, stores, day, now);
  const other = row.other ?? (await stores.kv.get(row.name));
  if (other) return row.half + other;
  if (!kind.replaced || now / 1000 - row.madeAt < SPREAD) throw new Error('one half of the salt is missing');
  await stores.db.delete(kind.table).where(and(eq(kind.table.day, day), eq(kind.table.name, row.name)));
  const made = await makeHalf(kind, stores, day, now);
  const replacement = made.other ?? (await stores.kv.get(made.name));
  if (!replacement) throw new Error('one half of the salt is missing');
  return made.half + replacement;
}

async function readHalf(kind: Kind, stores: SaltStores, day: number, now: number): Promise<Half> {
  const [row] = await select(kind, stores.db, day);
  return row ?? makeHalf(kind, stores, day, now);
}

/** The key-value store first, so that a row never names a missing half. If two isolates make one at once, the first row wins. */
async function makeHalf(
  { table, days, ...kind }: Kind,
  { db, kv }: SaltStores,
  day: number,
  now: number,
): Promise<Half> {
  const seconds = toSeconds(now);
  const mine = { day, name: randomHex(NAME_BYTES), half: randomHex(HALF_BYTES), madeAt: seconds };
  const other = randomHex(HALF_BYTES);
  await kv.put(mine.name, other, { expirationTtl: Math.max(SHORTEST, (day + days) * DAY - seconds) });
  const { stored } = await db.transaction({
    inserted: db.insert(table).values(mine).onConflictDoNothing(),
    stored: select({ table, days, ...kind }, db, day),
  });
  const [row] = stored;
  if (!row) throw new Error('the salt was deleted while it was made');
  if (row.name === mine.name) return { ...row, other };
  await kv.delete(mine.name);
  return row;
}

const select = ({ table }: Kind, db: Db, day: number) =>
  db.select({ name: table.name, half: table.half, madeAt: table.madeAt }).from(table).where(eq(table.day, day));
