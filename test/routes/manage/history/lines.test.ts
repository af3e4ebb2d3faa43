import { beforeEach, expect, test } from 'vitest';
import { audit } from '../../../../src/db/schema.ts';
import { emptyContent } from '../../../support/empty-content.ts';
import { askWith, makeKey, publish } from '../../../support/index.ts';
import { retagAll, stored } from '../../../tagging/newsroom.ts';

let operator = '';
beforeEach(async () => {
  await emptyContent(audit);
  operator ||= await makeKey('operator');
  await publish(operator, 'topics', [topic(1), topic(2), topic(3)]);
  await publish(operator, 'rules', [{ kind: 'topic', ref: '1', words: ['flood'] }]);
  await publish(
    operator,
    'articles',
    [1, 2, 3, 4].map((id) => story(id, [2])),
  );
  await retagAll();
});

const topic = (id: number) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, category: 1 });
const story = (id: number, topics: number[]) => ({
  ...{ id, url: `https://a.example/${id}`, title: `On flood ${id}`, publishedAt: '2026-01-01T00:00:00Z' },
  ...{ contentType: 'article', topics },
});

interface Answer {
  status: number;
  data: Record<string, never>;
}

async function send(method: string, path: string, body?: unknown, headers = {}): Promise<Answer> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await askWith(operator, `/manage/${path}`, { method, headers, ...init });
  return { ...(await response.json<object>()), status: response.status } as Answer;
}

interface Line {
  kind: string;
  change: string;
  action: string;
  things: number;
  name: string;
  reverted: boolean;
  final: string | null;
}

const history = async (query = '') =>
  (await send('GET', `audit?by=change${query}`)).data as unknown as { entries: Line[]; titles: Record<string, string> };
const latest = async () => (await history()).entries[0] as Line;
const revert = (change: string, body: object = {}) => send('POST', `audit/${change}/revert`, body);

async function read(id: number): Promise<Record<string, unknown> & { topics: number[] }> {
  const {
    modifiedAt: _,
    source: __,
    topicNames: ___,
    companyNames: ____,
    ...one
  } = (await send('GET', `articles/${id}`)).data as Record<string, unknown>;
  return Object.fromEntries(Object.entries(one).filter(([, value]) => value !== null)) as never;
}

test('a bulk change is one history entry, and its revert does not block rules', async () => {
  const before = await Promise.all([1, 2, 3].map(stored));
  const rows = await Promise.all([1, 2, 3].map(read));
  await publish(
    operator,
    'articles',
    rows.map(({ topics, ...row }) => ({ ...row, topics: [...topics, 3].filter((one) => one !== 1) })),
  );
  const line = await latest();
  expect(line).toMatchObject({ action: 'update', things: 3, reverted: false, final: null });
  expect((await stored(1)).ruleTags?.barred.topics).toEqual([1]);
  expect(await revert(line.change)).toMatchObject({ status: 200, data: { reverted: 3, left: 0 } });
  expect(await Promise.all([1, 2, 3].map(stored))).toEqual(before);
  await retagAll();
  expect(await Promise.all([1, 2, 3].map(stored))).toEqual(before);
  const [back, first] = (await history()).entries;
  expect([back?.change, first?.reverted]).toEqual([`${line.change}-reverted`, true]);
});

test('a revert returns 409 for items that have changed since, and names who changed them', async () => {
  await publish(
    operator,
    'articles',
    [1, 2].map((id) => ({ ...story(id, [2, 3]) })),
  );
  const { change } = await latest();
  await publish(operator, 'articles', [story(2, [])]);
  const refused = await revert(change);
  expect(refused.status).toBe(409);
  expect(refused.data).toEqual({
    'article/2': expect.stringMatching(/^it has been changed since, by test operator at 2/),
  });
  expect((await stored(1)).tags.topics).toEqual([2, 3]);
  expect((await revert(change, { only: ['article/1'] })).status).toBe(200);
  expect((await stored(1)).tags.topics).toEqual([2, 1]);
  expect((await stored(2)).tags.topics).toEqual([]);
});

test('the history lists an annotation under the name of its topic or article', async () => {
  await send('PUT', 'annotations/2026-01-01/topic/2', { text: 'A storm' });
  expect(await latest()).toMatchObject({ ref: '2026-01-01/topic/2', name: 'Topic 2' });
  await send('PUT', 'annotations/2026-01-01/article/1', { text: 'Corrected' });
  expect(await latest()).toMatchObject({ ref: '2026-01-01/article/1', name: 'On flood 1' });
  await send('PUT', 'annotations/2026-01-01', { text: 'A holiday' });
  expect(await latest()).toMatchObject({ ref: '2026-01-01', name: null });
});

test('requests with the same Change-Id form one history entry and are restored together', async () => {
  const change = crypto.randomUUID();
  for (const id of [3, 1]) await send('DELETE', `articles/${id}`, undefined, { 'Change-Id': change });
  expect(await latest()).toMatchObject({ change, action: 'delete', things: 2 });
  const { deleted } = (await send('GET', 'deleted?kind=article')).data as unknown as { deleted: object[] };
  expect(deleted).toMatchObject([{ ref: '1', name: 'On flood 1' }, { ref: '3' }]);
  expect((await revert(change)).status).toBe(200);
  expect((await send('GET', 'articles/3')).status).toBe(200);
  expect((await send('GET', 'deleted')).data).toMatchObject({ deleted: [] });
  expect(await revert(change)).toMatchObject({
    status: 409,
    data: { 'article/1': 'it has already been reverted; revert that entry instead' },
  });
});

test('reverting a change of a selection restores its order, and the history contains the headlines', async () => {
  await send('PUT', 'recommended/2026-01-01', { articles: [3, 1] });
  await send('PUT', 'recommended/2026-01-01', { articles: [2] });
  const { entries, titles } = await history('&kind=recommended');
  expect(titles).toEqual({ 1: 'On flood 1', 2: 'On flood 2', 3: 'On flood 3' });
  expect((await revert(entries[0]?.change ?? '')).status).toBe(200);
  expect((await send('GET', 'recommended/2026-01-01')).data).toMatchObject({
    articles: [{ contentId: 3 }, { contentId: 1 }],
  });
});

test('a selection cannot be reverted while one of its articles is deleted', async () => {
  await send('PUT', 'recommended/2026-01-01', { articles: [3, 1] });
  await send('PUT', 'recommended/2026-01-01', { articles: [2] });
  const { change } = await latest();
  await send('DELETE', 'articles/3');
  expect((await revert(change)).data).toEqual({
    'recommended/2026-01-01': 'it contains deleted articles: 3; restore them first',
  });
});

test('reverting a merge restores the topics of each article', async () => {
  await publish(operator, 'articles', [story(1, [3, 2]), story(2, [2])]);
  const before = await Promise.all([1, 2].map(stored));
  expect((await send('POST', 'topics/2/merge?dryRun=true', { into: 3 })).data).toMatchObject({
    moves: { articles: 4 },
  });
  await send('POST', 'topics/2/merge', { into: 3 });
  expect((await stored(2)).tags.topics).toEqual([3]);
  expect((await revert((await latest()).change)).status).toBe(200);
  expect(await Promise.all([1, 2].map(stored))).toEqual(before);
});

test('the deletion of a key cannot be reverted, and its history entry says why', async () => {
  const made = await send('POST', 'keys', { name: 'Old', kind: 'secret' });
  expect(made.status).toBe(200);
  const line = await latest();
  expect(line.final).toMatch(/^Revoked keys stay revoked/);
  expect((await revert(line.change)).status).toBe(409);
});

test('a Change-Id that is not a UUID is rejected', async () => {
  expect(await send('DELETE', 'articles/1', undefined, { 'Change-Id': 'mine' })).toMatchObject({
    status: 400,
    data: { 'Change-Id': expect.stringMatching(/^must be a UUID/) },
  });
});

test('a merge of topics keeps the order of the rule’s words, and reverting the merge restores them', async () => {
  const kept = ['flood', 'hail', 'fire'];
  await publish(operator, 'rules', [
    { kind: 'topic', ref: '2', words: ['hail', 'frost'] },
    { kind: 'topic', ref: '3', words: kept },
  ]);
  const words = async () => (await send('GET', 'rules/topic/3')).data.words;
  await send('POST', 'topics/2/merge', { into: 3 });
  expect(await words()).toEqual([...kept, 'frost']);
  expect(await revert((await latest()).change)).toMatchObject({ status: 200 });
  expect(await words()).toEqual(kept);
});

test('an entry of a deletion is reverted once its record is restored, until then it is not', async () => {
  await send('DELETE', 'articles/3');
  await send('POST', 'articles/3/restore');
  await send('DELETE', 'articles/4');
  const reverted = async (query: string) =>
    ((await send('GET', `audit${query}`)).data as unknown as { entries: Line[] }).entries
      .filter(({ action }) => action === 'delete')
      .map((line) => [line.name, line.reverted]);
  const expected = [
    ['On flood 4', false],
    ['On flood 3', true],
  ];
  expect(await reverted('?by=change')).toEqual(expected);
  expect(await reverted('?kind=article')).toEqual(expected);
  await send('DELETE', 'articles/3');
  expect(await reverted('?by=change')).toEqual([['On flood 3', false], ...expected]);
});

test('a deletion of several records is reverted once all of them are restored', async () => {
  const change = crypto.randomUUID();
  for (const id of [3, 1]) await send('DELETE', `articles/${id}`, undefined, { 'Change-Id': change });
  const entry = async () => (await history()).entries.find((line) => line.change === change);
  await send('POST', 'articles/1/restore');
  expect(await entry()).toMatchObject({ things: 2, reverted: false });
  await send('POST', 'articles/3/restore');
  expect(await entry()).toMatchObject({ things: 2, reverted: true });
});

test('the history lists a rule under the name of its tag', async () => {
  await send('PUT', 'rules/topic/2', { words: ['hail'] });
  expect(await latest()).toMatchObject({ ref: 'topic/2', name: 'Topic 2' });
});
