import { isMacOf, MAC_LENGTH, macOf } from '../../clicks/salts/mac.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import type { Db } from '../../db/client.ts';
import { base64, hmacBytes } from '../../lib/hash/hash.ts';
import type { Seconds } from '../../lib/time.ts';

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

/** Returns the text that a confirmation token signs. A new invitation makes the tokens of earlier ones invalid. */
const confirmationOf = (id: number, invitedAt: Seconds) => `${id} ${invitedAt}`;

/** Returns the token with which a recipient confirms: the subscription id with a MAC of its newest invitation. */
export async function confirmationToken(db: Db, id: number, invitedAt: Seconds): Promise<string> {
  return `${id}.${await macOf(await installationSecret(db), 'confirm', confirmationOf(id, invitedAt))}`;
}

/** Returns the subscription id that a confirmation token names, which `isConfirmationToken` must still check. */
export const idInToken = (token: string): number | null =>
  Number(new RegExp(`^([1-9]\\d{0,14})\\.[0-9a-f]{${MAC_LENGTH}}$`).exec(token)?.[1] ?? 0) || null;

export const isConfirmationToken = async (db: Db, token: string, id: number, invitedAt: Seconds): Promise<boolean> =>
  isMacOf(token.slice(-MAC_LENGTH), await installationSecret(db), 'confirm', confirmationOf(id, invitedAt));

/** Returns the MAC under which an email address is stored. Capital letters make no difference. */
export const addressMac = async (db: Db, address: string): Promise<string> =>
  macOf(await installationSecret(db), 'address', address.toLowerCase());

/** Returns the signing secret of a subscription's webhook (https://www.standardwebhooks.com). */
export async function signingSecret(db: Db, id: number): Promise<string> {
  const bytes = await hmacBytes(await installationSecret(db), `subscription webhook\n${id}`);
  return `whsec_${base64(bytes)}`;
}
