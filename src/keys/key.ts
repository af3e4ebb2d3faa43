import { sha256 } from '../lib/hash/hash.ts';

export const KEY_KINDS = ['secret', 'publishable', 'operator'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

export const ROLES = ['reader', 'editor', 'partner', 'operator'] as const;
export type Role = (typeof ROLES)[number];

export type Kind = KeyKind | Role;

export const OWNERS = ['operator', 'editor', 'reader'] as const satisfies readonly Kind[];

export const KEY_PREFIXES: Record<KeyKind, string> = { secret: 'ngs_', publishable: 'ngp_', operator: 'ngo_' };

/** Requests per minute: with one key or by one person, and by one reader with a publishable key. */
export const REQUESTS_PER_MINUTE = { key: 6000, reader: 600 };

const ALPHABET = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** Number of random base-62 digits in a key. They contain 166 random bits. */
const RANDOM_LENGTH = 28;
const CHECKSUM_LENGTH = 6;
const KEY_PATTERN = new RegExp(`^(ng[spo]_)([0-9A-Za-z]{${RANDOM_LENGTH}})([0-9A-Za-z]{${CHECKSUM_LENGTH}})$`);

/** Generates a key. Its checksum reveals a mistyped key without a look-up. */
export function generateKey(kind: KeyKind): string {
  const body = KEY_PREFIXES[kind] + Array.from({ length: RANDOM_LENGTH }, randomDigit).join('');
  return body + checksum(body);
}

/** Returns the kind that the key's prefix claims, or `null` if the key is malformed. */
export function keyKind(key: string): KeyKind | null {
  const match = KEY_PATTERN.exec(key);
  if (!match || checksum(key.slice(0, -CHECKSUM_LENGTH)) !== match[3]) return null;
  return KEY_KINDS.find((kind) => KEY_PREFIXES[kind] === match[1]) ?? null;
}

/** Returns the stored hash of a key. Keys are random, so they cannot be guessed from a plain hash. */
export const hashKey = (key: string): Promise<string> => sha256(key);

function randomDigit(): string {
  // 248 is the largest multiple of 62 below 256. Larger bytes would favour the first digits of the alphabet.
  for (;;) {
    const [byte = 255] = crypto.getRandomValues(new Uint8Array(1));
    if (byte < 248) return ALPHABET.charAt(byte % 62);
  }
}

function checksum(text: string): string {
  let value = crc32(text);
  let digits = '';
  for (let i = 0; i < CHECKSUM_LENGTH; i++) {
    digits = ALPHABET.charAt(value % 62) + digits;
    value = Math.floor(value / 62);
  }
  return digits;
}

function crc32(text: string): number {
  let crc = 0xffffffff;
  for (const byte of new TextEncoder().encode(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ 0xffffffff) >>> 0;
}
