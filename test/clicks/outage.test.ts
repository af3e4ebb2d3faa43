import { env } from 'cloudflare:test';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { DEAD_QUEUE } from '../../src/clicks/consume/consumer.ts';
import { listDeadLetters } from '../../src/clicks/consume/dead-letters.ts';
import { READ_COLUMNS, READ_COUNTERS } from '../../src/db/read-columns.ts';
import worker from '../../src/index.ts';
import config from '../../wrangler.toml?raw';
import { withDatabase } from '../operations/openmetrics.ts';
import { openTestDb } from '../support/index.ts';
import { clickedArticles, emptyNewsroom, message, rows } from './support.ts';

const SECOND = 1000;
const DAY = 86_400 * SECOND;
const QUEUE = 'newsgauge-clicks';
const began = Date.UTC(2032, 5, 1, 12, 30);
/** Each click is attempted about seventy times in four days. */
const CLICKS = 9;
const db = openTestDb();

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: began });
  await emptyNewsroom();
  await clickedArticles();
});
afterEach(() => vi.useRealTimers());

interface Waiting {
  id: string;
  body: unknown;
  attempts: number;
  from: number;
}

function settings(queue: string) {
  const [, section = ''] = config.split(`[[queues.consumers]]\nqueue = "${queue}"\n`);
  const retries = Number(/^max_retries = (\d+)$/m.exec(section)?.[1]);
  if (!retries) throw new Error(`wrangler.toml says nothing of the retries of ${queue}`);
  return { retries };
}

/** A queue with the platform's rules for batches, delays, retries and dead letters. It advances the clock. */
class SimulatedQueue {
  waiting = new Map<string, Waiting[]>([
    [QUEUE, []],
    [DEAD_QUEUE, []],
  ]);
  lost = 0;
  #ids = 0;

  send(body: unknown, now: number): void {
    this.waiting.get(QUEUE)?.push({ id: `m${this.#ids++}`, body, attempts: 0, from: now });
  }

  get size(): number {
    return [...this.waiting.values()].reduce((sum, list) => sum + list.length, 0);
  }

  async run(until: number, environment: (now: number) => Env): Promise<void> {
    for (let now = this.#next(); now <= until; now = this.#next()) {
      vi.setSystemTime(now);
      for (const queue of this.waiting.keys()) await this.#deliver(queue, now, environment(now));
    }
    vi.setSystemTime(until);
  }

  #next = () => Math.max(Date.now(), Math.min(...[...this.waiting.values()].flat().map(({ from }) => from)));

  async #deliver(queue: string, now: number, under: Env): Promise<void> {
    const all = this.waiting.get(queue) ?? [];
    const due = all.filter(({ from }) => from <= now).slice(0, 100);
    if (due.length === 0) return;
    const answered = new Map<string, number | 'acknowledged'>();
    // The first decision about a message counts, as in the real runtime.
    const answer = (id: string, what: number | 'acknowledged') => answered.has(id) || answered.set(id, what);
    // The test runtime's batches do not reveal the requested delays.
    const messages = due.map(({ id, body, attempts }) => ({
      id,
      body,
      attempts: attempts + 1,
      timestamp: new Date(began),
      ack: () => answer(id, 'acknowledged'),
      retry: ({ delaySeconds = 0 } = {}) => answer(id, delaySeconds),
    }));
    const ackAll = () => {
      for (const { id } of due) answer(id, 'acknowledged');
    };
    const retryAll = ({ delaySeconds = 0 } = {}) => {
      for (const { id } of due) answer(id, delaySeconds);
    };
    await worker.queue({ queue, messages, ackAll, retryAll } as unknown as MessageBatch, under);
    for (const each of due) {
      each.attempts++;
      const delay = answered.get(each.id);
      if (delay === undefined) throw new Error('a message was neither acknowledged nor sent back');
      if (delay === 'acknowledged') all.splice(all.indexOf(each), 1);
      else if (each.attempts <= settings(queue).retries) each.from = now + Math.max(1, delay) * SECOND;
      else {
        all.splice(all.indexOf(each), 1);
        const dead = this.waiting.get(DEAD_QUEUE);
        if (queue === QUEUE && dead) dead.push({ ...each, attempts: 0, from: now });
        else this.lost++;
      }
    }
  }
}

const dead = withDatabase(() => Promise.reject(new Error('D1_ERROR: Network connection lost.')));
const reader = (i: number) => i.toString(16).padStart(32, '0');
const countedClicks = async () => {
  const ids = [0, 1, 2, 3, 4].map((n) => `SELECT id FROM click_ids_${n}`).join(' UNION ALL ');
  const [row] = await rows<{ clicks: number }>(`SELECT count(*) AS clicks FROM (${ids})`);
  return row?.clicks;
};

test('a database outage of four days loses no clicks and leaves no dead letters', async () => {
  const queue = new SimulatedQueue();
  for (let i = 0; i < CLICKS; i++) queue.send(message(1 + (i % 3), began, reader(i)), began + i * SECOND);
  await queue.run(began + 4 * DAY, () => dead);
  expect(queue.size).toBe(CLICKS);
  expect(await countedClicks()).toBe(0);
  await queue.run(began + 4 * DAY + 2 * 5400 * SECOND, () => env);
  expect({ waiting: queue.size, lost: queue.lost }).toEqual({ waiting: 0, lost: 0 });
  expect(await countedClicks()).toBe(CLICKS);
  expect(await listDeadLetters(db, { after: 0, limit: 10 })).toEqual([]);
});

test('after an outage, all clicks are counted within a quarter of its length', async () => {
  const queue = new SimulatedQueue();
  for (let i = 0; i < 5; i++) queue.send(message(1, began, reader(i)), began);
  await queue.run(began + 125 * SECOND, () => dead);
  await queue.run(began + 160 * SECOND, () => env);
  expect(queue.size).toBe(0);
  expect(await countedClicks()).toBe(5);
});

test('messages in the dead-letter queue wait until the database responds, then become dead letters', async () => {
  const queue = new SimulatedQueue();
  queue.send(message(1, began, reader(1)), began);
  const [given] = queue.waiting.get(QUEUE)?.splice(0) ?? [];
  if (given) queue.waiting.get(DEAD_QUEUE)?.push(given);
  await queue.run(began + 4 * DAY, () => dead);
  await queue.run(began + 4 * DAY + 2 * 5400 * SECOND, () => env);
  expect({ waiting: queue.size, lost: queue.lost }).toEqual({ waiting: 0, lost: 0 });
  expect(await listDeadLetters(db, { after: 0, limit: 10 })).toMatchObject([{ reason: 'failed' }]);
});

test('a message that always fails becomes a dead letter, and the other messages of its batches count', async () => {
  const queue = new SimulatedQueue();
  const poison = message(2, began, reader(99));
  for (let i = 0; i < 10; i++) queue.send(i === 4 ? poison : message(1, began, reader(i)), began);
  const { id } = poison;
  await queue.run(began + DAY, () => refusing(id));
  expect({ waiting: queue.size, lost: queue.lost }).toEqual({ waiting: 0, lost: 0 });
  expect(await countedClicks()).toBe(9);
  expect(await listDeadLetters(db, { after: 0, limit: 10 })).toMatchObject([{ reason: 'failed', body: poison }]);
});

function readOf(i: number, level: string) {
  const { companyType: _, seniority: __, continent: ___, ...of } = message(1 + (i % 3), began, reader(i));
  return { ...of, kind: 'read', level };
}

test('an outage and a message that always fails cause no lost or duplicate reads', async () => {
  const queue = new SimulatedQueue();
  const poison = readOf(99, 'read');
  for (const level of ['half', 'opened', 'half'])
    for (let i = 0; i < 9; i++) queue.send(readOf(i, level), began + i * SECOND);
  queue.send(poison, began);
  await queue.run(began + 3600 * SECOND, () => dead);
  expect(queue.size).toBe(28);
  await queue.run(began + 2 * DAY, () => refusing(poison.id));
  expect({ waiting: queue.size, lost: queue.lost }).toEqual({ waiting: 0, lost: 0 });
  expect(await listDeadLetters(db, { after: 0, limit: 10 })).toMatchObject([{ reason: 'failed', body: poison }]);
  const days = [0, 1, 2, 3, 4].map((n) => `SELECT * FROM read_days_${n}`).join(' UNION ALL ');
  const of = (i: number) => `sum(${READ_COLUMNS[Math.floor(i / 2)]} >> ${i % 2 ? 29 : 0} & ${2 ** 29 - 1})`;
  const counters = ['signed_opened', 'signed_half', 'signed_read'].map((name) => of(READ_COUNTERS.indexOf(name)));
  expect(await rows(`SELECT json_array(${counters}) AS counted FROM (${days})`)).toEqual([{ counted: '[9,9,0]' }]);
});

test('a locked database is queried once per batch, not once per click', async () => {
  let asked = 0;
  const locked = withDatabase(() => {
    asked++;
    return Promise.reject(new Error('D1_ERROR: database is locked: SQLITE_BUSY'));
  });
  const { prepare } = locked.DB;
  // Even if the database is locked, a query without tables succeeds.
  const readsNothing = { first: () => Promise.resolve({ 1: 1 }) } as unknown as D1PreparedStatement;
  locked.DB.prepare = (query) => (/\b(FROM|INTO|UPDATE)\b/i.test(query) ? prepare(query) : readsNothing);
  const sentBack: string[] = [];
  const messages = Array.from({ length: 50 }, (_, i) => ({
    id: `m${i}`,
    body: message(1, began, reader(i)),
    attempts: 9,
    timestamp: new Date(began),
    ack: () => expect.unreachable('nothing was counted'),
    retry: () => sentBack.push(`m${i}`),
  }));
  const batch = { queue: QUEUE, messages, ackAll: () => expect.unreachable('nothing was counted'), retryAll: () => {} };
  await worker.queue(batch as unknown as MessageBatch, locked);
  expect(sentBack).toHaveLength(50);
  expect(asked).toBeLessThan(5);
});

function refusing(text: string): Env {
  const session = env.DB.withSession('first-primary');
  const refused = new WeakSet<D1PreparedStatement>();
  const prepare = (query: string) => {
    const statement = session.prepare(query);
    const bind = statement.bind.bind(statement);
    return Object.assign(statement, {
      bind: (...values: unknown[]) => {
        const bound = bind(...values);
        if (values.some((value) => String(value).includes(text))) refused.add(bound);
        return bound;
      },
    });
  };
  const batch = (statements: D1PreparedStatement[]) =>
    statements.some((statement) => refused.has(statement))
      ? Promise.reject(new Error('D1_ERROR: constraint failed'))
      : session.batch(statements);
  const DB = { prepare: env.DB.prepare.bind(env.DB), withSession: () => ({ prepare, batch }) };
  return { ...env, DB: DB as unknown as D1Database };
}
