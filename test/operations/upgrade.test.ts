import { applyD1Migrations, env, SELF } from 'cloudflare:test';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { reindex } from '../../src/content/articles/reindex.ts';
import { forgetGeography } from '../../src/content/geography.ts';
import { forgetKeys } from '../../src/keys/authenticate.ts';
import { forgetObjects } from '../clicks/exactness/stored.ts';
import { askWith, makeKey, openTestDb, publish } from '../support/index.ts';
import { askReady } from './ask-ready.ts';
import { everyPath } from './backup/questions.ts';
import before65afd2d from './fixtures/65afd2d.json' with { type: 'json' };
import dump65afd2d from './fixtures/65afd2d.sql?raw';
import before840a124 from './fixtures/840a124.json' with { type: 'json' };
import dump840a124 from './fixtures/840a124.sql?raw';

/** Databases as earlier versions left them (`fixtures/make.ts`), and what had been published to those. */
const VERSIONS = [
  ['840a124', dump840a124, before840a124],
  ['65afd2d', dump65afd2d, before65afd2d],
] as const;

type Published = (typeof VERSIONS)[number][2];

const exec = (statements: readonly string[]) => env.DB.batch(statements.map((statement) => env.DB.prepare(statement)));

/** Leaves nothing of the database, its schema included, and forgets what isolates and objects know of it. */
async function wipe(): Promise<void> {
  await forgetObjects();
  const own = `name NOT LIKE 'sqlite_%' AND name NOT LIKE '\\_cf\\_%' ESCAPE '\\' AND name NOT LIKE 'article_index_%'`;
  const { results } = await env.DB.prepare(
    `SELECT type, name FROM sqlite_schema WHERE type IN ('table', 'view') AND ${own} ORDER BY type DESC`,
  ).all<{ type: string; name: string }>();
  await exec(results.map(({ type, name }) => `DROP ${type} "${name}"`));
  forgetKeys();
  forgetGeography();
}

async function answers(host: string, { recommended }: Published): Promise<Record<string, string>> {
  const headers = { 'X-API-Key': await makeKey('secret') };
  const all: Record<string, string> = {};
  for (const path of everyPath([11, 12, 47], [recommended.date])) {
    const response = await SELF.fetch(`https://${host}${path}`, { headers });
    all[path] = `${response.status} ${(await response.text()).replaceAll(host, 'host')}`;
  }
  return all;
}

async function publishAll(operator: string, { recommended, ...published }: Published): Promise<void> {
  for (const collection of ['topics', 'companies', 'sources', 'articles'] as const)
    expect((await publish(operator, collection, published[collection])).rejected).toEqual([]);
  const body = JSON.stringify({ articles: recommended.articles });
  await askWith(operator, `/manage/recommended/${recommended.date}`, { method: 'PUT', body });
  const response = await askWith(operator, '/manage/clicks', {
    method: 'POST',
    body: JSON.stringify(published.clicks),
  });
  expect(await response.json()).toMatchObject({ data: { rejected: [] } });
}

const rebuild = (operator: string) => askWith(operator, '/manage/rebuild', { method: 'POST' });

/** The one thing that an upgrade cannot know: earlier versions kept nothing of which readers clicked, so growth has no interval. */
const INTERVAL = /"interval":(?:null|\[[^\]]*\]),"confidence":"\w+",/g;
const withoutIntervals = (answer: string) => answer.replace(INTERVAL, '');
const mapped = (all: Record<string, string>, change: (answer: string) => string) =>
  Object.fromEntries(Object.entries(all).map(([path, answer]) => [path, change(answer)]));

afterAll(() => void vi.useRealTimers());

describe.each(VERSIONS)('a state that %s has made', (_, dump, published) => {
  let fresh: Record<string, string>;

  beforeAll(async () => {
    vi.useFakeTimers({ toFake: ['Date'], now: published.now + 300_000 });
    await wipe();
    await applyD1Migrations(env.DB, env.MIGRATIONS);
    const operator = await makeKey('operator');
    await publishAll(operator, published);
    await rebuild(operator);
    fresh = await answers('fresh.test', published);
    expect(Object.values(fresh).filter((answer) => answer.startsWith('200 ')).length).toBeGreaterThan(100);

    await wipe();
    await exec(dump.trimEnd().split('\n'));
  }, 120_000);

  test('is not ready before it is migrated, nor before it is reindexed, and answers as a fresh import then', async () => {
    expect(await (await askReady()).json()).toMatchObject({ code: 503, reason: 'migrationsMissing' });
    await applyD1Migrations(env.DB, env.MIGRATIONS);
    expect(await (await askReady()).json()).toMatchObject({ code: 503, reason: 'indexOutdated' });
    expect(await reindex(openTestDb(), Date.now())).toBe(published.articles.length);
    expect((await askReady()).status).toBe(200);
    await rebuild(await makeKey('operator'));
    const upgraded = await answers('upgraded.test', published);
    expect(mapped(upgraded, withoutIntervals)).toEqual(mapped(fresh, withoutIntervals));
    expect(Object.values(fresh).join()).toMatch(INTERVAL);
    for (const [interval] of Object.values(upgraded).join().matchAll(INTERVAL))
      expect(interval).toBe('"interval":null,"confidence":"low",');
  }, 120_000);

  test('gives no id again', async () => {
    const operator = await makeKey('operator');
    const highest = Math.max(...published.articles.map(({ id }) => id));
    await askWith(operator, `/manage/articles/${highest}`, { method: 'DELETE' });
    await publish(operator, 'articles', [
      { url: 'https://next.example/', title: 'Next', publishedAt: '2026-01-01T00:00:00Z', contentType: 'article' },
    ]);
    const id = await env.DB.prepare(`SELECT id FROM articles WHERE url = 'https://next.example/'`).first('id');
    expect(id).toBe(highest + 1);
  });
});
