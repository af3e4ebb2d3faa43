import { admittedKey } from '../../admission/auth.ts';
import type { AppContext } from '../../http/env.ts';
import { ClientError, forbidden } from '../../http/errors.ts';
import type { KeyRecord } from '../../keys/key-store.ts';

const unauthorized = (reason: string, key: string) => new ClientError(401, reason, { key });

/** Returns the active publishable key of a click. Throws 401 or 403. */
export async function requirePublishableKey(c: AppContext, given: string | null | undefined): Promise<KeyRecord> {
  if (!given) throw unauthorized('apiKeyMissing', 'is required and must be a publishable key');
  const key = await admittedKey(c, given);
  if (!key) throw unauthorized('apiKeyInvalid', 'is unknown, revoked or expired; use a valid publishable key');
  c.set('usedKey', key.id);
  if (key.kind === 'publishable') return key;
  throw forbidden({
    key: `is ${key.kind === 'operator' ? 'an operator' : `a ${key.kind}`} key and must never be on a page or in a link. Revoke it now, and use a publishable key here`,
  });
}
