import { abortAllDurableObjects, env, SELF } from 'cloudflare:test';
import { expect, vi } from 'vitest';
import { randomNonce } from '../../../src/clicks/consume/consumer.ts';
import { countClicks, type Click as LedgerClick } from '../../../src/clicks/consume/ledger.ts';
import { clickId } from '../../../src/clicks/message.ts';
import { saveArticles } from '../../../src/content/articles/articles.ts';
import type { ImportLine } from '../../../src/content/import-lines.ts';
import { articleInput } from '../../../src/content/input.ts';
import { saveCompanies } from '../../../src/content/rows.ts';
import { saveSources } from '../../../src/content/sources.ts';
import { saveTopics } from '../../../src/content/topics.ts';
import { UNIFORM_BASELINE } from '../../../src/engagement/discounting.ts';
import { computeDays } from '../../../src/rankings/object/days/days.ts';
import { notifyWindows } from '../../../src/rankings/object/notify.ts';
import { SITE } from '../../../src/rankings/site.ts';
import { CLICK_TABLES, DERIVED_TABLES } from '../../clicks/click-tables.ts';
import { author, makeKey, openTestDb } from '../../support/index.ts';
import { companyInput, sourceInput, topicInput } from '../../support/lines.ts';
import { refreshObject, windowObject } from '../../support/windows.ts';
import { type Article, type Click, classOf, type Newsroom, type Question } from './oracle.ts';
import { pathOf } from './questions.ts';

/** Loads newsrooms into the service at a given time and queries it. Times are epoch seconds. */

const TABLES = ['articles', 'companies', 'sources', 'topics', ...DERIVED_TABLES, ...CLICK_TABLES];

/** Removes all content, clicks and caches, but no keys. */
export async function clearStage(): Promise<void> {
  await abortAllDurableObjects();
  await env.DB.batch([
    env.DB.prepare(`INSERT INTO article_index (article_index) VALUES ('delete-all')`),
    ...TABLES.map((table) => env.DB.prepare(`DELETE FROM ${table}`)),
  ]);
}

interface Schema<T> {
  parse(value: unknown): T;
}

const numbered = <T>(schema: Schema<T>, values: readonly unknown[]): ImportLine<T>[] =>
  values.map((value, i) => ({ line: i + 1, value: schema.parse(value) }));

export const asArticleInput = (article: Article) => ({
  introduction: '',
  publishedAt: '2020-01-01T00:00:00Z',
  companies: [],
  countries: [],
  geoGroups: [],
  ...article,
});

const asClick = async ({ contentId, at, reader, ...click }: Click): Promise<LedgerClick> => {
  const hour = Math.floor(at / 3600);
  const {
    signed,
    network = 0,
    browser = 0,
    companyType = null,
    seniority = null,
    continent = null,
    channel = null,
  } = click;
  const prefix = click.prefix ?? classOf(reader);
  return {
    id: await clickId(reader, contentId, Math.floor(hour / 24)),
    contentId,
    hour,
    ...(signed ? { origin: 'signed', reader: classOf(reader) } : { origin: 'unsigned', network, prefix, browser }),
    companyType: companyType as LedgerClick['companyType'],
    seniority: seniority as LedgerClick['seniority'],
    continent: continent as LedgerClick['continent'],
    channel: channel as LedgerClick['channel'],
  };
};

export async function publishNewsroom(newsroom: Newsroom, now: number): Promise<void> {
  const { topics, sources, companies = [], articles } = newsroom;
  const db = openTestDb();
  await saveCompanies(db, numbered(companyInput, companies), author);
  const refused = await saveTopics(db, numbered(topicInput, topics), author);
  await saveSources(db, numbered(sourceInput, sources), author);
  const saved = await saveArticles(db, numbered(articleInput, articles.map(asArticleInput)), now * 1000);
  expect([...refused, ...saved.refusals]).toEqual([]);
}

export async function importAt(clicks: readonly Click[], now: number): Promise<number> {
  const timely = await Promise.all(clicks.filter(({ at }) => at <= now).map(asClick));
  const counted = await countClicks(openTestDb(), timely, { nonce: randomNonce(), now: now * 1000 });
  await notifyWindows(env, counted, now * 1000);
  return timely.length;
}

const rowsOf = ({ topics }: Newsroom) => [SITE, ...topics.map(({ id }) => id)];

export async function refreshAt(newsroom: Newsroom, now: number): Promise<void> {
  await Promise.all(rowsOf(newsroom).map((id) => refreshObject(id, now * 1000)));
}

/** Runs the alarm of each window, which publishes and rolls over to the next hour. */
export async function beatAt(newsroom: Newsroom, now: number): Promise<void> {
  await Promise.all(rowsOf(newsroom).map((id) => windowObject(id).handleAlarm(now * 1000)));
}

export const setClock = (now: number) => void vi.useFakeTimers({ toFake: ['Date'], now: now * 1000 });

export async function setShares({ shares = null }: Newsroom, now: number): Promise<void> {
  await env.DB.prepare('INSERT OR REPLACE INTO site_shares (hour, shares, "left", is_accepted) VALUES (?, ?, 1, 0)')
    .bind(Math.floor(now / 3600), JSON.stringify(shares ?? UNIFORM_BASELINE))
    .run();
}

export const computeDaysAt = (now: number) =>
  computeDays(openTestDb(), { now: now * 1000, isDiscounted: true, zone: '' });

export async function stage(newsroom: Newsroom, now: number): Promise<void> {
  setClock(now);
  await clearStage();
  await publishNewsroom(newsroom, now);
  await setShares(newsroom, now);
  await importAt(newsroom.clicks, now);
  await refreshAt(newsroom, now);
}

let keys: string[] = [];
let asked = 0;

/** Caches every key, so that responses read rows for their query only. */
export async function showKeys(): Promise<void> {
  if (keys.length === 0) keys = await Promise.all(Array.from({ length: 20 }, () => makeKey('secret')));
  for (const _ of keys) await askFresh('/api/v2/');
}

/**
 * Sends a request with one of several keys, so that each stays below its rate limit. A unique URL bypasses every cache.
 */
export async function askFresh(path: string, more: Record<string, string> = {}, body?: object): Promise<Response> {
  if (keys.length === 0) await showKeys();
  asked++;
  const headers = { Authorization: `Bearer ${keys[asked % keys.length]}`, ...more };
  const init = body ? { method: 'POST', headers, body: JSON.stringify(body) } : { headers };
  return SELF.fetch(`https://n${asked}.newsgauge.test${path}`, init);
}

export async function expectAnswer(question: Question, data: object | undefined): Promise<void> {
  const path = pathOf(question);
  const response = await askFresh(path);
  const body = await response.json();
  if (data) expect({ path, body }).toEqual({ path, body: { status: 'success', data, code: 200 } });
  else expect({ path, status: response.status }).toEqual({ path, status: 404 });
}
