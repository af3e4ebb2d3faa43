import { expect, test } from 'vitest';
import { generateKey } from '../../src/keys/key.ts';
import { askUnder, withDatabase } from '../operations/openmetrics.ts';

const answerWhere = async (message: string) => {
  const env = withDatabase(() => Promise.reject(new Error(message)));
  return askUnder(env, '/api/v2/geography/list/', { headers: { 'X-API-Key': generateKey('secret') } });
};

test.each([
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'D1_ERROR: D1 DB is overloaded. Too many requests queued.',
  'D1_ERROR: database is locked: SQLITE_BUSY',
  'D1_ERROR: database or disk is full: SQLITE_FULL',
  'D1_ERROR: disk I/O error: SQLITE_IOERR',
  'D1_ERROR: Exceeded maximum DB size.',
  'D1_ERROR: Network connection lost.',
  'D1_ERROR: D1 DB reset because its code was updated.',
  'D1 DB storage operation exceeded timeout which caused object to be reset.',
  'Internal error while starting up D1 DB storage caused object to be reset.',
  'Cannot resolve D1 DB due to transient issue on remote node.',
  'internal error; reference = iqja916q67b4cj255mn87abs',
])('a temporary database error returns 503 with Retry-After: %s', async (message) => {
  const response = await answerWhere(message);
  expect(response.status).toBe(503);
  expect(Number(response.headers.get('Retry-After'))).toBeGreaterThan(0);
  expect(await response.json()).toMatchObject({ status: 'error', reason: 'unavailable' });
});

test.each(['D1_ERROR: no such column: secret: SQLITE_ERROR', 'Cannot read properties of undefined'])(
  'a permanent error returns 500 without its message: %s',
  async (message) => {
    const response = await answerWhere(message);
    expect(response.status).toBe(500);
    const body = await response.text();
    expect(JSON.parse(body)).toMatchObject({ status: 'error', reason: 'internal' });
    expect(body).not.toContain(message);
  },
);
