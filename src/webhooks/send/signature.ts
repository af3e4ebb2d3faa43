import type { SQL } from 'drizzle-orm';
import { addSigningSecret, loadSigningSecrets, type SigningStores } from '../../keys/signing.ts';
import { base64, fromBase64, hmacBytes } from '../../lib/hash/hash.ts';
import type { Millis, Seconds } from '../../lib/time.ts';

/**
 * Secrets as Standard Webhooks has them: `whsec_` and the base64 of 32 bytes. They are kept in two halves like the secrets of
 * claims (`src/keys/signing.ts`), and each is shown once.
 */

/** Makes a webhook's secret and returns it. A former one signs `grace` seconds longer. `records`: further statements of the transaction. */
export const addWebhookSecret = async (
  stores: SigningStores,
  signer: number,
  now: Seconds,
  grace: number,
  records: readonly SQL[] = [],
): Promise<string> => inBase64(await addSigningSecret(stores, signer, now, grace, records));

/** The living secrets of a webhook; empty where a half is lost. Throws if a store is unreachable. */
export const webhookSecrets = async (stores: SigningStores, signer: number, now: Millis): Promise<string[]> =>
  (await loadSigningSecrets(stores, signer, now)).map(inBase64);

const PREFIX = 'whsec_';

const inBase64 = (secret: string): string => {
  const [, hex = ''] = secret.split('_');
  return PREFIX + btoa(hex.replace(/../g, (byte) => String.fromCharCode(Number.parseInt(byte, 16))));
};

export interface Signed {
  /** The same in each attempt. */
  id: string;
  /** Of the attempt. */
  timestamp: Seconds;
  body: string;
}

/** The value of `webhook-signature`: one signature for each secret. https://www.standardwebhooks.com */
export async function signatures({ id, timestamp, body }: Signed, secrets: readonly string[]): Promise<string> {
  const content = `${id}.${timestamp}.${body}`;
  const signed = secrets.map(async (secret) => {
    const mac = await hmacBytes(fromBase64(secret.slice(PREFIX.length)), content);
    return `v1,${base64(mac)}`;
  });
  return (await Promise.all(signed)).join(' ');
}
