import { createExecutionContext, waitOnExecutionContext } from 'cloudflare:test';
import { expect, test, vi } from 'vitest';
import { FLUSH_INTERVAL } from '../../../src/clicks/consume/outcomes.ts';
import { clickOutcomes } from '../../../src/db/schema.ts';
import { makeKey, openTestDb } from '../../support/index.ts';
import { newAddress, queue, visit } from './beacon-support.ts';

test('every outcome of a click is counted within half a minute after the response', async () => {
  const wait = vi.spyOn(scheduler, 'wait').mockResolvedValue(undefined);
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const context = createExecutionContext();
  const key = await makeKey('publishable');
  const send = (body: string, headers = {}) => visit('/clicks', { method: 'POST', body, headers }, context);
  const click = JSON.stringify({ key, contentId: 7 });
  const reader = { 'CF-Connecting-IP': newAddress() };

  await send(click, reader);
  await send(click, reader);
  await send(click, { 'User-Agent': 'curl/8.9.1' });
  await send(click, { Purpose: 'prefetch' });
  await send('{');
  await send('{}');
  await send('x'.repeat(5000));
  await visit('/go/7', {}, context);
  await visit(`/go/7?key=${key}`, {}, context);
  queue.failures = 3;
  await send(click);
  await waitOnExecutionContext(context);

  expect(wait.mock.calls[0]).toEqual([FLUSH_INTERVAL]);
  const ends = new Map<string, number>();
  for (const { outcome, clicks } of await openTestDb().select().from(clickOutcomes))
    ends.set(outcome, (ends.get(outcome) ?? 0) + clicks);
  expect(Object.fromEntries(ends)).toEqual({
    accepted: 2,
    'dropped:bot': 1,
    'dropped:prefetch': 1,
    'refused:parameterInvalid': 1,
    'refused:apiKeyMissing': 2,
    'refused:payloadTooLarge': 1,
    'dropped:notFound': 1,
    'dropped:unavailable': 1,
  });
});
