import { parseJsonFeed, parseRssFeed } from 'feedsmith';
import { beforeAll, describe, expect, test } from 'vitest';
import { demoNewsroom } from '../../src/demo/newsroom.ts';
import { askWith, makeKey, publish } from '../support/index.ts';
import { hostileNewsroom, kept, NASTY, type Newsroom } from './hostile.ts';

interface ReadItem {
  id: number;
  title: string;
  link: string;
  image: string | null;
  /** Icon of the source, if the format has separate places for the icon and the article's image. */
  icon?: string | null;
}

function fromJson(body: string): ReadItem[] {
  const { items = [] } = parseJsonFeed(body);
  const own = JSON.parse(body) as { items: { _article: { source: { icon?: string } } }[] };
  const icons = own.items.map(({ _article }) => _article.source.icon);
  return items.map(({ id, title = '', url = '', image }, i) => ({
    id: Number(id),
    title,
    link: url,
    image: image ?? null,
    icon: icons[i] ?? null,
  }));
}

function fromRss(body: string): ReadItem[] {
  const { items = [] } = parseRssFeed(body);
  return items.map(({ guid, title = '', link = '', enclosures }) => ({
    id: Number(/^tag:[^/]+\/(\d+)$/.exec(guid?.value ?? '')?.[1]),
    title,
    link,
    image: enclosures?.[0]?.url ?? null,
  }));
}

async function fromHtml(body: string): Promise<ReadItem[]> {
  const told: ReadItem[] = [];
  let image: string | null = null;
  const rewriter = new HTMLRewriter()
    .on('article', {
      element: () => {
        image = null;
      },
    })
    .on('article img', {
      element: (element) => {
        image = decoded(element.getAttribute('src') ?? '');
      },
    })
    .on('article h2 a', {
      element: (element) => {
        const id = Number(element.getAttribute('data-content-id'));
        told.push({ id, title: '', link: decoded(element.getAttribute('href') ?? ''), image });
      },
      text: ({ text }) => {
        const last = told.at(-1);
        if (last) last.title += text;
      },
    });
  await rewriter.transform(new Response(body)).text();
  return told.map((one) => ({ ...one, title: decoded(one.title) }));
}

/** Decodes character references, which the platform's HTML parser leaves unchanged. */
const decoded = (written: string): string =>
  written.replace(
    /&(amp|lt|gt|quot|#39);/g,
    (_, name: string) => ({ amp: '&', lt: '<', gt: '>', quot: '"' })[name] ?? "'",
  );

const now = Math.floor(Date.now() / 1000);
let secret = '';
let operator = '';
beforeAll(async () => {
  [secret, operator] = [await makeKey('secret'), await makeKey('operator')];
});

const READERS = { json: fromJson, rss: fromRss, html: fromHtml };

/** Returns all articles in one format, page by page along `Link`. Each `limit` has its own cache entries. */
async function walk(output: keyof typeof READERS, limit: number): Promise<ReadItem[]> {
  const told: ReadItem[] = [];
  let path: string | undefined = `/api/v2/feed/?output=${output}&limit=${limit}`;
  while (path) {
    const response = await askWith(secret, path);
    expect(response.status).toBe(200);
    told.push(...(await READERS[output](await response.text())));
    path = /<https?:\/\/[^/]+(\/[^>]*)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1];
  }
  return told;
}

async function publishAll({ topics, sources, articles }: Newsroom): Promise<void> {
  expect((await publish(operator, 'topics', topics)).rejected).toEqual([]);
  expect((await publish(operator, 'sources', sources)).rejected).toEqual([]);
  expect((await publish(operator, 'articles', articles)).rejected).toEqual([]);
}

const inHtml = ({ icon: _, ...item }: ReadItem): ReadItem => item;
/** RSS shows the icon of the source if an article has no image. */
const inRss = ({ icon = null, ...item }: ReadItem): ReadItem => ({ ...item, image: item.image ?? icon });

describe('consistency of JSON, RSS and HTML feeds', () => {
  test('all formats contain the same articles from the demo newsroom', async () => {
    const demo = demoNewsroom({ seed: 1, now, assetBase: 'https://assets.test' });
    const articles = demo.articles.slice(-150).map((article) => ({ ...article, companies: [] }));
    await publishAll({ ...demo, articles });
    const json = await walk('json', 40);
    expect(json.map(({ id }) => id).toSorted((a, b) => b - a)).toEqual(articles.map(({ id }) => id).toReversed());
    expect(await walk('rss', 40)).toEqual(json.map(inRss));
    expect(await walk('html', 40)).toEqual(json.map(inHtml));
  });

  test('all formats contain the same articles from a newsroom with hostile text', async () => {
    const hostile = hostileNewsroom(NASTY, now);
    await publishAll(hostile);
    const json = await walk('json', 90);
    const titles = new Map(json.map(({ id, title }) => [id, title]));
    for (const { id = 0, title } of hostile.articles) expect(titles.get(id)).toBe(kept(title));
    expect(await walk('rss', 90)).toEqual(json.map(inRss));
    expect(await walk('html', 90)).toEqual(json.map(inHtml));
  });
});

test.each([
  'javascript:alert(1)',
  ' JaVaScRiPt:alert(1)',
  'java\nscript:alert(1)',
  'data:text/html,<script>alert(1)</script>',
  'vbscript:x',
  'file:///etc/passwd',
  'blob:https://a.test/1',
  '//a.test/x',
  'https://user:pass@a.test/',
  'https:///',
])('the URL %j is rejected for articles and images', async (url) => {
  const article = { title: 'x', introduction: '', publishedAt: '2026-01-01T00:00:00Z', contentType: 'article' };
  const { accepted, rejected } = await publish(operator, 'articles', [
    { ...article, url },
    { ...article, url: 'https://door.test/', image: url },
    { ...article, url: 'https://door.test/', image: { url } },
  ]);
  expect(accepted).toBe(0);
  expect(rejected.map(({ errors }) => Object.keys(errors))).toEqual([['url'], ['image'], ['image']]);
});
