import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { consumeClicks, consumeDeadLetters, DEAD_QUEUE } from '../../src/clicks/consume/consumer.ts';
import {
  countDeadLetters,
  DEAD_REASONS,
  discardDeadLetters,
  expireDeadLetters,
  listDeadLetters,
  replayDeadLetters,
  storeDeadLetters,
} from '../../src/clicks/consume/dead-letters.ts';
import { saveArticles } from '../../src/content/articles/articles.ts';
import { assumeTrusted } from '../../src/db/trusted-time.ts';
import worker from '../../src/index.ts';
import { askWith, makeKey, openTestDb } from '../support/index.ts';
import { article, askedRow, clickedArticles, emptyNewsroom, message, rows } from './support.ts';

const QUEUE = 'newsgauge-clicks';
const HOUR = 3_600_000;
const now = Date.UTC(2032, 5, 1, 12, 30);
const db = openTestDb();

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'], now });
  await emptyNewsroom();
  await clickedArticles();
});
afterEach(() => vi.restoreAllMocks());

const letters = (options = { after: 0, limit: 100 }) => listDeadLetters(db, options);

function batchOf(bodies: unknown[], queue = QUEUE, ids = bodies.map((_, i) => `m${i}`)): MessageBatch {
  const messages = bodies.map((body, i) => ({ id: ids[i] ?? '', body, timestamp: now, attempts: 1 }));
  return createMessageBatch(queue, messages);
}

async function consume(batch: MessageBatch, consumer = consumeClicks): Promise<boolean> {
  await consumer(batch, env, now).catch(() => {});
  return (await getQueueResult(batch, createExecutionContext())).ackAll;
}

describe('messages that can never be counted are stored as dead letters and acknowledged', () => {
  const good = message(1, now);
  test.each([
    ['nothing', null, 'malformed'],
    ['text', 'click', 'malformed'],
    ['an older format', { ...good, v: 0 }, 'malformed'],
    ['a newer format', { ...good, v: 2 }, 'malformed'],
    ['a fraction as its id', { ...good, contentId: 1.5 }, 'malformed'],
    ['a missing hour', { ...good, hour: null }, 'malformed'],
    ['an IP address as its reader', { ...good, reader: '203.0.113.7' }, 'malformed'],
    ['an unknown company type', { ...good, companyType: 'baker' }, 'malformed'],
  ])('a message with %s becomes a dead letter, and the rest of its batch is counted', async (_name, body, reason) => {
    expect(await consume(batchOf([body, good]))).toBe(true);
    expect(await letters()).toEqual([{ id: expect.any(Number), at: now / 1000, messageId: 'm0', reason, body }]);
    expect(await askedRow(1)).toMatchObject({ engagement_24h: 1 });
  });
});

test('two clicks of one message count once each, and only the malformed one becomes a dead letter', async () => {
  const pairs = [
    [message(1, now), message(1, now, '1'.repeat(32))],
    [{ ...message(1, now), v: 2 }, message(1, now, '2'.repeat(32))],
  ];
  for (let i = 0; i < 2; i++) expect(await consume(batchOf([...pairs, []]))).toBe(true);
  expect(await askedRow(1)).toMatchObject({ engagement_24h: 3 });
  expect((await letters()).map(({ messageId, body }) => [messageId, body])).toEqual([
    ['m1.0', pairs[1]?.[0]],
    ['m2', []],
  ]);
});

test.each([-9600, -338, -335, -3, 1, 2, 3, 72, 9600])(
  'a click accepted %i hours from now is counted in its own hour',
  async (hours) => {
    for (let i = 0; i < 2; i++) await consume(batchOf([message(1, now + hours * HOUR)]));
    expect(await letters()).toEqual([]);
    expect(await rows('SELECT hour FROM click_hours')).toEqual([{ hour: Math.floor(now / HOUR) + hours }]);
  },
);

test('a redelivered message is stored once, with its first reason', async () => {
  for (let i = 0; i < 3; i++) await consume(batchOf(['junk']));
  await consume(batchOf(['junk'], DEAD_QUEUE), consumeDeadLetters);
  expect(await letters()).toMatchObject([{ messageId: 'm0', reason: 'malformed' }]);
});

test('messages from the dead-letter queue are stored as dead letters', async () => {
  const batch = batchOf([message(1, now), undefined], DEAD_QUEUE);
  await worker.queue(batch, env);
  expect((await getQueueResult(batch, createExecutionContext())).ackAll).toBe(true);
  expect(await letters()).toMatchObject([
    { reason: 'failed', body: message(1, now) },
    { reason: 'failed', body: null },
  ]);
  expect(await countDeadLetters(db)).toEqual({ failed: 2 });
});

test('a batch is not acknowledged if its dead letters cannot be stored', async () => {
  vi.spyOn(env.DB, 'withSession').mockImplementation(() => {
    throw new Error('no database');
  });
  expect(await consume(batchOf([null]))).toBe(false);
  expect(await consume(batchOf([null], DEAD_QUEUE), consumeDeadLetters)).toBe(false);
});

test('dead letters are paginated, oldest first', async () => {
  await consume(batchOf(Array.from({ length: 7 }, () => null)));
  const pages: string[][] = [];
  for (let after = 0; ; ) {
    const page = await letters({ after, limit: 3 });
    if (page.length === 0) break;
    pages.push(page.map(({ messageId }) => messageId));
    after = page.at(-1)?.id ?? 0;
  }
  expect(pages).toEqual([['m0', 'm1', 'm2'], ['m3', 'm4', 'm5'], ['m6']]);
});

describe('replayDeadLetters', () => {
  test('a replay sends batches within the size limit of the queue, even if messages are long', async () => {
    const id = 'a'.repeat(32);
    const seen = Array.from({ length: 100 }, (_, i) => [id, 1_000_000 + i, 5]);
    const body = { v: 1, kind: 'view', id, hour: now / HOUR, origin: 'signed', reader: 1, seen };
    await storeDeadLetters(
      db,
      Array.from({ length: 100 }, (_, i) => ({ messageId: `long ${i}`, reason: 'failed' as const, body })),
      now / 1000,
    );
    const sizes: number[] = [];
    const queue = {
      async sendBatch(messages: Iterable<MessageSendRequest>) {
        const all = [...messages];
        sizes.push(all.reduce((sum, message) => sum + JSON.stringify(message.body).length, 0));
        return env.CLICKS.sendBatch(all);
      },
    };
    expect(await replayDeadLetters(db, queue as never, { limit: 1000 })).toBe(100);
    expect(Math.max(...sizes)).toBeLessThan(256_000 - 100 * 100);
    expect(sizes.length).toBeLessThan(6);
  });

  function fakeQueue(fail: 'never' | 'before' | 'after' = 'never') {
    const bodies: unknown[] = [];
    const sendBatch = async (sent: Iterable<{ body: unknown }>) => {
      if (fail === 'before') throw new Error('queue is full');
      bodies.push(...Array.from(sent, ({ body }) => body));
      if (fail === 'after') throw new Error('no answer');
    };
    return { bodies, queue: { sendBatch } as unknown as Queue };
  }

  let batches = 0;
  const redeliver = (bodies: unknown[]) =>
    consume(
      batchOf(
        bodies,
        QUEUE,
        bodies.map((_, i) => `again ${batches++} ${i}`),
      ),
    );

  const bury = () => consume(batchOf([message(4, now)], DEAD_QUEUE), consumeDeadLetters);

  test('a replayed click counts if its article has been published since', async () => {
    await bury();
    await saveArticles(db, [article(4, [3])], now);
    const { bodies, queue } = fakeQueue();
    expect(await replayDeadLetters(db, queue, { limit: 1000 })).toBe(1);
    expect(await letters()).toEqual([]);
    await redeliver(bodies);
    expect(await askedRow(3)).toMatchObject({ engagement_24h: 1 });
  });

  test('a replayed click on an unknown article does not become a dead letter again', async () => {
    await bury();
    const { bodies, queue } = fakeQueue();
    await replayDeadLetters(db, queue, { limit: 1000 });
    await redeliver(bodies);
    expect(await letters()).toEqual([]);
  });

  test.each(['before', 'after'] as const)(
    'a replay keeps all dead letters if the queue fails %s it accepts them',
    async (when) => {
      await bury();
      await expect(replayDeadLetters(db, fakeQueue(when).queue, { limit: 1000 })).rejects.toThrow();
      expect(await letters()).toHaveLength(1);
    },
  );

  test('a dead letter that was sent twice because its removal failed is counted once', async () => {
    await bury();
    await saveArticles(db, [article(4, [3])], now);
    const { bodies, queue } = fakeQueue('after');
    await replayDeadLetters(db, queue, { limit: 1000 }).catch(() => {});
    const second = fakeQueue();
    await replayDeadLetters(db, second.queue, { limit: 1000 });
    await redeliver([...bodies, ...second.bodies]);
    await redeliver(bodies);
    expect(await askedRow(3)).toMatchObject({ engagement_24h: 1 });
    expect(await letters()).toEqual([]);
  });

  test('a replay sends each dead letter once, even if failed messages return immediately', async () => {
    await consume(batchOf(Array.from({ length: 150 }, () => null)));
    let delivered = 0;
    const back = async (messages: Iterable<{ body: unknown }>) => {
      const letters = Array.from(messages, ({ body }) => ({
        messageId: `again${delivered++}`,
        reason: 'malformed' as const,
        body,
      }));
      await storeDeadLetters(db, letters, now / 1000);
    };
    const queue = { sendBatch: back } as unknown as Queue;
    expect(await replayDeadLetters(db, queue, { limit: 1000 })).toBe(150);
    expect(delivered).toBe(150);
  });

  test('a replay stops at its limit', async () => {
    await consume(batchOf(Array.from({ length: 250 }, () => null)));
    const { bodies, queue } = fakeQueue();
    expect(await replayDeadLetters(db, queue, { limit: 230 })).toBe(230);
    expect(bodies).toHaveLength(230);
    expect((await letters()).map(({ messageId }) => messageId)[0]).toBe('m230');
    expect(await letters()).toHaveLength(20);
  });
});

describe('a selection of dead letters', () => {
  const stored = [
    { messageId: 'a', reason: 'failed', body: { v: 2 } },
    { messageId: 'b', reason: 'malformed', body: 'text' },
    { messageId: 'c', reason: 'failed', body: { v: 1, origin: 'signed', reader: 7 } },
  ] as const;
  const names = async () => (await letters()).map(({ messageId }) => messageId);
  const idOf = async (name: string) => (await letters()).find(({ messageId }) => messageId === name)?.id ?? 0;
  beforeEach(() => storeDeadLetters(db, stored, now / 1000));

  test('only the dead letters with the given reason or ids are discarded', async () => {
    expect(await discardDeadLetters(db, { ids: [await idOf('a'), 999] })).toBe(1);
    expect(await names()).toEqual(['b', 'c']);
    expect(await discardDeadLetters(db, { reason: 'failed' })).toBe(1);
    expect(await names()).toEqual(['b']);
  });

  test.each(DEAD_REASONS)(
    'DELETE /manage/dead-letters discards by the reason %s, case-insensitively',
    async (reason) => {
      const operator = await makeKey('operator');
      for (const written of [reason, reason.toUpperCase()]) {
        await storeDeadLetters(db, [{ messageId: 'd', reason, body: 'text' }], now / 1000);
        const { status } = await askWith(operator, `/manage/dead-letters?reason=${written}`, { method: 'DELETE' });
        expect(status).toBe(200);
        expect(await names()).not.toContain('d');
      }
    },
  );

  test('only the dead letters with the given reason and ids are replayed', async () => {
    const sent: unknown[] = [];
    const queue = { sendBatch: async (batch: Iterable<{ body: unknown }>) => void sent.push(...batch) };
    const selection = { limit: 10, reason: 'failed', ids: [await idOf('b'), await idOf('c')] } as const;
    expect(await replayDeadLetters(db, queue as unknown as Queue, selection)).toBe(1);
    expect(sent).toMatchObject([{ body: stored[2].body }]);
    expect(await names()).toEqual(['a', 'b']);
  });

  test('dead letters that are not clicks lose their body after two days, and all are deleted after fourteen', async () => {
    await expireDeadLetters(db, assumeTrusted(now + 2 * 86_400_000));
    expect((await letters()).map(({ body }) => body)).toEqual(stored.map(({ body }) => body));
    await expireDeadLetters(db, assumeTrusted(now + 2 * 86_400_000 + 1000));
    expect((await letters()).map(({ body }) => body)).toEqual([{ v: 2 }, null, stored[2].body]);
    await expireDeadLetters(db, assumeTrusted(now + 14 * 86_400_000));
    expect(await names()).toHaveLength(3);
    await expireDeadLetters(db, assumeTrusted(now + 14 * 86_400_000 + 1000));
    expect(await names()).toEqual([]);
  });
});
