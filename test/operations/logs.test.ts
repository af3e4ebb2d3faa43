import { createMessageBatch, env } from 'cloudflare:test';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { consumeClicks } from '../../src/clicks/consume/consumer.ts';
import { forgetKeys } from '../../src/keys/authenticate.ts';
import { KEY_KINDS, type KeyKind } from '../../src/keys/key.ts';
import { logFrom, reasonOf } from '../../src/lib/log.ts';
import { runScheduledJobs } from '../../src/operations/jobs.ts';
import { message } from '../clicks/support.ts';
import { operations } from '../routes/reference/described.ts';
import { publishNewsroom } from '../routes/reference/newsroom.ts';
import { makeKey } from '../support/index.ts';
import { sized } from '../support/size.ts';
import { askUnder, withDatabase } from './openmetrics.ts';

const ADDRESSES = ['203.0.113.77', '2001:db8::4711'];
const QUERY = 'querymarker';
const AGENT = 'Mozilla/5.0 (agentmarker; rv:140.0) Gecko/20100101 Firefox/140.0';

const lines: string[] = [];
const ids: string[] = [];
const keys = {} as Record<KeyKind, string>;

beforeAll(async () => {
  for (const kind of KEY_KINDS) keys[kind] = await makeKey(kind);
  await publishNewsroom(keys.operator);
  // The log level also applies to queue batches that are delivered during the tests.
  (env as { LOG_LEVEL: string }).LOG_LEVEL = 'info';
  logFrom('info');
  for (const level of ['debug', 'info', 'log', 'warn', 'error'] as const) {
    vi.spyOn(console, level).mockImplementation((...words) => void lines.push(words.map(String).join(' ')));
  }
});
afterAll(() => {
  (env as { LOG_LEVEL: string }).LOG_LEVEL = 'warn';
  logFrom('warn');
  vi.restoreAllMocks();
});

/** Returns a library error whose message contains everything that logs must not contain. */
const indiscretion = () =>
  new Error('wrapper', {
    cause: new Error(
      `D1_ERROR: near "${QUERY}": syntax error at https://newsgauge.test/api/v2/feed/?q=${QUERY}&apiKey=${keys.secret} for ${ADDRESSES.join(
        ', ',
      )} with ${keys.publishable} and ${keys.operator}: SQLITE_ERROR`,
    ),
  });

const events = () => lines.map((line) => (JSON.parse(line) as { event: string }).event);

/** Requests every endpoint with the key in the query and in a header, for each kind of key or (if sampled) one kind. */
async function hammer(surroundings: Env): Promise<[status: number, operation: string][]> {
  const answers: [number, string][] = [];
  for (const [turn, { method, path }] of operations.entries()) {
    for (const [i, key] of Object.values(keys).entries()) {
      if ((turn + i) % sized(KEY_KINDS.length, 1) > 0) continue;
      forgetKeys();
      const place = path.replace('{date}', '2026-01-30').replace(/\{\w+\}/, i ? '2004' : QUERY);
      const response = await askUnder(surroundings, `${place}?apiKey=${key}&key=${key}&searchTerms=${QUERY}&limit=2`, {
        method,
        redirect: 'manual',
        headers: {
          ...(i ? { Authorization: `Bearer ${key}` } : { 'X-API-Key': key }),
          'CF-Connecting-IP': ADDRESSES[i % 2] ?? '',
          'User-Agent': AGENT,
        },
        ...(method === 'GET'
          ? {}
          : { body: JSON.stringify(path === '/clicks' ? { key, contentId: 2001 } : [{ id: QUERY }]) }),
      });
      await response.arrayBuffer();
      ids.push(response.headers.get('X-Request-Id') ?? '');
      answers.push([response.status, `${method} ${path}`]);
    }
  }
  return answers;
}

describe('log lines contain no external data', () => {
  test('log lines contain no external data when all endpoints are requested', async () => {
    const answers = await hammer(env);
    expect(answers.map(([status]) => status)).toContain(200);
    expect(answers.filter(([status]) => status >= 500)).toEqual([]);
  });

  test('log lines contain no external data while the database fails with revealing errors', async () => {
    const answers = await hammer(withDatabase(() => Promise.reject(indiscretion())));
    expect(answers.filter(([status]) => status >= 500).length).toBeGreaterThan(20);
    expect(events()).toContain('requestFailed');
  });

  test('log lines contain no external data while the queue rejects clicks', async () => {
    const CLICKS = { send: () => Promise.reject(indiscretion()) } as unknown as Queue;
    for (const path of [`/go/2003?key=${keys.publishable}`, '/clicks']) {
      const response = await askUnder({ ...env, CLICKS }, path, {
        method: path === '/clicks' ? 'POST' : 'GET',
        redirect: 'manual',
        headers: { 'User-Agent': AGENT, 'CF-Connecting-IP': ADDRESSES[1] ?? '' },
        ...(path === '/clicks' ? { body: JSON.stringify({ key: keys.publishable, contentId: 2002 }) } : {}),
      });
      expect(response.status).toBe(path === '/clicks' ? 503 : 302);
    }
    expect(events()).toContain('clickLost');
  });

  test('log lines contain no external data while batches fail and dead letters are stored', async () => {
    const batch = (body: unknown) =>
      createMessageBatch('newsgauge-clicks', [{ id: 'm1', timestamp: new Date(), attempts: 3, body }]);
    await consumeClicks(batch({ contentId: QUERY, key: keys.secret }), env);
    const whole = message(2001, Date.now(), 'a'.repeat(32));
    await expect(
      consumeClicks(
        batch(whole),
        withDatabase(() => Promise.reject(indiscretion())),
      ),
    ).rejects.toThrow();
    expect(events()).toEqual(expect.arrayContaining(['deadLetters', 'batchFailed']));
  });

  test('log lines contain no external data while jobs run and fail', async () => {
    for (const cron of ['*/5 * * * *', '17 3 * * *']) {
      const run = { cron, scheduledTime: Date.now(), noRetry() {} };
      await runScheduledJobs(run, env);
      await expect(
        runScheduledJobs(
          run,
          withDatabase(() => Promise.reject(indiscretion())),
        ),
      ).rejects.toThrow();
    }
    expect(events()).toEqual(expect.arrayContaining(['cron', 'cronFailed']));
  });

  test('each request is logged once with the id of its response', () => {
    const logged = lines.flatMap((line) => (JSON.parse(line) as { requestId?: string }).requestId ?? []);
    expect(ids.length).toBeGreaterThan(sized(170, 500));
    expect(new Set(ids).size).toBe(ids.length);
    expect(logged.filter((id) => ids.includes(id)).toSorted()).toEqual(ids.toSorted());
  });

  test('successful requests are not logged at the warn level', async () => {
    logFrom('warn');
    const before = lines.length;
    expect((await askUnder(env, '/health/live')).status).toBe(200);
    expect(lines.length).toBe(before);
    logFrom('info');
  });

  test('every log line is one JSON event without secrets', () => {
    expect(lines.length).toBeGreaterThan(25);
    for (const line of lines) {
      expect(line).not.toContain('\n');
      const { event, at, route } = JSON.parse(line);
      expect(event).toMatch(/^[a-zA-Z]+$/);
      expect(new Date(at).toISOString()).toBe(at);
      if (route) expect(route).not.toMatch(/200|2026/);
      for (const secret of [...Object.values(keys), ...ADDRESSES, QUERY, 'agentmarker', 'wrapper'])
        expect(line).not.toContain(secret);
    }
  });
});

test.each<[string, unknown, string]>([
  ['that of the innermost cause', new Error('a', { cause: new TypeError('b') }), 'TypeError: b'],
  ['without quoted text', new Error('near "DROP": syntax error'), 'Error: near …: syntax error'],
  ['without a truncated quotation', new Error('near "DROP'), 'Error: near …'],
  ['without a key', new Error('bad ngs_0123abc here'), 'Error: bad … here'],
  ['without addresses', new Error('from 10.1.2.3 and fe80::1'), 'Error: from … and …'],
  ['without a query', new Error('GET /a?b=c'), 'Error: GET /a…'],
  [
    'the error of the database',
    new Error('D1_ERROR: no such table: a: SQLITE_ERROR'),
    'Error: D1_ERROR: no such table: a: SQLITE_ERROR',
  ],
  ['“unknown” for a value that is not an error', 'secret', 'unknown'],
  ['in at most 200 characters', new Error('x'.repeat(999)), `Error: ${'x'.repeat(193)}`],
])('the logged reason is %s', (_, thrown, reason) => {
  expect(reasonOf(thrown)).toBe(reason);
});
