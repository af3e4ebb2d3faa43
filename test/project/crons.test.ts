import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { expect, test } from 'vitest';
import { CRONS } from '../../src/operations/cron-times.ts';

test('wrangler.toml declares the cron schedules of the jobs', () => {
  const config = parse(readFileSync(join(import.meta.dirname, '../../wrangler.toml'), 'utf8'));
  expect((config.triggers as { crons: string[] }).crons).toEqual(Object.values(CRONS));
});
