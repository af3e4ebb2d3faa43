import { beforeAll, expect, test } from 'vitest';
import { askWith, freshItems, type Item, makeKey, publish } from '../../support/index.ts';

const PATH = '/api/v2/feed/related/';
const HOUR_MS = 3_600_000;

let publishable: string;
beforeAll(async () => {
  const operator = await makeKey('operator');
  publishable = await makeKey('publishable');
  await publish(
    operator,
    'topics',
    [1, 2, 3].map((id) => ({ id, name: `Topic ${id}`, slug: `topic-${id}`, category: 1 })),
  );
  await publish(operator, 'companies', [{ id: 7, name: 'Varnholt Re', organisationType: 'Carrier' }]);
  const article = (id: number, title: string, hours: number, part: object = {}) => ({
    id,
    url: `https://ledger.example/${id}`,
    title,
    contentType: 'article',
    publishedAt: new Date(Date.now() - hours * HOUR_MS).toISOString(),
    topics: [1],
    ...part,
  });
  await publish(operator, 'articles', [
    article(1, 'Hailstorm losses strain motor insurers in Bavaria', 5),
    article(2, 'Motor insurers in Bavaria count hailstorm losses again', 900),
    article(3, 'Regulator opens licence review', 2),
    article(4, 'Podcast about careers', 1, { topics: [2] }),
    article(5, 'Quarterly results', 3, { topics: [3], companies: [7] }),
    article(6, 'Hailstorm models improve', 6, { topics: [2] }),
    article(7, 'Hailstorm losses of tomorrow', -24),
    article(8, 'Older licence review', 400),
  ]);
});

const idsOf = (items: readonly Item[]) => items.map(({ id }) => Number(id));

test('related articles share topics or words, and neither the article nor unpublished ones are listed', async () => {
  const ids = idsOf(await freshItems(publishable, 'id=1', PATH));
  expect(ids.toSorted()).toEqual([2, 3, 6, 8]);
  expect(ids.indexOf(3)).toBeLessThan(ids.indexOf(8));
});

test('related articles accept the filters, the limit and the formats of feeds', async () => {
  expect(idsOf(await freshItems(publishable, 'id=1&includeTopics=2', PATH))).toEqual([6]);
  expect(await freshItems(publishable, 'id=1&limit=1', PATH)).toHaveLength(1);
  for (const [output, type] of [
    ['rss', 'application/rss+xml'],
    ['html', 'text/html'],
  ] as const) {
    const answer = await askWith(publishable, `${PATH}?id=1&output=${output}`);
    expect([answer.status, answer.headers.get('Content-Type')]).toEqual([200, expect.stringContaining(type)]);
  }
});

test('an unknown or future article has no related articles, and the id is required', async () => {
  for (const id of [999, 7]) expect((await askWith(publishable, `${PATH}?id=${id}`)).status).toBe(404);
  const answer = await askWith(publishable, PATH);
  expect([answer.status, await answer.json()]).toMatchObject([400, { data: { id: expect.any(String) } }]);
});

test.each(['https://ledger.example/1', 'http://www.ledger.example/1/?utm_source=mail#top'])(
  'the related articles of %s are those of its article',
  async (url) => {
    const found = await freshItems(publishable, new URLSearchParams({ url, limit: '2' }).toString(), PATH);
    expect(idsOf(found)).toEqual(idsOf(await freshItems(publishable, 'id=1&limit=2', PATH)));
  },
);

test('a URL that no published article has, or that is not one, has no related articles', async () => {
  for (const [url, status] of [
    ['https://ledger.example/7', 404],
    ['https://ledger.example/none', 404],
    ['ledger', 400],
  ] as const) {
    const answer = await askWith(publishable, `${PATH}?${new URLSearchParams({ url })}`);
    expect([answer.status, await answer.json()]).toMatchObject([status, { data: { url: expect.any(String) } }]);
  }
});
