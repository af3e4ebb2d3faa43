import { hex } from './hash.ts';

/** Random bytes as hex digits, two per byte. */
export const randomHex = (bytes: number): string => hex(crypto.getRandomValues(new Uint8Array(bytes)));
