import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { articles, dispatches, subscriptions, webhooks } from '../../src/db/schema.ts';
import { SmtpWorld } from '../support/servers/smtp.ts';
import { addTopics, askMailing, asOperator, db, follow, run, tell } from './stage.ts';

const by = (fields: object) => ({ kind: 'topic', via: 'mail', rhythm: 'once', address: 'a@news.example', ...fields });
async function manage<T>(method: string, path: string, body?: object): Promise<T> {
  const init = { method, headers: asOperator, ...(body ? { body: JSON.stringify(body) } : {}) };
  const answer = await askMailing(`/manage/${path}`, init);
  expect([path, answer.status]).toEqual([path, 200]);
  return ((await answer.json()) as { data: T }).data;
}
const listed = async () =>
  (
    await manage<{ subscriptions: { id: number; ref: string; name: string; failure: string | null }[] }>(
      'GET',
      'subscriptions',
    )
  ).subscriptions.map(({ ref, name, failure }) => ({ ref, name, failure }));
const addWebhook = (topics: number[] | null) =>
  manage('POST', 'webhooks', { name: 'Desk', url: 'https://hooks.example/', events: ['topic.grows'], topics });
const topicsOfWebhooks = async () =>
  (await db.select({ topics: webhooks.topics }).from(webhooks)).map((one) => one.topics);
const GONE = 'The followed resource has been deleted';

let smtp = new SmtpWorld();
const sent = () =>
  smtp.got
    .splice(0)
    .map(({ to, data }) => `${to} ${/^Subject: (.*)\r$/m.exec(data)?.[1]}`)
    .sort();
beforeEach(async () => {
  smtp = new SmtpWorld();
  for (const table of [dispatches, subscriptions, webhooks]) await db.delete(table);
  await addTopics(1, 2, 3);
});

test('followers of a merged topic follow the target only once and do not get its earlier articles', async () => {
  for (const fields of [
    { ref: '1' },
    { ref: '1', address: 'both@news.example' },
    { ref: '2', address: 'both@news.example' },
  ])
    await follow(by(fields));
  const { feed } = await follow({ kind: 'topic', ref: '1', via: 'feed' });
  await addWebhook([1, 3]);
  await addWebhook([2, 1]);
  await addWebhook(null);
  await tell(2, { title: 'Of the other, before' });
  await tell(1, { title: 'Of the one, before' });
  await run(smtp);
  expect(sent()).toEqual([
    'a@news.example Topic 1: Of the one, before',
    'both@news.example Topic 1: Of the one, before',
    'both@news.example Topic 2: Of the other, before',
  ]);
  await tell(1, { title: 'Waits' });
  await run(null);
  await manage('POST', 'topics/1/merge', { into: 2 });
  await run(smtp);
  expect(sent()).toEqual(['a@news.example Topic 2: Waits', 'both@news.example Topic 2: Waits']);
  await tell(2, { title: 'Afterwards' });
  await run(smtp);
  expect(sent()).toEqual(['a@news.example Topic 2: Afterwards', 'both@news.example Topic 2: Afterwards']);
  expect(await topicsOfWebhooks()).toEqual([[2, 3], [2], null]);
  expect(await (await askMailing(new URL(feed ?? '').pathname)).text()).toContain('Afterwards');
});

test('undoing a merge restores the followed topic and does not affect followers of the target', async () => {
  await follow(by({ ref: '1' }));
  await follow(by({ ref: '2', address: 'other@news.example' }));
  await addWebhook([1, 3]);
  await addWebhook([2, 1]);
  const search = (slug: string, topics: number[]) =>
    manage('PUT', `searches/${slug}`, { name: slug, filter: { includeTopics: `${topics}` } });
  const searched = async () =>
    (await manage<{ searches: { filter: { includeTopics: string } }[] }>('GET', 'searches')).searches.map(
      ({ filter }) => filter.includeTopics.split(',').map(Number).toSorted(),
    );
  await search('both', [1, 2]);
  await search('one', [1, 3]);
  const note = { date: '2026-02-03', scope: 'topic', ref: 1, text: 'A storm' };
  await manage('PUT', `annotations/${note.date}/topic/1`, { text: note.text });
  const own = { ...note, date: '2026-02-04', ref: 2 };
  for (const topic of [1, 2]) await manage('PUT', `annotations/${own.date}/topic/${topic}`, { text: own.text });
  await manage('POST', 'topics/1/merge', { into: 2 });
  expect([await topicsOfWebhooks(), await searched()]).toEqual([
    [[2, 3], [2]],
    [[2], [2, 3]],
  ]);
  await manage('POST', 'topics/1/restore');
  expect([(await topicsOfWebhooks()).map((topics) => topics?.toSorted()), await searched()]).toEqual([
    [
      [1, 3],
      [1, 2],
    ],
    [
      [1, 2],
      [1, 3],
    ],
  ]);
  const { annotations } = await manage<{ annotations: object[] }>('GET', 'annotations');
  for (const one of [note, { ...own, ref: 1 }, own]) expect(annotations).toContainEqual(expect.objectContaining(one));
  expect(annotations).toHaveLength(3);
  await tell(1, { title: 'Of the one, apart' });
  await tell(2, { title: 'Of the other, apart' });
  await run(smtp);
  expect(sent()).toEqual([
    'a@news.example Topic 1: Of the one, apart',
    'other@news.example Topic 2: Of the other, apart',
  ]);
});

test('followers of a deleted topic get no messages and see why, and get messages again once the topic is restored', async () => {
  const { feed } = await follow({ kind: 'topic', ref: '3', via: 'feed' });
  const path = new URL(feed ?? '').pathname;
  await follow(by({ ref: '3' }));
  await addWebhook([3, 1]);
  await addWebhook([3]);
  await tell(3, { title: 'Waits' });
  await run(null);
  await manage('DELETE', 'topics/3');
  expect(await topicsOfWebhooks()).toEqual([[1], []]);
  expect(await listed()).toEqual([1, 2].map(() => ({ ref: '', name: 'Topic 3', failure: GONE })));
  await run(smtp);
  expect(sent()).toEqual([]);
  expect((await askMailing(path)).status).toBe(404);
  await manage('POST', 'topics/3/restore');
  expect(await topicsOfWebhooks()).toEqual([[1, 3], [3]]);
  expect(await listed()).toEqual([1, 2].map(() => ({ ref: '3', name: 'Topic 3', failure: null })));
  await tell(3, { title: 'Back' });
  await run(smtp);
  expect(sent()).toEqual(['a@news.example Topic 3: Back']);
  expect((await askMailing(path)).status).toBe(200);
  await manage('DELETE', 'topics/3');
  const [last] = (await manage<{ subscriptions: { id: number }[] }>('GET', 'subscriptions')).subscriptions;
  await manage('DELETE', `subscriptions/${last?.id}`);
  expect(await listed()).toHaveLength(1);
});

const copiesOf = async (story: number) =>
  (await db.select({ id: articles.id }).from(articles).where(eq(articles.storyId, story))).map(({ id }) => id);

test('followers of a story that joins another follow that story', async () => {
  const [flood = '', storm, fire] = [
    'Munich Re raises its profit target after a quiet hurricane season',
    'Allianz names new head of its Asian operations',
    'Lloyd’s fines a broker for late filings',
  ];
  const [one, two] = [await tell(1, { title: flood }), await tell(1, { title: storm })];
  const three = await tell(1, { title: fire });
  expect(new Set((await db.select({ id: articles.storyId }).from(articles)).map(({ id }) => id)).size).toBeGreaterThan(
    2,
  );
  const story = (ref: number, address = 'a@news.example') => by({ kind: 'story', ref: String(ref), address });
  for (const body of [
    story(two),
    story(three, 'c@news.example'),
    story(one, 'both@news.example'),
    story(two, 'both@news.example'),
  ])
    await follow(body);
  await tell(1, { title: `${storm}, again` });
  await run(smtp);
  expect(sent().map((line) => line.split(' ')[0])).toEqual(['a@news.example', 'both@news.example']);
  await tell(1, { title: `${storm}, which waits` });
  await run(null);
  const second = await copiesOf(two);
  expect(second).toHaveLength(3);
  await manage('POST', `stories/${one}/join`, { articles: second });
  await run(smtp);
  expect(sent().map((line) => line.split(' ')[0])).toEqual(['a@news.example', 'a@news.example', 'both@news.example']);
  // The edited title makes the article join another story.
  await tell(1, { id: three, url: `https://stories.example/${three}`, title: flood });
  await run(smtp);
  sent();
  await tell(1, { title: `${flood}, again` });
  await run(smtp);
  expect((await db.select({ id: articles.storyId }).from(articles)).filter(({ id }) => id === one)).toHaveLength(6);
  expect(sent().map((line) => line.split(' ')[0])).toEqual(['a@news.example', 'both@news.example', 'c@news.example']);
});

test('followers of a story without articles see why they get no messages until its article is restored', async () => {
  const title = 'Zurich sells its Italian portfolio of life policies';
  const id = await tell(1, { title });
  await follow(by({ kind: 'story', ref: String(id) }));
  await manage('DELETE', `articles/${id}`);
  expect(await listed()).toEqual([{ ref: '', name: title, failure: GONE }]);
  await manage('POST', `articles/${id}/restore`);
  expect(await listed()).toEqual([{ ref: String(id), name: title, failure: null }]);
});
