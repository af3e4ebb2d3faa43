import { env } from 'cloudflare:test';
import { expect, test } from 'vitest';
import { noteRun, recordJobFailure } from '../../src/operations/job-runs.ts';
import { readSigns } from '../../src/operations/watch/signs.ts';
import { openTestDb } from '../support/index.ts';

const NOW = Date.UTC(2031, 0, 1, 12);
const db = openTestDb();

test('a job that has never succeeded is reported from its first failure until it succeeds', async () => {
  expect(await readSigns(db, env, NOW)).toMatchObject({ jobs: null, retention: null });
  for (const job of ['feeds', 'retention'])
    await recordJobFailure(db, { job, at: NOW, reason: 'Error: no such table' });
  expect(await readSigns(db, env, NOW)).toMatchObject({
    jobs: expect.stringContaining('feeds'),
    retention: 'old data has not been deleted',
  });
  for (const job of ['feeds', 'retention']) await noteRun(db, { job, at: NOW + 1000, milliseconds: 1 });
  expect(await readSigns(db, env, NOW + 1000)).toMatchObject({ jobs: null, retention: null });
});
