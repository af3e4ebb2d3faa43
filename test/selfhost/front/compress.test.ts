import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { compression } from '../../../src/selfhost/front/compress.ts';

const JSON_FEED = { 'content-type': 'application/feed+json; charset=utf-8' };

describe('what a client can decode', () => {
  test.each([
    ['gzip, deflate, br', 'br'],
    ['gzip, deflate', 'gzip'],
    ['br;q=0, gzip', 'gzip'],
    ['gzip;q=0', undefined],
    ['*', 'br'],
    ['identity', undefined],
    ['', undefined],
  ])('%s: %s', (accepted, encoding) => {
    const headers = { ...JSON_FEED } as Record<string, string>;
    const encoder = compression(accepted, 200, headers);
    expect(headers['content-encoding']).toBe(encoding);
    expect(encoder === null).toBe(encoding === undefined);
    expect(headers.vary).toBe('Accept-Encoding');
  });
});

describe('left as it is', () => {
  test.each([
    ['an image', 200, { 'content-type': 'image/webp' }],
    ['a short answer', 200, { ...JSON_FEED, 'content-length': '200' }],
    ['what is encoded', 200, { ...JSON_FEED, 'content-encoding': 'gzip' }],
    ['what nobody may change', 200, { ...JSON_FEED, 'cache-control': 'private, no-transform' }],
    ['no body', 304, JSON_FEED],
  ])('%s', (_, status, headers) => {
    const changed = { ...headers };
    expect(compression('br', status, changed)).toBeNull();
    expect(changed).toEqual(headers);
  });
});

test.each([
  ['br', brotliDecompressSync],
  ['gzip', gunzipSync],
] as const)('%s comes back as it was', async (name, decode) => {
  const text = Buffer.from(JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ n }))));
  const headers: Record<string, string> = { ...JSON_FEED, 'content-length': String(text.length), vary: 'Origin' };
  const encoder = compression(name, 200, headers);
  encoder?.end(text);
  const encoded = encoder ? await buffer(encoder) : Buffer.alloc(0);
  expect(decode(encoded).equals(text)).toBe(true);
  expect(headers).toEqual({ ...JSON_FEED, vary: 'Origin, Accept-Encoding', 'content-encoding': name });
});
