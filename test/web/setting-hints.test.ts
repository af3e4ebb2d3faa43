import { afterEach, expect, test, vi } from 'vitest';
import { apiErrorOf, loadSession } from '../../src/web/browser/lib/request.ts';

const FAULT = 'leads to localhost, which is not on the public internet';
const refusal = () =>
  Response.json(
    { status: 'fail', data: { url: `${FAULT} (FEED_ALLOW_HOSTS=localhost would allow it)` } },
    { status: 400 },
  );

afterEach(() => vi.unstubAllGlobals());

test.each([
  ['editor', FAULT],
  ['operator', `${FAULT} (FEED_ALLOW_HOSTS=localhost would allow it)`],
])('a session of the kind %s sees hints at settings only if it can change them', async (kind, fault) => {
  vi.stubGlobal('fetch', async () => Response.json({ status: 'success', data: { session: { kind, name: kind } } }));
  await loadSession();
  expect((await apiErrorOf(refusal())).faults).toEqual({ url: fault });
});
