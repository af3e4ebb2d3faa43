import { beforeEach, describe, expect, test } from 'vitest';
import { emptyContent } from '../../../support/empty-content.ts';
import { askWith, makeKey, openTestDb, publish } from '../../../support/index.ts';

let operator = '';
beforeEach(async () => {
  await emptyContent();
  operator ||= await makeKey('operator');
  await publish(operator, 'articles', [story(1, 'a.example'), story(2, 'b.example'), story(3, 'c.example')]);
});

const story = (id: number, host: string) => ({
  id,
  url: `https://${host}/${id}`,
  title: `Story ${id}`,
  introduction: '',
  contentType: 'article',
  publishedAt: '2026-01-02T00:00:00Z',
});

async function send(method: string, path: string, body?: unknown) {
  const init = body === undefined ? {} : { body: JSON.stringify(body) };
  const response = await askWith(operator, `/manage/sources/${path}`, { method, ...init });
  return response.json<{ data: Record<string, unknown> }>();
}

async function change(...requests: [method: string, path: string, body?: unknown][]): Promise<void> {
  for (const request of requests) expect(await send(...request)).toMatchObject({ status: 'success' });
}

const merge = (path: string, into: string): [string, string, unknown] => ['POST', `${path}/merge`, { into }];
const shown = async () =>
  (
    await openTestDb().all<{ shown: string }>(
      `SELECT id || ' ' || (source ->> 'domain') || ' ' || (source ->> 'name') AS shown FROM articles ORDER BY id`,
    )
  ).map(({ shown }) => shown);

/** Ways in which `b.example` owns an article whose host it has lost. */
const LOST: [string, ...[string, string, unknown?][]][] = [
  [
    'that was merged into another source later',
    merge('a.example', 'b.example'),
    ['PUT', 'a.example', { name: 'Paper' }] as [string, string, unknown],
    merge('a.example', 'c.example'),
  ],
  [
    'that it no longer names',
    merge('a.example', 'b.example'),
    ['PUT', 'b.example', { name: 'b.example', aliases: [] }],
  ],
  [
    'that another source names',
    merge('a.example', 'b.example'),
    ['PUT', 'c.example', { name: 'c.example', aliases: ['a.example'] }],
  ],
];

describe.each(LOST)('a source with an article from a host %s', (_, ...before) => {
  beforeEach(() => change(...before));

  test('renaming a source also renames it in an article of a lost host', async () => {
    await change(['PUT', 'b.example', { name: 'Ledger' }]);
    expect(await shown()).toEqual(['1 b.example Ledger', '2 b.example Ledger', '3 c.example c.example']);
  });

  test('deleting a source counts its article of a lost host and returns the article to the source of that host', async () => {
    expect((await send('DELETE', 'b.example?dryRun=true')).data).toMatchObject({ loses: { articles: 2 } });
    await change(['DELETE', 'b.example']);
    expect(await shown()).toEqual(['1 a.example a.example', '2 b.example b.example', '3 c.example c.example']);
  });

  test('merging a source moves its article of a lost host to the target source', async () => {
    await change(merge('b.example', 'c.example'), ['PUT', 'c.example', { name: 'Chronicle' }]);
    expect(await shown()).toEqual(['1 c.example Chronicle', '2 c.example Chronicle', '3 c.example Chronicle']);
  });
});

test('a source can be saved with a host whose own source was deleted', async () => {
  await change(['DELETE', 'a.example'], ['PUT', 'b.example', { name: 'Ledger', aliases: ['a.example'] }]);
  await change(['PUT', 'b.example', { name: 'The Ledger' }]);
  expect(await shown()).toEqual(['1 a.example a.example', '2 b.example The Ledger', '3 c.example c.example']);
});

test('a source can be saved again after it was deleted with an article from an aggregator', async () => {
  const url = 'https://news.google.com/rss/articles/CBMiWkFVX3lxTE1hYmNkZWZn';
  await publish(operator, 'articles', [{ ...story(4, 'b.example'), url, source: { domain: 'b.example' } }]);
  await change(['DELETE', 'b.example'], ['PUT', 'b.example', { name: 'Ledger' }]);
  expect((await shown()).slice(1)).toEqual([
    '2 b.example Ledger',
    '3 c.example c.example',
    '4 news.google.com news.google.com',
  ]);
});

test('an article from an aggregator follows the merged source', async () => {
  const url = 'https://news.google.com/rss/articles/CBMiWkFVX3lxTE1hYmNkZWZn';
  await publish(operator, 'articles', [{ ...story(4, 'a.example'), url, source: { domain: 'a.example' } }]);
  await change(merge('a.example', 'b.example'), merge('b.example', 'c.example'));
  expect((await shown()).at(-1)).toBe('4 c.example c.example');
  await change(['PUT', 'c.example', { name: 'Chronicle' }]);
  expect((await shown()).at(-1)).toBe('4 c.example Chronicle');
  await change(['POST', 'b.example/restore'], ['POST', 'a.example/restore']);
  expect((await shown()).at(-1)).toBe('4 a.example a.example');
});
