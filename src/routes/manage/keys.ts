import { router } from '../../http/base.ts';
import { isAlive, type KeyRecord, listKeys } from '../../keys/store.ts';
import { success } from '../../lib/jsend.ts';
import { rfc3339 } from '../../lib/time.ts';

/** Who may ask: what is known of keys, which is never the key. */
export const manageKeys = router();

manageKeys.get('/', async (c) => {
  const now = Math.floor(c.var.now / 1000);
  const keys = await listKeys(c.var.db);
  return c.json(success({ keys: keys.map((key) => toKey(key, now)) }));
});

function toKey(key: KeyRecord, now: number) {
  const { id, kind, name, origins, createdAt, expiresAt, revokedAt } = key;
  const state = isAlive(key, now)
    ? ('living' as const)
    : revokedAt === null
      ? ('expired' as const)
      : ('revoked' as const);
  return {
    id,
    kind,
    name,
    origins,
    state,
    created: rfc3339(createdAt),
    expires: at(expiresAt),
    revoked: at(revokedAt),
  };
}

export type ListedKey = ReturnType<typeof toKey>;

const at = (seconds: number | null) => (seconds === null ? null : rfc3339(seconds));
