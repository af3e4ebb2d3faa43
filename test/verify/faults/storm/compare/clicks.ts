import { isDeepStrictEqual } from 'node:util';
import {
  countersOf,
  expectedRow,
  type OracleArticle,
  type OracleClick,
  rowOf,
  unpacked,
} from '../../../../rankings/oracle.ts';
import { recount } from '../../../../routes/insights/oracle.ts';
import { everyQuestion, pathOf } from '../../../../routes/insights/questions.ts';
import { type Rows, readRows } from '../../../stored-rows.ts';
import { type Article, COMPANIES, PROBES, SOURCES, TOPICS } from '../newsroom.ts';
import type { Server } from '../server.ts';
import type { Click } from '../traffic/clicks.ts';
import type { Publisher } from '../traffic/publisher.ts';
import { askFresh } from './ask-fresh.ts';
import { difference } from './difference.ts';

/** What a server has stored of clicks, without what only its secrets tell. */
async function readStored(d1: D1Database): Promise<Rows> {
  const { hours, windows, ...rows } = await readRows(d1);
  return {
    ...rows,
    hours: hours.map((row) => rowOf(byAudience(row))).sort(),
    windows: windows.map(({ views, ...row }) => ({ ...row, views: unsure(views) })),
  };
}

/** The hourly aggregates that clicks make, as `Rows.hours`. */
const aggregate = (clicks: readonly OracleClick[]): string[] =>
  [...Map.groupBy(clicks, ({ contentId, hour }) => `${contentId} ${hour}`)]
    .map(([key, list]) => {
      const [contentId = 0, hour = 0] = key.split(' ').map(Number);
      return rowOf(byAudience({ content_id: contentId, hour, ...countersOf(list) }));
    })
    .sort();

/** A row of aggregates without classes, which only the server's secrets tell, and with clicks of every origin in one. */
function byAudience(row: Record<string, number>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [counter, count] of Object.entries(unpacked(row))) {
    if (/^(network|prefix|browser|reader)_/.test(counter)) continue;
    const name = counter.replace(/^((un)?signed|trusted)_/, '');
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

/** Views without what follows from classes of readers. */
function unsure<V extends object>(views: V): V {
  const text = JSON.stringify(views, (name, value) =>
    name === 'interval' || name === 'confidence' ? undefined : value,
  );
  return JSON.parse(text);
}

/** A row that must be published, as `readStored` reads it. */
const mustBe = (topic: number, row: ReturnType<typeof expectedRow>): Rows['windows'][number] => ({
  topic,
  ...row,
  views: unsure(row.views),
});

/** What differs, in words; null where nothing does. */
function differences(is: Rows, must: Rows): string | null {
  const wrong = (Object.keys(must) as (keyof Rows)[]).filter((name) => !isDeepStrictEqual(is[name], must[name]));
  if (wrong.length === 0) return null;
  return wrong.map((name) => `${name} differ, first at ${difference(is[name], must[name])}`).join('\n');
}

/** What must be in the tables of clicks, and what is different there; null: nothing. */
export async function compareStored(
  db: D1Database,
  hour: number,
  clicks: readonly Click[],
  publisher: Publisher,
): Promise<string | null> {
  const stored = await readStored(db);
  const articles = Array.from(publisher.articles.values(), oracleArticle);
  const asked = { articles, clicks: clicks.map(oracleClick), shares: null, now: hour * 3600 };
  const windows = [0, ...publisher.topics.keys()]
    .sort((a, b) => a - b)
    .map((topic) => mustBe(topic, expectedRow(topic, asked)));
  // Objects that never had a click publish nothing.
  const is = {
    ...stored,
    letters: 0,
    windows: stored.windows.map((row) => ('items' in row.views ? row : emptyRow(row.topic))),
  };
  return differences(is, { hours: aggregate(asked.clicks), ledger: clicks.length, letters: 0, windows });
}

const emptyRow = (topic: number) =>
  mustBe(topic, expectedRow(topic, { articles: [], clicks: [], shares: null, now: 0 }));

const oracleClick = ({ contentId, hour, companyType, seniority, region }: Click): OracleClick => ({
  contentId,
  hour,
  // Weights are off: every click counts as those of trusted networks do.
  origin: 'trusted',
  network: 0,
  prefix: 0,
  browser: 0,
  reader: 0,
  companyType,
  seniority,
  continent: region,
});

function oracleArticle(article: Article): OracleArticle {
  const { id, publishedAt, topics, contentType, companies, countries } = article;
  const { host } = new URL(article.url);
  const source = SOURCES.find(({ domain }) => domain === host);
  return {
    id,
    publishedAt,
    topics,
    contentType,
    companies,
    countries,
    organisationType: article.organisationType ?? source?.organisationType ?? null,
    client: article.client ?? source?.client ?? null,
    source: source?.name ?? host,
    domain: host,
  };
}

/** Asks every analytics question; returns those answered differently, and how many were asked. */
export async function compareRankings(
  server: Server,
  key: string,
  clicks: readonly Click[],
  publisher: Publisher,
): Promise<{ asked: number; wrong: string[] }> {
  const topics = [...publisher.topics.values()];
  const articles = Array.from(publisher.articles.values(), ({ publishedAt, ...article }) => ({
    ...article,
    publishedAt: new Date(publishedAt * 1000).toISOString(),
  }));
  // Weights are off: every click counts in full, as those of signed readers do.
  const full = clicks.map((click) => ({ ...click, signed: true }));
  const newsroom = { topics, articles, sources: SOURCES, companies: COMPANIES, clicks: full };
  const answer = recount(newsroom, Math.floor(server.now() / 1000));
  const questions = everyQuestion({
    topicIds: [...TOPICS, PROBES.topic, 77],
    limits: [undefined, 3, 50],
    minContentItems: [undefined, 1],
    lists: [{}, { includeTopics: [9] }, { includeTopics: [9, 101], excludeTopics: [1, 2] }],
  });
  const wrong: string[] = [];
  for (const question of questions) {
    const expected = answer(question);
    // How sure a growth is follows from classes of readers, which only the server's secrets tell.
    const must = expected && unsure(expected);
    const path = pathOf(question);
    const { status, body } = await askFresh(server, path, key);
    const is = status === 404 ? undefined : unsure(JSON.parse(body).data);
    const found = difference(is, must);
    if (found) wrong.push(`${path} ${found}`);
  }
  return { asked: questions.length, wrong };
}
