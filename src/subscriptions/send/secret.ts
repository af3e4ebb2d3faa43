import { isMacOf, MAC_LENGTH, macOf } from '../../clicks/salts/mac.ts';
import { installationSecret } from '../../clicks/salts/secret.ts';
import type { Db } from '../../db/client.ts';
import { base64, hmacBytes } from '../../lib/hash/hash.ts';

/** Tokens derived from the installation's secret instead of stored. */

/** Returns an unsubscribe token: the id with a MAC that is valid for nothing else. */
export async function endingToken(db: Db, id: number): Promise<string> {
  return `${id}.${await macOf(await installationSecret(db), 'unsubscribe', String(id))}`;
}

/** Returns the subscription of an unsubscribe token, even if it has ended. */
export async function readEndingToken(db: Db, token: string): Promise<number | null> {
  const [, id = '', mac = ''] = new RegExp(`^([1-9]\\d{0,14})\\.([0-9a-f]{${MAC_LENGTH}})$`).exec(token) ?? [];
  return id !== '' && (await isMacOf(mac, await installationSecret(db), 'unsubscribe', id)) ? Number(id) : null;
}

/** Derives the signing secret of a webhook. https://www.standardwebhooks.com */
export async function signingSecret(db: Db, id: number): Promise<string> {
  const bytes = await hmacBytes(await installationSecret(db), `subscription webhook\n${id}`);
  return `whsec_${base64(bytes)}`;
}
