import { isMacOf, MAC_LENGTH, macOf } from '../../clicks/salts/mac.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import type { Db } from '../../db/client.ts';
import { base64, hmacBytes } from '../../lib/hash/hash.ts';

/** This module derives tokens and secrets from the installation's secret instead of storing them. */

/** Returns an unsubscribe token: the subscription id with a MAC that is valid only for this purpose. */
export async function endingToken(db: Db, id: number): Promise<string> {
  return `${id}.${await macOf(await installationSecret(db), 'unsubscribe', String(id))}`;
}

/** Returns the subscription id of an unsubscribe token, even after the subscription ended. `null` if it is invalid. */
export async function readEndingToken(db: Db, token: string): Promise<number | null> {
  const [, id = '', mac = ''] = new RegExp(`^([1-9]\\d{0,14})\\.([0-9a-f]{${MAC_LENGTH}})$`).exec(token) ?? [];
  return id !== '' && (await isMacOf(mac, await installationSecret(db), 'unsubscribe', id)) ? Number(id) : null;
}

/** Returns the signing secret of a subscription's webhook (https://www.standardwebhooks.com). */
export async function signingSecret(db: Db, id: number): Promise<string> {
  const bytes = await hmacBytes(await installationSecret(db), `subscription webhook\n${id}`);
  return `whsec_${base64(bytes)}`;
}
