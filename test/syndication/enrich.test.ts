import { env } from 'cloudflare:test';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { type Db, openDb } from '../../src/db/client.ts';
import { enrichWaiting } from '../../src/syndication/enrich/enrich.ts';
import { askWith, makeKey, openTestDb, publish } from '../support/index.ts';
import type { Script } from '../support/servers/feed-server.ts';
import { ALLOWED, add, NOW, poll, type RssItem, rss, SERVER, seen, serve } from './stage.ts';

const db = openTestDb();

/** Seconds between tests, in which the crawl delays of other test files expire. */
const OTHERS = 60;

/** Only waiting advances the simulated clock. Returns each requested path and its time in milliseconds. */
async function enrich({ later = 0, timeout = 10_000, on = db as Db, meanwhile = async (_: string) => {} } = {}) {
  let at = 0;
  const asked: [path: string, at: number][] = [];
  const reach = {
    fetch: async (url: string, init: RequestInit) => {
      asked.push([url.replace(SERVER, ''), at]);
      const response = await fetch(url, init);
      await meanwhile(url);
      return response;
    },
    allowed: ALLOWED,
    agent: 'PaperReader/2.0 (+https://paper.example/bot)',
    timeout,
  };
  const report = (error: Error) => {
    throw error;
  };
  const wait = async (milliseconds: number) => {
    at += milliseconds;
  };
  const end = await enrichWaiting(on, { reach, now: NOW + (OTHERS + later) * 1000, elapsed: () => at, report, wait });
  return { ...end, asked };
}

const article = async (path: string) =>
  (
    await env.DB.prepare(
      'SELECT id, url, title, introduction, authors, section, language, words, paywalled, image, from_page FROM articles WHERE title = ?',
    )
      .bind(path)
      .all<Record<string, unknown>>()
  ).results;

const source = async () => {
  const operator = await makeKey('operator');
  const response = await askWith(operator, '/manage/sources?search=paper.example');
  const { data } = await response.json<{ data: { sources: { domain: string; pages: unknown }[] } }>();
  return data.sources.find(({ domain }) => domain === 'paper.example')?.pages;
};

async function feedOf(
  name: string,
  pages: Record<string, Script>,
  item: (path: string) => RssItem = () => ({}),
  on = db,
) {
  const items = [];
  for (const [path, script] of Object.entries(pages)) {
    await serve(path, { headers: { 'Content-Type': 'text/html' }, ...script });
    items.push({
      title: path,
      guid: path,
      link: SERVER + path,
      pubDate: new Date(NOW - items.length * 60_000).toUTCString(),
      ...item(path),
    });
  }
  const url = await serve(`/feeds/${name}`, { body: rss(items) });
  await add(url);
  await db.run("UPDATE sources SET read_pages = 1 WHERE domain = 'paper.example'");
  await poll(url, { db: on });
  return url;
}

const PAGE = `<html lang="en"><head><title>A page</title><link rel="canonical" href="/canonical">
  <meta name="author" content="Dana Whitfield"><meta property="article:section" content="Markets">
  <meta property="og:description" content="What the page says of it."><meta property="og:image" content="/big.jpg">
  <meta property="og:image:width" content="1200"><meta property="og:image:height" content="675">
  <script type="application/ld+json">{"@type": "NewsArticle", "headline": "A page", "wordCount": 640, "isAccessibleForFree": false}</script></head></html>`;

beforeEach(async () => {
  await db.run('DELETE FROM page_hosts');
  await db.run("INSERT INTO sources (domain, name) VALUES ('paper.example', 'Paper') ON CONFLICT DO NOTHING");
  await serve('/robots.txt', { status: 404 });
});

describe('reading of metadata from the article page', () => {
  test('an article page is read once and does not change fields that the feed has set', async () => {
    await feedOf('whole', { '/whole/12': { body: PAGE.replace('/canonical', '/whole/12-canonical') } }, () => ({
      description: 'The feed says this.',
    }));
    expect(await source()).toEqual({ waiting: 1, lastRead: null, lastFailure: null, reason: null });
    expect(await enrich()).toMatchObject({
      read: 1,
      filled: 1,
      failed: 0,
      asked: [
        ['/robots.txt', 0],
        ['/whole/12', 10_000],
      ],
    });
    expect(await article('/whole/12')).toEqual([
      {
        id: expect.any(Number),
        url: `${SERVER}/whole/12-canonical`,
        title: '/whole/12',
        introduction: 'The feed says this.',
        authors: '[{"name":"Dana Whitfield"}]',
        section: 'Markets',
        language: 'en',
        words: 640,
        paywalled: 1,
        image: JSON.stringify({ url: `${SERVER}/big.jpg`, width: 1200, height: 675, alt: '' }),
        from_page: expect.stringContaining(
          '"fields":["authors","section","language","words","paywalled","image","url"]',
        ),
      },
    ]);
    expect(await source()).toEqual({ waiting: 0, lastRead: '2026-06-15T12:01:10Z', lastFailure: null, reason: null });
    expect((await enrich({ later: 3600 })).asked).toEqual([]);
    expect((await seen('/whole/12'))[0]?.headers['user-agent']).toBe('PaperReader/2.0 (+https://paper.example/bot)');
  });

  test('article pages of a source without `readPages` are not requested', async () => {
    const url = await feedOf('off', {});
    await db.run('UPDATE sources SET read_pages = 0');
    await serve('/off/1', { body: PAGE });
    await serve('/feeds/off', { body: rss([{ title: '/off/1', guid: '1', link: `${SERVER}/off/1` }]) });
    await poll(url, { later: 9000 });
    expect(await enrich({ later: 9000 })).toMatchObject({ read: 0, asked: [] });
    expect(await article('/off/1')).toMatchObject([{ section: null, from_page: null }]);
  });

  test('enabling `readPages` also reads the pages of articles from the last 14 days, once', async () => {
    const operator = await makeKey('operator');
    const item = (path: string, days: number) => ({
      title: path,
      link: SERVER + path,
      pubDate: new Date(NOW - days * 86_400_000).toUTCString(),
    });
    const url = await serve('/feeds/later', { body: rss([item('/later/1-new', 3), item('/later/2-old', 15)]) });
    await serve('/later/1-new', { body: PAGE.replace('/canonical', ''), headers: { 'Content-Type': 'text/html' } });
    await db.run('DELETE FROM feeds');
    await add(url);
    await db.run('UPDATE sources SET read_pages = 0');
    await poll(url);
    expect((await enrich()).asked).toEqual([]);
    vi.useFakeTimers({ toFake: ['Date'], now: NOW });
    const say = (readPages: boolean) =>
      publish(operator, 'sources', [{ domain: 'paper.example', name: 'Paper', readPages }]);
    await say(true);
    expect(await source()).toMatchObject({ waiting: 1 });
    expect((await enrich({ later: 60 })).asked).toMatchObject([
      ['/robots.txt', 0],
      ['/later/1-new', 10_000],
    ]);
    expect(await article('/later/1-new')).toMatchObject([{ section: 'Markets' }]);
    for (const readPages of [true, false, true]) await say(readPages);
    vi.useRealTimers();
    expect(await source()).toMatchObject({ waiting: 0 });
  });

  test('an article page is decoded using its charset, and its text determines the language', async () => {
    const sjis = '<meta charset="shift_jis"><meta name="author" content="';
    const bytes = [...Buffer.from(sjis), 0x8e, 0x52, 0x93, 0x63, ...Buffer.from('">')];
    const german = `<html lang="en"><meta name="author" content="Jana Weiß"><meta property="og:title" content="Die Flut kam in der Nacht und niemand war auf das Wasser vorbereitet">`;
    await feedOf('tongues', {
      '/tongues/1': { base64: Buffer.from(bytes).toString('base64') },
      '/tongues/2': { body: german, headers: { 'Content-Type': 'text/html; charset=utf-8' } },
    });
    expect(await enrich()).toMatchObject({ read: 2 });
    expect(await article('/tongues/1')).toMatchObject([{ authors: '[{"name":"山田"}]' }]);
    expect(await article('/tongues/2')).toMatchObject([{ authors: '[{"name":"Jana Weiß"}]', language: 'de' }]);
  });

  test.each(['/', '/news/'])('a canonical URL that is not an article page is ignored: %s', async (canonical) => {
    const path = `/homes/${canonical.length}-of-a-story`;
    await feedOf(`homes${canonical.length}`, { [path]: { body: PAGE.replace('/canonical', canonical) } });
    expect(await enrich()).toMatchObject({ filled: 1 });
    expect(await article(path)).toMatchObject([{ url: SERVER + path, section: 'Markets' }]);
  });

  test('an article whose URL came from its page is not duplicated by a feed with the previous URL', async () => {
    const pages = { '/old/77': { body: PAGE.replace('/canonical', '/new/77-of-it') } };
    const url = await feedOf('former', pages);
    await enrich();
    const before = await article('/old/77');
    expect(before).toMatchObject([{ url: `${SERVER}/new/77-of-it` }]);
    await feedOf('former-too', pages);
    await serve('/feeds/former', {
      body: rss([{ title: '/old/77', guid: '/old/77', link: `${SERVER}/old/77`, description: 'More.' }]),
    });
    expect(await poll(url, { later: 9000 })).toMatchObject({ changed: 1 });
    expect(await article('/old/77')).toMatchObject([
      { id: before[0]?.id, url: `${SERVER}/new/77-of-it`, introduction: 'More.', section: 'Markets' },
    ]);
  });

  test('two pages with the same canonical URL remain two articles, and only one of them gets that URL', async () => {
    const body = PAGE.replace('/canonical', '/one/5-address');
    await feedOf('same', { '/same/1': { body }, '/same/2': { body } });
    expect(await enrich()).toMatchObject({ filled: 2 });
    expect(await article('/same/1')).toMatchObject([{ url: `${SERVER}/one/5-address`, section: 'Markets' }]);
    expect(await article('/same/2')).toMatchObject([{ url: `${SERVER}/same/2`, section: 'Markets' }]);
  });
});

describe('requests to a publisher', () => {
  test('article pages that robots.txt disallows are not requested, and robots.txt is cached for a day', async () => {
    await serve('/robots.txt', { body: 'User-agent: paperreader\nDisallow: /kept/\n\nUser-agent: *\nDisallow: /' });
    await feedOf('robots', { '/kept/1': { body: PAGE }, '/open/1': { body: PAGE } });
    const { asked, ...end } = await enrich();
    expect(end).toMatchObject({ read: 1, failed: 1 });
    expect(asked).toEqual([
      ['/robots.txt', 0],
      ['/open/1', 10_000],
    ]);
    expect(await source()).toMatchObject({ waiting: 0, reason: `${SERVER}/kept/1 is forbidden by its robots.txt` });
    await feedOf('robots2', { '/open/2': { body: PAGE } });
    expect((await enrich({ later: 80_000 })).asked).toEqual([['/open/2', 0]]);
    await feedOf('robots3', { '/open/3': { body: PAGE } });
    expect((await enrich({ later: 90_000 })).asked).toMatchObject([
      ['/robots.txt', 0],
      ['/open/3', 10_000],
    ]);
  });

  test('no article pages are read while robots.txt is unavailable, and pending pages are read later', async () => {
    await serve('/robots.txt', { status: 503 });
    await feedOf('down', { '/down/1': { body: PAGE } });
    expect(await enrich()).toMatchObject({ read: 0, asked: [['/robots.txt', 0]] });
    expect(await source()).toMatchObject({ waiting: 1, reason: 'its robots.txt returned 503, so no pages are read' });
    expect((await enrich({ later: 3000 })).asked).toEqual([]);
    await serve('/robots.txt', { status: 404 });
    expect(await enrich({ later: 4000 })).toMatchObject({ read: 1, filled: 1 });
  });

  test('requests for article pages are spaced by ten seconds per host, or by its crawl delay if longer', async () => {
    const pages = Object.fromEntries([1, 2, 3, 4, 5, 6, 7].map((n) => [`/many/${n}`, { body: '<title>T</title>' }]));
    await feedOf('many', pages);
    const first = await enrich();
    expect(first.asked.map(([, at]) => at)).toEqual([0, 10_000, 20_000, 30_000, 40_000, 50_000]);
    expect((await enrich({ later: 59 })).asked).toEqual([]);
    const second = await enrich({ later: 60 });
    expect(second.asked).toEqual([
      ['/many/6', 0],
      ['/many/7', 10_000],
    ]);
    await db.run('DELETE FROM page_hosts');
    await serve('/robots.txt', { body: 'User-agent: *\nCrawl-delay: 30' });
    await feedOf('slowly', { '/slowly/1': { body: PAGE }, '/slowly/2': { body: PAGE } });
    expect((await enrich()).asked).toEqual([
      ['/robots.txt', 0],
      ['/slowly/1', 30_000],
    ]);
    expect((await enrich({ later: 60 })).asked).toEqual([['/slowly/2', 0]]);
  });

  test('a slow or unavailable article page is requested three times, at least a quarter of an hour apart', async () => {
    await feedOf('late', { '/late/1': { body: PAGE, delay: 400 } });
    expect(await enrich({ timeout: 100 })).toMatchObject({ read: 0, failed: 0 });
    expect(await source()).toMatchObject({ waiting: 1, reason: `${SERVER}/late/1 did not respond within 0.1 seconds` });
    expect((await enrich({ later: 800 })).asked).toEqual([]);
    expect(await enrich({ later: 1000, timeout: 100 })).toMatchObject({ failed: 0 });
    await serve('/late/1', { status: 503, headers: { 'Retry-After': '4000' } });
    expect(await enrich({ later: 2000 })).toMatchObject({ failed: 1 });
    expect((await enrich({ later: 9000 })).asked).toEqual([]);
    expect(await source()).toMatchObject({ waiting: 0, reason: `${SERVER}/late/1 returned 503` });
  });

  test('a redirect to an article page is followed, and one to a page of the whole site or a private address is ignored', async () => {
    await feedOf('moved', {
      '/moved/1': { status: 301, headers: { Location: '/moved/1-there' } },
      '/moved/2': { status: 302, headers: { Location: '/' } },
      '/moved/3': { status: 302, headers: { Location: '/consent' } },
      '/moved/4': { status: 302, headers: { Location: 'http://10.0.0.1/' } },
    });
    await serve('/moved/1-there', {
      body: '<title>/moved/1</title><meta name="author" content="Dana Whitfield">',
      headers: { 'Content-Type': 'text/html' },
    });
    await serve('/consent', { body: PAGE, headers: { 'Content-Type': 'text/html' } });
    await enrich();
    await enrich({ later: 120 });
    expect(await article('/moved/1')).toMatchObject([
      { url: `${SERVER}/moved/1-there`, authors: '[{"name":"Dana Whitfield"}]' },
    ]);
    for (const n of [2, 3, 4])
      expect(await article(`/moved/${n}`)).toMatchObject([{ url: `${SERVER}/moved/${n}`, section: null }]);
  });
});

describe('changes while an article page is being read', () => {
  test('fields that an editor sets while the article page is being read are kept, even if set to an empty value', async () => {
    await feedOf('hand', { '/hand/1': { body: PAGE }, '/hand/2': { body: PAGE } });
    const operator = await makeKey('operator');
    const edit = (path: string, rest: object) =>
      publish(operator, 'articles', [
        { url: SERVER + path, title: path, publishedAt: '2026-06-15T11:00:00Z', contentType: 'article', ...rest },
      ]);
    await edit('/hand/2', { paywalled: true });
    await edit('/hand/2', { paywalled: false });
    let isEdited = false;
    const racing = new Proxy(db, {
      get: (target, name) => {
        if (name !== 'transaction') return Reflect.get(target, name);
        return async (...given: never[]) => {
          const result = await db.transaction(...given);
          // The edit happens after the page was read and before its fields are stored.
          if (!isEdited && 'edits' in (given[0] as unknown as object)) {
            isEdited = true;
            await edit('/hand/1', { section: 'By hand', authors: ['Somebody'] });
          }
          return result;
        };
      },
    });
    expect(await enrich({ on: racing })).toMatchObject({ filled: 2 });
    expect(isEdited).toBe(true);
    expect(await article('/hand/1')).toMatchObject([
      { section: 'By hand', authors: '[{"name":"Somebody"}]', words: 640 },
    ]);
    expect(await article('/hand/2')).toMatchObject([{ section: 'Markets', paywalled: 0 }]);
  });

  test('an article page whose data could not be stored is read once more, then not again', async () => {
    await feedOf('broken', { '/broken/1': { body: PAGE } });
    const breaking = openDb(env.DB);
    const failing = new Proxy(breaking, {
      get: (target, name) => {
        if (name !== 'transaction') return Reflect.get(target, name);
        return async (...given: never[]) => {
          if ('stored' in (given[0] as unknown as object) && 'sequence' in (given[0] as unknown as object))
            throw new Error('The machine is off.');
          return breaking.transaction(...given);
        };
      },
    });
    await expect(enrich({ on: failing })).rejects.toThrow('off');
    expect(await article('/broken/1')).toMatchObject([{ section: null }]);
    expect((await enrich({ later: 200 })).asked).toEqual([]);
    expect(await enrich({ later: 400 })).toMatchObject({ read: 1, filled: 1 });
    expect(await article('/broken/1')).toMatchObject([{ section: 'Markets' }]);
    expect((await enrich({ later: 9000 })).asked).toEqual([]);
  });
});

/** Returns a name that no other number has, so that texts about it form no story. */
const nameOf = (number: number) => (7919 * number + 104_729).toString(36);

test.each([
  { folder: 'rows', given: 'all fields from its page', item: () => ({}), page: PAGE, most: 11 },
  {
    folder: 'feed-rows',
    given: 'text, author and access from its feed',
    item: (path: string) => ({
      description: `The ship ${nameOf(Number(path.replace(/\D/g, '')))} has left the harbour.`,
      more: '<author>dana@paper.example (Dana Whitfield)</author>',
    }),
    page: PAGE.replace('"isAccessibleForFree": false', '"isAccessibleForFree": true'),
    most: 9,
  },
])('an article with $given takes at most $most written rows, including story and page', async (row) => {
  const { folder, item, page, most } = row;
  const counted = openDb(env.DB);
  const pages = Object.fromEntries(
    Array.from({ length: 60 }, (_, n) => [`/${folder}/${n}-of-many`, { body: page.replace('/canonical', '') }]),
  );
  await feedOf(folder, pages, item, counted);
  const polled = counted.usage.rowsWritten / 60;
  let filled = 0;
  for (let run = 0; filled < 60; run++) filled += (await enrich({ on: counted, later: run * 60 })).filled;
  const perArticle = counted.usage.rowsWritten / 60;
  console.log(`rows written per new article: ${polled.toFixed(2)}, with its page: ${perArticle.toFixed(2)}`);
  expect(perArticle).toBeLessThanOrEqual(most);
});
