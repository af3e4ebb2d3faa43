import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { audit, demoLoad } from '../../../../src/db/schema.ts';
import { askWith, makeKey, openTestDb, publish } from '../../../support/index.ts';

const db = openTestDb();
const operator = await makeKey('operator');
const editor = await makeKey('secret');

const topic = (id: number, name = `Topic ${id}`) => ({ id, name, slug: `topic-${id}`, category: 2 });
const company = (id: number) => ({ id, name: `Company ${id}`, organisationType: 'Carrier' });
const article = (id: number, site: string) => ({
  ...{ id, url: `https://${site}/${id}`, title: `Story ${id}`, contentType: 'article' },
  ...{ publishedAt: '2026-01-01T00:00:00Z', topics: [id % 2 ? 101 : 102] },
});
async function data<T>(path: string, method = 'GET', key = operator): Promise<T> {
  const answer = await askWith(key, path, { method });
  expect(answer.status, path).toBe(200);
  return ((await answer.json()) as { data: T }).data;
}
const idsOf = async (of: string) => {
  const found = await data<Record<string, { id: number }[]>>(`/manage/${of}?limit=100`);
  return (found[of] ?? []).map(({ id }) => id).sort();
};

test('removing the demo deletes loaded data, keeps additions and changes, and can be undone', async () => {
  expect(await data('/manage/demo')).toEqual({ isHere: false });
  expect(await data('/manage/demo', 'DELETE')).toEqual({ removed: 0, left: 0 });
  await publish(operator, 'sources', [{ domain: 'demo.example', name: 'Demo' }]);
  await publish(
    operator,
    'topics',
    [101, 102, 103, 105].map((id) => topic(id)),
  );
  await publish(operator, 'companies', [company(201)]);
  await publish(
    operator,
    'articles',
    [1, 2, 3].map((id) => article(id, 'demo.example')),
  );
  await askWith(operator, '/manage/recommended/2026-01-02', { method: 'PUT', body: '{"articles":[1]}' });
  const now = Math.floor(Date.now() / 1000);
  // An unfinished load cannot be removed.
  await db.insert(demoLoad).values({ id: 1, now: now - 200, loadedAt: null });
  expect(await data('/manage/demo')).toEqual({ isHere: false });
  await db.update(demoLoad).set({ loadedAt: now - 50 });
  await db.run(sql`UPDATE ${audit} SET at = at - 100`);
  await publish(operator, 'topics', [topic(102, 'Own name'), topic(104)]);
  await publish(operator, 'articles', [article(4, 'own.example'), { ...article(5, 'own.example'), topics: [103] }]);
  await publish(operator, 'rules', [{ kind: 'topic', ref: '105', words: ['tide'] }]);
  await askWith(operator, '/manage/recommended/2026-01-03', { method: 'PUT', body: '{"articles":[]}' });

  expect((await askWith(editor, '/manage/demo', { method: 'DELETE' })).status).toBe(403);
  expect(await data('/manage/demo')).toEqual({ isHere: true });
  expect(await data('/manage/demo?limit=2', 'DELETE')).toEqual({ removed: 2, left: 1 });
  expect(await data('/manage/demo', 'DELETE')).toEqual({ removed: 4, left: 0 });
  expect(await data('/manage/demo')).toEqual({ isHere: false });
  expect(await idsOf('articles')).toEqual([4, 5]);
  // Topic 102 was renamed, 103 has an article, 105 has a rule.
  expect(await idsOf('topics')).toEqual([102, 103, 104, 105, 47]);
  expect(await idsOf('companies')).toEqual([]);
  expect(await data('/manage/recommended/2026-01-02')).toMatchObject({ articles: [] });
  expect((await askWith(operator, '/manage/articles/1/restore', { method: 'POST' })).status).toBe(200);
  expect(await idsOf('articles')).toEqual([1, 4, 5]);
});
