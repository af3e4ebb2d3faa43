import { expectedRow, type OracleArticle, type OracleClick } from '../../../../rankings/oracle.ts';
import { recount } from '../../../../routes/insights/oracle.ts';
import { everyQuestion, pathOf } from '../../../../routes/insights/questions.ts';
import { aggregate, differences, mustBe, readStored, unsure } from '../../compare.ts';
import { type Article, COMPANIES, PROBES, SOURCES, TOPICS } from '../newsroom.ts';
import type { Server } from '../server.ts';
import type { Click } from '../traffic/clicks.ts';
import type { Publisher } from '../traffic/publisher.ts';
import { askFresh } from './ask-fresh.ts';
import { difference } from './difference.ts';

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
  origin: 'unsigned',
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
  const newsroom = { topics, articles, sources: SOURCES, companies: COMPANIES, clicks };
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
