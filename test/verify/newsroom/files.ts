import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { plainShares } from '../../engagement/weight-oracle.ts';
import {
  expectedRow,
  type OracleArticle,
  type OracleClick,
  type OracleShares,
  rowOf,
  rowsOf,
} from '../../rankings/oracle.ts';
import type { Topic } from '../../routes/insights/oracle.ts';
import { type Rows, readRows } from '../stored-rows.ts';

/** Ages of articles and clicks are relative to the time of the import. */

type Aged<T> = T & { ageSeconds: number };

export type FileArticle = Aged<{
  id: number;
  url: string;
  title: string;
  contentType: string;
  topics: number[];
  organisationType?: string | null;
  client?: string | null;
  companies?: number[];
  countries?: string[];
}>;

export type FileClick = Aged<{
  contentId: number;
  reader: string;
  signed?: boolean;
  network?: number | undefined;
  prefix?: string | undefined;
  userAgent?: string | undefined;
  companyType?: string;
  seniority?: string;
  continent?: string;
}>;

export interface Files {
  articles: FileArticle[];
  clicks: FileClick[];
  topics: Topic[];
  companies: { id: number; name: string; organisationType: string }[];
}

const LOG_IDS = 10_000;
const TOPICS_AN_ARTICLE = 3;
const FLEET = 300;

export function readFiles(articles: string, clicks: string, topics: string, companies: string): Files {
  return {
    articles: lines<FileArticle>(articles),
    clicks: lines<FileClick>(clicks).sort(oldestFirst),
    topics: JSON.parse(readFileSync(topics, 'utf8')),
    companies: JSON.parse(readFileSync(companies, 'utf8')),
  };
}

/**
 * Adds a log of views (gzipped CSV: at in epoch seconds, contentId, reader, network, browser) as unsigned clicks, and a
 * fleet that clicks one article.
 */
export function withLog({ articles, clicks, topics, companies }: Files, file: string): Files {
  const rows = gunzipSync(readFileSync(file)).toString().trim().split('\n').slice(1);
  const views = rows.map((row) => row.split(',').map(Number)) as [number, number, number, number, number][];
  const last = Math.max(...views.map(([at]) => at)) + 60;
  const added = views.map(
    ([at, contentId, reader, network, browser]): FileClick => ({
      contentId: LOG_IDS + contentId,
      ageSeconds: last - at,
      reader: `log ${reader}`,
      signed: false,
      ...(network > 0 ? { network } : {}),
      userAgent: inLetters(browser),
    }),
  );
  const oldest = new Map<number, number>();
  for (const { contentId, ageSeconds } of added)
    oldest.set(contentId, Math.max(ageSeconds, oldest.get(contentId) ?? 0));
  const ids = topics.map(({ id }) => id);
  const own = [...oldest].map(
    ([id, age]): FileArticle => ({
      id,
      url: `https://log.example/${id}`,
      title: `Story ${id}`,
      contentType: 'article',
      topics: [...new Set(Array.from({ length: TOPICS_AN_ARTICLE }, (_, i) => ids[(id * (i + 1)) % ids.length] ?? 47))],
      ageSeconds: age + 1,
    }),
  );
  const target = own.find(({ ageSeconds }) => ageSeconds > 86_400)?.id ?? LOG_IDS;
  const fleet = Array.from(
    { length: FLEET },
    (_, i): FileClick => ({
      contentId: target,
      ageSeconds: 600 + 60 * i,
      reader: `fleet ${i}`,
      signed: false,
      network: 64_500,
      userAgent: inLetters(i % 40),
    }),
  );
  return {
    articles: [...articles, ...own.sort((a, b) => a.id - b.id)],
    clicks: [...clicks, ...added, ...fleet].sort(oldestFirst),
    topics,
    companies,
  };
}

/** Spells a number in letters for a user agent, because classification treats each run of digits as 0. */
const inLetters = (n: number): string =>
  [...n.toString(26)]
    .map((digit) =>
      `x${Number.parseInt(digit, 26)}`.replace(/\d+/, (d) => 'abcdefghijklmnopqrstuvwxyz'.charAt(Number(d))),
    )
    .join('');

const oldestFirst = (a: FileClick, b: FileClick) => b.ageSeconds - a.ageSeconds;

function lines<T>(file: string): T[] {
  const texts = readFileSync(file, 'utf8').split('\n');
  return texts.filter((line) => line.trim() !== '').map((line) => JSON.parse(line));
}

const VOTING_HOURS = 336;
const FLAT = { ...{ samples: 0, audiences: null }, network: flat(32), prefix: flat(32), browser: flat(16) };
function flat(count: number): number[] {
  return Array<number>(count).fill(1 / count);
}

export async function storedRows(d1: D1Database): Promise<Rows> {
  const { hours, ...rows } = await readRows(d1);
  return { ...rows, hours: hours.map(rowOf).sort() };
}

export interface Newsroom {
  topicIds: readonly number[];
  articles: readonly OracleArticle[];
  clicks: readonly OracleClick[];
  shares: OracleShares;
  now: number;
}

export const recountedRows = ({ topicIds, ...asked }: Newsroom): Rows => ({
  hours: rowsOf(asked.clicks),
  ledger: asked.clicks.length,
  letters: 0,
  windows: [0, ...topicIds.toSorted((a, b) => a - b)].map((topic) => ({ topic, ...expectedRow(topic, asked) })),
});

export async function storedShares(d1: D1Database, hour: number): Promise<OracleShares> {
  const text = await d1.prepare('SELECT shares FROM site_shares WHERE hour = ?').bind(hour).first<string>('shares');
  return text ? JSON.parse(text) : null;
}

/** Computes the baseline of an hour from the samples of the 336 complete hours before it. */
export function recountedShares(clicks: readonly OracleClick[], hour: number, before: OracleShares): OracleShares {
  const voting = clicks.filter(
    (click) => click.origin === 'unsigned' && click.hour >= hour - VOTING_HOURS && click.hour < hour,
  );
  const perClass = (list: readonly OracleClick[], kind: 'network' | 'prefix' | 'browser', classes: number) =>
    Array.from({ length: classes }, (_, b) => list.filter((click) => click[kind] === b).length);
  const voters = [...Map.groupBy(voting, ({ contentId }) => contentId)]
    .sort(([a], [b]) => a - b)
    .map(([, list]): [number, number[][]] => [
      list.length,
      [perClass(list, 'network', 32), perClass(list, 'prefix', 32), perClass(list, 'browser', 16)],
    ]);
  const audiences = null;
  const made = plainShares(voters, before ?? FLAT, null);
  return made && { ...made, audiences };
}

/** Whether two baselines are equal up to rounding errors, which depend on the order of additions. */
export const areSameShares = (a: OracleShares, b: OracleShares): boolean =>
  a === null || b === null
    ? a === b
    : listsOf(a)
        .flat()
        .every((share, i) => Math.abs(share - (listsOf(b).flat()[i] ?? 0)) < 1e-12);

const listsOf = ({ network, prefix, browser }: NonNullable<OracleShares>): (readonly number[])[] => [
  network,
  prefix,
  browser,
];
