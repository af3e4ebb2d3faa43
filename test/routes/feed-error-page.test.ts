import { expect, test } from 'vitest';
import { generateKey, KEY_KINDS } from '../../src/keys/key.ts';
import { publishableFault } from '../../src/web/browser/embed-builder/framing.ts';
import { ApiError, apiErrorOf, keyFault } from '../../src/web/browser/lib/request.ts';
import { askWith, makeKey } from '../support/index.ts';

test('apiErrorOf() lists the invalid parameters of an error response', async () => {
  const answer = await askWith(await makeKey('secret'), '/api/v2/topics/trending/?limit=0&period=never');
  const refusal = await apiErrorOf(answer);
  expect(refusal.kind).toBe('invalid');
  expect(refusal.message).toBe('period must be one of now, week; limit must be a whole number from 1 to 50.');
});

test.each([
  [401, 'key'],
  [403, 'forbidden'],
  [404, 'missing'],
  [409, 'conflict'],
  [429, 'busy'],
  [500, 'failed'],
  [503, 'busy'],
  [0, 'offline'],
] as const)('an ApiError with status %i has the kind %s and a message', (status, kind) => {
  const refusal = new ApiError(status, {}, 7);
  expect(refusal.kind).toBe(kind);
  expect(refusal.message.length).toBeGreaterThan(10);
});

test('apiErrorOf() accepts an error response that is not JSON', async () => {
  const refusal = await apiErrorOf(new Response('<h1>Bad gateway</h1>', { status: 502 }));
  expect(refusal).toMatchObject({ kind: 'failed', status: 502, faults: {} });
});

test.each(KEY_KINDS)('a %s key is accepted only in form fields for its kind', (kind) => {
  const key = generateKey(kind);
  if (kind === 'publishable') {
    expect(publishableFault(key)).toBeNull();
    expect(keyFault(key)).toMatch(/^This is a publishable key/);
  } else {
    expect(keyFault(key)).toBeNull();
    expect(publishableFault(key)).toMatch(/^This key must never be in a page/);
  }
});
