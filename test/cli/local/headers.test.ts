import { expect, test } from 'vitest';
import { requestHeaders, responseHeaders } from '../../../src/cli/local/headers.ts';

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

test('what a connection names is of that connection', () => {
  const passed = requestHeaders({ connection: 'close, X-Once', 'x-once': '1', 'x-kept': '2' }, client);
  expect(passed).toMatchObject({ 'x-kept': '2', 'CF-Connecting-IP': '203.0.113.9', 'X-Forwarded-Proto': 'http' });
  expect(passed).not.toHaveProperty('x-once');
});

test('an answer keeps all but what is of the connection', () => {
  expect(responseHeaders({ etag: '"1"', connection: 'keep-alive', 'set-cookie': ['a=1', 'b=2'] })).toEqual({
    etag: '"1"',
    'set-cookie': ['a=1', 'b=2'],
  });
});
