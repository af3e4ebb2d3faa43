import { isMacOf, MAC_LENGTH, macOf } from '../../clicks/salts/mac.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import type { Db } from '../../db/client.ts';
import { base64, hmacBytes } from '../../lib/hash/hash.ts';

/** What a subscription shows without being stored: made of the installation's secret. */

/** What ends a subscription, in an address: its id with a MAC, which opens nothing else. */
export async function endingToken(db: Db, id: number): Promise<string> {
  return `${id}.${await macOf(await installationSecret(db), 'unsubscribe', String(id))}`;
}

/** The subscription that a token ends, which may have ended; null: the token is none of ours. */
export async function readEndingToken(db: Db, token: string): Promise<number | null> {
  const [, id = '', mac = ''] = new RegExp(`^([1-9]\\d{0,14})\\.([0-9a-f]{${MAC_LENGTH}})$`).exec(token) ?? [];
  return id !== '' && (await isMacOf(mac, await installationSecret(db), 'unsubscribe', id)) ? Number(id) : null;
}

/** The secret that a subscription's webhook is signed with. https://www.standardwebhooks.com */
export async function signingSecret(db: Db, id: number): Promise<string> {
  const bytes = await hmacBytes(await installationSecret(db), `subscription webhook\n${id}`);
  return `whsec_${base64(bytes)}`;
}
