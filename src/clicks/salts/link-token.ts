import { isMacOf, MAC_LENGTH, macOf } from './mac.ts';

const SHAPE = new RegExp(`^([0-9a-z]{1,11})\\.([0-9a-f]{${MAC_LENGTH}})$`);

/**
 * The parameter `t` of tracked links: the key's id and the installation's MAC of it. It allows clicks to be counted for the
 * key and nothing else, so a feed that is passed on does not disclose the key.
 */
export async function linkToken(secret: string, keyId: number): Promise<string> {
  const id = keyId.toString(36);
  return `${id}.${await macOf(secret, 'link', id)}`;
}

/** The id of the key that a token names; null if this installation did not make the token. */
export async function keyOfLink(secret: string, token: string): Promise<number | null> {
  const [, id = '', mac = ''] = SHAPE.exec(token) ?? [];
  const keyId = Number.parseInt(id, 36);
  return Number.isSafeInteger(keyId) && (await isMacOf(mac, secret, 'link', id)) ? keyId : null;
}
