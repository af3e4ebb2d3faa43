import { env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { generateKey } from '../../src/keys/key.ts';
import { askUnder } from '../operations/openmetrics.ts';
import { askWith, makeKey } from '../support/index.ts';

/** Read replicas may lag behind, so keys and sessions that a replica lacks are looked up on the primary. */

let asked = 0;
beforeEach(() => {
  asked = 0;
});
afterEach(() => {
  vi.useRealTimers();
});

function behind(): Env {
  const empty = (statement: D1PreparedStatement): object => ({
    bind: (...values: unknown[]) => empty(statement.bind(...values)),
    all: async () => ({ ...(await statement.all()), results: [] }),
  });
  const DB = {
    withSession: (first: string) => {
      const real = env.DB.withSession(first);
      const prepare = (query: string) => {
        if (first === 'first-primary') asked += 1;
        return first === 'first-primary' ? real.prepare(query) : empty(real.prepare(query));
      };
      return { prepare, batch: real.batch.bind(real) };
    },
    prepare: env.DB.prepare.bind(env.DB),
    batch: env.DB.batch.bind(env.DB),
  };
  return { ...env, DB } as unknown as Env;
}

const LIST = '/api/v2/topics/list/';

test('a new key is accepted at once, and the primary is queried for it at most once per second', async () => {
  const headers = { Authorization: `Bearer ${await makeKey('secret')}` };
  const opens = async () => expect((await askUnder(behind(), LIST, { headers })).status).toBe(200);
  await opens();
  vi.useFakeTimers({ toFake: ['Date'] });
  await opens();
  expect(asked).toBe(1);
  for (let i = 0; i < 2; i++) {
    vi.setSystemTime(Date.now() + 1500);
    await opens();
    await opens();
  }
  expect(asked).toBe(3);
});

test('a new session is accepted at once', async () => {
  const begun = await askWith(await makeKey('operator'), '/session', { method: 'POST' });
  const Cookie = begun.headers.get('Set-Cookie')?.split(';', 1)[0] ?? '';
  const answer = await askUnder(behind(), '/session', { headers: { Cookie } });
  expect(await answer.json()).toMatchObject({ data: { session: { kind: 'operator' } } });
});

test('a new shared link and a new feed work at once', async () => {
  const operator = await makeKey('operator');
  const made = async (path: string, body: object) =>
    (await (await askWith(operator, path, { method: 'POST', body: JSON.stringify(body) })).json<{ data: never }>())
      .data;
  const { link } = await made('/manage/shares', { name: 'all', view: 'insights/trending-topics/', days: 30 });
  const { feed } = await made('/manage/subscriptions', { kind: 'week', via: 'feed' });
  for (const address of [`${link}/data`, feed])
    expect((await askUnder(behind(), new URL(address).pathname)).status).toBe(200);
});

test('lookups of unknown keys on the primary are rate-limited', async () => {
  const statuses = new Set<number>();
  for (let i = 0; i < 70; i++) {
    const headers = { Authorization: `Bearer ${generateKey('secret')}`, 'CF-Connecting-IP': '198.51.100.200' };
    statuses.add((await askUnder(behind(), LIST, { headers })).status);
  }
  expect(statuses).toEqual(new Set([401, 429]));
  expect(asked).toBeLessThanOrEqual(60);
});
