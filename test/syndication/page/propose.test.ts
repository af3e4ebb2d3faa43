import { beforeAll, describe, expect, test } from 'vitest';
import { saveRules } from '../../../src/content/rules/rules.ts';
import { saveTopics } from '../../../src/content/topics.ts';
import { propose } from '../../../src/syndication/page/propose.ts';
import { author, openTestDb } from '../../support/index.ts';
import { ALLOWED, NOW, SERVER, serve } from '../stage.ts';

const db = openTestDb();
const reach = { fetch: (url: string, init: RequestInit) => fetch(url, init), allowed: ALLOWED, timeout: 60_000 };
const page = async (path: string, body: string, headers: Record<string, string> = { 'Content-Type': 'text/html' }) =>
  propose(db, reach, await serve(path, { body, headers }), NOW);

beforeAll(async () => {
  const topic = { id: 71, name: 'Floods', slug: 'floods', description: '', category: 1 as const };
  await saveTopics(db, [{ line: 1, value: { ...topic, excludedFromTrending: false } }], author);
  await saveRules(db, [{ line: 1, value: { kind: 'topic', ref: '71', words: ['flood'], exclusions: [] } }], author);
});

test('an OPML document is proposed as a list of its public feeds', async () => {
  const listed = ['https://a.example/feed', 'http://10.0.0.1/feed', 'https://b.example/rss', 'https://a.example/feed'];
  const outlines = listed.map((url) => `<outline text="x"><outline type="rss" xmlUrl="${url}"/></outline>`).join('');
  const opml = (body: string) => `<?xml version="1.0"?><opml version="2.0"><head/><body>${body}</body></opml>`;
  const { article, feeds, feedsLeft } = await page('/propose/opml', opml(outlines), { 'Content-Type': 'text/x-opml' });
  expect(article).toBeNull();
  expect(feeds).toEqual(['https://a.example/feed', 'https://b.example/rss']);
  const many = Array.from({ length: 203 }, (_, i) => `<outline text="x" xmlUrl="https://a.example/${i}"/>`).join('');
  const cut = await page('/propose/many', opml(many), { 'Content-Type': 'text/x-opml' });
  expect([cut.feeds.length, cut.feedsLeft, feedsLeft]).toEqual([200, 3, 0]);
  await expect(page('/propose/no-opml', '<opml><body><')).rejects.toThrow('is a list of feeds that cannot be read');
});

describe('an article proposal', () => {
  test('an article proposal contains fields from Open Graph', async () => {
    const { article, source, feeds } = await page(
      '/propose/og',
      `<html><head><title>Ignored | Site</title>
      <meta property="og:title" content="Floods &amp; storms"><meta property="og:description" content="Rivers <b>rise</b>">
      <meta property="og:image" content="/a.jpg"><meta property="og:image:width" content="1200"><meta property="og:site_name" content="The Paper">
      <meta property="article:published_time" content="2026-06-01T10:00:00+02:00"><link rel="alternate" type="application/rss+xml" href="/feed">
      <link rel="alternate" type="application/rss+xml" href="http://10.0.0.1/feed"></head>`,
    );
    expect(article).toMatchObject({
      title: 'Floods & storms',
      introduction: 'Rivers rise',
      publishedAt: '2026-06-01T08:00:00Z',
      image: { url: `${SERVER}/a.jpg`, width: 1200, height: null },
      tags: { topics: [71] },
    });
    expect(source.name).toBe('The Paper');
    expect(feeds).toEqual([`${SERVER}/feed`]);
  });

  test('an article proposal contains fields from a JSON-LD graph', async () => {
    const graph = {
      '@graph': [
        { '@type': 'Organization', name: 'X' },
        {
          '@type': ['NewsArticle'],
          headline: 'From a graph',
          datePublished: '2026-05-01',
          isAccessibleForFree: 'False',
          image: [{ url: '/b.jpg' }],
        },
      ],
    };
    const { article } = await page(
      '/propose/ld',
      `<script type="application/ld+json">${JSON.stringify(graph)}</script>`,
    );
    expect(article).toMatchObject({
      title: 'From a graph',
      publishedAt: '2026-05-01T00:00:00Z',
      paywalled: true,
      image: { url: `${SERVER}/b.jpg` },
    });
  });

  test('an article proposal contains fields from Dublin Core and the title element', async () => {
    const { article } = await page(
      '/propose/dc',
      '<title> Own  title </title><meta name="DC.date.issued" content="2026-04-01"><meta name="dcterms.description" content="Said">',
    );
    expect(article).toMatchObject({
      title: 'Own title',
      introduction: 'Said',
      publishedAt: '2026-04-01T00:00:00Z',
      image: null,
    });
  });

  test('an article proposal ignores a canonical URL on another site', async () => {
    expect(
      (await page('/propose/canonical', '<link rel="canonical" href="https://elsewhere.example/x">')).article?.url,
    ).toBe(`${SERVER}/propose/canonical`);
  });
});

test.each([
  ['broken', '<title>A</title><script type="application/ld+json">{"@type": "NewsArticle", </script>'],
  ['empty', ''],
  ['made of control characters', '\u0000\u0001<<<>>>'],
  ['without usable JSON-LD', '<script type="application/ld+json">[null, 1, "a", {"@graph": null}]</script>'],
  [
    'without a valid date',
    '<meta property="article:published_time" content="soon"><meta property="og:image" content="javascript:alert(1)">',
  ],
])('a page that is %s is proposed without an error', async (name, body) => {
  const { article } = await page(`/propose/naughty-${name.replaceAll(' ', '-')}`, body);
  expect(article).toMatchObject({ publishedAt: null, image: null });
});

test('a feed document is proposed as a feed', async () => {
  const { article, feeds } = await page('/propose/feed', '<?xml version="1.0"?><rss version="2.0"><channel/></rss>', {
    'Content-Type': 'text/xml',
  });
  expect([article, feeds]).toEqual([null, [`${SERVER}/propose/feed`]]);
});

test.each([
  'http://127.0.0.1:1/',
  'http://192.168.0.1/',
  'http://[::1]/',
  'http://localhost/',
  'file:///etc/passwd',
  'http://metadata.internal/',
])('propose rejects %s', async (url) => {
  await expect(propose(db, { ...reach, allowed: new Set() }, url, NOW)).rejects.toThrow();
});

test('propose rejects a redirect to a private address, an endless response and a missing page', async () => {
  const redirect = await serve('/propose/redirect', { status: 302, headers: { Location: 'http://10.0.0.1/' } });
  await expect(propose(db, reach, redirect, NOW)).rejects.toThrow('not on the public internet');
  const drip = await serve('/propose/drip', { manner: 'drip' });
  await expect(propose(db, { ...reach, timeout: 500 }, drip, NOW)).rejects.toThrow();
  const missing = await serve('/propose/missing', { status: 404 });
  await expect(propose(db, reach, missing, NOW)).rejects.toThrow();
});
