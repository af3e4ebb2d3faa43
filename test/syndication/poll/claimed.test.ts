import { beforeAll, describe, expect, test } from 'vitest';
import { saveSources } from '../../../src/content/sources.ts';
import { enrichWaiting } from '../../../src/syndication/enrich/enrich.ts';
import { seed } from '../../search/seed.ts';
import { askWith, author, makeKey, openTestDb } from '../../support/index.ts';
import { sourceInput } from '../../support/lines.ts';
import { sized } from '../../support/size.ts';
import { ALLOWED, add, feedAt, NOW, poll, type RssItem, rss, SERVER, serve } from '../stage.ts';

const db = openTestDb();
const saveSource = (domain: string, fields: object = {}) =>
  saveSources(db, [{ line: 1, value: sourceInput.parse({ domain, name: domain, ...fields }) }], author);

interface StoredRow {
  title: string;
  url: string;
  source: string;
}
const articlesOf = (where: string) =>
  db.all<StoredRow>(`SELECT title, url, source ->> 'domain' AS source FROM articles WHERE ${where} ORDER BY id`);
const ofTimes = () => articlesOf(`url LIKE '%times%' OR source ->> 'domain' LIKE '%times%'`);

let operator = '';
async function reasonAt(domain: string): Promise<string | null> {
  const { data } = await (await askWith(operator, `/manage/sources?search=${domain}`)).json<{
    data: {
      sources: { domain: string; feeds: { reason: string | null }[]; pages: { reason: string | null } | null }[];
    };
  }>();
  const found = data.sources.find((each) => each.domain === domain);
  return found?.feeds[0]?.reason ?? found?.pages?.reason ?? null;
}

let feeds = 0;
const newPath = () => `/claimed/${feeds++}`;
const item = (title: string, link: string, more: Partial<RssItem> = {}): RssItem => ({
  title,
  link,
  guid: title,
  ...more,
});

beforeAll(async () => {
  operator = await makeKey('operator');
  await add(await serve('/times', { body: rss([]) }), 'times.example');
  await saveSource('times.example', { aliases: ['times-mirror.example'] });
  await db.run(`INSERT INTO sources (domain, name) VALUES ('blogs.times.example', 'blogs.times.example')`);
  await add(await serve('/blog', { body: rss([]) }), 'b.github.io');
});

const atom = (base: string, href: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom" xml:base="${base}"><title>D</title><id>d</id><entry><id>e</id><title>Forged</title><link href="${href}"/></entry></feed>`;
const json = (fields: object) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'D',
    items: [{ id: '1', title: 'Forged', ...fields }],
  });
const one = (link: string, more = {}) => rss([item('Forged', link, more)]);
const LINK = 'https://times.example/1';

const FORGERIES: Record<string, string> = {
  'a plain link': one(LINK),
  http: one('http://times.example/1'),
  'www.': one('https://www.times.example/1'),
  'capital letters': one('HTTPS://TIMES.Example/1'),
  'the dot of the root': one('https://times.example./1'),
  'a port': one('https://times.example:8443/1'),
  'a subdomain': one('https://m.times.example/1'),
  'a subdomain of a subdomain': one('https://www.a.b.times.example/1'),
  'a subdomain that is a source without feeds': one('https://blogs.times.example/1'),
  'a merged host': one('https://times-mirror.example/times'),
  'below a merged host': one('https://m.times-mirror.example:81/times'),
  'an address without a scheme': one('//times.example/1'),
  'no more than a host': one('www.times.example/1'),
  'a link of Google': one('https://www.google.com/url?q=https%3A%2F%2Ftimes.example%2F1'),
  'a link of Bing': one('https://www.bing.com/news/apiclick.aspx?url=https%3A%2F%2Ftimes.example%2F1'),
  'a link of Google News': one(
    'https://news.google.com/rss/articles/CBMiWkFVX3lxTE1hYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5eg',
    { more: '<source url="https://www.times.example">Times</source>' },
  ),
  'a link of Google News with the address inside': one(
    `https://news.google.com/rss/articles/${btoa('\b\u0013"\u0017https://times.example/1\u0000')}`,
  ),
  'a cache of AMP pages': one('https://times-example.cdn.ampproject.org/c/s/times.example/1'),
  'an AMP host': one('https://amp.times.example/1'),
  'a file': rss([{ title: 'Forged', more: `<enclosure url="${LINK}" type="audio/mpeg" length="1"/>` }]),
  'an id': rss([{ title: 'Forged', guid: LINK }]),
  'most items': rss([1, 2, 3, 4].map((n) => item(`Forged ${n}`, `${LINK}${n}`))),
  'a channel that says it is of that host': one(LINK).replaceAll('paper.example', 'times.example'),
  'xml:base': atom('https://times.example/', '/1'),
  'xml:base without a scheme': atom('//times.example/', '1'),
  'JSON Feed': json({ url: LINK }),
  'JSON Feed, elsewhere': json({ external_url: LINK }),
};

/** Forms of links through a shared domain. */
const isShared = ([form]: [string, string]) => /Google|Bing|AMP/.test(form);

/** An aggregator may publish from most hosts, so it tries every forgery. A quick run samples those of the other kinds. */
describe.each<[string, object, isTried: (forgery: [string, string], i: number) => boolean]>([
  ['an aggregator', { aggregator: true }, () => true],
  ['a source', {}, (_, i) => (i + seed) % sized(4, 1) === 0],
  [
    'a source that publishes whole shared domains',
    { publishes: ['google.com', 'news.google.com', 'bing.com', 'ampproject.org'] },
    (forgery) => sized(isShared(forgery), true),
  ],
])('a feed of %s cannot publish for another source', (kind, fields, isTried) => {
  test.each(Object.entries(FORGERIES).filter(isTried))(
    'an item of a feed is rejected if it forges the source by %s',
    async (form, body) => {
      const domain = `d${feeds}.example`;
      const url = await serve(newPath(), { body });
      await add(url, domain);
      await saveSource(domain, fields);
      const polled = await poll(url);
      expect(polled, `${kind}, ${form}`).toMatchObject({ added: 0, changed: 0, result: 'taken' });
      expect(polled.refused).toBeGreaterThan(0);
      expect(polled.reason).toContain('which has a feed of its own');
      expect(await reasonAt(domain)).toBe(polled.reason);
      expect(await ofTimes()).toEqual([]);
      expect(await articlesOf(`title LIKE 'Forged%'`)).toEqual([]);
      // Items of later polls of the new feed must be rejected, too.
      await db.run(`UPDATE feeds SET last_new_at = 1, body_hash = NULL WHERE url = '${url}'`);
      expect(await poll(url, { later: 4000 })).toMatchObject({ added: 0, changed: 0 });
      expect(await ofTimes()).toEqual([]);
      expect(await db.all(`SELECT alias FROM source_aliases WHERE domain = '${domain}'`)).toEqual([]);
    },
  );
});

test('the rejection reason of a forged item names the host and both remedies', async () => {
  const url = await serve(newPath(), { body: one(LINK) });
  expect(await poll(url, { domain: 'reason.example' })).toMatchObject({
    reason:
      'items rejected: 1 from times.example (1), which has a feed of its own. If the feed belongs to such a host, move it to that source under Content, Sources. To allow the items anyway, add the hosts to “Other hosts” of reason.example there, or run: npx newsgauge sources put reason.example --publishes times.example',
  });
});

test('an aggregator adds articles from its own host and from hosts without a feed of their own', async () => {
  await saveSource('quiet.example');
  const links = [
    'https://quiet.example/1',
    'https://unknown.example/1',
    'https://c.github.io/1',
    'https://agg.example/1',
  ];
  const url = await serve(newPath(), { body: rss([...links, LINK].map((link) => item(link, link))) });
  await add(url, 'agg.example');
  await saveSource('agg.example', { aggregator: true });
  expect(await poll(url)).toMatchObject({ added: 4, refused: 1 });
  expect((await articlesOf(`title LIKE 'https://%'`)).map(({ url }) => url).sort()).toEqual(links.sort());
  expect(await ofTimes()).toEqual([]);
});

test('a source adds articles from the hosts in `publishes`, but not from subdomains of a shared domain', async () => {
  const url = await serve(newPath(), { body: rss([item('Named', LINK), item('Below', 'https://b.github.io/1')]) });
  await add(url, 'group.example');
  await saveSource('group.example', { publishes: ['times.example', 'github.io'] });
  expect(await poll(url)).toMatchObject({ added: 1, refused: 1 });
  expect(await ofTimes()).toEqual([{ title: 'Named', url: LINK, source: 'times.example' }]);
  await db.run(`DELETE FROM articles`);
});

test('an article added before its source had a feed cannot be changed by another source’s feed afterwards', async () => {
  const link = 'https://late.example/1';
  const path = newPath();
  const url = await serve(path, {
    body: rss([item('First', link, { guid: 'g' }), item('Second', `${link}2`, { guid: 'h' })]),
  });
  await add(url, 'early.example');
  await saveSource('early.example', { aggregator: true });
  expect(await poll(url)).toMatchObject({ added: 2 });
  await serve(path, { body: rss([item('Edited', link, { guid: 'g' })]) });
  expect(await poll(url, { later: 2000 })).toMatchObject({ changed: 1 });
  await add(await serve(newPath(), { body: rss([]) }), 'late.example');
  await serve(path, { body: rss([item('Defaced', link, { guid: 'g' })]) });
  expect(await poll(url, { later: 4000 })).toMatchObject({ added: 0, changed: 0, refused: 1 });
  // An item with the same id must not change the URL either.
  const moved = [
    item('Stolen', 'https://early.example/1', { guid: 'g' }),
    item('Taken', 'https://else.example/1', { guid: 'h' }),
  ];
  await serve(path, { body: rss(moved) });
  expect(await poll(url, { later: 8000 })).toMatchObject({ added: 2, changed: 0 });
  expect(await articlesOf(`source ->> 'domain' = 'late.example'`)).toEqual([
    { title: 'Edited', url: link, source: 'late.example' },
    { title: 'Second', url: `${link}2`, source: 'late.example' },
  ]);
  await db.run(`DELETE FROM articles`);
});

test('an article from a Google News link cannot be changed by another feed once its source has a feed', async () => {
  const link = 'https://news.google.com/rss/articles/CBMiWkFVX3lxTE1hYmNkZWZnaGlqa2xtbm9wcXJzdHV2d3h5eA';
  const path = newPath();
  const named = { more: '<source url="https://later.example">Later</source>' };
  const url = await serve(path, { body: one(link, named) });
  await add(url, 'news.example');
  await saveSource('news.example', { aggregator: true });
  expect(await poll(url)).toMatchObject({ added: 1 });
  await add(await serve(newPath(), { body: rss([]) }), 'later.example');
  await serve(path, { body: rss([{ title: 'Defaced', guid: 'Forged', link }]) });
  expect(await poll(url, { later: 4000 })).toMatchObject({ added: 0, changed: 0, refused: 1 });
  expect(await articlesOf(`source ->> 'domain' = 'later.example'`)).toMatchObject([{ title: 'Forged' }]);
  await db.run(`DELETE FROM articles`);
});

test('a document submitted for a polled feed is checked like a poll, unlike a document without a feed URL', async () => {
  const url = await serve(newPath(), { body: rss([]) });
  await add(url, 'sent.example');
  const send = async (query: string) => {
    const answer = await askWith(operator, `/manage/feeds/items${query}`, { method: 'POST', body: one(LINK) });
    return (await answer.json<{ data: { added: number; refused: number; reason: string | null } }>()).data;
  };
  const refused = await send(`?url=${encodeURIComponent(url)}`);
  expect(refused).toMatchObject({ added: 0, refused: 1 });
  expect(refused.reason).toContain('from times.example (1), which has a feed of its own');
  expect(await send('')).toMatchObject({ added: 1, refused: 0 });
  await db.run(`DELETE FROM articles`);
});

test('a feed that moves to another source’s host adds none of that source’s articles', async () => {
  const url = await serve(newPath(), { body: one(LINK) });
  await add(url, 'mover.example');
  await db.run(`UPDATE feeds SET url = 'https://times.example/other.xml' WHERE url = '${url}'`);
  await db.run(`UPDATE feeds SET url = '${url}' WHERE url = 'https://times.example/other.xml'`);
  expect(await poll(url)).toMatchObject({ added: 0, refused: 1 });
});

test('a new feed on a subdomain is assigned to the source of its articles unless a source is specified', async () => {
  await add(await serve(newPath(), { body: rss([]) }), new URL(SERVER).host);
  const items = [1, 2, 3].map((n) => item(`Own ${n}`, `${SERVER}/own/${n}`));
  const url = await serve(newPath(), { body: rss(items) });
  await add(url, new URL(SERVER).host);
  expect(await poll(url)).toMatchObject({ added: 3, refused: 0 });
  expect(await feedAt(url)).toMatchObject({ domain: new URL(SERVER).host });
  await db.run(`DELETE FROM articles`);
});

describe('a page to which an item links', () => {
  /** Requests for any host go to the server, to a path with the name of that host. */
  const fetchHost = (url: string, init: RequestInit) => {
    const { host, pathname } = new URL(url);
    return url.startsWith(SERVER) ? fetch(url, init) : fetch(`${SERVER}/${host}${pathname}`, init);
  };
  async function readPages() {
    let at = 0;
    const reach = { fetch: fetchHost, allowed: ALLOWED, timeout: 60_000 };
    const report = (error: Error) => {
      throw error;
    };
    const wait = async (milliseconds: number) => {
      at += milliseconds;
    };
    for (let later = 0; later < 3; later++)
      await enrichWaiting(db, { reach, now: NOW + later * 3_600_000, elapsed: () => at, report, wait });
  }
  const html = { 'Content-Type': 'text/html' };
  const page = (canonical: string) => ({
    headers: html,
    body: `<html><head><title>Forged story of a storm</title><link rel="canonical" href="${canonical}"><meta name="author" content="Mallory"></head></html>`,
  });

  test.each([
    ['by a redirect', 'times.example', 'https://times.example/story'],
    ['by a redirect to a subdomain', 'm.times.example', 'https://m.times.example/story'],
  ])('an item cannot become an article of another source %s', async (_, host, target) => {
    const domain = `r${feeds}.example`;
    const url = await serve(newPath(), {
      body: rss([item('Forged story of a storm', `https://${domain}/r`, { pubDate: new Date(NOW).toUTCString() })]),
    });
    await add(url, domain);
    await saveSource(domain, { readPages: true });
    await serve(`/${domain}/robots.txt`, { status: 404 });
    await serve(`/${host}/robots.txt`, { status: 404 });
    await serve(`/${domain}/r`, { status: 302, headers: { Location: target } });
    await serve(`/${host}/story`, page(target));
    expect(await poll(url)).toMatchObject({ added: 1 });
    await readPages();
    expect(await articlesOf(`title LIKE 'Forged%'`)).toEqual([
      { title: 'Forged story of a storm', url: `https://${domain}/r`, source: domain },
    ]);
    const sources = await askWith(operator, `/manage/sources?search=${domain}`);
    expect(await sources.text()).toContain(`https://${domain}/r leads to times.example, which has a feed of its own`);
    await db.run(`DELETE FROM articles`);
  });

  test('a page that an item links to may be on its own source’s site or on a host without a source', async () => {
    const domain = `s${feeds}.example`;
    const when = { pubDate: new Date(NOW).toUTCString() };
    const items = [
      item('Forged story of a storm', `https://short.example/own`, when),
      item('Forged story of a storm 2', 'https://short.example/free', when),
    ];
    const url = await serve(newPath(), { body: rss(items) });
    await add(url, domain);
    await saveSource(domain, { readPages: true, publishes: ['short.example'] });
    for (const host of [domain, 'short.example', 'free.example']) await serve(`/${host}/robots.txt`, { status: 404 });
    await serve('/short.example/own', { status: 302, headers: { Location: `https://${domain}/story` } });
    await serve('/short.example/free', { status: 302, headers: { Location: 'https://free.example/story' } });
    await serve(`/${domain}/story`, page(`https://${domain}/story`));
    await serve('/free.example/story', page('https://free.example/story'));
    expect(await poll(url)).toMatchObject({ added: 2 });
    await readPages();
    expect((await articlesOf(`title LIKE 'Forged%'`)).map(({ url }) => url)).toEqual([
      `https://${domain}/story`,
      'https://free.example/story',
    ]);
    await db.run(`DELETE FROM articles`);
  });
});
