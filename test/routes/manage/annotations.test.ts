import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { annotations, audit } from '../../../src/db/schema.ts';
import { ask, askWith, makeKey, openTestDb, publish, rowsRead } from '../../support/index.ts';

const DAY = 86_400_000;
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

const SITE = { scope: 'site', ref: null };

const db = openTestDb();
let operator = '';
let secret = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  secret = await makeKey('secret');
});
beforeEach(async () => {
  await db.delete(annotations);
  await db.delete(audit);
});

const put = (date: string, body: unknown, headers: Record<string, string> = {}) =>
  askWith(operator, `/manage/annotations/${date}`, { method: 'PUT', headers, body: JSON.stringify(body) });
const dataOf = async <T>(response: Response) => ((await response.json()) as { data: T }).data;
let asked = 0;
/** A unique query bypasses the cache. */
const seen = async (days = 28 + (asked++ % 60)) => {
  const response = await askWith(secret, `/api/v2/insights/annotations/?days=${days}`);
  expect(response.status).toBe(200);
  return dataOf<{ annotations: { date: string; scope: string; ref: number | null; text: string }[] }>(response);
};

test('annotations for a history cover its days and today, oldest first', async () => {
  for (const offset of [0, -7, -8, -91, 1])
    expect((await put(day(offset), { text: `Day ${offset}` })).status).toBe(200);
  expect(await seen(7)).toEqual({
    annotations: [
      { date: day(-7), ...SITE, text: 'Day -7' },
      { date: day(0), ...SITE, text: 'Day 0' },
    ],
  });
});

test('an annotation on an article is returned once the article is published', async () => {
  const article = (publishedAt: string) => ({
    id: 77,
    url: 'https://stories.example/77',
    title: 'Later',
    contentType: 'article',
    publishedAt,
  });
  await publish(operator, 'articles', [article(`${day(3)}T00:00:00Z`)]);
  expect((await put(`${day(0)}/article/77`, { text: 'The merger' })).status).toBe(200);
  const { annotations: before } = await seen();
  await publish(operator, 'articles', [article(`${day(-3)}T00:00:00Z`)]);
  const { annotations: after } = await seen();
  expect([before, after.map(({ ref, text }) => [ref, text])]).toEqual([[], [[77, 'The merger']]]);
});

test('reading annotations costs about one row each', async () => {
  for (let offset = -20; offset <= 0; offset++) await put(day(offset), { text: 'Something' });
  const response = await askWith(secret, '/api/v2/insights/annotations/?days=9');
  expect((await dataOf<{ annotations: [] }>(response)).annotations).toHaveLength(10);
  expect(rowsRead(response)).toBeLessThanOrEqual(12);
});

test('annotations are available as CSV', async () => {
  await put(day(-1), { text: '=Storm' });
  const headers = { Accept: 'text/csv' };
  const response = await askWith(secret, '/api/v2/insights/annotations/?days=8', { headers });
  expect(await response.text()).toBe(`date,scope,ref,text\r\n${day(-1)},site,,'=Storm\r\n`);
});

describe('access to annotations', () => {
  test.each([
    ['publishable', 403],
    ['secret', 403],
  ] as const)('writing an annotation with a %s key is forbidden', async (kind, status) => {
    const key = await makeKey(kind);
    const init = { method: 'PUT', body: JSON.stringify({ text: 'Mine' }) };
    expect((await askWith(key, `/manage/annotations/${day(0)}`, init)).status).toBe(status);
    expect((await seen()).annotations).toEqual([]);
  });

  test('reading annotations with a publishable key or no key is rejected', async () => {
    const key = await makeKey('publishable');
    expect((await askWith(key, '/api/v2/insights/annotations/')).status).toBe(403);
    expect((await ask('/api/v2/insights/annotations/')).status).toBe(401);
  });
});

test.each<[date: string, body: unknown, field: string]>([
  ['2026-02-30', { text: 'No such day' }, 'date'],
  ['yesterday', { text: 'No day' }, 'date'],
  ['2026-01-30', { text: '  ' }, 'text'],
  ['2026-01-30', { text: 'x'.repeat(301) }, 'text'],
  ['2026-01-30', {}, 'text'],
  ['2026-01-30', { date: '2026-01-31', text: 'Another day' }, 'date'],
  ['2026-01-30', { scope: 'topic', text: 'Another scope' }, 'scope'],
  ['2026-01-30/company/1', { text: 'No such scope' }, 'scope'],
  ['2026-01-30/topic/x', { text: 'No id' }, 'ref'],
  ['2026-01-30/topic/999999', { text: 'No such topic' }, 'ref'],
  ['2026-01-30/article/999999', { text: 'No such article' }, 'ref'],
])('PUT of annotation %s with %j is rejected because of its %s', async (date, body, field) => {
  const response = await put(date, body);
  expect(response.status).toBe(400);
  expect(Object.keys(await dataOf<object>(response))).toEqual([field]);
  expect(await db.select().from(annotations)).toEqual([]);
});

test('control characters and line breaks are removed from an annotation', async () => {
  await put(day(-1), { text: ' Storm\u0000\n\tIngrid\ud800 ' });
  expect((await seen()).annotations).toEqual([{ date: day(-1), ...SITE, text: 'Storm Ingrid\ufffd' }]);
});

test('If-Match and If-None-Match prevent lost updates of an annotation', async () => {
  const first = await put(day(0), { text: 'One' }, { 'If-None-Match': '*' });
  const etag = first.headers.get('ETag') ?? '';
  expect((await put(day(0), { text: 'Two' }, { 'If-None-Match': '*' })).status).toBe(412);
  expect((await put(day(0), { text: 'Two' }, { 'If-Match': etag })).status).toBe(200);
  expect((await put(day(0), { text: 'Three' }, { 'If-Match': etag })).status).toBe(412);
  expect((await seen()).annotations).toEqual([{ date: day(0), ...SITE, text: 'Two' }]);
});

test('the history records every change of an annotation, but not a repeated write of the same text', async () => {
  for (const text of ['One', 'One', 'Two']) await put('2026-01-30', { text });
  const remove = () => askWith(operator, '/manage/annotations/2026-01-30', { method: 'DELETE' });
  expect(await dataOf(await remove())).toEqual({ deleted: true, loses: {} });
  expect((await remove()).status).toBe(404);
  const trail = await askWith(operator, '/manage/audit?kind=annotation&ref=2026-01-30');
  const { entries } = await dataOf<{ entries: object[] }>(trail);
  const one = { date: '2026-01-30', text: 'One' };
  const two = { date: '2026-01-30', text: 'Two' };
  expect(entries).toMatchObject([
    { action: 'delete', before: two, after: null },
    { action: 'update', before: one, after: two },
    { action: 'create', before: null, after: one },
  ]);
});

test('the list of annotations is paginated, newest first, within its date range', async () => {
  for (let n = 1; n <= 5; n++) await put(`2026-01-0${n}`, { text: `Note ${n}` });
  const page = async (query: string) =>
    dataOf<{ annotations: { date: string }[]; next: string | null }>(
      await askWith(operator, `/manage/annotations?from=2026-01-02&to=2026-01-04&limit=2${query}`),
    );
  const first = await page('');
  const second = await page(`&cursor=${first.next}`);
  expect([...first.annotations, ...second.annotations].map(({ date }) => date)).toEqual([
    '2026-01-04',
    '2026-01-03',
    '2026-01-02',
  ]);
  expect(second.next).toBeNull();
});

describe('annotations on topics and articles', () => {
  const topics = [901, 902].map((id) => ({
    id,
    name: `Topic ${id}`,
    slug: `topic-${id}`,
    description: '',
    category: 1,
  }));
  const articles = [9011, 9021].map((id, i) => ({
    id,
    url: `https://notes.example/${id}`,
    title: `Story ${id}`,
    introduction: '',
    contentType: 'article',
    publishedAt: '2026-01-01T00:00:00Z',
    topics: [topics[i]?.id],
    companies: [],
    countries: [],
    geoGroups: [],
  }));
  const manage = (method: string, path: string, body?: object) =>
    askWith(operator, `/manage/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const shown = async (query: string) => {
    const path = `/api/v2/insights/annotations/?days=${28 + (asked++ % 60)}&${query}`;
    const { annotations } = await dataOf<{ annotations: { text: string }[] }>(await askWith(secret, path));
    return annotations.map(({ text }) => text);
  };
  beforeEach(async () => {
    for (const [collection, values] of Object.entries({ topics, articles }))
      expect((await manage('PUT', collection, values)).status).toBe(200);
    for (const [at, text] of [
      ['', 'Site'],
      ['/topic/901', 'One'],
      ['/topic/902', 'Other'],
      ['/article/9011', 'Story'],
    ])
      expect((await put(day(-1) + at, { text })).status).toBe(200);
  });

  test('an annotation on a topic or article is returned only with it, and a site annotation is always returned', async () => {
    expect(await shown('topic=901')).toEqual(['Site', 'One']);
    expect(await shown('topic=902')).toEqual(['Site', 'Other']);
    expect(await shown('content=9011')).toEqual(['Site', 'Story']);
    expect(await shown('content=9021')).toEqual(['Site']);
    expect(await shown('topic=902&content=9011')).toEqual(['Site', 'Story', 'Other']);
    expect(await shown('')).toEqual(['Site', 'Story', 'One', 'Other']);
  });

  test('an annotation can be changed and deleted separately from others of the same day', async () => {
    await put(`${day(-1)}/topic/901`, { text: 'One, changed' });
    expect((await manage('DELETE', `annotations/${day(-1)}/topic/902`)).status).toBe(200);
    const list = await dataOf<{ annotations: object[] }>(await manage('GET', `annotations?from=${day(-1)}`));
    expect(list.annotations).toEqual([
      { date: day(-1), scope: 'topic', ref: 901, text: 'One, changed' },
      { date: day(-1), scope: 'article', ref: 9011, text: 'Story' },
      { date: day(-1), ...SITE, text: 'Site' },
    ]);
    const ref = encodeURIComponent(`${day(-1)}/topic/901`);
    const trail = await dataOf<{ entries: object[] }>(await manage('GET', `audit?kind=annotation&ref=${ref}`));
    expect(trail.entries).toMatchObject([
      { action: 'update', before: { text: 'One' }, after: { text: 'One, changed', scope: 'topic', ref: 901 } },
      { action: 'create' },
    ]);
  });

  test('an annotation is deleted and restored together with its topic or article', async () => {
    for (const [thing, query] of [
      ['topics/901', 'topic=901'],
      ['articles/9011', 'content=9011'],
    ] as const) {
      const before = await shown(query);
      expect((await manage('DELETE', thing)).status).toBe(200);
      expect(await shown(query)).toEqual(['Site']);
      expect((await manage('POST', `${thing}/restore`)).status).toBe(200);
      expect(await shown(query)).toEqual(before);
    }
  });

  test('a merge moves an annotation to the other topic, unless that topic has one on the same day', async () => {
    await put(`${day(-2)}/topic/901`, { text: 'Older' });
    expect((await manage('POST', 'topics/901/merge', { into: 902 })).status).toBe(200);
    expect(await shown('topic=902')).toEqual(['Older', 'Site', 'Other']);
    expect(await shown('')).not.toContain('One');
    expect((await manage('POST', 'topics/901/restore')).status).toBe(200);
    expect(await shown('topic=901')).toEqual(['Older', 'Site', 'One']);
  });
});
