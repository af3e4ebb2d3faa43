/** This module manages keys directly in the database, which is the only way to create a service's first key. */
import type { SQL } from 'drizzle-orm';
import { failAs, failCommand, now } from '../../../command/command.ts';
import { newAuditChange, recordOther } from '../../../content/history/audit.ts';
import { idsOf } from '../../../db/sql.ts';
import type { AuditAction } from '../../../db/values.ts';
import { findKeyById, isAlive, listKeys } from '../../../keys/key-store.ts';
import { lastUsed } from '../../../keys/key-use.ts';
import { addKey, changeKey, type KeyChange, replaceKey, withNewSecret } from '../../../keys/manage.ts';
import { addSigningSecret, newSigner } from '../../../keys/signing.ts';
import { rfc3339, rfc3339OrNull } from '../../../lib/time.ts';
import { withDb, withSigningStores } from '../../database/database.ts';
import type { KeyStore } from './key-store.ts';

export const databaseKeys = (remote: boolean | undefined): KeyStore => ({
  create({ kind, name, origins, expires, sign, explore, clicksNeed }) {
    const signer = sign ? newSigner() : null;
    const key = { kind, name, origins, expiresAt: expires, signer, explore, clicksNeed };
    return withSigningStores(remote, async (stores) => {
      // The secret is stored first, so that a signing key always has a secret.
      const secret = signer === null ? null : await addSigningSecret(stores, signer, now(), 0);
      return { key: (await addKey(stores.db, key, now(), recorded('create'))).key, secret };
    });
  },
  list: () =>
    withDb(remote, async (db) => {
      const keys = await listKeys(db);
      const days = await lastUsed(db, idsOf(keys));
      return keys.map((key) => ({
        id: key.id,
        kind: key.kind,
        name: key.name,
        ending: key.ending,
        state: key.revokedAt !== null ? 'revoked' : isAlive(key, now()) ? 'living' : 'expired',
        lastUsed: days.get(key.id) ?? null,
        signs: key.signer !== null,
        explore: key.explore,
        clicksNeed: key.clicksNeed,
        origins: key.origins,
        created: rfc3339(key.createdAt),
        expires: rfc3339OrNull(key.expiresAt),
      }));
    }),
  async revoke(id) {
    const change = { revokedAt: now() };
    if (!(await withDb(remote, (db) => changeKey(db, id, change, recorded('delete'))))) noKey(id);
  },
  async rotate(id, grace) {
    const rotation = { now: now(), grace };
    const replaced = await withDb(remote, (db) => replaceKey(db, id, rotation, recorded('create')));
    return replaced?.key ?? noKey(id);
  },
  sign: (id, grace) =>
    withSigningStores(remote, async (stores) => {
      const key = await findKeyById(stores.db, id);
      if (!key || key.isPerson || !isAlive(key, now())) return noKey(id);
      if (key.kind !== 'publishable')
        failCommand(`key ${id} is a ${key.kind} key, but only publishable keys can report clicks`);
      const signer = key.signer ?? newSigner();
      const secret = await addSigningSecret(stores, signer, now(), grace);
      await changeKey(stores.db, key.id, { signer }, withNewSecret(recorded('update')));
      return secret;
    }),
});

function recorded(action: AuditAction): (key: KeyChange) => SQL {
  const change = newAuditChange({ actor: 'newsgauge keys', now: now() * 1000 });
  return (key) => recordOther(change, 'key', { action, ...key });
}

const noKey = (id: number): never => failAs('notFound', `no active key with id ${id}`);
