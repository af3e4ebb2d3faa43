import { env } from 'cloudflare:test';
import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey } from '../../../support/index.ts';

let operator = '';
beforeAll(async () => {
  operator = await makeKey('operator');
});

const COUNT = 30;

interface Entry {
  change: string;
  ref: string;
  kind: string;
  action: string;
  name: string | null;
  things: number;
  reverted: boolean;
  before: object | null;
  after: object | null;
}

const line = (id: number, title = `Imported ${id}`) => ({
  id,
  url: `https://imported.example/${id}`,
  title,
  introduction: `What article ${id} says.`,
  publishedAt: '2026-03-01T08:00:00Z',
  contentType: 'article',
  authors: [{ name: 'Dana Whitfield', url: 'https://imported.example/dana' }],
  image: { url: `https://imported.example/${id}.jpg`, width: 12, height: 8, alt: 'A ship' },
  client: id % 2 ? 'A client' : undefined,
});

async function send<T>(
  method: string,
  path: string,
  body?: unknown,
  change?: string,
): Promise<{ status: number; data: T }> {
  const response = await askWith(operator, `/manage/${path}`, {
    method,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    headers: change ? { 'Change-Id': change } : {},
  });
  return { status: response.status, data: ((await response.json()) as { data: T }).data };
}

async function entries(query: string): Promise<Entry[]> {
  const found: Entry[] = [];
  for (let cursor = ''; ; ) {
    const { data } = await send<{ entries: Entry[]; next: string | null }>('GET', `audit?${query}${cursor}`);
    found.push(...data.entries);
    if (!data.next) return found;
    cursor = `&cursor=${encodeURIComponent(data.next)}`;
  }
}

async function importAll(first: number, change: string = crypto.randomUUID()): Promise<string> {
  const lines = Array.from({ length: COUNT }, (_, i) => line(first + 2 * i));
  expect((await send('PUT', 'articles', lines, change)).data).toMatchObject({ accepted: COUNT, rejected: [] });
  return change;
}

const records = async (change: string) =>
  (await env.DB.prepare('SELECT count(*) AS n, sum(length(after)) AS bytes FROM audit WHERE change = ?')
    .bind(change)
    .first<{ n: number; bytes: number }>()) ?? { n: 0, bytes: 0 };

test('an import has one small record, and the history of each article shows it', async () => {
  const change = await importAll(1000);
  const { n, bytes } = await records(change);
  expect(n).toBe(1);
  expect(bytes / COUNT).toBeLessThan(30);
  const [last] = await entries('by=change&limit=1');
  expect(last).toMatchObject({
    change,
    kind: 'article',
    action: 'create',
    things: COUNT,
    ref: '1058',
    name: 'Imported 1058',
  });
  expect(await entries('kind=article&ref=1004')).toMatchObject([
    {
      change,
      ref: '1004',
      action: 'create',
      name: 'Imported 1004',
      things: 1,
      before: null,
      after: {},
      reverted: false,
    },
  ]);
  expect(await entries('ref=1004')).toHaveLength(1);
  // The id 1005 lies within the range of the import.
  expect(await entries('kind=article&ref=1005')).toEqual([]);
  expect(await entries(`kind=article&ref=${encodeURIComponent('+1000-1058')}`)).toEqual([]);
  const parts = await entries(`change=${change}&limit=7`);
  expect(parts.map(({ ref }) => Number(ref))).toEqual(Array.from({ length: COUNT }, (_, i) => 1058 - 2 * i));
  expect(new Set(parts.map(({ name }) => name)).size).toBe(COUNT);
});

test('one article of an import can be reverted, and then all other unchanged articles', async () => {
  const change = await importAll(2000);
  const revert = (only?: string[]) =>
    send<Record<string, unknown>>('POST', `audit/${change}/revert`, only ? { only } : {});
  expect(await revert(['article/2004'])).toMatchObject({ status: 200, data: { reverted: 1, left: 0 } });
  expect((await send('GET', 'articles/2004')).status).toBe(404);
  expect((await send('GET', 'articles/2006')).status).toBe(200);
  expect((await entries('kind=article&ref=2004')).map(({ action, reverted }) => [action, reverted])).toEqual([
    ['delete', false],
    ['create', true],
  ]);
  expect(await entries('kind=article&ref=2006')).toMatchObject([{ reverted: false }]);
  expect((await entries(`change=${change}`)).filter(({ reverted }) => reverted).map(({ ref }) => ref)).toEqual([
    '2004',
  ]);
  expect((await send('PUT', 'articles', [line(2008, 'Edited')])).data).toMatchObject({ accepted: 1 });
  const refused = await revert();
  expect(refused.status).toBe(409);
  expect(Object.keys(refused.data)).toEqual(['article/2008']);
  const [edit] = await entries('kind=article&ref=2008&action=update');
  expect((await send('POST', `audit/${edit?.change}/revert`, {})).status).toBe(200);
  expect(await revert()).toMatchObject({ status: 200, data: { reverted: COUNT - 1, left: 0 } });
  expect((await entries(`by=change&change=${change}`))[0]).toMatchObject({ reverted: true, things: COUNT });
  expect(await entries('kind=article&ref=2008')).not.toEqual([]);
  expect((await send('POST', `audit/${change}-reverted/revert`, {})).status).toBe(200);
  expect((await send('GET', 'articles/2006')).status).toBe(200);
});

test('articles imported and edited by one change are reverted together', async () => {
  const change = await importAll(3000);
  expect((await send('PUT', 'articles', [line(3002, 'Edited at once'), line(3004)], change)).status).toBe(200);
  expect((await entries(`by=change&change=${change}`))[0]).toMatchObject({ things: COUNT });
  expect(await send('POST', `audit/${change}/revert`, {})).toMatchObject({
    status: 200,
    data: { reverted: COUNT, left: 0 },
  });
});
