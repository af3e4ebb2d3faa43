import type { DatabaseSync } from 'node:sqlite';
import type { SaltStore } from '../clicks/salts/salts.ts';
import type { TrustedTime } from '../db/trusted-time.ts';
import { toSeconds } from '../lib/time.ts';

const SCHEMA =
  'CREATE TABLE IF NOT EXISTS entries (key TEXT PRIMARY KEY, value TEXT NOT NULL, expires INTEGER) WITHOUT ROWID, STRICT';
/** Minimum lifetime of an entry in seconds, as on Cloudflare. */
const MIN_TTL = 60;

/** Creates a key-value store for second halves of salts, in a separate file. Overwrites deleted values immediately. */
export function kvOn(
  database: DatabaseSync,
  clock: () => number = Date.now,
): KVNamespace & Pick<SaltStore, 'deleteExpired'> {
  database.exec(`PRAGMA secure_delete = ON; ${SCHEMA}`);
  const read = database.prepare('SELECT value FROM entries WHERE key = ? AND (expires IS NULL OR expires > ?)');
  const write = database.prepare(
    'INSERT INTO entries VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value, expires = excluded.expires',
  );
  const remove = database.prepare('DELETE FROM entries WHERE key = ?');
  const removeExpired = database.prepare('DELETE FROM entries WHERE expires <= ?');
  const forget = () => database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  const store = {
    async get(key: string) {
      return (read.get(key, toSeconds(clock()))?.value as string | undefined) ?? null;
    },
    async put(key: string, value: string, { expirationTtl }: KVNamespacePutOptions = {}) {
      const now = toSeconds(clock());
      if (expirationTtl !== undefined && expirationTtl < MIN_TTL)
        throw new Error(`Invalid expiration_ttl of ${expirationTtl}. Expiration TTL must be at least ${MIN_TTL}.`);
      write.run(key, value, expirationTtl === undefined ? null : now + expirationTtl);
    },
    // The caller's time decides which entries have expired, because this machine's clock may be wrong.
    async deleteExpired(time: TrustedTime) {
      if (removeExpired.run(toSeconds(time)).changes > 0) forget();
    },
    async delete(key: string) {
      remove.run(key);
      forget();
    },
  };
  return store as unknown as ReturnType<typeof kvOn>;
}
