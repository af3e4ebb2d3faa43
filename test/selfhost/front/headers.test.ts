import { expect, test } from 'vitest';
import { requestHeaders, responseHeaders } from '../../../src/selfhost/front/headers.ts';

const client = { address: '203.0.113.9', protocol: 'http', place: {} } as const;

test.each([
  'cf-connecting-ip',
  'cf-ipcontinent',
  'mf-cf-blob',
  'mf-original-url',
  'mf-route-override',
  'mf-proxy-shared-secret',
  'x-forwarded-for',
  'x-forwarded-proto',
  'x-forwarded-host',
  'x-newsgauge-token',
  'true-client-ip',
  'x-real-ip',
  'forwarded',
  'connection',
  'transfer-encoding',
])('%s of a client does not reach the Worker', (name) => {
  const passed = requestHeaders({ [name]: 'said by the client' }, client);
  expect(Object.values(passed)).not.toContain('said by the client');
});

test('a client can name no headers by Connection that are taken away, and none that frames its request', () => {
  const passed = requestHeaders(
    { connection: 'close, Content-Type', 'content-type': '1', 'content-length': '5', 'x-kept': '2' },
    client,
  );
  expect(passed).toMatchObject({
    'content-type': '1',
    'x-kept': '2',
    'CF-Connecting-IP': '203.0.113.9',
    'X-Forwarded-Proto': 'http',
  });
  expect(passed).not.toHaveProperty('content-length');
});

test('an answer keeps all but what is of the connection', () => {
  expect(responseHeaders({ etag: '"1"', connection: 'keep-alive', 'set-cookie': ['a=1', 'b=2'] })).toEqual({
    etag: '"1"',
    'set-cookie': ['a=1', 'b=2'],
  });
});
