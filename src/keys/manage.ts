import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { type Db, NO_PRECONDITION } from '../db/client.ts';
import { apiKeys } from '../db/schema.ts';
import { bare, columnNames, objectOf } from '../db/sql.ts';
import type { AuditAction } from '../db/values.ts';
import type { Seconds } from '../lib/time.ts';
import { generateKey, type KeyKind } from './key.ts';
import { isAlive, KEY_COLUMNS, type KeyRecord, type NewKey, storedPartsOf } from './key-store.ts';
import { endOwned, moveOwned } from './owned-resources.ts';

/** This module implements operators' changes to keys. Each change adds audit statements to its transaction. */

export const PUBLIC_KEY = objectOf(apiKeys, [
  'id',
  'kind',
  'name',
  'origins',
  'createdAt',
  'expiresAt',
  'revokedAt',
  'explore',
  'clicksNeed',
]);

export const keyRow = (where: SQL): SQL => sql`(SELECT ${PUBLIC_KEY} FROM ${apiKeys} WHERE ${where})`;

export interface KeyChange {
  ref: SQL | string;
  before: SQL;
  after: SQL;
  action?: AuditAction;
}

type Record = (change: KeyChange) => SQL;

const publicJson = ({
  id,
  kind,
  name,
  origins,
  createdAt,
  expiresAt,
  revokedAt,
  explore,
  clicksNeed,
}: KeyRecord): SQL =>
  sql`${JSON.stringify({ id, kind, name, origins, createdAt, expiresAt, revokedAt, explore, clicksNeed })}`;

export const KEY_STATE = objectOf(apiKeys, columnNames(apiKeys, 'hash'));

/** Builds the audit record of a replaced signing secret. The record never contains the secret. */
export const withNewSecret =
  (record: Record): Record =>
  ({ after, ...key }) =>
    record({ ...key, after: sql`json_set(${after}, '$.signingSecret', 'replaced')` });

const SQL_NULL = sql`NULL`;
const IS_NEWEST_KEY = sql`${apiKeys.id} = (SELECT max(${apiKeys.id}) FROM ${apiKeys})`;

export const newestKey: KeyChange = {
  ref: sql`(SELECT max(${apiKeys.id}) FROM ${apiKeys})`,
  before: SQL_NULL,
  after: keyRow(IS_NEWEST_KEY),
};

/** Stores the hash of a new key, with an audit record. Returns the key, which cannot be retrieved later. */
export async function addKey(
  db: Db,
  { kind, name, origins, expiresAt, signer = null, ...settings }: NewKey,
  now: Seconds,
  record: Record,
): Promise<{ key: string; stored: KeyRecord }> {
  const key = generateKey(kind);
  const values = { ...(await storedPartsOf(key)), kind, name, origins, createdAt: now, expiresAt, signer, ...settings };
  const { inserted } = await db.transaction({
    inserted: db.insert(apiKeys).values(values).returning(KEY_COLUMNS),
    recorded: record(newestKey),
  });
  const [stored] = inserted;
  if (!stored) throw new Error('a key that was stored has a record');
  return { key, stored };
}

const keyIs = (id: number) => and(eq(apiKeys.id, id), eq(apiKeys.isPerson, false));

/** Changes an active key, or returns `null`. Revoking a key ends the resources that it owns. */
export async function changeKey(
  db: Db,
  id: number,
  change: Partial<
    Pick<KeyRecord, 'name' | 'origins' | 'expiresAt' | 'revokedAt' | 'signer' | 'explore' | 'clicksNeed'>
  >,
  record: Record,
  guard = NO_PRECONDITION,
): Promise<KeyRecord | null> {
  const is = keyIs(id);
  const [before] = await db.select(KEY_COLUMNS).from(apiKeys).where(is);
  if (!before || before.revokedAt !== null) return null;
  const { changed } = await db.transaction({
    guard,
    changed: db
      .update(apiKeys)
      .set(change)
      .where(and(is, isNull(apiKeys.revokedAt)))
      .returning(KEY_COLUMNS),
    recorded: record({ ref: String(id), before: publicJson(before), after: keyRow(sql`${is}`) }),
    ended: change.revokedAt ? endOwned(db, id, change.revokedAt) : [],
  });
  return changed[0] ?? null;
}

export const signedBy = (key: KeyRecord, signer: number, record: Record): SQL[] => {
  const is = eq(apiKeys.id, key.id);
  const change = { ref: String(key.id), before: publicJson(key), after: keyRow(sql`${is}`) };
  return [sql`UPDATE ${apiKeys} SET ${bare(apiKeys.signer)} = ${signer} WHERE ${is}`, withNewSecret(record)(change)];
};

/** Replaces an active key. Its resources move to the new key. The old key stays valid for `grace` seconds. */
export async function replaceKey(
  db: Db,
  id: number,
  { now, grace }: { now: Seconds; grace: number },
  record: Record,
  guard = NO_PRECONDITION,
): Promise<{ key: string; stored: KeyRecord } | null> {
  const [old] = await db.select(KEY_COLUMNS).from(apiKeys).where(keyIs(id));
  if (!old || !isAlive(old, now)) return null;
  const kind = old.kind as KeyKind;
  const key = generateKey(kind);
  const { name, origins, expiresAt, signer, explore, clicksNeed } = old;
  const parts = await storedPartsOf(key);
  const is = eq(apiKeys.id, id);
  const was = publicJson(old);
  const { inserted } = await db.transaction({
    guard,
    ending: db
      .update(apiKeys)
      .set({ expiresAt: sql`min(coalesce(${apiKeys.expiresAt}, ${now + grace}), ${now + grace})` })
      .where(is),
    inserted: db
      .insert(apiKeys)
      .values({ ...parts, kind, name, origins, createdAt: now, expiresAt, signer, explore, clicksNeed })
      .returning(KEY_COLUMNS),
    moved: moveOwned(id),
    recorded: [
      record(newestKey),
      record({ ref: String(id), before: was, after: keyRow(sql`${is}`), action: 'update' }),
    ],
  });
  const [stored] = inserted;
  return stored ? { key, stored } : null;
}
