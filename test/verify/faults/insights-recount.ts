/**
 * `node test/verify/faults/insights-recount.ts TOPICS.json COMPANIES.json ARTICLES.ndjson CLICKS.ndjson`: imports a newsroom into a
 * running server and compares every analytics answer with a recount from the files. Times in the files are `ageSeconds`.
 */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { fail, now, run } from '../../../src/cli/command.ts';
import { migrate, type RunningWorker, startWorker } from '../../../src/cli/runtime.ts';
import { type Receipt, send } from '../../../src/cli/send.ts';
import { openDb } from '../../../src/db/client.ts';
import type { KeyKind } from '../../../src/keys/key.ts';
import { createKey } from '../../../src/keys/store.ts';
import { type Article, type Click, type Newsroom, recount, type Topic } from '../../routes/insights/oracle.ts';
import { everyQuestion, pathOf } from '../../routes/insights/questions.ts';

const USAGE = 'node test/verify/faults/insights-recount.ts TOPICS.json COMPANIES.json ARTICLES.ndjson CLICKS.ndjson';
const HOUR = 3600;
/** Seconds a comparison may take; it stays within one clock hour. */
const ENOUGH = 300;
/** Seconds in which windows publish what they have been told, and caches forget. */
const QUIET = 12;
/** Lines of one request. */
const PORTION = 500;

interface Aged {
  ageSeconds: number;
}

await run(USAGE, async () => {
  const [topicsFile, companiesFile, articlesFile, clicksFile] = process.argv.slice(2);
  if (!topicsFile || !companiesFile || !articlesFile || !clicksFile) fail(USAGE);
  const left = HOUR - (now() % HOUR);
  if (left < ENOUGH) await sleep(left * 1000);
  const state = mkdtempSync(join(tmpdir(), 'newsgauge-recount-'));
  migrate(state);
  const worker = await startWorker({ state, port: 0, rateLimit: 1_000_000_000 });
  try {
    const began = now();
    const at = ({ ageSeconds }: Aged) => began - ageSeconds;
    const topics: Topic[] = JSON.parse(readFileSync(topicsFile, 'utf8'));
    const articles = lines<Article & Aged>(articlesFile);
    const clicks = lines<Click & Aged>(clicksFile).map((click) => ({ ...click, at: at(click) }));
    const oldest = Math.floor(began / HOUR) * HOUR - (2 * 168 - 1) * HOUR;

    const target = { base: worker.url, key: await makeKey(worker, 'operator') };
    await deliver(target, 'topics', topics, 0);
    await deliver(target, 'companies', JSON.parse(readFileSync(companiesFile, 'utf8')), 0);
    await deliver(
      target,
      'articles',
      articles.map((each) => ({ ...each, publishedAt: rfc3339(at(each)) })),
      0,
    );
    const tooOld = clicks.filter((click) => click.at < oldest).length;
    await deliver(
      { ...target, method: 'POST' },
      'clicks',
      clicks.map((click) => ({ ...click, at: rfc3339(click.at) })),
      tooOld,
    );

    const newsroom = { topics, sources: [], articles, clicks };
    const secret = await makeKey(worker, 'secret');
    await sleep(QUIET * 1000);
    const live = await compare(worker.url, secret, newsroom, began);
    await fetch(new URL('/manage/rebuild', worker.url), { method: 'POST', headers: bearer(target.key) });
    await sleep(QUIET * 1000);
    const rebuilt = await compare(worker.url, secret, newsroom, began);
    if (Math.floor(now() / HOUR) !== Math.floor(began / HOUR)) fail('the hour has turned meanwhile; run it again');
    console.log(`${clicks.length} clicks, ${tooOld} of them too old`);
    console.log(`as the clicks came: ${live.asked} answers, ${live.differing} differ from the recount`);
    console.log(`after a rebuild: ${rebuilt.asked} answers, ${rebuilt.differing} differ from the recount`);
    if (live.differing + rebuilt.differing > 0) process.exitCode = 1;
  } finally {
    await worker.dispose();
    rmSync(state, { recursive: true, force: true });
  }
});

function lines<T>(file: string): T[] {
  const filled = readFileSync(file, 'utf8').split('\n').filter(Boolean);
  return filled.map((line) => JSON.parse(line));
}

function rfc3339(seconds: number): string {
  return new Date(seconds * 1000).toISOString();
}

function bearer(key: string): Record<string, string> {
  return { Authorization: `Bearer ${key}` };
}

function makeKey({ db }: RunningWorker, kind: KeyKind): Promise<string> {
  return createKey(openDb(db), { kind, name: 'recount', origins: [], expiresAt: null }, now());
}

/** Sends values in portions; fails unless just so many are refused. */
async function deliver(
  target: Parameters<typeof send>[0],
  collection: string,
  values: readonly unknown[],
  refused: number,
): Promise<void> {
  const rejected: Receipt['rejected'] = [];
  for (let i = 0; i < values.length; i += PORTION) {
    const portion = values.slice(i, i + PORTION).map((value) => JSON.stringify(value));
    rejected.push(...(await send(target, collection, portion)).rejected);
  }
  if (rejected.length === refused) return;
  fail(`${collection}: ${rejected.length} refused, expected ${refused}`, JSON.stringify(rejected.slice(0, 3)));
}

/** Asks every question and shows the first answers that are not as recounted. */
async function compare(
  base: URL,
  key: string,
  newsroom: Newsroom,
  at: number,
): Promise<{ asked: number; differing: number }> {
  const answer = recount(newsroom, at);
  const topicIds = newsroom.topics.map(({ id }) => id);
  const hidden = newsroom.topics.filter(({ excludedFromTrending }) => excludedFromTrending).map(({ id }) => id);
  const shown = topicIds.filter((id) => !hidden.includes(id));
  const questions = everyQuestion({
    topicIds: [...topicIds, Math.max(...topicIds) + 1],
    limits: [undefined, 1, 3, 50],
    minContentItems: [undefined, 1, 10],
    lists: [{}, { includeTopics: hidden }, { includeTopics: hidden.slice(0, 2), excludeTopics: shown.slice(-5) }],
  });
  let differing = 0;
  for (const question of questions) {
    const path = pathOf(question);
    const response = await fetch(new URL(path, base), { headers: bearer(key) });
    const body = (await response.json()) as { data?: unknown };
    const expected = answer(question);
    const got = response.status === 200 ? body.data : undefined;
    if (isDeepStrictEqual(got, expected) && response.status === (expected ? 200 : 404)) continue;
    if (differing++ < 3)
      console.error(path, '\n  answers  ', JSON.stringify(body), '\n  recounted', JSON.stringify(expected));
  }
  return { asked: questions.length, differing };
}
