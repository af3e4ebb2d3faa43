import { isMacOf, MAC_LENGTH, macOf } from './mac.ts';

const LINK_TOKEN = new RegExp(`^([0-9a-z]{1,11})\\.([0-9a-f]{${MAC_LENGTH}})$`);

/** Creates the value of `t` in tracked links. It represents the API key, which forwarded feeds must not reveal. */
export async function linkToken(secret: string, keyId: number): Promise<string> {
  const id = keyId.toString(36);
  return `${id}.${await macOf(secret, 'link', id)}`;
}

export async function keyOfLink(secret: string, token: string): Promise<number | null> {
  const [, id = '', mac = ''] = LINK_TOKEN.exec(token) ?? [];
  const keyId = Number.parseInt(id, 36);
  return Number.isSafeInteger(keyId) && (await isMacOf(mac, secret, 'link', id)) ? keyId : null;
}
