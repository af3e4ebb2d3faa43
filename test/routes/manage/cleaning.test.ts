import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey, publish } from '../../support/index.ts';

let operator = '';
let secret = '';
beforeAll(async () => {
  operator = await makeKey('operator');
  secret = await makeKey('secret');
});

let id = 0;

test.each<[title: string, kept: string]>([
  ['Flood\u0000 \u0007claims\u001b', 'Flood claims'],
  ['Flood\n\t  claims\u2028', 'Flood claims'],
  ['Flood \ud800claims', 'Flood \ufffdclaims'],
  ['Flood \udc00', 'Flood \ufffd'],
  ['\u0085Flood\uffff\ufffe', 'Flood'],
  ['😀 Flood ﷽', '😀 Flood ﷽'],
  ['<b>Flood</b> & "claims"', '<b>Flood</b> & "claims"'],
])('the article title %j is stored as %j', async (title, kept) => {
  // Escapes the text, because UTF-8 cannot encode a lone surrogate.
  const json = JSON.stringify([
    {
      id: ++id,
      url: `https://example.com/${id}`,
      title,
      introduction: title,
      publishedAt: new Date(Date.now() - 1e6 + id * 1000).toISOString(),
      contentType: 'article',
    },
  ]);
  const response = await askWith(operator, '/manage/articles', { method: 'PUT', body: json });
  expect(await response.json()).toMatchObject({ data: { accepted: 1, rejected: [] } });
  const feed = (await (await askWith(secret, `/api/v2/feed/?limit=${id}`)).json()) as { items: object[] };
  expect(feed.items[0]).toMatchObject({ id: String(id), title: kept, summary: kept });
});

test('an import removes duplicates, tracking parameters and fragments and capitalizes country codes', async () => {
  await publish(operator, 'topics', [{ id: 1, name: 'Cyber', slug: 'cyber', category: 1 }]);
  await publish(operator, 'articles', [
    {
      id: 900,
      url: 'HTTP://WWW.Example.com:80/a?b=1&utm_source=x&c=%20#top',
      title: 'Clean',
      publishedAt: '2026-01-01T02:00:00+02:00',
      contentType: 'video',
      topics: [1, 1],
      countries: ['gb', 'GB'],
      geoGroups: ['europe', 'europe'],
    },
  ]);
  const { items } = (await (await askWith(secret, '/api/v2/feed/?articleTypes=video')).json()) as { items: object[] };
  expect(items).toMatchObject([
    {
      url: 'http://www.example.com/a?b=1&c=%20',
      date_published: '2026-01-01T00:00:00Z',
      tags: ['Cyber'],
      _article: { countries: ['GB'], geoGroups: ['europe'], source: { domain: 'example.com', https: false } },
    },
  ]);
});
