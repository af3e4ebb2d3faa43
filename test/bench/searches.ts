/** `npm run bench -- searches` finds the slowest queries to `/feed/` by mutating the slowest found so far. */
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../../src/command/command.ts';
import { loadGeography } from '../../src/content/geography.ts';
import { forgetLanguages, withLanguages } from '../../src/content/index/newsroom-languages.ts';
import type { Db } from '../../src/db/client.ts';
import { createRandom, type Random } from '../../src/demo/random.ts';
import type { FeedFilter } from '../../src/search/feed-filters.ts';
import { loadFeedPage } from '../../src/search/page.ts';
import { writeResult } from '../support/measured.ts';
import { buildNewsroom } from './lib/build.ts';
import { databaseFile, withFile } from './lib/local-d1.ts';
import { makeArticle } from './lib/newsroom.ts';
import { circumstances, fixed, table, whole } from './lib/report.ts';
import { describeQuestion, mutate, pathOf, type Question, randomQuestion } from './lib/searches.ts';
import { COSTLY, measureUnderLoad } from './lib/under-load.ts';

const USAGE = `npm run bench -- searches [--size 100000] [--seconds 60] [--seed 1] [--state FOLDER] [--quick]

--quick  10,000 articles, 10 seconds, and writes nothing
--state  keeps the newsrooms in a folder, and uses those that are there`;

interface MeasuredQuery {
  question: Question;
  milliseconds: number;
}

const MAX_SLOWEST_QUERIES = 50;
const REPORTED_QUERIES = 5;
/** Maximum time of the slowest query in a multilingual newsroom, relative to the same query with English words alone. */
const MAX_TIME_RATIO = 1.2;
const LANGUAGES = ['de', 'es', 'fr', 'it', 'nl', 'pt', 'sv'];
const inLanguages = (language: (age: number) => string) => (age: number, size: number, now: number) => ({
  ...makeArticle(age, size, now),
  language: language(age),
});
const NEWSROOMS = {
  english: inLanguages(() => 'en'),
  languages: inLanguages((age) => (age % 2 === 0 ? 'en' : (LANGUAGES[((age - 1) / 2) % LANGUAGES.length] ?? 'en'))),
};

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      state: { type: 'string' },
      size: { type: 'string' },
      seconds: { type: 'string' },
      seed: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
    },
  });
  const size = Number(values.size ?? (values.quick ? 10_000 : 100_000));
  const milliseconds = 1000 * Number(values.seconds ?? (values.quick ? 10 : 60));
  const folder = values.state ?? mkdtempSync(join(tmpdir(), 'newsgauge-searches-'));
  try {
    const { report, summary, isTooSlow } = await compare(folder, size, milliseconds, Number(values.seed));
    const body = `${circumstances('npm run bench -- searches')}\n\n${report}`;
    console.log(body);
    if (!values.quick)
      writeResult({ command: 'npm run bench -- searches', title: 'Searches', page: 'benchmarks.md', summary });
    else if (isTooSlow)
      console.log(
        `The slowest query in the multilingual newsroom takes more than ${MAX_TIME_RATIO} times as long as with English words alone.`,
      );
    process.exitCode = isTooSlow && !values.quick ? 1 : 0;
  } finally {
    if (!values.state) rmSync(folder, { recursive: true });
  }
});

async function compare(folder: string, size: number, milliseconds: number, seed: number) {
  const stateOf = (name: string) => join(folder, name);
  const inNewsroom = <T>(name: string, use: (db: Db) => Promise<T>) => {
    forgetLanguages();
    return withFile(databaseFile(stateOf(name)), use);
  };
  for (const [name, make] of Object.entries(NEWSROOMS))
    if (!existsSync(stateOf(name))) await buildNewsroom(stateOf(name), size, Math.floor(Date.now() / 1000), make);
  const random = createRandom(seed, 'searches');
  const searched = await inNewsroom('english', (db) => search(db, random, milliseconds / 2));
  const more = await inNewsroom('languages', (db) => search(db, random, milliseconds / 2));
  const questions = [...searched.worst, ...more.worst].map(({ question }) => question);
  const timed = (name: string, languages?: string[]) =>
    inNewsroom(name, async (db) => {
      const geography = await loadGeography(db, Date.now());
      const found: MeasuredQuery[] = [];
      // Measures the slowest queries again, so that none is among the slowest by chance.
      for (const question of questions)
        found.push({ question, milliseconds: await time(db, question, geography, 7, languages) });
      return found;
    });
  const english = await timed('english');
  const others = await timed('languages');
  // Repeats the query without languages on the same database pages, to isolate their cost.
  const without = await timed('languages', []);
  const worstOf = (found: readonly MeasuredQuery[]) => Math.max(...found.map(({ milliseconds }) => milliseconds));
  const own = worstOf(others) / worstOf(without);
  const both = others
    .map((found, i) => ({ ...found, inEnglish: english[i]?.milliseconds ?? 0, without: without[i]?.milliseconds ?? 0 }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds);
  const { withoutLoad, underLoad, statuses } = await measureUnderLoad(
    stateOf('languages'),
    both.slice(0, COSTLY).map(({ question }) => pathOf(question)),
  );
  const asked = searched.asked + more.asked;
  const summary = `With ${whole(size)} English articles, the slowest of ${whole(asked)} requests took ${fixed(worstOf(english))} ms of database time. With half of the articles in ${LANGUAGES.length} other languages, it took ${fixed(worstOf(others))} ms, ${fixed(own, 2)} times as long as with English words alone.`;
  const latency = table(
    ['a cheap request', 'median ms', 'p95 ms'],
    [
      ['alone', fixed(withoutLoad[0]), fixed(withoutLoad[1])],
      [`with ${COSTLY} costly ones`, fixed(underLoad[0]), fixed(underLoad[1])],
    ],
  );
  const answers = Object.entries(statuses).map(([status, count]) => `${status}: ${whole(count)}`);
  const rows = both
    .slice(0, REPORTED_QUERIES)
    .map(({ question, milliseconds, inEnglish, without }, i) => [
      i + 1,
      fixed(milliseconds),
      fixed(inEnglish),
      fixed(without),
      describeQuestion(question),
    ]);
  const ordinary = `Random requests took ${fixed(searched.ordinary)} and ${fixed(more.ordinary)} ms (median).`;
  const report = `${summary} ${ordinary}\n\n${latency}\n\nResponses to the costly requests: ${answers.join(', ')}. Requests that would wait for more than two seconds get 503.`;
  console.log(table(['', 'ms', 'in the English newsroom', 'with English words alone', 'request'], rows));
  return { report, summary, isTooSlow: own > MAX_TIME_RATIO };
}

async function search(db: Db, random: Random, milliseconds: number) {
  const geography = await loadGeography(db, Date.now());
  const worst: MeasuredQuery[] = [];
  const ordinary: number[] = [];
  const seen = new Set<string>();
  const until = Date.now() + milliseconds;
  let asked = 0;
  while (Date.now() < until) {
    const parent = random.chance(0.7) ? worst[random.int(0, Math.max(0, worst.length - 1))] : undefined;
    const question = parent ? mutate(random, parent.question) : randomQuestion(random);
    const name = JSON.stringify(question);
    if (seen.has(name)) continue;
    seen.add(name);
    const took = await time(db, question, geography);
    asked += 1;
    if (!parent) ordinary.push(took);
    worst.push({ question, milliseconds: took });
    worst.sort((a, b) => b.milliseconds - a.milliseconds);
    worst.length = Math.min(worst.length, MAX_SLOWEST_QUERIES);
  }
  ordinary.sort((a, b) => a - b);
  return { worst, asked, ordinary: ordinary[Math.floor(ordinary.length / 2)] ?? 0 };
}

/** CPU time of the fastest of several runs, which is least affected by other load. */
async function time(
  db: Db,
  question: Question,
  geography: Awaited<ReturnType<typeof loadGeography>>,
  runs = 2,
  languages?: string[],
) {
  let shortest = Number.POSITIVE_INFINITY;
  const settled: FeedFilter = await withLanguages(db, question.filter, Date.now());
  const filter = languages ? { ...settled, languages } : settled;
  for (let i = 0; i < runs; i++) {
    const began = process.cpuUsage();
    await loadFeedPage(db, { filter, geography, before: question.before, limit: question.limit });
    const { user, system } = process.cpuUsage(began);
    shortest = Math.min(shortest, (user + system) / 1000);
  }
  return shortest;
}
