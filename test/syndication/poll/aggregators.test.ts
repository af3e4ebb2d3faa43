import { expect, test } from 'vitest';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { poll, serve } from '../stage.ts';

/** An id in the format of Google News, which only Google can decode. */
const OPAQUE = 'https://news.google.com/rss/articles/CBMiWkFVX3lxTE1hYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5eg';

const item = (
  n: number,
  source: string,
) => `<item><title>Storm ${n} - The Publisher</title><link>${OPAQUE}${n}?oc=5</link>
  <guid isPermaLink="false">CBMi${n}</guid><pubDate>Mon, 15 Jun 2026 08:00:00 GMT</pubDate>${source}</item>`;
const rss = (...items: string[]) =>
  `<rss version="2.0"><channel><title>Google News</title>${items.join('')}</channel></rss>`;

const stored = () =>
  openTestDb().all<{ title: string; domain: string; name: string }>(
    `SELECT title, source ->> 'domain' AS domain, source ->> 'name' AS name FROM articles ORDER BY url`,
  );

test('a Google News article has its publisher as its source, even after edits, a restore and an import', async () => {
  const named = '<source url="https://www.publisher.example">The Publisher</source>';
  const others = ['', '<source url="javascript:x">X</source>', '<source url="https://news.google.com">Google</source>'];
  const body = rss(item(1, named), ...others.map((source, i) => item(i + 2, source)));
  const url = await serve('/google-news', { body });
  expect(await poll(url)).toMatchObject({ added: 4 });
  const google = { domain: 'news.google.com' };
  expect(await stored()).toMatchObject([
    { title: 'Storm 1', domain: 'publisher.example', name: 'The Publisher' },
    { ...google },
    { ...google },
    { ...google },
  ]);

  const operator = await makeKey('operator');
  await publish(operator, 'sources', [
    { domain: 'publisher.example', name: 'The Renamed', icon: 'https://p.example/i.png' },
  ]);
  const byHand = { title: 'By hand', publishedAt: '2026-06-15T08:00:00Z', contentType: 'report' };
  await publish(operator, 'articles', [{ ...byHand, url: `${OPAQUE}1?oc=5` }]);
  expect((await stored())[0]).toEqual({ title: 'By hand', domain: 'publisher.example', name: 'The Renamed' });
  const manage = (method: string, path: string, body?: unknown) =>
    askWith(operator, `/manage/${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
  const [one] = await openTestDb().all<{ id: number }>(`SELECT id FROM articles WHERE title = 'By hand'`);
  const { data } = await (await manage('GET', `articles/${one?.id}`)).json<{ data: { id: number; url: string } }>();
  expect((await manage('PUT', `articles/${one?.id}`, data)).status).toBe(200);
  await manage('DELETE', `articles/${one?.id}`);
  await manage('POST', `articles/${one?.id}/restore`);
  const publisher = { domain: 'publisher.example', name: 'The Renamed' };
  expect((await stored())[0]).toEqual({ title: 'By hand', ...publisher });
  await openTestDb().run(`DELETE FROM articles WHERE id = ${one?.id}`);
  await openTestDb().run(`DELETE FROM sources WHERE domain = 'publisher.example'`);
  expect(await publish(operator, 'articles', [{ ...data, id: 900 }])).toMatchObject({ accepted: 1 });
  expect((await stored()).find(({ title }) => title === 'By hand')).toEqual({ title: 'By hand', ...publisher });
  const elsewhere = { ...byHand, title: 'Elsewhere', url: 'https://elsewhere.example/1', source: publisher };
  await publish(operator, 'articles', [elsewhere]);
  expect((await stored()).find(({ title }) => title === 'Elsewhere')).toMatchObject({ domain: 'elsewhere.example' });

  const feed = await askWith(await makeKey('secret'), '/api/v2/feed/?articleTypes=report');
  const { items } = (await feed.json()) as { items: { _article: { source: object } }[] };
  expect(items.map(({ _article }) => _article.source)).toMatchObject([
    { domain: 'elsewhere.example' },
    { domain: 'publisher.example', name: 'The Renamed' },
  ]);
});
