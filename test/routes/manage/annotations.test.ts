import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { annotations, audit } from '../../../src/db/schema.ts';
import { ask, askWith, makeKey, openTestDb, rowsRead } from '../../support/index.ts';

const DAY = 86_400_000;
/** The UTC day this many days from today. */
const day = (offset: number) => new Date(Date.now() + offset * DAY).toISOString().slice(0, 10);

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
/** Each question differs, so that no cache answers. */
const seen = async (days = 28 + (asked++ % 60)) => {
  const response = await askWith(secret, `/api/v2/insights/annotations/?days=${days}`);
  expect(response.status).toBe(200);
  return dataOf<{ annotations: { date: string; text: string }[] }>(response);
};

test('what an editor notes is read with every history: of its days and of today, oldest first', async () => {
  for (const offset of [0, -7, -8, -91, 1])
    expect((await put(day(offset), { text: `Day ${offset}` })).status).toBe(200);
  expect(await seen(7)).toEqual({
    annotations: [
      { date: day(-7), text: 'Day -7' },
      { date: day(0), text: 'Day 0' },
    ],
  });
});

test('reading costs a row for each note', async () => {
  for (let offset = -20; offset <= 0; offset++) await put(day(offset), { text: 'Something' });
  const response = await askWith(secret, '/api/v2/insights/annotations/?days=9');
  expect((await dataOf<{ annotations: [] }>(response)).annotations).toHaveLength(10);
  // One of the key, and perhaps one beyond the range.
  expect(rowsRead(response)).toBeLessThanOrEqual(12);
});

test('a table of them', async () => {
  await put(day(-1), { text: '=Storm' });
  const headers = { Accept: 'text/csv' };
  const response = await askWith(secret, '/api/v2/insights/annotations/?days=8', { headers });
  expect(await response.text()).toBe(`date,text\r\n${day(-1)},'=Storm\r\n`);
});

describe('who may', () => {
  test.each([
    ['publishable', 403],
    ['secret', 403],
  ] as const)('with a %s key nobody writes', async (kind, status) => {
    const key = await makeKey(kind);
    const init = { method: 'PUT', body: JSON.stringify({ text: 'Mine' }) };
    expect((await askWith(key, `/manage/annotations/${day(0)}`, init)).status).toBe(status);
    expect((await seen()).annotations).toEqual([]);
  });

  test('nobody reads with a publishable key, or with none', async () => {
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
])('%s with %j is refused because of its %s', async (date, body, field) => {
  const response = await put(date, body);
  expect(response.status).toBe(400);
  expect(Object.keys(await dataOf<object>(response))).toEqual([field]);
  expect(await db.select().from(annotations)).toEqual([]);
});

test('control characters and line breaks do not get in', async () => {
  await put(day(-1), { text: ' Storm\u0000\n\tIngrid\ud800 ' });
  expect((await seen()).annotations).toEqual([{ date: day(-1), text: 'Storm Ingrid\ufffd' }]);
});

test('two editors do not overwrite each other unseen', async () => {
  const first = await put(day(0), { text: 'One' }, { 'If-None-Match': '*' });
  const etag = first.headers.get('ETag') ?? '';
  expect((await put(day(0), { text: 'Two' }, { 'If-None-Match': '*' })).status).toBe(412);
  expect((await put(day(0), { text: 'Two' }, { 'If-Match': etag })).status).toBe(200);
  expect((await put(day(0), { text: 'Three' }, { 'If-Match': etag })).status).toBe(412);
  expect((await seen()).annotations).toEqual([{ date: day(0), text: 'Two' }]);
});

test('every change is in the audit trail; the same text again is none', async () => {
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

test('the list is walked page by page, newest first, within its days', async () => {
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
