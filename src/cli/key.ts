/** Keys in the database itself: the only commands that make the first one. A key is shown once. */
import type { SQL } from 'drizzle-orm';
import { fail, failAs, now } from '../command/command.ts';
import { newChange, recordOther } from '../content/history/audit.ts';
import type { AuditAction } from '../db/values.ts';
import type { ClicksNeed, Explored } from '../db/view-columns.ts';
import type { KeyKind } from '../keys/key.ts';
import { addKey, changeKey, type KeyChange, replaceKey, withNewSecret } from '../keys/manage.ts';
import { addSigningSecret, newSigner } from '../keys/signing.ts';
import { findKeyById, isAlive, type KeyRecord, listKeys } from '../keys/store.ts';
import { rfc3339 } from '../lib/time.ts';
import { withDb, withStores } from './database/database.ts';
import { printTable } from './manage/print.ts';

interface Target {
  /** The deployed database, and not the local one. */
  remote?: boolean;
}

interface Wish extends Target {
  kind: KeyKind;
  name: string;
  /** Origins that a publishable key is for. */
  origin?: string[];
  /** Epoch seconds. */
  expires?: number;
  sign?: boolean;
  explore?: Explored;
  clicksNeed?: ClicksNeed;
}

interface Grace extends Target {
  /** Seconds. */
  grace: number;
}

/** Columns of the list. */
const COLUMNS = ['id', 'kind', 'name', 'state', 'signs', 'explore', 'clicksNeed', 'origins', 'created', 'expires'];

export async function create({ kind, name, origin = [], expires, sign, remote, ...settings }: Wish): Promise<void> {
  const { explore = 'off', clicksNeed = 'nothing' } = settings;
  if (sign && kind !== 'publishable') fail('--sign is for publishable keys: they come with clicks');
  if (explore !== 'off' && kind !== 'publishable') fail('--explore is for publishable keys: they come with clicks');
  if (clicksNeed !== 'nothing' && kind !== 'publishable')
    fail('--clicks-need is for publishable keys: they come with clicks');
  const signer = sign ? newSigner() : null;
  const key = { kind, name, origins: origin, expiresAt: expires ?? null, signer, explore, clicksNeed };
  await withStores(remote, async (stores) => {
    // The secret first, so that a signing key always has one.
    const secret = signer === null ? null : await addSigningSecret(stores, signer, now(), 0);
    console.log((await addKey(stores.db, key, now(), recorded('create'))).key);
    if (secret) console.log(secret);
  });
}

export async function list({ remote }: Target): Promise<void> {
  printTable((await withDb(remote, listKeys)).map(describe), COLUMNS, 'table');
}

export async function revoke(id: number, { remote }: Target): Promise<void> {
  const change = { revokedAt: now() };
  const ended = await withDb(remote, (db) => changeKey(db, id, change, recorded('delete')));
  if (!ended) return noKey(id);
  console.log(`Key ${id} is revoked; it stops working everywhere within 60 seconds.`);
}

/** A new key in place of one, which works `grace` seconds longer. */
export async function rotate(id: number, { remote, grace }: Grace): Promise<void> {
  const rotation = { now: now(), grace };
  const replaced = await withDb(remote, (db) => replaceKey(db, id, rotation, recorded('create')));
  if (!replaced) return noKey(id);
  console.log(replaced.key);
}

/** A new signing secret; the one before works `grace` seconds longer. */
export async function sign(id: number, { remote, grace }: Grace): Promise<void> {
  await withStores(remote, async (stores) => {
    const key = await findKeyById(stores.db, id);
    if (!key || key.isPerson || !isAlive(key, now())) return noKey(id);
    if (key.kind !== 'publishable') fail(`key ${id} is ${key.kind}; only publishable keys come with clicks`);
    const signer = key.signer ?? newSigner();
    console.log(await addSigningSecret(stores, signer, now(), grace));
    await changeKey(stores.db, key.id, { signer }, withNewSecret(recorded('update')));
  });
}

/** Puts a change into the audit trail, in the name of this command. */
function recorded(action: AuditAction): (key: KeyChange) => SQL {
  const change = newChange({ actor: 'newsgauge key', now: now() * 1000 });
  return (key) => recordOther(change, 'key', { action, ...key });
}

function describe(key: KeyRecord) {
  const state = key.revokedAt !== null ? 'revoked' : isAlive(key, now()) ? 'alive' : 'expired';
  const { id, kind, name } = key;
  const expires = key.expiresAt === null ? '' : rfc3339(key.expiresAt);
  return {
    id,
    kind,
    name,
    state,
    signs: key.signer !== null,
    explore: key.explore,
    clicksNeed: key.clicksNeed,
    origins: key.origins.join(' '),
    created: rfc3339(key.createdAt),
    expires,
  };
}

const noKey = (id: number): never => failAs('notFound', `there is no living key with id ${id}`);
