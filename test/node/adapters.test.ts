/**
 * The Node adapters guarantee more than the contract that workerd shares: restarts, clock changes and disk failures.
 */
import { createHash } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { assumeTrusted } from '../../src/db/trusted-time.ts';
import { Background } from '../../src/node/background.ts';
import { d1On } from '../../src/node/d1/database.ts';
import { openD1File, openFile } from '../../src/node/d1/sqlite.ts';
import { kvOn } from '../../src/node/kv.ts';
import '../../src/node/modules/globals.ts';
import { Objects } from '../../src/node/objects/objects.ts';
import { Queues } from '../../src/node/queue/queues.ts';
import { rateLimiter } from '../../src/node/rate-limit.ts';
import { Turns } from '../../src/node/turns.ts';

const HOUR_MS = 3_600_000;
let folder = '';

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'newsgauge-node-'));
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const file = (name: string) => join(folder, name);
const bytes = () => Buffer.concat(readdirSync(folder).map((name) => readFileSync(file(name))));
const until = (holds: () => boolean) => expect.poll(holds).toBe(true);
const { now: realNow } = Date;
const setClock = (step: number) => vi.spyOn(Date, 'now').mockImplementation(() => realNow() + step);

/** Stub of a Durable Object. It records its alarms in `rung`, and awaits `wait` in each alarm, `stored` after a write. */
function bells(
  rung: string[],
  { wait, stored }: Partial<Record<'wait' | 'stored', (name: string) => Promise<void>>> = {},
) {
  const database = openFile(file('objects.sqlite'));
  const objects = new Objects(database, new Background());
  class Bell {
    readonly ctx: DurableObjectState;
    memory = 0;
    constructor(ctx: DurableObjectState) {
      this.ctx = ctx;
    }
    async ringIn(delay: number) {
      await this.ctx.storage.setAlarm(Date.now() + delay);
    }
    async remember(value: unknown) {
      this.memory++;
      this.ctx.storage.kv.put('value', value);
      await stored?.(this.ctx.id.name ?? '');
    }
    async recall() {
      return { memory: this.memory, value: this.ctx.storage.kv.get('value') };
    }
    async alarm() {
      rung.push(this.ctx.id.name ?? '');
      await wait?.(this.ctx.id.name ?? '');
    }
  }
  const namespace = objects.namespace('Bell', (ctx) => new Bell(ctx));
  const bell = (name: string) => namespace.getByName(name) as unknown as Bell;
  return { bell, database, objects };
}

describe('alarms on Node', () => {
  test('alarms fire after a restart, even if the clock was set back by an hour', async () => {
    const first = bells([]);
    await first.bell('soon').ringIn(60);
    await first.bell('later').ringIn(HOUR_MS);
    first.objects.stop();

    setClock(-HOUR_MS);
    const rung: string[] = [];
    const second = bells(rung);
    second.objects.resume();
    await until(() => rung.length > 0);
    expect(rung).toEqual(['soon']);
    second.objects.stop();
  });

  test('alarms fire on time even if the clock is set back', async () => {
    const rung: string[] = [];
    const { bell, objects } = bells(rung);
    await bell('a').ringIn(100);
    setClock(-2 * HOUR_MS);
    await until(() => rung.length > 0);
    expect(rung).toEqual(['a']);
    objects.stop();
  });

  test('an alarm interrupted by a crash fires again', async () => {
    const rung: string[] = [];
    const { bell, objects } = bells(rung, { wait: () => new Promise(() => {}) });
    await bell('a').ringIn(1);
    await until(() => rung.length > 0);
    objects.stop();
    const again: string[] = [];
    const next = bells(again);
    next.objects.resume();
    await until(() => again.length > 0);
    expect(again).toEqual(['a']);
    await sleep(50);
    next.objects.stop();
    const never: string[] = [];
    const last = bells(never);
    last.objects.resume();
    await sleep(50);
    expect(never).toEqual([]);
    last.objects.stop();
  });
});

describe('Durable Objects on Node', () => {
  test('an object discards unstored state after a failed write and stays usable', async () => {
    const { bell, database, objects } = bells([]);
    await bell('a').remember('first');
    const other = openFile(file('objects.sqlite'));
    database.exec('PRAGMA busy_timeout = 0');
    other.exec('BEGIN IMMEDIATE');
    await expect(bell('a').remember('second')).rejects.toThrow('locked');
    other.exec('ROLLBACK');
    expect(await bell('a').recall()).toEqual({ memory: 0, value: 'first' });
    other.close();
    objects.stop();
  });

  test('an object stores its state before a later database statement writes', async () => {
    const seen: unknown[] = [];
    const { bell, objects } = bells([], {
      stored: async () => {
        await db.prepare('CREATE TABLE written (id)').run();
        seen.push(reader.prepare('SELECT count(*) AS n FROM entries').get());
      },
    });
    const db = d1On(openD1File(file('d1.sqlite')), { before: () => objects.commit() });
    const reader = openFile(file('objects.sqlite'));
    await bell('a').remember('x');
    expect(seen).toEqual([{ n: 1 }]);
    reader.close();
    objects.stop();
  });
});

describe('queues on Node', () => {
  const settings = { jobs: { maxBatchSize: 10, maxBatchTimeout: 0.05, maxRetries: 3 } };
  const open = (seen: unknown[]) =>
    new Queues(openFile(file('queues.sqlite')), settings, async ({ messages }) => {
      seen.push(...messages.map(({ body }) => body));
    });

  test('queues deliver messages accepted before a restart', async () => {
    const first = open([]);
    await first.producer('jobs').sendBatch([{ body: 1 }, { body: 2 }]);
    await first.stop();
    const seen: unknown[] = [];
    const second = open(seen);
    second.start();
    await until(() => seen.length === 2);
    expect(seen).toEqual([1, 2]);
    expect(await second.producer('jobs').metrics()).toMatchObject({ backlogCount: 0, backlogBytes: 0 });
    await second.stop();
  });

  test.each([-2 * HOUR_MS, -100_000, HOUR_MS])(
    'queues deliver within seconds even if the clock changes by %d ms',
    async (step) => {
      const seen: unknown[] = [];
      const queues = open(seen);
      queues.start();
      const sent = queues.producer('jobs').send('before');
      setClock(step);
      await sent;
      await queues.producer('jobs').send('after');
      await until(() => seen.length === 2);
      expect(seen.toSorted()).toEqual(['after', 'before']);
      await queues.stop();
    },
  );

  test('the queue file contains no bytes of delivered messages', async () => {
    const seen: unknown[] = [];
    const queues = open(seen);
    queues.start();
    await queues.producer('jobs').send('a-body-to-be-found');
    await until(() => seen.length === 1);
    await queues.stop();
    expect(bytes().includes('a-body-to-be-found')).toBe(false);
  });

  test('a queue rejects a message that cannot be stored and accepts the next one', async () => {
    const database = openFile(file('queues.sqlite'));
    const queues = new Queues(database, settings, async () => {});
    const other = openFile(file('queues.sqlite'));
    database.exec('PRAGMA busy_timeout = 0');
    other.exec('BEGIN IMMEDIATE');
    await expect(queues.producer('jobs').send(1)).rejects.toThrow('locked');
    other.exec('ROLLBACK');
    await queues.producer('jobs').send(2);
    expect(await queues.producer('jobs').metrics()).toMatchObject({ backlogCount: 1 });
    other.close();
    await queues.stop();
  });
});

describe('the key-value store on Node', () => {
  test('the store’s file contains no bytes of deleted or expired values', async () => {
    let now = Date.now();
    const database = openFile(file('halves.sqlite'));
    const kv = kvOn(database, () => now);
    await kv.put('a', 'the-deleted-half');
    await kv.put('b', 'the-expired-half', { expirationTtl: 60 });
    await kv.delete('a');
    now += 61_000;
    expect(await kv.get('b')).toBeNull();
    await kv.put('c', 'the-next-half');
    // Expired data stays stored, because only this machine's clock says that it has expired.
    expect(bytes().includes('the-expired-half')).toBe(true);
    await kv.deleteExpired?.(assumeTrusted(now));
    expect(bytes().includes('the-deleted-half')).toBe(false);
    expect(bytes().includes('the-expired-half')).toBe(false);
    expect(await kv.get('c')).toBe('the-next-half');
    database.close();
  });
});

describe('rate limits and scheduling on Node', () => {
  test('a rate limit period ends according to the clock of the limiter', async () => {
    let now = 0;
    const limiter = rateLimiter({ limit: 1, period: 10 }, () => now);
    const take = async () => (await limiter.limit({ key: 'a' })).success;
    expect([await take(), await take()]).toEqual([true, false]);
    now = 10_000;
    expect(await take()).toBe(true);
  });
});

test('after four milliseconds of statements, the next one starts in the next turn of the event loop', async () => {
  let time = 0;
  const db = d1On(openD1File(':memory:'), { turns: new Turns(() => time++) });
  let turns = 0;
  const count = () => {
    turns++;
    next = setImmediate(count);
  };
  let next = setImmediate(count);
  for (let i = 0; i < 100; i++) await db.prepare('SELECT 1').first();
  clearImmediate(next);
  expect(turns).toBeGreaterThanOrEqual(100 / 6);
  expect(turns).toBeLessThan(50);
});

test('a short task waits for at most one more step of a long task', async () => {
  let time = 0;
  const turns = new Turns(() => time);
  let steps = 0;
  const long = async () => {
    for (; steps < 50; steps++) {
      if (turns.isOver) await turns.next();
      time += 10;
    }
  };
  const short = async () => {
    const before = steps;
    for (let i = 0; i < 3; i++) if (turns.isOver) await turns.next();
    return steps - before;
  };
  const ended = long();
  const waited: number[] = [];
  for (let i = 0; i < 5; i++) {
    await new Promise((resolve) => setImmediate(resolve));
    waited.push(await short());
  }
  await ended;
  expect(Math.max(...waited)).toBeLessThanOrEqual(2);
});

test.each([1, 2, 8])('%i long tasks delay each step of a short task by one step of theirs', async (count) => {
  let time = 0;
  const turns = new Turns(() => time);
  let hasEnded = false;
  const long = async () => {
    while (!hasEnded) {
      await turns.next(true);
      time += 60;
    }
  };
  const ended = Array.from({ length: count }, long);
  const delays: number[] = [];
  for (let i = 0; i < 50; i++) {
    const since = time;
    await turns.next();
    delays.push(time - since);
    time += 1;
  }
  hasEnded = true;
  await Promise.all(ended);
  expect(Math.max(...delays)).toBeLessThanOrEqual(60);
});

test('a long task continues after the short tasks that wait, or after 50 ms', async () => {
  const orderOf = async (count: number) => {
    let time = 0;
    const turns = new Turns(() => time);
    const order: string[] = [];
    const long = turns.next(true).then(() => order.push('long'));
    const short = Array.from({ length: count }, () =>
      turns.next().then(() => {
        time += 6;
        order.push('short');
      }),
    );
    await Promise.all([long, ...short]);
    return order;
  };
  expect(await orderOf(3)).toEqual(['short', 'short', 'short', 'long']);
  expect((await orderOf(20)).indexOf('long')).toBe(9);
});

test.each([0, 1, 60, 65_535, 65_536, 65_537, 1_000_000])(
  'the digest of %i bytes is the SHA-256 hash, even for views of a buffer',
  async (size) => {
    const data = crypto.getRandomValues(new Uint8Array(Math.min(size, 65_536)));
    const whole = new Uint8Array(size + 3);
    for (let at = 3; at < whole.length; at += data.length) whole.set(data.subarray(0, whole.length - at), at);
    const part = whole.subarray(3);
    const expected = createHash('sha256').update(part).digest('hex');
    for (const input of [part, part.slice().buffer, new DataView(whole.buffer, 3)])
      expect(Buffer.from(await crypto.subtle.digest('SHA-256', input)).toString('hex')).toBe(expected);
    expect((await crypto.subtle.digest({ name: 'SHA-512' }, part)).byteLength).toBe(64);
  },
);
