import { expect, test } from 'vitest';
import { LightHeaders } from '../../../src/node/http/light-headers.ts';
import { bytesOf, LightResponse } from '../../../src/node/http/light-response.ts';

type AnyHeaders = Headers | LightHeaders;

const seen = (headers: AnyHeaders) => [
  [...headers],
  [...headers.keys()],
  [...headers.values()],
  headers.getSetCookie(),
  headers.get('x-one'),
  headers.has('X-ONE'),
];

const both = (work: (make: (init?: HeadersInit) => AnyHeaders) => unknown) => {
  const outcome = (make: (init?: HeadersInit) => AnyHeaders) => {
    try {
      return work(make);
    } catch (thrown) {
      return (thrown as Error).name;
    }
  };
  return [outcome((init) => new LightHeaders(init)), outcome((init) => new Headers(init))];
};

test.each<[string, (make: (init?: HeadersInit) => AnyHeaders) => unknown]>([
  ['a record', (make) => seen(make({ 'X-One': '1', Accept: ' a ' }))],
  [
    'pairs of one name',
    (make) =>
      seen(
        make([
          ['X-One', '1'],
          ['x-one', '2'],
          ['B', ''],
        ]),
      ),
  ],
  ['other headers', (make) => seen(make(make({ 'X-One': '1', 'Set-Cookie': 'a=1' }) as Headers))],
  [
    'cookies',
    (make) => {
      const headers = make({ 'Set-Cookie': 'a=1' });
      headers.append('set-cookie', 'b=2');
      const before = seen(headers);
      headers.set('Set-Cookie', 'c=3');
      const set = seen(headers);
      headers.delete('SET-COOKIE');
      return [before, set, seen(headers)];
    },
  ],
  [
    'set after append',
    (make) => {
      const headers = make();
      headers.append('X-One', '1');
      headers.append('X-One', '2');
      headers.set('x-One', '3');
      return seen(headers);
    },
  ],
  ['a line end in a value', (make) => seen(make({ 'X-One': 'a\r\nSet-Cookie: b' }))],
  ['a zero byte in a value', (make) => seen(make({ 'X-One': 'a\0' }))],
  ['a value beyond bytes', (make) => seen(make({ 'X-One': 'č' }))],
  ['bytes of Latin-1', (make) => seen(make({ 'X-One': 'é' }))],
  ['a space in a name', (make) => seen(make({ 'X One': 'a' }))],
  ['an empty name', (make) => make().get('')],
  ['numbers', (make) => seen(make({ 'X-One': 1 as unknown as string }))],
])('LightHeaders behaves like Node’s Headers: %s', (_, work) => {
  const [light, native] = both(work);
  expect(light).toEqual(native);
});

test('Node accepts LightHeaders in a request', () => {
  const headers = new LightHeaders([
    ['X-One', '1'],
    ['x-one', '2'],
  ]) as unknown as Headers;
  expect(headers).toBeInstanceOf(Headers);
  expect([...new Request('http://localhost', { headers }).headers]).toEqual([['x-one', '1, 2']]);
});

const BODIES: [string, () => BodyInit | null][] = [
  ['nothing', () => null],
  ['an empty text', () => ''],
  ['a text', () => 'žluť'],
  ['bytes', () => new Uint8Array([123, 125])],
  ['a view', () => new Uint8Array([0, 123, 125, 0]).subarray(1, 3)],
  ['a buffer', () => new Uint8Array([123, 125]).buffer],
  ['a stream', () => new Blob(['{}']).stream()],
  ['parameters', () => new URLSearchParams({ a: 'b c' })],
];

test.each(BODIES)('LightResponse with %s behaves like Node’s Response', async (_, body) => {
  const read = async (make: typeof Response) => {
    const init = { status: 201, headers: { 'X-One': '1' } };
    const response = new make(body(), init);
    const copy = response.clone();
    const again = new make(copy.body, copy);
    const known = response.body === null;
    const text = await response.text();
    return {
      ...{ known, text, used: response.bodyUsed, status: response.status, ok: response.ok },
      headers: [...response.headers],
      again: new Uint8Array(await again.arrayBuffer()),
      second: response.body === null ? '' : await response.text().catch((thrown: Error) => thrown.name),
    };
  };
  expect(await read(LightResponse as unknown as typeof Response)).toEqual(await read(Response));
});

test.each([101, 199, 600])('LightResponse rejects the status %i', (status) => {
  expect(() => new LightResponse(null, { status })).toThrow(RangeError);
});

test.each([204, 205, 304])('LightResponse rejects a body with the status %i', (status) => {
  expect(() => new LightResponse('a', { status })).toThrow(TypeError);
  expect(new LightResponse(null, { status }).body).toBeNull();
});

test('bytesOf() returns unread bytes, even through the stream of another response', async () => {
  const bytes = new Uint8Array([1, 2]);
  const first = new LightResponse(bytes);
  const second = new LightResponse(first.body, first as unknown as ResponseInit);
  expect(bytesOf(second)).toBe(bytes);
  await second.arrayBuffer();
  expect(bytesOf(second)).toBeUndefined();
});
