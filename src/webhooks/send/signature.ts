import type { SQL } from 'drizzle-orm';
import { addSigningSecret, loadSigningSecrets, type SigningStores } from '../../keys/signing.ts';
import { base64, fromBase64, hmacBytes } from '../../lib/hash/hash.ts';
import type { Millis, Seconds } from '../../lib/time.ts';

/** This module stores the secrets of webhooks in the same way as those of publishers (`src/keys/signing.ts`). */

/** Creates a secret and returns it. For `grace` seconds, messages are also signed with earlier secrets. */
export const addWebhookSecret = async (
  stores: SigningStores,
  signer: number,
  now: Seconds,
  grace: number,
  records: readonly SQL[] = [],
): Promise<string> => inBase64(await addSigningSecret(stores, signer, now, grace, records));

/** Loads the active secrets. Ignores secrets of which one half is lost. Throws if a store is unreachable. */
export const webhookSecrets = async (stores: SigningStores, signer: number, now: Millis): Promise<string[]> =>
  (await loadSigningSecrets(stores, signer, now)).map(inBase64);

const PREFIX = 'whsec_';

const inBase64 = (secret: string): string => {
  const [, hex = ''] = secret.split('_');
  return PREFIX + btoa(hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));
};

export interface Signed {
  id: string;
  timestamp: Seconds;
  body: string;
}

/** Builds the `webhook-signature` header with one signature per secret (https://www.standardwebhooks.com). */
export async function signatures({ id, timestamp, body }: Signed, secrets: readonly string[]): Promise<string> {
  const content = `${id}.${timestamp}.${body}`;
  const signed = secrets.map(async (secret) => {
    const mac = await hmacBytes(fromBase64(secret.slice(PREFIX.length)), content);
    return `v1,${base64(mac)}`;
  });
  return (await Promise.all(signed)).join(' ');
}
