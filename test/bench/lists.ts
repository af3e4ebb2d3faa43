/** `npm run bench -- lists` measures rows read per page, and the time until the first rows are visible. */
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { failCommand, now, run } from '../../src/command/command.ts';
import { openChromium } from '../browser/support/chromium.ts';
import { signIn } from '../browser/support/pages.ts';
import { writeResult } from '../support/measured.ts';
import { type RunningWorker, startWorker } from '../support/worker.ts';
import { buildNewsroom } from './lib/build.ts';
import { COMPANIES, sources, TOPICS } from './lib/newsroom.ts';
import { circumstances, fixed, table, whole } from './lib/report.ts';
import { COMMON } from './lib/searches.ts';
import { makeKey } from './lib/server.ts';

const USAGE = `npm run bench -- lists [--size 100000] [--quick] [--state FOLDER]

--quick  5,000 articles, and writes nothing
--state  keeps the newsroom in a folder, and uses the one that is there`;

const TIMES = 7;
const MOST_ROWS = 100;
const MOST_MS = 300;

/** Every filter of every list by itself, with a frequent and a rare value, and every order. */
const LISTS: Record<string, string[]> = {
  articles: [
    '',
    'sort=published',
    'sort=-id',
    'sort=id',
    `search=${COMMON[0]}`,
    `search=${COMMON.join()}&topics=1`,
    'topics=1',
    'topics=299',
    'companies=1',
    'companies=4999',
    'countries=us',
    'countries=nr',
    'geoGroups=europe',
    'sources=wire.example.org',
    'sources=source-2999.example',
    'contentTypes=article',
    'contentTypes=podcast',
    'paywalled=true',
    'paywalled=false',
    'registration=true',
    'registration=false',
    'from=2026-11-01',
    'to=2026-01-01',
    'to=2026-01-01&topics=1',
    'state=published',
    'state=scheduled',
    'url=https://nowhere.example/',
    'topics=1&companies=1&countries=us&paywalled=true',
  ],
  topics: ['', 'sort=-name', 'sort=id', 'sort=-id', 'category=1', 'category=2&sort=-id', 'search=topic', 'search=299'],
  companies: [
    '',
    'sort=-name',
    'sort=id',
    'sort=-id',
    'organisationType=broker',
    'organisationType=carrier&sort=-id',
    'search=company',
    'search=4999',
    'search=pany 49',
    'search=nobody',
    'search=499&organisationType=broker',
  ],
  sources: [
    '',
    'sort=-domain',
    'sort=name',
    'sort=-name',
    'organisationType=broker',
    'organisationType=broker&sort=name',
    'withFeeds=true',
    'withFeeds=false',
    'withFeeds=true&sort=name',
    'withFeeds=false&sort=-name',
    'search=source',
    'search=2999',
    'search=wire',
    'search=nobody',
    'search=99&withFeeds=false&sort=-name',
  ],
  'geo-groups': ['', 'sort=-name', 'sort=slug', 'sort=-slug', 'country=gb', 'country=nr&sort=slug', 'search=europe'],
  rules: ['', 'sort=-kind', 'kind=topic', 'kind=company&sort=-kind', 'search=299', 'search=nobody'],
  audit: ['', 'kind=topic', 'kind=topic&ref=7', 'actor=benchmark', 'action=create', 'from=2026-01-01'],
};

const PAGES = ['', ...['sources', 'topics', 'companies', 'rules'].map((kind) => `kind=${kind}`), 'kind=history'];
const FILTERED = ['topics=1', `q=${COMMON[0]}`, 'kind=companies&q=4999', 'kind=sources&withFeeds=true'];

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: { size: { type: 'string' }, quick: { type: 'boolean', default: false }, state: { type: 'string' } },
  });
  const size = Number(values.size ?? (values.quick ? 5000 : 100_000));
  if (!Number.isInteger(size) || size < 1000) failCommand('--size takes a number from 1000 on');
  const folder = values.state ?? mkdtempSync(join(tmpdir(), 'newsgauge-lists-'));
  const built = await ready(folder, size);
  const worker = await startWorker({ state: folder, port: 0, rateLimit: 1_000_000_000 });
  try {
    const key = await makeKey(worker.db, 'operator');
    if (built) await furnish(worker, key);
    const rows = await rowsOfLists(worker, key);
    console.log(table(['List', 'Asked', 'First page', 'Later page'], rows));
    const times = await firstRows(worker, key);
    const report = [
      `${whole(size)} articles, ${whole(TOPICS)} topics with a rule each, ${whole(COMPANIES)} companies, ${whole(sources.length)} sources, every tenth with a feed.`,
      `The most rows that D1 reads for a page of 20, first and later, in ${rows.length} queries with filters, sorting and search. At most ${MOST_ROWS} are allowed.`,
      table(['List', 'Queries', 'First page', 'Later page'], worstOf(rows)),
      `Milliseconds from opening a page with a cached script until its first rows are visible (median and slowest of seven). At most ${MOST_MS} are allowed.`,
      table(
        ['Page', 'Median', 'Slowest'],
        times.map(({ path, median, slowest }) => [path, fixed(median, 0), fixed(slowest, 0)]),
      ),
      circumstances('npm run bench -- lists'),
    ].join('\n\n');
    console.log(`\n${report}`);
    const most = Math.max(...rows.flatMap(([, , first, later]) => [Number(first), Number(later) || 0]));
    const slowest = Math.max(...times.map(({ median }) => median));
    const summary = `With any filter, a page of any list reads at most ${most} rows. The first rows of the slowest page are visible within ${fixed(slowest, 0)} ms (median).`;
    if (!values.quick)
      writeResult({ command: 'npm run bench -- lists', title: 'Management lists', page: 'benchmarks.md', summary });
    if (most > MOST_ROWS) failCommand(`a page reads ${most} rows`);
    if (slowest > MOST_MS) failCommand(`first rows are visible after ${fixed(slowest, 0)} ms`);
  } finally {
    await worker.dispose();
    if (!values.state) rmSync(folder, { recursive: true, force: true });
  }
});

async function ready(state: string, size: number): Promise<boolean> {
  const note = join(state, `built-${size}.json`);
  if (existsSync(note)) return !JSON.parse(readFileSync(note, 'utf8')).size;
  mkdirSync(state, { recursive: true });
  const built = await buildNewsroom(state, size, now());
  writeFileSync(note, JSON.stringify({ size }));
  console.log(`${whole(size)} articles in ${fixed(built.seconds)} s`);
  return true;
}

async function furnish({ url }: RunningWorker, key: string): Promise<void> {
  const put = async (collection: string, values: object[]) => {
    const init = { method: 'PUT', headers: { Authorization: `Bearer ${key}` }, body: JSON.stringify(values) };
    const response = await fetch(new URL(`/manage/${collection}`, url), init);
    if (!response.ok) throw new Error(`${collection}: ${response.status} ${await response.text()}`);
  };
  await put(
    'rules',
    Array.from({ length: TOPICS }, (_, i) => ({ kind: 'topic', ref: String(i + 1), words: [`word ${i + 1}`] })),
  );
  await put(
    'feeds',
    sources.filter((_, i) => i % 10 === 0).map(({ domain }) => ({ url: `https://${domain}/feed.xml`, domain })),
  );
}

type Row = [list: string, asked: string, first: number, later: number | string];

/** One row per list: its number of queries, and the most rows of a first and a later page. */
function worstOf(rows: readonly Row[]) {
  return Array.from(
    Map.groupBy(rows, ([list]) => list),
    ([list, all]) => [
      list,
      all.length,
      Math.max(...all.map(([, , first]) => first)),
      Math.max(...all.map(([, , , later]) => Number(later) || 0)),
    ],
  );
}

async function rowsOfLists({ url }: RunningWorker, key: string): Promise<Row[]> {
  const ask = async (list: string, query: string) => {
    const response = await fetch(new URL(`/manage/${list}?${query}`, url), {
      headers: { Authorization: `Bearer ${key}` },
    });
    const { data } = (await response.json()) as { data: { next: string | null } };
    if (!response.ok) throw new Error(`${list}?${query}: ${response.status} ${JSON.stringify(data)}`);
    return { next: data.next, rows: Number(/rows=(\d+)/.exec(response.headers.get('Server-Timing') ?? '')?.[1]) };
  };
  const rows: Row[] = [];
  for (const [list, queries] of Object.entries(LISTS))
    for (const query of queries) {
      const first = await ask(list, query);
      let later = first;
      for (let n = 0; n < 3 && later.next; n++) later = await ask(list, `${query}&cursor=${later.next}`);
      rows.push([list, query || 'everything', first.rows, later === first ? '–' : later.rows]);
    }
  return rows;
}

async function firstRows(worker: RunningWorker, key: string) {
  const browser = await openChromium();
  try {
    const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
    await context.addCookies([await signIn(worker, key)]);
    const page = await context.newPage();
    const open = async (path: string) => {
      await page.goto(`${worker.url.origin}/content?${path}`, { waitUntil: 'commit' });
      await page.locator('.things tbody tr, .trail li').first().waitFor();
      return page.evaluate<number>('performance.now()');
    };
    await open('');
    const times = [];
    for (const path of [...PAGES, ...FILTERED]) {
      const taken: number[] = [];
      for (let n = 0; n < TIMES; n++) taken.push(await open(path));
      taken.sort((a, b) => a - b);
      times.push({ path: `/content?${path}`, median: taken[3] ?? 0, slowest: taken.at(-1) ?? 0 });
    }
    return times;
  } finally {
    await browser.close();
  }
}
