/**
 * `npm run bench:searches -- --state FOLDER`: looks for the questions to `/feed/` that take the database longest, by mutating the
 * worst of those found so far, over a newsroom that `bench:feed --state` has built. Writes docs/measured/searches.md.
 */
import { parseArgs } from 'node:util';
import { fail, run } from '../../src/command/command.ts';
import { loadGeography } from '../../src/content/geography.ts';
import { withLanguages } from '../../src/content/index/newsroom-languages.ts';
import type { Db } from '../../src/db/client.ts';
import { createRandom, type Random } from '../../src/demo/random.ts';
import type { FeedFilter } from '../../src/search/filter.ts';
import { loadPage } from '../../src/search/page.ts';
import { writeMeasured } from '../support/measured.ts';
import { COSTLY, measureBeside } from './lib/beside.ts';
import { databaseFile, withFile } from './lib/local-d1.ts';
import { circumstances, fixed, table, whole } from './lib/report.ts';
import { describeQuestion, mutate, pathOf, type Question, randomQuestion } from './lib/searches.ts';

const USAGE = 'npm run bench:searches -- --state FOLDER [--seconds 120] [--seed 1] [--quick]';

interface Found {
  question: Question;
  milliseconds: number;
}

/** The worst that are kept and mutated. */
const KEPT = 50;

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      state: { type: 'string' },
      seconds: { type: 'string', default: '120' },
      seed: { type: 'string', default: '1' },
      quick: { type: 'boolean', default: false },
    },
  });
  if (!values.state) fail(USAGE);
  const random = createRandom(Number(values.seed), 'searches');
  const { worst, asked, ordinary } = await withFile(databaseFile(values.state), (db) =>
    search(db, random, Number(values.seconds) * 1000),
  );
  const rows = worst.map(({ question, milliseconds }, i) => [i + 1, fixed(milliseconds), describeQuestion(question)]);
  const slowest = worst[0]?.milliseconds ?? 0;
  const { alone, beside, statuses } = await measureBeside(
    values.state,
    worst.slice(0, COSTLY).map(({ question }) => pathOf(question)),
  );
  const ratio = beside[0] / alone[0];
  const summary = `Of ${whole(asked)} legal questions that a search over all filters made worse step by step (seed ${values.seed}), the worst took ${fixed(slowest)} ms of database time; the median of random ones took ${fixed(ordinary)} ms. A cheap question beside ${COSTLY} of the worst takes ${fixed(ratio)} times as long as alone (median).`;
  const latency = table(
    ['a cheap question', 'median ms', 'p95 ms'],
    [
      ['alone', fixed(alone[0]), fixed(alone[1])],
      [`beside ${COSTLY} costly ones`, fixed(beside[0]), fixed(beside[1])],
    ],
  );
  const answers = Object.entries(statuses).map(([status, count]) => `${status}: ${whole(count)}`);
  const body = `${circumstances('npm run bench:searches')}\n\n${summary}\n\n${latency}\n\nThe costly questions meanwhile were answered ${answers.join(', ')}: those that would wait for longer than two seconds are refused.\n\n${table(['', 'ms', 'question'], rows)}`;
  console.log(body);
  if (!values.quick) writeMeasured({ name: 'searches', title: 'Searches', page: 'benchmarks.md', body, summary });
});

async function search(db: Db, random: Random, milliseconds: number) {
  const geography = await loadGeography(db, Date.now());
  const worst: Found[] = [];
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
    worst.length = Math.min(worst.length, KEPT);
  }
  // Once more, so that no place is one of chance.
  for (const found of worst) found.milliseconds = await time(db, found.question, geography, 5);
  worst.sort((a, b) => b.milliseconds - a.milliseconds);
  ordinary.sort((a, b) => a - b);
  return { worst, asked, ordinary: ordinary[Math.floor(ordinary.length / 2)] ?? 0 };
}

/** Processor time of the shortest of some runs: what the question costs by itself, whatever else the machine does. */
async function time(db: Db, question: Question, geography: Awaited<ReturnType<typeof loadGeography>>, runs = 2) {
  let shortest = Number.POSITIVE_INFINITY;
  const filter: FeedFilter = await withLanguages(db, question.filter, Date.now());
  for (let i = 0; i < runs; i++) {
    const began = process.cpuUsage();
    await loadPage(db, { filter, geography, before: question.before, limit: question.limit });
    const { user, system } = process.cpuUsage(began);
    shortest = Math.min(shortest, (user + system) / 1000);
  }
  return shortest;
}
