import { hmac } from '../../lib/hash/hash.ts';

const encoder = new TextEncoder();

/** Hex digits (128 bits). */
export const MAC_LENGTH = 32;

/** Installation's MAC of a text in hex. `use` separates purposes that share the secret. */
export const macOf = async (
  secret: string,
  use: 'explore' | 'link' | 'reads' | 'sampling' | 'list-token' | 'unsubscribe',
  text: string,
): Promise<string> => (await hmac(secret, `${use}\n${text}`)).slice(0, MAC_LENGTH);

/** Compares in constant time. */
export async function isMacOf(given: string, ...signed: Parameters<typeof macOf>): Promise<boolean> {
  const [ours, theirs] = [await macOf(...signed), given].map((digits) => encoder.encode(digits));
  return !!ours && !!theirs && ours.length === theirs.length && crypto.subtle.timingSafeEqual(ours, theirs);
}
