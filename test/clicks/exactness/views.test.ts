import { createExecutionContext, createMessageBatch, env, getQueueResult } from 'cloudflare:test';
import * as fc from 'fast-check';
import { beforeAll, expect, test } from 'vitest';
import { consumeClicks } from '../../../src/clicks/consume/consumer.ts';
import { POSITION_BUCKETS, VIEW_COLUMNS } from '../../../src/db/view-columns.ts';
import { countersIn } from '../../../src/engagement/impressions.ts';
import { seed } from '../../search/seed.ts';
import { clickedArticles, emptyNewsroom, rows } from '../support.ts';
import { type Fault, Faults, faultyEnv } from './world.ts';

const RUNS = Number(process.env.RUNS || 25);
const NOW = Date.parse('2026-02-10T12:30:00Z');
const HOUR = Math.floor(NOW / 3_600_000);
/** The newsroom does not contain article 99. */
const ARTICLES = [1, 2, 99];

interface View {
  who: number;
  list: number;
  ago: number;
  seen: [contentId: number, mark: number][];
}

const hex = (...parts: number[]) =>
  parts
    .map((part) => String(part).padStart(8, '0'))
    .join('')
    .padStart(32, '0');
const bodyOf = ({ who, list, ago, seen }: View) => {
  const hour = HOUR - ago;
  const classes =
    who % 3 === 0 ? { origin: 'signed', reader: who } : { origin: 'unsigned', network: who, prefix: who, browser: who };
  return {
    ...{ v: 1, kind: 'view', id: hex(1, who, list, hour), hour, ...classes },
    ...{ list: list.toString(16).padStart(12, '0'), views: 1 },
    seen: seen.map(([id, mark]) => [hex(2, who, id * 100 + mark, Math.floor(hour / 24)), id, mark] as const),
  };
};

/** Reference model of the counts, updated by each written transaction. */
class Book {
  readonly lists = new Set<string>();
  readonly places = new Map<string, string>();

  write(views: readonly View[]): void {
    for (const { id, hour, seen } of views.map(bodyOf)) {
      if (this.lists.has(id)) continue;
      this.lists.add(id);
      for (const [place, contentId, mark] of seen)
        if (contentId !== 99 && !this.places.has(place)) this.places.set(place, `${contentId} ${hour} ${mark}`);
    }
  }
}

async function consume(views: readonly View[], plan: readonly Fault[], book: Book): Promise<boolean> {
  const messages = views.map((view, i) => ({ id: `${i}`, timestamp: new Date(NOW), attempts: 1, body: bodyOf(view) }));
  const batch = createMessageBatch('newsgauge-clicks', messages);
  await consumeClicks(batch, faultyEnv(new Faults(plan), { batch: () => book.write(views) }), NOW).catch(() => {});
  const { ackAll } = await getQueueResult(batch, createExecutionContext());
  if (ackAll) for (const { id } of views.map(bodyOf)) expect(book.lists).toContain(id);
  return ackAll;
}

/** Stored impressions: `article hour bucket` once per counted reader. */
async function stored(): Promise<string[]> {
  const columns = VIEW_COLUMNS.map((name) => `"${name}"`);
  const found = await rows<{ id: number; hour: number; low: string; high: string }>(
    `SELECT content_id AS id, hour, json_array(${columns.slice(0, 30)}) AS low, json_array(${columns.slice(30)}) AS high FROM (${[0, 1, 2, 3, 4].map((n) => `SELECT * FROM view_hours_${n}`).join(' UNION ALL ')}) WHERE clicked = 0`,
  );
  return found.flatMap(({ id, hour, low, high }) =>
    countersIn(JSON.stringify([...JSON.parse(low), ...JSON.parse(high)]))
      .slice(0, POSITION_BUCKETS)
      .flatMap((count, mark) => Array<string>(count).fill(`${id} ${hour} ${mark}`)),
  );
}

beforeAll(async () => {
  await emptyNewsroom();
  await clickedArticles();
});

const view = fc.record({
  who: fc.nat(4),
  list: fc.nat(2),
  ago: fc.constantFrom(0, 0, 0, 1, 13),
  seen: fc.array(fc.tuple(fc.constantFrom(...ARTICLES), fc.nat(2)), { minLength: 1, maxLength: 4 }),
});
const fault = fc.record({ call: fc.nat(3), when: fc.constantFrom('before', 'after', 'late') });
const delivery = fc.record({
  views: fc.array(view, { minLength: 1, maxLength: 6 }),
  faults: fc.array(fault, { maxLength: 2 }),
  isTwice: fc.boolean(),
});

test(
  'an impression is counted once, despite redelivery and failures',
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(delivery, { maxLength: 6 }), async (deliveries) => {
        const tables = [0, 1, 2, 3, 4].flatMap((n) => [`view_hours_${n}`, `click_ids_${n}`]);
        await Promise.all(tables.map((table) => env.DB.exec(`DELETE FROM ${table}`)));
        const book = new Book();
        const waiting: View[][] = [];
        for (const { views, faults, isTwice } of deliveries) {
          const done = await Promise.all(
            Array.from({ length: isTwice ? 2 : 1 }, (_, i) => consume(views, i === 0 ? faults : [], book)),
          );
          // Another copy of a batch that was acknowledged may still be in transit.
          if (isTwice || !done[0]) waiting.push(views.toReversed());
        }
        for (const views of waiting) expect(await consume(views, [], book)).toBe(true);
        expect((await stored()).sort()).toEqual([...book.places.values()].sort());
      }),
      { numRuns: RUNS, seed },
    );
  },
  120_000 + RUNS * 1000,
);
