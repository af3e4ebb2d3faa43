/** `npm run bench -- feed` builds newsrooms of several sizes and measures feed requests to them. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { failCommand, now, run } from '../../src/command/command.ts';
import { writeMeasured } from '../support/measured.ts';
import { type Built, buildNewsroom } from './lib/build.ts';
import { type Measured, measureCombinations, measureThroughput, type Rates, type Served } from './lib/feed.ts';
import { articlePortions, makeArticle, topics } from './lib/newsroom.ts';
import { circumstances, fixed, mebibytes, table, whole } from './lib/report.ts';
import { benchScript, makeKey, startBench } from './lib/server.ts';
import { fillPostgres, startPostgres } from './peers/postgres.ts';

interface FeedResults {
  built: readonly (Built & { postgresBytes?: number })[];
  combinations: ReadonlyMap<string, readonly Measured[]>;
  rates: Rates;
}

const ROWS = 43;
const GROWTH = 2;
const UNCACHED = 0.8;
const CACHED = 0.7;

function feedReport({ built, combinations, rates }: FeedResults): string {
  const sizes = built.map(({ size }) => whole(size));
  const results = [...combinations];
  const worstRows = Math.max(...results.flatMap(([, measured]) => measured.map(({ rows }) => rows)));
  const isSlow = ([, measured]: (typeof results)[number]) => growth(measured) > GROWTH;
  const slow = results.filter(isSlow);
  const shown = results.filter((each, i) => i === 0 || isSlow(each));
  const others = results.filter((each) => !shown.includes(each)).map(([, measured]) => measured.at(-1)?.p50 ?? 0);
  return `
${circumstances(`npm run bench -- feed --sizes ${built.map(({ size }) => size).join(',')}`)}

## Building

Articles are generated: 300 topics, 5,000 companies, 3,000 sources, all countries, and words by Zipf's law. One source wrote the newest tenth. Every article goes through \`PUT /manage/articles\`.

${table(
  ['articles', 'seconds', 'bytes an article', 'Postgres', 'peak memory'],
  built.map((b) => [
    whole(b.size),
    fixed(b.seconds),
    whole(b.bytesPerArticle),
    b.postgresBytes === undefined ? 'not measured' : whole(b.postgresBytes),
    mebibytes(b.peakMemory),
  ]),
)}

Postgres stores the same articles in the same run: a table per kind of tag, an index per order and a GIN index of words. It has no
stories, rankings, audit trail, prefixes of words or addresses.

## A page of 20

Over HTTP, one uncached request after the other. Milliseconds are p50 / p99. Most rows read: **${worstRows}** (target ${ROWS}).

${table(
  ['filter', 'rows', `ms at ${sizes[0]}`, `ms at ${sizes.at(-1)}`, 'largest ÷ smallest'],
  shown.map(([name, measured]) => [
    name,
    [...new Set(measured.map(({ rows }) => rows))].join(', '),
    ...[measured[0], measured.at(-1)].map((each) => `${fixed(each?.p50 ?? 0)} / ${fixed(each?.p99 ?? 0)}`),
    fixed(growth(measured)),
  ]),
)}

The p50 of ${others.length} other filters is ${fixed(Math.min(...others))} to ${fixed(Math.max(...others))} ms at ${sizes.at(-1)} articles.
${slow.length === 0 ? `No p50 grows beyond ${GROWTH} ×.` : `${slow.length} filters grow beyond the target of ${GROWTH} ×.`}

## Requests a second

16 connections, median of alternating rounds of a second, at ${sizes.at(-1)} articles; each request of another reader with a publishable key. The static route returns as many bytes as the feed. The D1 route runs \`SELECT 1\`.

${table(
  ['route', 'requests a second', 'relative to', 'ratio', 'target'],
  [
    ['static JSON', whole(rates.static), '', '', ''],
    ['feed, cached', whole(rates.cached), 'static JSON', fixed(rates.cached / rates.static, 2), CACHED],
    ['one trivial D1 query', whole(rates.d1), '', '', ''],
    ['feed, uncached', whole(rates.uncached), 'trivial D1 query', fixed(rates.uncached / rates.d1, 2), UNCACHED],
  ],
)}
`.trim();
}

function feedSummary({ built, combinations, rates }: FeedResults): string {
  const measured = [...combinations.values()];
  const sizes = built.map(({ size }) => whole(size));
  const medians = measured.map((each) => each.at(-1)?.p50 ?? Number.NaN);
  return `A request for 20 articles reads at most ${Math.max(...measured.flat().map(({ rows }) => rows))} rows, both with ${sizes[0]} and with ${sizes.at(-1)} articles.
With ${sizes.at(-1)} articles, the median time is ${fixed(Math.min(...medians))} to ${fixed(Math.max(...medians))} ms. Cached pages reach ${fixed(rates.cached / rates.static, 2)} times the rate of a static file,
and uncached pages ${fixed(rates.uncached / rates.d1, 2)} times the rate of a trivial D1 query.`;
}

/** Ratio of the median time at the largest size to that at the smallest. */
function growth(measured: readonly Measured[]): number {
  return (measured.at(-1)?.p50 ?? 0) / (measured[0]?.p50 ?? 1);
}

const USAGE = `npm run bench -- feed [--sizes 10000,100000,1000000] [--quick] [--without-postgres] [--state FOLDER]

--quick             10,000 and 50,000 articles, and writes nothing
--without-postgres  does not store the articles in Postgres as well
--state             keeps the newsrooms in a folder, and uses those that are there`;

type Newsroom = Built & { now: number };

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      sizes: { type: 'string' },
      quick: { type: 'boolean', default: false },
      'without-postgres': { type: 'boolean', default: false },
      state: { type: 'string' },
    },
  });
  const sizes = (values.sizes ?? (values.quick ? '10000,50000' : '10000,100000,1000000')).split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 1000)) failCommand('--sizes takes numbers from 1000 on');
  const folder = values.state ?? mkdtempSync(join(tmpdir(), 'newsgauge-bench-'));
  const started: Served[] = [];
  try {
    const built: (Newsroom & { postgresBytes?: number })[] = [];
    for (const size of sizes) {
      const newsroom = await ready(join(folder, String(size)), size);
      built.push(
        values['without-postgres'] ? newsroom : { ...newsroom, postgresBytes: await bytesInPostgres(newsroom) },
      );
    }
    const script = await benchScript();
    for (const { size, now } of built) started.push(await serve(join(folder, String(size)), script, size, now));
    for (const newsroom of started) await assertStored(newsroom);
    const combinations = await measureCombinations(started, tell);
    const rates = await measureThroughput(started.at(-1) as Served, values.quick ? 5 : 15);
    const report = feedReport({ built, combinations, rates });
    console.log(`\n${report}`);
    if (!values.quick)
      writeMeasured({
        name: 'feed',
        title: 'Feed',
        page: 'benchmarks.md',
        body: report,
        summary: feedSummary({ built, combinations, rates }),
      });
  } finally {
    for (const { worker } of started) await worker.dispose();
    if (!values.state) rmSync(folder, { recursive: true, force: true });
  }
});

async function ready(state: string, size: number): Promise<Newsroom> {
  const note = join(state, 'built.json');
  if (existsSync(note)) return JSON.parse(readFileSync(note, 'utf8'));
  rmSync(state, { recursive: true, force: true });
  mkdirSync(state, { recursive: true });
  const built = { now: now(), ...(await buildNewsroom(state, size, now())) };
  writeFileSync(note, JSON.stringify(built));
  console.log(
    `${whole(size)} articles in ${fixed(built.seconds)} s, ${whole(built.bytesPerArticle)} bytes each, peak ${mebibytes(built.peakMemory)}`,
  );
  return built;
}

async function bytesInPostgres({ size, now }: Newsroom): Promise<number> {
  const postgres = startPostgres();
  try {
    const bytes = await fillPostgres(postgres, topics, articlePortions(size, now));
    console.log(`${whole(size)} articles in Postgres, ${whole(bytes)} bytes each`);
    return bytes;
  } finally {
    postgres.stop();
  }
}

async function serve(state: string, script: string, size: number, now: number): Promise<Served> {
  const worker = await startBench(state, script);
  return { size, now, worker, key: await makeKey(worker.db, 'publishable') };
}

/** The database must contain what the API would have stored: publishing a sample again must change nothing. */
async function assertStored({ size, now, worker }: Served): Promise<void> {
  const db = worker.db;
  const operator = await makeKey(worker.db, 'operator');
  const sample = Array.from({ length: 200 }, (_, i) => makeArticle(Math.floor((i * (size - 1)) / 199), size, now));
  const ids = JSON.stringify(sample.map(({ id }) => id));
  const rows = async () =>
    JSON.stringify(
      await db
        .prepare(`SELECT * FROM articles WHERE id IN (SELECT value FROM json_each(?)) ORDER BY id`)
        .bind(ids)
        .all()
        .then(({ results }) => results),
    );
  const before = await rows();
  const response = await fetch(new URL('/manage/articles', worker.url), {
    method: 'PUT',
    headers: { Authorization: `Bearer ${operator}` },
    body: JSON.stringify(sample),
  });
  const { data } = (await response.json()) as { data: { accepted: number } };
  if (data.accepted !== sample.length) throw new Error(`publishing again: ${JSON.stringify(data)}`);
  if ((await rows()) !== before) throw new Error('publishing the same articles again changed the database');
}

function tell(name: string, results: Measured[]): void {
  const figures = results.map(({ rows, p50, p99 }) => `${rows} rows ${fixed(p50)}/${fixed(p99)} ms`).join(' · ');
  console.log(`${name.padEnd(72)} ${figures}`);
}
