const encoder = new TextEncoder();
const HEX_BYTES = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'));

export function hex(bytes: Uint8Array): string {
  let digits = '';
  for (const byte of bytes) digits += HEX_BYTES[byte];
  return digits;
}

type HashText = (text: string) => string | null;

let hashShort: HashText = () => null;

/** Sets the runtime's faster SHA-256, which returns 64 hex digits, or `null` for a text that it leaves to Web Crypto. */
export function useTextHash(hash: HashText): void {
  hashShort = hash;
}

/** Computes the SHA-256 of data as 64 hex digits. Text is hashed as UTF-8. */
export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return (typeof data === 'string' ? hashShort(data) : null) ?? hex(await hashBytes(data));
}

export async function hashBytes(data: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}

export const randomHex = (bytes: number): string => hex(crypto.getRandomValues(new Uint8Array(bytes)));

/** Computes the HMAC-SHA-256 (RFC 2104) of a string as 32 bytes. A string secret is encoded as UTF-8. */
export async function hmacBytes(secret: string | Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : secret;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
}

/** Computes the HMAC-SHA-256 of a string as 64 hex digits. */
export const hmac = async (secret: string, text: string): Promise<string> => hex(await hmacBytes(secret, text));

export function base64(data: string | Uint8Array): string {
  const bytes = typeof data === 'string' ? encoder.encode(data) : data;
  let text = '';
  for (const byte of bytes) text += String.fromCharCode(byte);
  return btoa(text);
}

/** Encodes data in base64 for URLs, without padding. */
export const base64url = (data: string | Uint8Array): string =>
  base64(data).replaceAll('+', '-').replaceAll('/', '_').replace(/=+$/, '');

export const fromBase64 = (text: string): Uint8Array<ArrayBuffer> =>
  Uint8Array.from(atob(text.replaceAll('-', '+').replaceAll('_', '/')), (character) => character.charCodeAt(0));
