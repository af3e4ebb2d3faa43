import { env } from 'cloudflare:test';
import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { act } from '../../../../src/cli/manage/commands.ts';
import { RESOURCES } from '../../../../src/cli/manage/resource-commands.ts';
import { storeDeadLetters } from '../../../../src/clicks/consume/dead-letters.ts';
import { type Api, apiBy, type Send } from '../../../../src/command/api.ts';
import { emptyContent } from '../../../support/empty-content.ts';
import { askWith, makeKey, openTestDb, publish } from '../../../support/index.ts';

let operator = '';
const send: Send = (path, init) => askWith(operator, `/manage/${path}`, init as never);
const api = apiBy(send);

beforeAll(async () => {
  operator = await makeKey('operator');
});
beforeEach(() => emptyContent());

type Row = Record<string, unknown>;

function newsgauge(words: string, given: Record<string, string> = {}, by: Api = api): Promise<Row> {
  const [name = '', verb = '', ...refs] = words.split(' ');
  const what = RESOURCES[name]?.verbs[verb];
  const unknown = Object.keys(given).filter((field) => !(field in { ...what?.query, ...what?.body }));
  if (!what || unknown.length > 0) throw new Error(`no command ${words} ${unknown}`);
  return act(by, what, { refs, given });
}

const story = (id: number) => ({
  id,
  url: `https://a.example/${id}`,
  title: `Story ${id}`,
  publishedAt: '2026-01-01T00:00:00Z',
  contentType: 'article',
  topics: [1],
});
const topic = (id: number) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, description: 'Kept', category: 1 });

describe('webhook commands', () => {
  test('commands create, read, patch, list and delete webhooks and give them a new secret', async () => {
    const made = await newsgauge('webhooks create', {
      name: 'News room',
      url: 'https://chat.example/hook',
      events: 'topic.entered_top_ten,source.failed',
    });
    const { id, ...fields } = made.stored as Row & { id: number };
    expect(made.secret).toMatch(/^whsec_/);
    expect(fields).toMatchObject({
      name: 'News room',
      url: 'https://chat.example/hook',
      events: ['topic.entered_top_ten', 'source.failed'],
      enabled: true,
    });
    expect(await newsgauge(`webhooks put ${id}`, { enabled: 'false' })).toMatchObject({ ...fields, enabled: false });
    expect(await newsgauge(`webhooks put ${id}`, { events: 'source.failed', name: '2026' })).toMatchObject({
      ...fields,
      enabled: false,
      events: ['source.failed'],
      name: '2026',
    });
    const turned = await newsgauge(`webhooks rotate ${id}`, { grace: '60' });
    expect(turned.secret).not.toBe(made.secret);
    expect(await newsgauge(`webhooks deliveries ${id}`, { state: 'failed' })).toMatchObject({ deliveries: [] });
    expect(await newsgauge(`webhooks replay ${id}`, { events: '87' })).toEqual({ replayed: 0 });
    expect((await newsgauge('webhooks list')).webhooks).toMatchObject([{ id, name: '2026' }]);
    await newsgauge(`webhooks delete ${id}`);
    expect((await newsgauge('webhooks list')).webhooks).toEqual([]);
  });
});

describe('commands for saved searches', () => {
  const floods = { name: 'Floods', filter: '{"searchTerms":"flood*","excludeCountries":"FR"}' };

  test('commands create, patch, list by page and delete saved searches', async () => {
    const filter = { searchTerms: 'flood*', excludeCountries: 'FR' };
    expect(await newsgauge('searches put floods', floods)).toMatchObject({ slug: 'floods', name: 'Floods', filter });
    expect(await newsgauge('searches put floods', { name: 'Floods, hail' })).toMatchObject({ filter });
    await newsgauge('searches put another', { ...floods, name: 'Another' });
    const page = await newsgauge('searches list', { limit: '1', sort: 'slug' });
    expect(page).toMatchObject({ searches: [{ slug: 'another' }], next: expect.any(String) });
    const next = await newsgauge('searches list', { limit: '1', sort: 'slug', cursor: String(page.next) });
    expect(next).toMatchObject({ searches: [{ slug: 'floods', feed: '/feeds/floods/' }] });
    await newsgauge('searches delete floods');
    await expect(newsgauge('searches get floods')).rejects.toThrow('404 notFound');
  });

  test('a saved search with an invalid filter is rejected with the reason', async () => {
    const wrong = { name: 'Wrong', filter: '{"includeTopics":"abc"}' };
    await expect(newsgauge('searches put wrong', wrong)).rejects.toThrow(
      /400 parameterInvalid: filter .*includeTopics/,
    );
  });
});

describe('the put command', () => {
  beforeEach(() => publish(operator, 'topics', [topic(1), topic(2)]));

  test('the put command stores numeric text as text, accepts a single value for a list and leaves other fields unchanged', async () => {
    await publish(operator, 'articles', [story(1)]);
    await newsgauge('articles put 1', { title: '2026', topics: '2', url: 'https://b.example/1' });
    expect(await newsgauge('articles get 1')).toMatchObject({
      title: '2026',
      topics: [2],
      url: 'https://b.example/1',
      publishedAt: '2026-01-01T00:00:00Z',
    });
    await newsgauge('articles put 1', { topics: '1,2', countries: 'GB' });
    expect(await newsgauge('articles get 1')).toMatchObject({ title: '2026', topics: [1, 2], countries: ['GB'] });
  });

  test('the put command returns 412 if someone else changed the resource after the read', async () => {
    const slow = apiBy(async (path, init) => {
      const response = await send(path, init);
      if (init.method === 'GET') await publish(operator, 'topics', [{ ...topic(1), name: 'Theirs' }]);
      return response;
    });
    await expect(newsgauge('topics put 1', { description: 'Mine' }, slow)).rejects.toThrow(
      '412 preconditionFailed: the resource was changed by someone else',
    );
    expect(await newsgauge('topics get 1')).toMatchObject({ name: 'Theirs', description: 'Kept' });
  });

  test('the put command returns 412 if someone else created the resource after the read', async () => {
    const slow = apiBy(async (path, init) => {
      const response = await send(path, init);
      if (init.method === 'GET') await publish(operator, 'topics', [{ ...topic(9), name: 'Theirs' }]);
      return response;
    });
    const mine = { name: 'Mine', slug: 'topic-9', category: '1' };
    await expect(newsgauge('topics put 9', mine, slow)).rejects.toThrow('412');
    expect(await newsgauge('topics get 9')).toMatchObject({ name: 'Theirs' });
  });

  test('the put command changes nothing if the resource could not be read', async () => {
    const broken = apiBy((path, init) =>
      init.method === 'GET'
        ? Promise.resolve(Response.json({ status: 'error', reason: 'internal' }, { status: 500 }))
        : send(path, init),
    );
    const mine = { name: 'Mine', slug: 'topic-1', category: '1' };
    await expect(newsgauge('topics put 1', mine, broken)).rejects.toThrow('500 internal');
    expect(await newsgauge('topics get 1')).toMatchObject({ name: 'Topic 1', description: 'Kept' });
  });

  test('a command reports a response from another service', async () => {
    const other = apiBy(async () => new Response('<html>', { status: 200 }));
    await expect(newsgauge('topics get 1', {}, other)).rejects.toThrow('the response is not from newsgauge');
  });

  test('the put command changes selections, alert settings and feeds', async () => {
    await publish(operator, 'articles', [story(1), story(2)]);
    await newsgauge('recommended put 2026-01-02', { articles: '2,1' });
    await newsgauge('recommended put 2026-01-02', { articles: '1' });
    expect(await newsgauge('recommended get 2026-01-02')).toMatchObject({ articles: [{ contentId: 1 }] });
    await newsgauge('alerts put', { types: 'article.rising', quiet: '{"from":"22:00","to":"07:00"}' });
    await newsgauge('alerts put', { oncePerDay: 'false' });
    expect(await newsgauge('alerts get')).toEqual({
      types: ['article.rising'],
      oncePerDay: false,
      quiet: { from: '22:00', to: '07:00' },
    });
    const feed = 'https://paper.example/feed?a=1';
    const added = await newsgauge(`feeds put ${feed}`, { domain: 'paper.example', name: 'Paper' });
    expect(added).toEqual({ accepted: 1, rejected: [] });
    expect(await newsgauge(`feeds pause ${feed}`)).toEqual({ paused: 1 });
    expect(await newsgauge(`feeds resume ${feed}`)).toEqual({ resumed: 1 });
    await expect(newsgauge('feeds pause')).rejects.toThrow('urls');
  });
});

test('a dry run of merge or delete changes nothing and reports affected items', async () => {
  await publish(operator, 'topics', [topic(1), topic(2)]);
  await publish(operator, 'articles', [story(1)]);
  expect(await newsgauge('topics merge 1', { into: '2', dryRun: 'true' })).toMatchObject({
    merged: false,
    moves: { articles: 1 },
  });
  expect(await newsgauge('topics delete 1', { dryRun: 'true' })).toMatchObject({ deleted: false });
  expect(await newsgauge('articles get 1')).toMatchObject({ topics: [1] });
  expect(await newsgauge('topics merge 1', { into: '2' })).toMatchObject({ merged: true });
  expect(await newsgauge('articles get 1')).toMatchObject({ topics: [2] });
  await newsgauge('topics restore 1');
  expect(await newsgauge('topics get 1')).toMatchObject({ name: 'Topic 1' });
});

test('commands list discounted clicks and accept samples', async () => {
  expect(await newsgauge('discounting list', { limit: '5' })).toMatchObject({ state: 'on', articles: [] });
  expect(await newsgauge('discounting accept')).toEqual({ samples: null });
});

test('commands list, discard and replay dead letters, by reason or by id', async () => {
  const letters = ['a', 'b', 'c'].map((messageId) => ({ messageId, reason: 'malformed' as const, body: null }));
  await env.DB.exec('DELETE FROM dead_letters');
  await storeDeadLetters(openTestDb(), letters, Math.floor(Date.now() / 1000));
  const listed = (await newsgauge('dead-letters list')).deadLetters as { id: number }[];
  expect(listed).toHaveLength(3);
  expect(await newsgauge('dead-letters discard', { ids: String(listed[0]?.id) })).toEqual({ discarded: 1 });
  expect(await newsgauge('dead-letters replay', { ids: String(listed[1]?.id) })).toEqual({ replayed: 1 });
  expect(await newsgauge('dead-letters discard', { reason: 'malformed' })).toEqual({ discarded: 1 });
  await expect(newsgauge('dead-letters discard')).rejects.toThrow('reason is required');
});

test('a search term with a minus excludes articles in a command, while the API itself rejects it', async () => {
  const titles = ['Floods in Kent', 'Floods end a football match', 'Football results', 'Insurers count storm losses'];
  await api.ask(
    'PUT',
    'articles',
    titles.map((title, i) => ({ ...story(i + 1), topics: [], title })),
  );
  const listed = async (given: Record<string, string>) =>
    ((await newsgauge('articles list', { ...given, sort: 'published' })).articles as Row[]).map(({ id }) => id);
  expect(await listed({ search: 'floods, -football' })).toEqual([1]);
  expect(await listed({ search: '-football' })).toEqual([1, 4]);
  expect(await listed({ search: '-football', excludeTerms: 'storm losses' })).toEqual([1]);
  expect(await listed({ search: 'floods', excludeTerms: 'football match' })).toEqual([1]);
  const refused = await send('articles?search=-football', {});
  expect(refused.status).toBe(400);
  expect((await refused.json<{ data: Row }>()).data.search).toMatch(/excludeTerms/);
});
