import { hmac } from '../../lib/hash/hash.ts';

const encoder = new TextEncoder();

/** Length of a MAC in hex digits (128 bits). */
export const MAC_LENGTH = 32;

/** Computes the MAC of a text as hex digits, with the installation's secret. `use` is the purpose of the MAC. */
export const macOf = async (
  secret: string,
  use: 'explore' | 'order' | 'link' | 'reads' | 'sampling' | 'list-token' | 'unsubscribe' | 'confirm' | 'address',
  text: string,
): Promise<string> => (await hmac(secret, `${use}\n${text}`)).slice(0, MAC_LENGTH);

/** Checks a MAC in constant time. */
export async function isMacOf(given: string, ...signed: Parameters<typeof macOf>): Promise<boolean> {
  const [ours, theirs] = [await macOf(...signed), given].map((digits) => encoder.encode(digits));
  return !!ours && !!theirs && ours.length === theirs.length && crypto.subtle.timingSafeEqual(ours, theirs);
}
