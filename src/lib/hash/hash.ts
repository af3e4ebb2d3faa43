/** Bytes as hex digits, two for each. */
export const hex = (bytes: Uint8Array): string => Array.from(bytes, (b) => b.toString(16).padStart(2, '0')).join('');

/** SHA-256 of bytes, or of text as UTF-8, 64 hex digits. */
export async function sha256(data: string | Uint8Array<ArrayBuffer>): Promise<string> {
  return hex(await hashBytes(data));
}

/** SHA-256 of bytes, or of text as UTF-8, 32 bytes. */
export async function hashBytes(data: string | Uint8Array<ArrayBuffer>): Promise<Uint8Array> {
  const bytes = typeof data === 'string' ? new TextEncoder().encode(data) : data;
  return new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
}
