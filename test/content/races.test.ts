import { env } from 'cloudflare:test';
import { beforeAll, describe, expect, test } from 'vitest';
import { findTrashEntry, type TrashRow } from '../../src/content/history/trash.ts';
import { restoreTagThing } from '../../src/content/removal/remove-tags.ts';
import { ConflictError } from '../../src/db/client.ts';
import { ask, askWith, makeKey, openTestDb, publish } from '../support/index.ts';

const db = openTestDb();

let operator: string;
let secret: string;

beforeAll(async () => {
  operator = await makeKey('operator');
  secret = await makeKey('secret');
  await publish(operator, 'topics', [{ id: 301, name: 'Topic', slug: 'topic-301', category: 1 }]);
  await publish(operator, 'companies', [{ id: 301, name: 'Company', organisationType: 'Carrier' }]);
  await publish(operator, 'sources', [{ domain: 'race.example', name: 'Source' }]);
  const articles = Array.from({ length: 40 }, (_, i) => ({
    url: `https://race.example/${i}`,
    title: `Story ${i}`,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
    topics: [301],
    companies: [301],
  }));
  await publish(operator, 'articles', articles);
});

const namesIn = async (column: string, path: string): Promise<string[]> => {
  const query = `SELECT DISTINCT ${column} ->> '${path}' AS name FROM articles WHERE url LIKE 'https://race.example/%'`;
  return (await env.DB.prepare(query).all<{ name: string }>()).results.map(({ name }) => name);
};
const nameOf = async (query: string) => env.DB.prepare(query).first<string>('name');

describe('twenty concurrent changes of a name', () => {
  const parallel = (collection: string, value: (name: string) => object) =>
    Promise.all(Array.from({ length: 20 }, (_, i) => publish(operator, collection, [value(`Name ${i}`)])));

  test('after concurrent changes, articles and rankings have the final name of a topic', async () => {
    await parallel('topics', (name) => ({ id: 301, name, slug: 'topic-301', category: 1 }));
    const name = await nameOf('SELECT name FROM topics WHERE id = 301');
    expect(await namesIn('topics', '$[0].name')).toEqual([name]);
    expect(await nameOf('SELECT name FROM topic_windows WHERE topic_id = 301')).toBe(name);
  });

  test('after concurrent changes, articles have the final name of a company', async () => {
    await parallel('companies', (name) => ({ id: 301, name, organisationType: 'Broker' }));
    const name = await nameOf('SELECT name FROM companies WHERE id = 301');
    expect(await namesIn('companies', '$[0].name')).toEqual([name]);
  });

  test('after concurrent changes, articles and the index have the final name and iframe setting of a source', async () => {
    await parallel('sources', (name) => ({ domain: 'race.example', name, iframeable: name < 'Name 5' }));
    const name = await nameOf(`SELECT name FROM sources WHERE domain = 'race.example'`);
    expect(await namesIn('source', '$.name')).toEqual([name]);
    const shown = Number(
      await env.DB.prepare(`SELECT iframeable FROM sources WHERE domain = 'race.example'`).first('iframeable'),
    );
    const answer = await ask(`/api/v2/feed/?excludeNonIframeableSources=1&limit=100&apiKey=${secret}`);
    const { items } = await answer.json<{ items: { url: string }[] }>();
    expect(items.filter(({ url }) => url.startsWith('https://race.example/'))).toHaveLength(shown ? 40 : 0);
  });

  test('articles published during concurrent changes of a name also have the final name', async () => {
    const story = (i: number) => ({
      url: `https://race.example/new/${i}`,
      title: `New ${i}`,
      publishedAt: '2026-01-01T00:00:00Z',
      contentType: 'article',
      topics: [301],
    });
    await Promise.all([
      parallel('topics', (name) => ({ id: 301, name: `${name}!`, slug: 'topic-301', category: 1 })),
      ...Array.from({ length: 10 }, (_, i) => publish(operator, 'articles', [story(i)])),
    ]);
    expect(await namesIn('topics', '$[0].name')).toEqual([await nameOf('SELECT name FROM topics WHERE id = 301')]);
  });
});

test('articles of a source that is deleted and created again concurrently are indexed with its new iframe setting', async () => {
  const story = (i: number) => ({
    url: `https://framed.example/${i}`,
    title: `Framed ${i}`,
    publishedAt: '2026-01-01T00:00:00Z',
    contentType: 'article',
    topics: [301],
  });
  await publish(operator, 'sources', [{ domain: 'framed.example', name: 'Source', iframeable: false }]);
  await publish(operator, 'articles', [story(0)]);
  await Promise.all([
    ...[1, 2, 3].map((i) => publish(operator, 'articles', [story(i)])),
    askWith(operator, '/manage/sources/framed.example', { method: 'DELETE' }),
    ...[4, 5, 6].map((i) => publish(operator, 'articles', [story(i)])),
  ]);
  const answer = await ask(`/api/v2/feed/?excludeNonIframeableSources=1&limit=99&apiKey=${secret}`);
  const { items } = await answer.json<{ items: { url: string }[] }>();
  expect(items.filter(({ url }) => url.startsWith('https://framed.example/'))).toHaveLength(7);
});

test('one of several concurrent topics with the same slug is accepted, and the others are rejected', async () => {
  const answers = await Promise.all(
    Array.from({ length: 10 }, (_, i) =>
      publish(operator, 'topics', [{ id: 400 + i, name: `Topic ${i}`, slug: 'the-same', category: 1 }]),
    ),
  );
  expect(answers.map(({ accepted }) => accepted).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1]);
  const rejected = answers.flatMap((answer) => answer.rejected);
  for (const { errors } of rejected) expect(errors.slug).toMatch(/already belongs to topic 40\d/);
});

test('the audit trail of concurrent changes records the actor and only the changed fields', async () => {
  const topic = [{ id: 500, name: 'Audited', slug: 'audited', category: 1 }];
  await publish(operator, 'topics', topic);
  const before = Number(await env.DB.prepare('SELECT count(*) AS n FROM audit').first('n'));
  await publish(operator, 'topics', topic);
  expect(Number(await env.DB.prepare('SELECT count(*) AS n FROM audit').first('n'))).toBe(before);
  const response = await askWith(operator, '/manage/articles', {
    method: 'PUT',
    body: JSON.stringify([
      {
        url: 'https://race.example/1',
        title: 'Corrected',
        publishedAt: '2026-01-01T00:00:00Z',
        contentType: 'article',
        topics: [301],
        companies: [301],
      },
    ]),
  });
  expect(response.status).toBe(200);
  const last = await env.DB.prepare('SELECT * FROM audit ORDER BY id DESC LIMIT 1').first();
  expect(last).toMatchObject({ kind: 'article', action: 'update', actor: 'test operator' });
  expect(JSON.parse(String(last?.before))).toEqual({ title: 'Story 1' });
  expect(JSON.parse(String(last?.after))).toEqual({ title: 'Corrected' });
});

test('a restore fails if the resource was restored and deleted again in between', async () => {
  const now = Date.now();
  const by = { actor: 'test', now };
  const one = `/manage/topics/302`;
  const act = async (method: string, path: string) => (await askWith(operator, path, { method })).status;
  await publish(operator, 'topics', [{ id: 302, name: 'Gone', slug: 'gone-302', category: 1 }]);
  const story = { url: 'https://race.example/302', title: 'Of both', publishedAt: '2026-01-01T00:00:00Z' };
  await publish(operator, 'articles', [{ ...story, contentType: 'article', topics: [302] }]);
  await act('DELETE', one);
  const seen = await findTrashEntry(db, 'topic', 302, now);
  expect([await act('POST', `${one}/restore`), await act('DELETE', one)]).toEqual([200, 200]);

  await expect(restoreTagThing(db, seen as TrashRow, by)).rejects.toThrow(ConflictError);
  expect(await act('GET', one)).toBe(404);
  expect(await act('POST', `${one}/restore`)).toBe(200);
  expect(await nameOf(`SELECT topics ->> '$[0].name' AS name FROM articles WHERE url = '${story.url}'`)).toBe('Gone');
});
