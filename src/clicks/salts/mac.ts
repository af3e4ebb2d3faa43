import { hmac } from '../../lib/hash/hash.ts';

const encoder = new TextEncoder();

/** Hex digits of a MAC: 128 bits. */
export const MAC_LENGTH = 32;

/** The installation's MAC of a text, in hex digits. The same secret serves several uses, so what is signed names this one. */
export const macOf = async (
  secret: string,
  use: 'explore' | 'link' | 'reads' | 'sampling' | 'ticket' | 'unsubscribe',
  text: string,
): Promise<string> => (await hmac(secret, `${use}\n${text}`)).slice(0, MAC_LENGTH);

/** Whether `given` is that MAC; the time does not tell how much of it is right. */
export async function isMacOf(given: string, ...signed: Parameters<typeof macOf>): Promise<boolean> {
  const [ours, theirs] = [await macOf(...signed), given].map((digits) => encoder.encode(digits));
  return !!ours && !!theirs && ours.length === theirs.length && crypto.subtle.timingSafeEqual(ours, theirs);
}
