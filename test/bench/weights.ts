/** `npm run bench -- weights` measures what discounting adds to a publication in rows, bytes and milliseconds. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../src/command/command.ts';
import { Packer, visitCells } from '../../src/engagement/cells.ts';
import { FIRST } from '../../src/engagement/columns.ts';
import { type TrafficBaseline, UNIFORM_BASELINE } from '../../src/engagement/discounting.ts';
import { utcHourIndex } from '../../src/engagement/hours.ts';
import { SiteRanker } from '../../src/rankings/math/site-ranker.ts';
import { writeMeasured } from '../support/measured.ts';
import { startWorker } from '../support/worker.ts';
import { migrate } from '../support/workerd/runtime.ts';
import { circumstances, fixed, table, whole } from './lib/report.ts';
import { benchScript, makeKey } from './lib/server.ts';
import type { Usage } from './meter.ts';
import { makeWindow } from './window-size.ts';

const USAGE = `npm run bench -- weights [--quick]

--quick  a tenth of the articles, and writes nothing`;

const HOUR = 3_600_000;
const ARTICLES = 200;
const TOPICS = 20;
/** Clicks in the previous two weeks, enough for a baseline. */
const PAST = 4000;
const CLICKS = 500;
/** Time to wait for a publication, in milliseconds. An object publishes within three seconds. */
const PUBLISHED = 8000;
const ROUNDS = 11;
const UNSIGNED = [FIRST.unsigned, FIRST.network + 2, FIRST.prefix + 2, FIRST.browser];
const EVEN: TrafficBaseline = { ...UNIFORM_BASELINE, samples: 5000 };

await run(USAGE, async () => {
  const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } });
  const script = await benchScript();
  const [off, on] = [await publishing(script, 'off'), await publishing(script, 'on')];
  const articles = values.quick ? 5000 : 50_000;
  const times = measureTimes(articles);
  const bytes = measureBytes();
  const report = `${circumstances('npm run bench -- weights')}

**Rows.** ${whole(PAST + CLICKS)} clicks on ${ARTICLES} articles with ${TOPICS} topics, imported within an hour. The figures are D1's own, of the objects alone. The site object writes the baseline as one row per day, hourly in the first two weeks and below 200 samples. Each object reads it hourly, at most four rows.

${table(
  ['', 'DISCOUNTING=off', 'DISCOUNTING=on'],
  [
    ['rows written', whole(writtenOf(off)), whole(writtenOf(on))],
    ['of them rankings', whole(off.written.topic_windows ?? 0), whole(on.written.topic_windows ?? 0)],
    ['of them shares', whole(off.written.site_shares ?? 0), whole(on.written.site_shares ?? 0)],
    ['rows read', whole(off.rowsRead), whole(on.rowsRead)],
    ['calls of objects', whole(off.objectRequests), whole(on.objectRequests)],
  ],
)}

**Bytes.** Buckets are counted even if discounting is off. An object needs ${fixed(bytes.without, 1)} bytes per article and hour without buckets, and ${fixed(bytes.with, 1)} with them (3 clicks on average). A baseline takes 4 KB and is stored for a month.

**Processor time** in milliseconds, to rank the whole site at the start of an hour with clicks on ${whole(articles)} articles (median of ${ROUNDS}). Within an hour only articles with new clicks are discounted again. Here these clicks come from one network, prefix and browser.

${table(
  ['', 'DISCOUNTING=off', 'DISCOUNTING=on', 'ratio'],
  Object.entries(times).map(([name, [without, weighed]]) => [
    name,
    fixed(without, 1),
    fixed(weighed, 1),
    fixed(weighed / without, 2),
  ]),
)}`;
  console.log(report);
  if (!values.quick)
    writeMeasured({
      ...{ name: 'weights-cost', title: 'Weights', page: 'benchmarks.md', body: report },
      summary: `Discounting ${whole(articles)} articles makes the first publication of an hour ${fixed(ratio(times.scored), 2)} times as long. One with 100 new clicks takes ${fixed(ratio(times['the same after 100 clicks']), 2)} times as long. The baseline writes ${whole((on.written.site_shares ?? 0) - (off.written.site_shares ?? 0))} rows once a day.`,
    });
});

function ratio([without, weighed]: readonly [number, number] = [1, 1]): number {
  return weighed / without;
}

function writtenOf({ written }: Usage): number {
  return Object.values(written).reduce((sum, rows) => sum + rows, 0);
}

async function publishing(script: string, weights: 'on' | 'off'): Promise<Usage> {
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-bench-'));
  migrate(state);
  const worker = await startWorker({
    state,
    port: 0,
    script,
    rateLimit: 1_000_000_000,
    vars: { DISCOUNTING: weights },
  });
  try {
    const key = await makeKey(worker.db, 'operator');
    const send = async (method: string, path: string, body: unknown) => {
      const init = { method, headers: { Authorization: `Bearer ${key}` }, body: JSON.stringify(body) };
      const answer = await fetch(new URL(`/manage/${path}`, worker.url), init);
      const text = await answer.text();
      if (!answer.ok || /"line":/.test(text)) throw new Error(`${path}: ${answer.status} ${text.slice(0, 300)}`);
    };
    const ids = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
    const topic = { description: '', category: 1 };
    await send(
      'PUT',
      'topics',
      ids(TOPICS).map((id) => ({ ...topic, id, name: `Topic ${id}`, slug: `topic-${id}` })),
    );
    await send(
      'PUT',
      'articles',
      ids(ARTICLES).map((id) => ({
        ...{ id, url: `https://bench.example/${id}`, title: `Article ${id}`, contentType: 'article' },
        ...{ topics: [1 + (id % TOPICS)], publishedAt: new Date(Date.now() - 20 * 24 * HOUR).toISOString() },
      })),
    );
    const clicks = (count: number, ago: (i: number) => number) =>
      Array.from({ length: count }, (_, i) => ({
        ...{ contentId: 1 + (i % ARTICLES), reader: `reader ${count} ${i}`, signed: false },
        ...{
          at: new Date(Date.now() - ago(i)).toISOString(),
          network: (i * 7) % 500,
          userAgent: `Browser ${(i * 13) % 300}`,
        },
      }));
    const before = await usageOf(worker.url);
    await send(
      'POST',
      'clicks',
      clicks(PAST, (i) => HOUR * (2 + ((i * 11) % 320))),
    );
    await sleep(PUBLISHED);
    await send(
      'POST',
      'clicks',
      clicks(CLICKS, () => 0),
    );
    await sleep(PUBLISHED);
    return difference(before, await usageOf(worker.url));
  } finally {
    await worker.dispose();
    rmSync(state, { recursive: true, force: true });
  }
}

async function usageOf(url: URL): Promise<Usage> {
  return (await (await fetch(new URL('/bench/usage', url))).json()) as Usage;
}

function difference(before: Usage, after: Usage): Usage {
  const written = Object.entries(after.written).map(([name, rows]) => [name, rows - (before.written[name] ?? 0)]);
  return {
    ...after,
    written: Object.fromEntries(written),
    rowsRead: after.rowsRead - before.rowsRead,
    objectRequests: after.objectRequests - before.objectRequests,
  };
}

function measureTimes(articles: number): Record<string, [number, number]> {
  const hour = utcHourIndex(Date.now());
  const window = makeWindow(articles, hour);
  const seconds = Math.floor(Date.now() / 1000);
  const timed: Record<string, [number[], number[]]> = {
    scored: [[], []],
    'scored and ranked': [[], []],
    'the same after 100 clicks': [[], []],
  };
  const ranker = new SiteRanker();
  let clicked = 0;
  for (let round = 0; round < ROUNDS; round++) {
    for (const [place, baseline] of [null, EVEN].entries()) {
      window.roll(hour, baseline);
      const note = (name: string, start: number) => timed[name]?.[place]?.push(processor() - start);
      let start = processor();
      const scored = window.engagement(seconds);
      note('scored', start);
      const question = { hour, minClicks: 3, baseline, together: window.together };
      ranker.rank(scored, window.orders, question);
      note('scored and ranked', start);
      for (let i = 1; i <= 100; i++)
        window.note({ contentId: i, hour, counts: UNSIGNED.flatMap((counter) => [counter, clicked + i]) });
      clicked += 100;
      start = processor();
      ranker.rank(window.engagement(seconds), window.orders, question);
      note('the same after 100 clicks', start);
    }
  }
  return Object.fromEntries(
    Object.entries(timed).map(([name, [without, weighed]]) => [name, [median(without), median(weighed)]]),
  );
}

/** CPU time of this process in milliseconds, which other processes on the machine do not affect. */
function processor(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

function median(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}

function measureBytes(): { with: number; without: number } {
  const hour = utcHourIndex(Date.now());
  const packed = (keep: (counter: number) => boolean) => {
    const { cells } = makeWindow(2000, hour).pack();
    let hours = 0;
    const packer = new Packer();
    for (const [place, id] of cells.ids.entries()) {
      packer.article(id);
      visitCells(cells, place, (at, counts, length) => {
        hours++;
        packer.cell(
          at,
          counts.slice(0, length).filter((_, i) => keep(counts[i - (i % 2)] ?? 0)),
        );
      });
    }
    return packer.length / hours;
  };
  return { with: packed(() => true), without: packed((counter) => counter < FIRST.network || counter >= FIRST.signed) };
}
