/** This module defines, for Node, the global functions of Cloudflare that the Worker uses. */
import { hash, timingSafeEqual, webcrypto } from 'node:crypto';
import { useTextHash } from '../../lib/hash/hash.ts';

const waits = new Set<() => void>();
let areOver = false;

const scheduler = {
  wait: (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (areOver) return void setImmediate(resolve);
      const end = () => {
        clearTimeout(timer);
        waits.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      waits.add(end);
    }),
};

/** Ends all `scheduler.wait` calls before the server stops, so that waiting code finishes immediately. */
export function endWaits(): void {
  areOver = true;
  for (const end of waits) end();
}

export function beginWaits(): void {
  areOver = false;
}

const MAX_INLINE_BYTES = 64 * 1024;
const { subtle } = webcrypto;
const { digest } = subtle;

/** Hashes short data on the calling thread, because `digest` uses another thread and takes five times as long. */
async function digestInline(
  algorithm: webcrypto.AlgorithmIdentifier,
  data: ArrayBuffer | NodeJS.ArrayBufferView<ArrayBuffer>,
): Promise<ArrayBuffer> {
  if (algorithm !== 'SHA-256' || data.byteLength > MAX_INLINE_BYTES) return digest.call(subtle, algorithm, data);
  const bytes = ArrayBuffer.isView(data)
    ? new Uint8Array(data.buffer, data.byteOffset, data.byteLength)
    : new Uint8Array(data);
  return new Uint8Array(hash('sha256', bytes, 'buffer')).buffer;
}

Object.assign(globalThis, { scheduler });
for (const [name, value] of Object.entries({ timingSafeEqual, digest: digestInline }))
  Object.defineProperty(subtle, name, { value, configurable: true });
// Web Crypto would take several times as long, and each click hashes six short texts.
useTextHash((text) => (text.length > MAX_INLINE_BYTES ? null : hash('sha256', text, 'hex')));
