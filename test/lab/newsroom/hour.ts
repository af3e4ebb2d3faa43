import { setTimeout as sleep } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import { now } from '../../../src/command/command.ts';
import type { OracleShares } from '../../rankings/oracle.ts';
import { articlesOf, countedOf, type Newsroom, recount } from '../../routes/insights/oracle.ts';
import { type Choices, everyQuestion, pathOf } from '../../routes/insights/questions.ts';
import { startWorker } from '../../support/worker.ts';
import { difference } from '../../verify/faults/storm/compare/difference.ts';
import type { Rows } from '../../verify/stored-rows.ts';
import type { Imported } from './import.ts';
import { areSameShares, recountedRows, recountedShares, storedRows, storedShares } from './stored.ts';

/** Articles whose histories are asked for. */
const HISTORIES = 40;
const SHOWN = 3;

interface Answers {
  asked: number;
  differing: number;
}

/** Asks every analytics question and shows the first answers that are not as recounted at `now` (epoch seconds). */
export async function compareAnswers(
  base: URL,
  key: string,
  newsroom: Newsroom,
  now: number,
  choices = choicesOf(newsroom),
): Promise<Answers> {
  const answer = recount(newsroom, now);
  const questions = everyQuestion(choices);
  let differing = 0;
  for (const question of questions) {
    const path = pathOf(question);
    const response = await fetch(new URL(path, base), { headers: { Authorization: `Bearer ${key}` } });
    const body = (await response.json()) as { data?: unknown };
    const expected = answer(question);
    const got = response.status === 200 ? body.data : undefined;
    if (isDeepStrictEqual(got, expected) && response.status === (expected ? 200 : 404)) continue;
    if (differing++ < SHOWN)
      console.error(path, '\n  answers  ', JSON.stringify(body), '\n  recounted', JSON.stringify(expected));
  }
  return { asked: questions.length, differing };
}

function choicesOf({ topics, articles }: Newsroom): Choices {
  const topicIds = topics.map(({ id }) => id);
  const hidden = topics.filter(({ excludedFromTrending }) => excludedFromTrending).map(({ id }) => id);
  const shown = topicIds.filter((id) => !hidden.includes(id));
  return {
    topicIds: [...topicIds, Math.max(...topicIds) + 1],
    contentIds: articles.filter((_, i) => i % Math.ceil(articles.length / HISTORIES) === 0).map(({ id }) => id),
    limits: [undefined, 1, 3, 50],
    minContentItems: [undefined, 1, 10],
    lists: [{}, { includeTopics: hidden }, { includeTopics: hidden.slice(0, 2), excludeTopics: shown.slice(-5) }],
  };
}

const HOUR = 3600;
const WEEK = 168;
/** Seconds in which the objects publish what they have received. */
const PATIENCE = 75;

export interface Recounted extends Answers {
  /** By which unsigned clicks are weighed at that hour. */
  shares: OracleShares;
  /** Unsigned clicks of `7d` that do not count by these. */
  takenOff: number;
  /** What differs in the rows that are stored; empty where nothing does. */
  rows: string[];
}

export interface Hour {
  state: string;
  script: string;
  /** Whole hours by which the server's clock is ahead. */
  ahead: number;
  imported: Imported;
  /** In force until then; undefined at the hour of the import, whose shares are as the first clicks left them. */
  before: OracleShares | undefined;
}

/** Starts the server with a clock that is ahead, lets it rank everything, and compares rows and answers with the recount. */
export async function recountAt({ state, script, ahead, imported, before }: Hour): Promise<Recounted> {
  const { newsroom, operator, secret } = imported;
  const at = () => now() + ahead * HOUR;
  const hour = Math.floor(at() / HOUR);
  const worker = await startWorker({ state, port: 0, script: withClock(script, ahead), rateLimit: 1_000_000_000 });
  try {
    if (before !== undefined) await rebuild(worker.url, operator);
    const clicks = countedOf(newsroom, at());
    const stored = await storedShares(worker.db, hour);
    const shares = before === undefined ? stored : recountedShares(clicks, hour, before);
    const rows = areSameShares(stored, shares) ? [] : [`shares of hour ${hour}: ${difference(stored, shares)}`];
    // Days are weighed by the shares of the hour in which they are computed.
    await worker.db.prepare('DELETE FROM computed_days').run();
    await worker.cron('*/5 * * * *', new Date(at() * 1000));
    const topicIds = newsroom.topics.map(({ id }) => id);
    const must = recountedRows({ topicIds, articles: articlesOf(newsroom), clicks, shares, now: at() });
    rows.push(...(await differences(() => storedRows(worker.db), must)));
    const answers = await compareAnswers(worker.url, secret, { ...newsroom, shares }, at());
    if (Math.floor(at() / HOUR) !== hour) throw new Error('a full hour has passed meanwhile: run it again');
    return {
      ...answers,
      shares,
      rows,
      takenOff: takenOff(
        must,
        clicks.filter(({ hour: at }) => at >= hour - WEEK),
      ),
    };
  } finally {
    await worker.dispose();
  }
}

const takenOff = ({ windows: [site] }: Rows, clicks: readonly unknown[]): number =>
  clicks.length - (site?.counters.engagement_7d ?? 0);

async function rebuild(base: URL, operator: string): Promise<void> {
  const headers = { Authorization: `Bearer ${operator}` };
  const { status } = await fetch(new URL('/manage/rebuild', base), { method: 'POST', headers });
  if (status !== 200) throw new Error(`the rebuild answered ${status}`);
}

/** What still differs when the objects have had their time. */
async function differences(read: () => Promise<Rows>, must: Rows): Promise<string[]> {
  for (const end = Date.now() + PATIENCE * 1000; ; await sleep(1000)) {
    const is = await read();
    const names = (Object.keys(must) as (keyof Rows)[]).filter((name) => !isDeepStrictEqual(is[name], must[name]));
    if (names.length === 0) return [];
    if (Date.now() > end) return names.map((name) => `${name}: ${difference(is[name], must[name])}`);
  }
}

/** The Worker with a clock that is so many hours ahead of the machine's. */
const withClock = (script: string, hours: number): string => `{
  const RealDate = Date;
  const now = () => RealDate.now() + ${hours * HOUR * 1000};
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args) => Reflect.construct(target, args.length === 0 ? [now()] : args),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
}
${script}`;
