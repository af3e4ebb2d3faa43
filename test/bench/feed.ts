/** `npm run bench:feed`: builds newsrooms of several sizes and measures the feed over them; writes docs/measured/feed.md. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { fail, now, run } from '../../src/command/command.ts';
import { writeMeasured } from '../support/measured.ts';
import { type Built, buildNewsroom } from './lib/build.ts';
import { type Measured, measureCombinations, type Served } from './lib/feed/latency.ts';
import { feedReport, feedSummary, measureThroughput } from './lib/feed/report.ts';
import { makeArticle } from './lib/newsroom.ts';
import { fixed, mebibytes, whole } from './lib/report.ts';
import { benchScript, makeKey, startBench } from './lib/server.ts';

const USAGE = `npm run bench:feed -- [--sizes 10000,100000,1000000] [--quick] [--state FOLDER]

--quick  10,000 and 50,000 articles, and writes nothing
--state  keeps the newsrooms in a folder, and uses those that are there`;

type Newsroom = Built & { now: number };

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: { sizes: { type: 'string' }, quick: { type: 'boolean', default: false }, state: { type: 'string' } },
  });
  const sizes = (values.sizes ?? (values.quick ? '10000,50000' : '10000,100000,1000000')).split(',').map(Number);
  if (!sizes.every((size) => Number.isInteger(size) && size >= 1000)) fail('--sizes takes numbers from 1000 on');
  const folder = values.state ?? mkdtempSync(join(tmpdir(), 'newsgauge-bench-'));
  const started: Served[] = [];
  try {
    const built: Newsroom[] = [];
    for (const size of sizes) built.push(await ready(join(folder, String(size)), size));
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

/** Builds a newsroom, or takes the one that an earlier run has left. */
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

async function serve(state: string, script: string, size: number, now: number): Promise<Served> {
  const worker = await startBench(state, script);
  return { size, now, worker, key: await makeKey(worker.db, 'publishable') };
}

/** What lies in the database is what publishing through HTTP would have stored: publishing a sample again changes nothing. */
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
  if ((await rows()) !== before) throw new Error('publishing the same again has changed what was stored');
}

function tell(name: string, results: Measured[]): void {
  const figures = results.map(({ rows, p50, p99 }) => `${rows} rows ${fixed(p50)}/${fixed(p99)} ms`).join(' · ');
  console.log(`${name.padEnd(72)} ${figures}`);
}
