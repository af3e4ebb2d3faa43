import { hmac } from '../../lib/hash/hash.ts';

const encoder = new TextEncoder();
/** Hex digits of the MAC: 128 bits. */
const MAC_LENGTH = 32;
const SHAPE = new RegExp(`^([0-9a-z]{1,11})\\.[0-9a-f]{${MAC_LENGTH}}$`);

/**
 * The parameter `t` of tracked links: the key's id and the installation's MAC of it. It allows clicks to be counted for the
 * key and nothing else, so a feed that is passed on does not disclose the key.
 */
export async function linkToken(secret: string, keyId: number): Promise<string> {
  const id = keyId.toString(36);
  // The same secret serves other purposes, so the signed text names this one.
  const digits = await hmac(secret, `link\n${id}`);
  return `${id}.${digits.slice(0, MAC_LENGTH)}`;
}

/** The id of the key that a token names; null if this installation did not make the token. */
export async function keyOfLink(secret: string, token: string): Promise<number | null> {
  const keyId = Number.parseInt(SHAPE.exec(token)?.[1] ?? '', 36);
  if (!Number.isSafeInteger(keyId)) return null;
  const [ours, given] = [await linkToken(secret, keyId), token].map((text) => encoder.encode(text));
  return ours && given && ours.length === given.length && crypto.subtle.timingSafeEqual(ours, given) ? keyId : null;
}
