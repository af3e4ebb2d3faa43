import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test';
import { sql } from 'drizzle-orm';
import * as fc from 'fast-check';
import { beforeEach, expect, test } from 'vitest';
import { consumeClicks } from '../../src/clicks/consume/consumer.ts';
import { LEVELS, READ_COUNTERS, type ReadLevel } from '../../src/db/read-columns.ts';
import { countsOf } from '../../src/engagement/aggregates.ts';
import { UNIFORM_BASELINE } from '../../src/engagement/discounting.ts';
import { readThroughRateOf, selectReads, weighReads } from '../../src/engagement/reads.ts';
import { openTestDb } from '../support/index.ts';
import { clickedArticles, emptyNewsroom, rows } from './support.ts';

const RUNS = Number(process.env.RUNS || 10);
const HOUR = 3_600_000;
const NOW = Date.parse('2026-02-10T12:00:00Z');
const TODAY = Math.floor(NOW / HOUR / 24);
const db = openTestDb();

interface Read {
  who: number;
  contentId: number;
  level: ReadLevel;
  ago: number;
}
const ORIGIN_OF = ['unsigned', 'unsigned', 'signed', 'trusted'] as const;

const bodyOf = ({ who, contentId, level, ago }: Read) => {
  const hour = Math.floor(NOW / HOUR) - ago;
  const id = `${who}${String(contentId)}${Math.floor(hour / 24)}`.padStart(32, '0');
  const origin = ORIGIN_OF[who % 4] ?? 'unsigned';
  const classes =
    origin === 'unsigned' ? { network: who % 32, prefix: who % 31, browser: who % 16 } : { reader: who % 32 };
  return { v: 1, kind: 'read', id, contentId, hour, level, origin, ...classes };
};

async function consume(reads: readonly Read[], broken = false): Promise<void> {
  const messages = reads.map((read, i) => ({ id: `${i}`, timestamp: new Date(NOW), attempts: 1, body: bodyOf(read) }));
  const batch = createMessageBatch('newsgauge-clicks', messages);
  await consumeClicks(batch, env, NOW);
  if (broken) return;
  expect((await getQueueResult(batch, createExecutionContext())).ackAll).toBe(true);
}

async function stored(contentId: number): Promise<Record<string, number>> {
  const found = await db.all<{ counts: string }>(
    selectReads([0, 1, 2, 3, 4], { from: 0, to: TODAY + 1, by: 'article' }, (id) => sql`${id} = ${contentId}`),
  );
  const counts = countsOf(found[0]?.counts ?? '');
  return Object.fromEntries(
    Array.from({ length: counts.length / 2 }, (_, i) => [READ_COUNTERS[counts[2 * i] ?? 0], counts[2 * i + 1] ?? 0]),
  );
}

/** Reference count: each reader's highest level per article and day. */
function oracle(reads: readonly Read[], contentId: number): Record<string, number> {
  const highest = new Map<string, Read>();
  for (const read of reads.filter((own) => own.contentId === contentId)) {
    const { id } = bodyOf(read);
    const known = highest.get(id);
    if (!known || LEVELS.indexOf(read.level) > LEVELS.indexOf(known.level)) highest.set(id, read);
  }
  const counts: Record<string, number> = {};
  const add = (name: string) => (counts[name] = (counts[name] ?? 0) + 1);
  for (const read of highest.values()) {
    const { origin, ...body } = bodyOf(read);
    for (const level of LEVELS.slice(0, LEVELS.indexOf(read.level) + 1)) {
      add(`${origin}_${level}`);
      if (origin !== 'unsigned' || (level !== 'opened' && level !== 'half')) continue;
      for (const kind of ['network', 'prefix', 'browser'])
        add(`${level}_${kind}_${(body as Record<string, unknown>)[kind]}`);
    }
  }
  return counts;
}

beforeEach(async () => {
  await emptyNewsroom();
  await clickedArticles();
});

const read = fc.record({
  who: fc.nat(12),
  contentId: fc.constantFrom(1, 2, 99),
  level: fc.constantFrom(...LEVELS),
  ago: fc.constantFrom(0, 1, 12, 13, 200),
});

test(
  'only the highest read level per reader, article and day is counted, in any order and despite repeats',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.array(read, { minLength: 1, maxLength: 8 }), fc.boolean()), { maxLength: 6 }),
        async (batches) => {
          await Promise.all(
            [0, 1, 2, 3, 4].flatMap((n) => [rows(`DELETE FROM read_ids_${n}`), rows(`DELETE FROM read_days_${n}`)]),
          );
          for (const [batch, broken] of batches) {
            await consume(batch, broken);
            if (broken) await consume(batch.toReversed());
          }
          const all = batches.flatMap(([batch]) => batch);
          for (const id of [1, 2]) expect(await stored(id)).toEqual(oracle(all, id));
          expect(await stored(99)).toEqual({});
        },
      ),
      { numRuns: RUNS },
    );
  },
  120_000 + RUNS * 500,
);

test('a read-through rate needs fifty readers and has two significant digits', () => {
  expect(readThroughRateOf({ opened: 49, half: 49 })).toBeNull();
  expect(readThroughRateOf({ opened: 50, half: 20 })?.percent).toBe(40);
  const { percent, interval } = readThroughRateOf({ opened: 300, half: 100 }) ?? { percent: 0, interval: [0, 0] };
  expect([percent, interval[0] < percent, interval[1] > percent]).toEqual([33, true, true]);
  // All counts between two steps give the same interval, which hides the exact count.
  expect(readThroughRateOf({ opened: 1000, half: 500 })).toEqual(readThroughRateOf({ opened: 1040, half: 520 }));
});

test('each read-through rate fits at least three numbers of readers, so the number cannot be inferred', () => {
  const numbers = new Map<string, Set<number>>();
  for (let opened = 50; opened < 700; opened++)
    for (let half = 0; half <= opened; half++) {
      const answer = JSON.stringify(readThroughRateOf({ opened, half }));
      numbers.set(answer, (numbers.get(answer) ?? new Set()).add(opened));
    }
  // The last step begins at 582 readers. The test covers only its first part.
  const whole = [...numbers.values()].filter((of) => Math.max(...of) < 582);
  expect(Math.min(...whole.map((of) => of.size))).toBeGreaterThanOrEqual(3);
});

test('10,000 forged reads by one sender add no more reads than their weight allows', () => {
  const at = (name: string) => READ_COUNTERS.indexOf(name);
  const counts = new Map<number, number>();
  const add = (name: string, n: number) => counts.set(at(name), (counts.get(at(name)) ?? 0) + n);
  const open = (who: number, isHalf: boolean, n = 1) => {
    for (const level of isHalf ? ['opened', 'half'] : ['opened']) {
      add(`unsigned_${level}`, n);
      add(`${level}_network_${who % 32}`, n);
      add(`${level}_prefix_${(who * 7) % 32}`, n);
      add(`${level}_browser_${who % 16}`, n);
    }
  };
  const shareOf = () => {
    const text = Map.groupBy(counts, ([place]) => place >> 1);
    const row = [...text].map(([column, own]) => {
      const of = (n: number) => own.find(([place]) => place === 2 * column + n)?.[1] ?? 0;
      return `,${column},${of(0)},${of(1)}`;
    });
    return weighReads([{ counts: row.join('') }], { ...UNIFORM_BASELINE, samples: 10_000 });
  };
  for (let who = 0; who < 640; who++) open(who, who % 32 < 13);
  const before = shareOf();
  expect(before.opened).toBeGreaterThan(600);
  open(3, true, 10_000);
  const after = shareOf();
  const allowed = after.opened - before.opened;
  expect(allowed).toBeLessThan(150);
  expect(after.half - before.half).toBeLessThan(150);
});
