import { hex } from './hash.ts';

const encoder = new TextEncoder();

/** HMAC-SHA-256 of a text (RFC 2104), 32 bytes. `secret`: bytes, or text as UTF-8. */
export async function hmacBytes(secret: string | Uint8Array<ArrayBuffer>, text: string): Promise<Uint8Array> {
  const bytes = typeof secret === 'string' ? encoder.encode(secret) : secret;
  const algorithm = { name: 'HMAC', hash: 'SHA-256' };
  const key = await crypto.subtle.importKey('raw', bytes, algorithm, false, ['sign']);
  return new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)));
}

/** HMAC-SHA-256 of a text, 64 hex digits. */
export const hmac = async (secret: string, text: string): Promise<string> => hex(await hmacBytes(secret, text));
