import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openDb } from '../../../src/db/client.ts';
import { createKey } from '../../../src/keys/key-store.ts';
import { toSeconds } from '../../../src/lib/time.ts';
import { withStores } from '../../../src/node/state/stores.ts';
import { differenceOf, SAMPLED_PATHS } from '../../../src/node/upgrade/sample.ts';
import { startNodeServer } from '../../support/servers/node-server.ts';

test('every sample request succeeds', async () => {
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-sample-'));
  const server = await startNodeServer({ state });
  const record = { kind: 'secret', name: 'sample', origins: [], expiresAt: null } as const;
  const key = await withStores(state, ({ db }) =>
    createKey(openDb(db), { ...record, origins: [] }, toSeconds(Date.now())),
  );
  const headers = { Authorization: `Bearer ${key}` };
  const statuses: [path: string, status: number][] = [];
  for (const path of SAMPLED_PATHS) statuses.push([path, (await fetch(new URL(path, server.url), { headers })).status]);
  await server.stop();
  rmSync(state, { recursive: true, force: true });
  expect(statuses).toEqual(SAMPLED_PATHS.map((path) => [path, 200]));
});

test('a request that fails before and after an upgrade is reported', () => {
  const refused = [{ path: '/feed', status: 404, body: '{}' }];
  expect(differenceOf(refused, refused)).toMatch(/the previous version .* returned 404/);
});
