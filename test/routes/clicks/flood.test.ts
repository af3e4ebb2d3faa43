import { beforeAll, expect, test, vi } from 'vitest';
import { askWith, makeKey, ORIGIN } from '../../support/index.ts';
import { beacon, newAddress, overrides } from './beacon-support.ts';

let key: string;
beforeAll(async () => {
  key = await makeKey('publishable', [ORIGIN]);
});

test('beacons beyond an isolate’s capacity are rejected at once, accepted ones are queued, and reads continue', async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  const opened = Promise.withResolvers<void>();
  let sent = 0;
  const slow = {
    async send() {
      await opened.promise;
      sent++;
    },
  };
  Object.assign(overrides, { CLICKS: slow });
  const flood = Array.from({ length: 300 }, (_, i) =>
    beacon({ key, contentId: i + 1 }, { Origin: ORIGIN, 'CF-Connecting-IP': newAddress() }),
  );
  const refused = (await Promise.all(flood.slice(128))).map(({ status, headers }) => [
    status,
    headers.get('Retry-After'),
  ]);
  expect(refused).toEqual(Array(172).fill([503, '1']));
  expect((await askWith(await makeKey('secret'), '/api/v2/topics/list/')).status).toBe(200);
  opened.resolve();
  const taken = (await Promise.all(flood.slice(0, 128))).map(({ status }) => status);
  expect([taken, sent]).toEqual([Array(128).fill(202), 128]);
  vi.restoreAllMocks();
});
