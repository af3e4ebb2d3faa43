/** Content encodings as seen by a client and an intermediate cache. */
import { createServer, type IncomingMessage, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { BodyLimits } from '../../src/node/http/body-limits.ts';
import { encodingFor } from '../../src/node/http/encoding.ts';
import { useLightClasses } from '../../src/node/http/light-response.ts';
import { listener } from '../../src/node/http/listener.ts';

useLightClasses();
const TEXT = JSON.stringify(Array.from({ length: 2000 }, (_, n) => ({ n })));
const JSON_TYPE = 'application/feed+json; charset=utf-8';
const limits = new BodyLimits();
let server: Server;
let port = 0;
let conditions: (string | null)[] = [];

const RESPONSES: Record<string, () => Response> = {
  '/text': () => new Response(TEXT, { headers: { 'Content-Type': JSON_TYPE, Vary: 'Origin', ETag: '"a1"' } }),
  '/weak': () => new Response(TEXT, { headers: { 'Content-Type': JSON_TYPE, ETag: 'W/"a1"' } }),
  '/stream': () =>
    new Response(new Blob([TEXT]).stream(), { headers: { 'Content-Type': 'application/x-ndjson+json', ETag: '"a1"' } }),
  '/short': () => new Response('{}', { headers: { 'Content-Type': JSON_TYPE, ETag: '"a1"' } }),
  '/picture': () => new Response(TEXT, { headers: { 'Content-Type': 'image/webp', ETag: '"a1"' } }),
  '/encoded': () => new Response(TEXT, { headers: { 'Content-Type': JSON_TYPE, 'Content-Encoding': 'gzip' } }),
  '/final': () => new Response(TEXT, { headers: { 'Content-Type': JSON_TYPE, 'Cache-Control': 'no-transform' } }),
};

beforeAll(async () => {
  const fetch = async ({ url, headers }: Request) => {
    conditions = [headers.get('If-None-Match'), headers.get('If-Match'), headers.get('Accept-Encoding')];
    const response = RESPONSES[new URL(url).pathname]?.() ?? new Response(null, { status: 404 });
    const isKnown = conditions[0]?.includes(response.headers.get('ETag') ?? 'none');
    return isKnown ? new Response(null, { status: 304, headers: { ETag: '"a1"', Vary: 'Origin' } }) : response;
  };
  const sender = () => ({ address: '192.0.2.1', protocol: 'http' as const, place: {} });
  server = createServer(listener({ fetch, sender, limits, failed: () => {} }));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});
afterAll(() => {
  limits.stop();
  server.close();
});

async function ask(path: string, headers: Record<string, string>, method = 'GET') {
  const incoming = await new Promise<IncomingMessage>((resolve, reject) => {
    request({ host: '127.0.0.1', port, path, method, headers }, resolve).once('error', reject).end();
  });
  const { etag, vary, 'content-encoding': encoding, 'content-length': length } = incoming.headers;
  return { status: incoming.statusCode, etag, vary, encoding, length, body: await buffer(incoming) };
}

const DECODERS = { br: brotliDecompressSync, gzip: gunzipSync };

test.each([
  ['/text', 'br', '"a1-br"'],
  ['/text', 'gzip', '"a1-gzip"'],
  ['/weak', 'br', 'W/"a1-br"'],
  ['/stream', 'br', '"a1-br"'],
  ['/stream', 'gzip', '"a1-gzip"'],
] as const)('%s encoded as %s has its own ETag and decodes to the original', async (path, encoding, etag) => {
  const answer = await ask(path, { 'Accept-Encoding': encoding });
  expect({ ...answer, body: String(DECODERS[encoding](answer.body)) }).toMatchObject({ encoding, etag, body: TEXT });
  expect(answer.vary).toMatch(/(^|, )Accept-Encoding$/);
});

test('a response without an accepted encoding is plain with the plain ETag and Vary: Accept-Encoding', async () => {
  const answer = await ask('/text', {});
  expect(answer).toMatchObject({ encoding: undefined, etag: '"a1"', vary: 'Origin, Accept-Encoding' });
  expect(answer.length).toBe(String(TEXT.length));
});

test.each(['/short', '/picture', '/encoded', '/final'])('%s is not encoded', async (path) => {
  const answer = await ask(path, { 'Accept-Encoding': 'br' });
  expect([answer.vary, answer.encoding]).toEqual([undefined, path === '/encoded' ? 'gzip' : undefined]);
});

test.each([
  ['the ETag of the same encoding', { 'If-None-Match': '"a1-br"', 'Accept-Encoding': 'br' }, 304, '"a1-br"'],
  ['the plain ETag', { 'If-None-Match': '"a1"', 'Accept-Encoding': 'br' }, 304, '"a1"'],
  ['one of several ETags', { 'If-None-Match': '"b", "a1-gzip"', 'Accept-Encoding': 'gzip' }, 304, '"a1-gzip"'],
  ['the ETag of another encoding', { 'If-None-Match': '"a1-br"', 'Accept-Encoding': 'gzip' }, 200, '"a1-gzip"'],
  ['the ETag of an encoding that the client does not accept', { 'If-None-Match': '"a1-br"' }, 200, '"a1"'],
])('If-None-Match is evaluated per encoding: %s', async (_, headers, status, etag) => {
  const answer = await ask('/text', headers as Record<string, string>);
  expect(answer).toMatchObject({ status, etag, vary: 'Origin, Accept-Encoding' });
});

test('If-Match matches the resource in any encoding', async () => {
  await ask('/text', { 'If-Match': '"a1-br", "b"', 'Accept-Encoding': 'gzip' }, 'PUT');
  expect(conditions).toEqual([null, '"a1", "b"', null]);
});

test.each([
  ['gzip, deflate, br', 'br'],
  ['gzip, deflate', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['gzip;q=0', null],
  ['*', 'br'],
  ['*;q=0', null],
  ['identity', null],
  ['', null],
])('encodingFor() of "%s" is %s', (accepted, encoding) => {
  expect(encodingFor(accepted)).toBe(encoding);
});
