import { beforeEach, describe, expect, test } from 'vitest';
import { emptyContent } from '../../../support/empty-content.ts';
import { askWith, freshItems, makeKey, publish } from '../../../support/index.ts';
import { sized } from '../../../support/size.ts';

let operator = '';
let secret = '';
beforeEach(async () => {
  await emptyContent();
  operator ||= await makeKey('operator');
  secret ||= await makeKey('secret');
  await publish(operator, 'topics', [TOPIC, OTHER]);
  await publish(operator, 'companies', [COMPANY, RIVAL]);
  await publish(operator, 'sources', [SOURCE, MAGAZINE]);
  await publish(operator, 'geo-groups', [GROUP]);
  await publish(operator, 'articles', [STORY, SECOND]);
  await publish(operator, 'rules', [RULE]);
});

const TOPIC = { id: 12, name: 'Cyber', slug: 'cyber', description: 'Risks', category: 1, excludedFromTrending: false };
const OTHER = { ...TOPIC, id: 14, name: 'Data', slug: 'data' };
const COMPANY = { id: 3, name: 'Varnholt Re', organisationType: 'Carrier' };
const RIVAL = { id: 4, name: 'Acme', organisationType: 'Broker' };
const SOURCE = { domain: 'ledger.example', name: 'Ledger', client: 'Topic Article' };
const MAGAZINE = { domain: 'magazine.example', name: 'Magazine' };
const GROUP = { slug: 'here', name: 'Here', countries: ['FR', 'GB'] };
const RULE = { kind: 'topic', ref: '12', words: ['cyber'], exclusions: [] };
const STORY = {
  id: 1,
  url: 'https://ledger.example/one',
  title: 'One',
  introduction: 'First',
  contentType: 'article',
  publishedAt: '2026-01-02T00:00:00Z',
  topics: [14, 12],
  companies: [4, 3],
  countries: ['GB'],
  geoGroups: ['here'],
};
const SECOND = {
  ...STORY,
  id: 2,
  url: 'https://ledger.example/two',
  title: 'Two',
  topics: [12],
  companies: [3],
  publishedAt: '2026-01-01T00:00:00Z',
};

type Answer = { status: number; etag: string | null; data: Record<string, never>; reason?: string; current?: unknown };

async function send(
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await askWith(operator, `/manage/${path}`, { method, headers, ...init });
  return { ...(await response.json<object>()), status: response.status, etag: response.headers.get('ETag') } as never;
}
const get = (path: string) => send('GET', path);

const KINDS = [
  ['topics', 'topics/12', { name: 'Cyber risk' }, 'topics/99'],
  ['companies', 'companies/3', { name: 'Varnholt' }, 'companies/99'],
  ['sources', 'sources/ledger.example', { name: 'The Ledger' }, 'sources/nobody.example'],
  ['geo-groups', 'geo-groups/here', { name: 'There' }, 'geo-groups/nowhere'],
  ['rules', 'rules/topic/12', { words: ['cyber', 'hacker'] }, 'rules/topic/14'],
  ['articles', 'articles/1', { title: 'Corrected' }, 'articles/99'],
] as const;

const TRIED = sized<readonly (typeof KINDS)[number][]>(
  KINDS.filter(([kind]) => ['topics', 'rules', 'articles'].includes(kind)),
  KINDS,
);

describe.each(TRIED)('single resource: %s', (_, path, change, nothing) => {
  test(`a PUT of the GET response of ${path} changes nothing`, async () => {
    const before = await get(path);
    expect(before.status).toBe(200);
    const answer = await send('PUT', path, before.data);
    expect(answer).toMatchObject({ status: 200, data: before.data, etag: before.etag });
    expect((await get(path)).data).toEqual(before.data);
  });

  test(`a PUT of ${path} with one changed field changes only that field`, async () => {
    const { data } = await get(path);
    const changed = await send('PUT', path, { ...data, ...change });
    expect(changed.status).toBe(200);
    const { modifiedAt: _, ...expected } = { ...(data as Record<string, unknown>), ...change } as Record<
      string,
      unknown
    >;
    expect(changed.data).toMatchObject(expected);
    expect((await get(path)).data).toEqual(changed.data);
  });

  test(`${path} rejects an outdated ETag with the current resource, and accepts a weak one`, async () => {
    const { data, etag } = await get(path);
    const headers = { 'If-Match': etag ?? '' };
    expect((await send('PUT', path, { ...data, ...change }, headers)).status).toBe(200);
    const late = await send('PUT', path, { ...data }, headers);
    expect(late).toMatchObject({ status: 412, reason: 'preconditionFailed' });
    expect(late.current).toEqual((await get(path)).data);
    expect((await send('DELETE', path, undefined, headers)).status).toBe(412);
    const weak = `W/${(await get(path)).etag}`;
    expect((await send('PUT', path, data, { 'If-Match': weak })).status).toBe(200);
  });

  test(`If-None-Match: * does not overwrite ${path}`, async () => {
    const { data } = await get(path);
    expect((await send('PUT', path, { ...data, ...change }, { 'If-None-Match': '*' })).status).toBe(412);
    expect((await get(path)).data).toEqual(data);
  });

  test(`a missing resource such as ${nothing} returns 404`, async () => {
    expect((await get(nothing)).status).toBe(404);
    expect((await send('DELETE', nothing)).status).toBe(404);
    expect((await send('PUT', nothing, {}, { 'If-Match': '"a"' })).status).toBeGreaterThanOrEqual(400);
  });

  test(`a dry run of the deletion of ${path} deletes nothing`, async () => {
    const before = await get(path);
    expect(await send('DELETE', `${path}?dryRun=true`)).toMatchObject({ status: 200, data: { deleted: false } });
    expect(await get(path)).toEqual(before);
  });

  test(`${path} returns 404 after its deletion and can be restored unchanged`, async () => {
    const everything = async () => [await get(path), await freshItems(secret, 'limit=100')];
    const before = await everything();
    expect((await send('DELETE', path)).status).toBe(200);
    expect((await get(path)).status).toBe(404);
    expect((await send('DELETE', path)).status).toBe(404);
    expect((await send('POST', `${path}/restore`)).status).toBe(200);
    expect(await everything()).toEqual(before);
    expect(await send('POST', `${path}/restore`)).toMatchObject({ status: 409, reason: 'conflict' });
    expect((await send('POST', `${nothing}/restore`)).status).toBe(404);
  });
});

const shown = async () =>
  (await freshItems(secret)).map(({ id, tags, authors, _article }) => ({
    id,
    tags,
    source: authors[0]?.name,
    companies: _article.companies.map(({ name }) => name),
  }));

test('a deleted topic disappears from articles, filters and rules', async () => {
  expect(await send('DELETE', 'topics/12?dryRun=true')).toMatchObject({ data: { loses: { articles: 2, rules: 1 } } });
  await send('DELETE', 'topics/12');
  expect((await shown()).map(({ tags }) => tags)).toEqual([['Data'], []]);
  expect(await freshItems(secret, 'includeTopics=12')).toEqual([]);
  expect((await freshItems(secret, 'includeTopics=14')).map(({ id }) => id)).toEqual(['1']);
  expect((await get('rules/topic/12')).status).toBe(404);
  expect((await get('articles/1')).data).toMatchObject({ topics: [14] });
});

test('articles of a merged topic are tagged with the target once, and the merge also moves its rule', async () => {
  expect(await send('POST', 'topics/12/merge', { into: 14 })).toMatchObject({
    status: 200,
    data: { merged: true, moves: { articles: 2 } },
  });
  expect((await shown()).map(({ tags }) => tags)).toEqual([['Data'], ['Data']]);
  expect((await freshItems(secret, 'includeTopics=14')).map(({ id }) => id)).toEqual(['1', '2']);
  expect((await get('rules/topic/14')).data).toMatchObject({ words: ['cyber'] });
  expect((await send('POST', 'topics/12/restore')).status).toBe(200);
  expect((await get('articles/1')).data).toMatchObject({ topics: [14, 12] });
  expect((await get('articles/2')).data).toMatchObject({ topics: [12] });
  expect((await get('rules/topic/14')).status).toBe(404);
});

test('merging companies moves their articles', async () => {
  await send('POST', 'companies/3/merge', { into: 4 });
  expect((await shown()).map(({ companies }) => companies)).toEqual([['Acme'], ['Acme']]);
  expect((await freshItems(secret, 'includeCompanies=3')).length).toBe(0);
  expect((await freshItems(secret, 'includeCompanies=4')).length).toBe(2);
});

test('the articles of a deleted source move to an unnamed source', async () => {
  await send('PUT', 'sources/ledger.example', { ...SOURCE, iframeable: false });
  expect(await freshItems(secret, 'excludeNonIframeableSources=1')).toEqual([]);
  await send('DELETE', 'sources/ledger.example');
  expect((await shown()).map(({ source }) => source)).toEqual(['ledger.example', 'ledger.example']);
  expect((await freshItems(secret, 'excludeNonIframeableSources=1')).length).toBe(2);
  await publish(operator, 'articles', [{ ...STORY, id: 3, url: 'https://ledger.example/three' }]);
  expect((await get('sources/ledger.example')).data).toMatchObject({ name: 'ledger.example' });
  expect((await send('POST', 'sources/ledger.example/restore')).status).toBe(409);
});

test('a merge moves the existing and future articles of a source', async () => {
  const merged = await send('POST', 'sources/ledger.example/merge', { into: 'magazine.example' });
  expect(merged).toMatchObject({ status: 200, data: { moves: { articles: 2 } } });
  await publish(operator, 'articles', [{ ...STORY, id: 3, url: 'https://www.ledger.example/three', title: 'Three' }]);
  await publish(operator, 'sources', [{ ...MAGAZINE, name: 'The Magazine', iframeable: false }]);
  expect((await shown()).map(({ source }) => source)).toEqual(['The Magazine', 'The Magazine', 'The Magazine']);
  expect(await freshItems(secret, 'excludeNonIframeableSources=1')).toEqual([]);
  expect((await get('articles?sources=magazine.example')).data.articles).toHaveLength(3);
  expect((await get('sources/ledger.example')).status).toBe(404);
  expect((await send('POST', 'sources/ledger.example/restore')).status).toBe(200);
  expect((await shown()).map(({ source }) => source)).toEqual(['Ledger', 'Ledger', 'Ledger']);
});

test('a deleted geo group is removed from articles and rejected as a filter', async () => {
  await send('DELETE', 'geo-groups/here');
  const response = await askWith(secret, '/api/v2/feed/?includeGeoGroups=here');
  expect(response.status).toBe(400);
  expect((await freshItems(secret, 'includeCountries=FR')).length).toBe(0);
  expect((await get('articles/1')).data).toMatchObject({ geoGroups: [] });
});

test('Risk Management can be neither deleted nor merged into another topic', async () => {
  expect((await send('DELETE', 'topics/47')).status).toBe(400);
  expect((await send('POST', 'topics/47/merge', { into: 12 })).status).toBe(400);
  expect((await send('POST', 'topics/12/merge', { into: 47 })).status).toBe(200);
});

test.each([[12], [99], ['12'], [null], [0]])('merging a topic into %j is rejected', async (into) => {
  expect((await send('POST', 'topics/12/merge', { into })).status).toBe(400);
  expect((await get('topics/12')).status).toBe(200);
});

test('a deleted article is removed from its selections, and a restore returns it to its position', async () => {
  const day = 'recommended/2026-01-02';
  await send('PUT', day, { articles: [2, 1] });
  await send('DELETE', 'articles/2');
  const ids = async () =>
    ((await get(day)).data.articles as unknown as { contentId: number }[]).map(({ contentId }) => contentId);
  expect(await ids()).toEqual([1]);
  await send('POST', 'articles/2/restore');
  expect(await ids()).toEqual([2, 1]);
});

test('a restored selection omits deleted articles and does not replace a newer one', async () => {
  const day = 'recommended/2026-01-05';
  expect((await send('POST', `${day}/restore`)).status).toBe(404);
  await send('PUT', day, { articles: [2, 1] });
  await send('DELETE', day);
  await send('DELETE', 'articles/2');
  expect((await send('DELETE', day)).status).toBe(404);
  expect((await send('POST', `${day}/restore`)).data).toMatchObject({ articles: [1], version: 2 });
  expect((await get(day)).data).toMatchObject({ articles: [{ contentId: 1 }] });
  expect(await send('POST', `${day}/restore`)).toMatchObject({ status: 409, reason: 'conflict' });
  expect((await send('DELETE', day, undefined, { 'If-Match': '"another"' })).status).toBe(412);
  expect((await get(day)).data).toMatchObject({ articles: [{ contentId: 1 }] });
});

test('a rule cannot be restored while its topic is deleted', async () => {
  await send('DELETE', 'rules/topic/12');
  await send('DELETE', 'topics/12');
  expect(await send('POST', 'rules/topic/12/restore')).toMatchObject({ status: 409, reason: 'conflict' });
  await send('POST', 'topics/12/restore');
  expect((await send('POST', 'rules/topic/12/restore')).data).toMatchObject({ words: ['cyber'] });
});

test('a restored article loses topics deleted in the meantime', async () => {
  await send('DELETE', 'articles/1');
  await send('DELETE', 'topics/12');
  await send('PUT', 'topics/14', { ...OTHER, name: 'Data risks' });
  expect((await send('POST', 'articles/1/restore')).data).toMatchObject({ topics: [14], topicNames: ['Data risks'] });
});

test('tags set by rules remain rule tags if an article is edited', async () => {
  await publish(operator, 'topics', [{ ...TOPIC, id: 15, name: 'Floods', slug: 'floods' }]);
  await publish(operator, 'rules', [{ kind: 'topic', ref: '15', words: ['first'], exclusions: [] }]);
  await send('POST', 'retag');
  const { data } = await get('articles/1');
  expect(data).toMatchObject({ topics: [14, 12, 15], byRules: { topics: [15] } });
  expect((await send('PUT', 'articles/1', { ...data, title: 'Corrected' })).data).toMatchObject({
    byRules: { topics: [15] },
  });
  await send('PUT', 'articles/1', { ...data, topics: [14] });
  await send('POST', 'retag');
  expect((await get('articles/1')).data).toMatchObject({ topics: [14] });
});

test('a body with the id or slug of another topic is rejected', async () => {
  expect(await send('PUT', 'topics/12', OTHER)).toMatchObject({
    status: 400,
    data: { id: expect.stringContaining('12') },
  });
  expect(await send('PUT', 'topics/14', { ...OTHER, slug: 'cyber' })).toMatchObject({
    status: 400,
    data: { slug: expect.any(String) },
  });
});

test('a company accepts any type, and known types are capitalized', async () => {
  await publish(operator, 'companies', [{ ...COMPANY, organisationType: 'service provider' }]);
  await publish(operator, 'companies', [{ ...RIVAL, organisationType: 'Reinsurer (captive)' }]);
  const { data } = await (
    await askWith(operator, '/manage/companies?organisationType=SERVICE%20PROVIDER')
  ).json<Listed>();
  expect(data.companies).toEqual([{ ...COMPANY, organisationType: 'Service Provider' }]);
  const others = await askWith(operator, '/manage/companies?organisationType=Reinsurer%20(captive)');
  expect((await others.json<Listed>()).data.companies).toEqual([{ ...RIVAL, organisationType: 'Reinsurer (captive)' }]);
});

interface Listed {
  data: { companies: object[] };
}
