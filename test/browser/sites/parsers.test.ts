import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { after, before, test } from 'node:test';
import FeedParser from 'feedparser';
import { parseFeed, parseJsonFeed, parseRssFeed } from 'feedsmith';
import Parser from 'rss-parser';
import { openDb } from '../../../src/db/client.ts';
import { weeks } from '../../../src/db/schema.ts';
import { NASTY } from '../../delivery/hostile.ts';
import { publishDemo, publishHostile } from '../support/engaged.ts';
import { type JsonItem, jsonItems, pages } from '../support/feeds.ts';
import { type Site, startSite } from '../support/server.ts';

/** Independent parsers read the feeds over HTTP and recover every field. */

let site: Site;
let key = '';
const queries = { demo: '', hostile: '' };
before(async () => {
  site = await startSite();
  key = await site.makeKey('secret');
  queries.demo = await publishDemo(site, 120);
  queries.hostile = await publishHostile(site);
});
after(() => site?.dispose());

const DAY = 86_400_000;
const WEEKS = 26;

const NEWSROOMS = [
  ['demo', 120],
  ['hostile', NASTY.length],
] as const;

interface Read {
  guid: string;
  title: string;
  link: string;
  description: string;
  date: number;
  creator: string;
  categories: string[];
  image: string | undefined;
}

const expected = ({ id, title, url, summary, image, date_published, authors, tags, _article }: JsonItem): Read => ({
  guid: `tag:newsgauge.example,2026:article/${id}`,
  title,
  link: url,
  description: summary,
  date: Date.parse(date_published),
  creator: authors[0]?.name ?? '',
  categories: tags,
  image: image ?? _article.source.icon ?? undefined,
});

const plain = (html: string | null | undefined): string =>
  (html ?? '').replace(/&lt;(?=[a-z/!?])/gi, '<').replace(/&amp;(?=[#a-z])/gi, '&');

const READERS: Record<string, (xml: string) => Read[] | Promise<Read[]>> = {
  feedsmith: (xml) =>
    (parseRssFeed(xml).items ?? []).map((item) => ({
      guid: item.guid?.value ?? '',
      title: item.title ?? '',
      link: item.link ?? '',
      description: plain(item.description),
      date: Date.parse(item.pubDate ?? ''),
      creator: item.dc?.creators?.[0] ?? '',
      categories: (item.categories ?? []).map(({ name }) => name ?? ''),
      image: item.enclosures?.[0]?.url,
    })),
  'rss-parser': async (xml) =>
    (await new Parser().parseString(xml)).items.map((item) => ({
      guid: item.guid ?? '',
      title: item.title ?? '',
      link: item.link ?? '',
      description: plain(item.content),
      date: Date.parse(item.pubDate ?? ''),
      creator: item.creator ?? '',
      categories: item.categories ?? [],
      image: item.enclosure?.url,
    })),
  feedparser: async (xml) => {
    const read: Read[] = [];
    for await (const item of Readable.from([Buffer.from(xml)]).pipe(new FeedParser({ addmeta: false }))) {
      read.push({
        guid: item.guid,
        title: item['rss:title']['#'] ?? '',
        link: item.link,
        description: plain(item.description),
        date: item.pubdate.getTime(),
        creator: item.author ?? '',
        categories: item.categories,
        image: item.enclosures[0]?.url,
      });
    }
    return read;
  },
};

for (const [newsroom, atLeast] of NEWSROOMS) {
  for (const [parser, read] of Object.entries(READERS)) {
    test(`${parser} recovers every field of the ${newsroom} newsroom from RSS`, async () => {
      const query = queries[newsroom];
      const wanted = (await jsonItems(site, key, query)).map(expected);
      assert.ok(wanted.length >= atLeast, `only ${wanted.length} articles`);
      const found = (await Promise.all((await pages(site, key, 'rss', query)).map(read))).flat();
      assert.deepEqual(found, wanted);
    });
  }

  test(`feedsmith detects the JSON feed of the ${newsroom} newsroom and reads its plain fields`, async () => {
    const query = queries[newsroom];
    const wanted = await jsonItems(site, key, query);
    const bodies = await pages(site, key, 'json', query);
    assert.deepEqual(new Set(bodies.map((body) => parseFeed(body).format)), new Set(['json']));
    const found = bodies.flatMap((body) => parseJsonFeed(body).items ?? []);
    const fields = ({
      id,
      title,
      url,
      summary,
      image,
      date_published,
      authors,
      tags,
    }: JsonItem | (typeof found)[number]) => ({
      id,
      title,
      url,
      summary,
      image,
      date_published,
      tags,
      author: authors?.[0]?.name,
    });
    assert.deepEqual(found.map(fields), wanted.map(fields));
  });

  test(`the JSON feed of the ${newsroom} newsroom conforms to JSON Feed 1.1`, async () => {
    for (const body of await pages(site, key, 'json', queries[newsroom])) assertJsonFeed(JSON.parse(body));
  });
}

for (const [parser, read] of Object.entries(READERS)) {
  test(`${parser} reads the weekly RSS feed with any topic names`, async () => {
    const mondays = NASTY.map((_, i) => new Date(Date.UTC(2026, 10, 23) - 7 * i * DAY).toISOString().slice(0, 10));
    const db = openDb(site.db);
    await db.delete(weeks);
    await db.insert(weeks).values(mondays.slice(0, WEEKS).map((monday, i) => weekOf(monday, NASTY[i] ?? '')));
    const response = await fetch(new URL('/api/v2/insights/week/?output=rss', site.url), {
      headers: { 'X-API-Key': key },
    });
    const items = await read(await response.text());
    assert.deepEqual(
      items.map(({ guid, title, date }) => [guid, title, date]),
      mondays
        .slice(0, WEEKS)
        .map((monday) => [`tag:newsgauge.example,2026:week/${monday}`, `The week to ${monday}`, Date.parse(monday)]),
    );
    for (const { description } of items) assert.match(description, /^<h3>Rose<\/h3><ul><li><a href="http/);
  });
}

function weekOf(monday: string, name: string) {
  const topic = { topicId: 1, name, slug: 'x', category: 1 };
  const rose = [
    { ...topic, growthPercent: 25, interval: [12, 40], confidence: 'high', cause: null, why: null, readWith: [topic] },
  ];
  const at = Date.parse(monday) / 1000;
  return { monday, at, week: { asOf: at, rose, fell: [], isNew: [], mostRead: [] } };
}

const TEXT = 'string';

/** Source: https://www.jsonfeed.org/version/1.1/. */
function assertJsonFeed(feed: Record<string, unknown>): void {
  assert.equal(feed.version, 'https://jsonfeed.org/version/1.1');
  for (const name of ['title', 'home_page_url', 'feed_url', 'description', 'language'])
    assert.equal(typeof feed[name], TEXT, name);
  for (const name of ['home_page_url', 'feed_url', 'next_url'])
    if (feed[name]) assert.ok(URL.canParse(String(feed[name])), name);
  assert.notEqual(feed.next_url, feed.feed_url);
  const items = feed.items as Record<string, unknown>[];
  assert.equal(new Set(items.map(({ id }) => id)).size, items.length);
  for (const item of items) {
    for (const name of ['id', 'url', 'title', 'summary', 'content_text']) assert.equal(typeof item[name], TEXT, name);
    for (const name of ['date_published', 'date_modified'])
      assert.match(String(item[name]), /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    for (const name of ['url', 'image']) if (item[name]) assert.match(String(item[name]), /^https?:\/\//);
    assert.ok((item.tags as unknown[]).every((tag) => typeof tag === TEXT));
    assert.ok((item.authors as { name: unknown }[]).every(({ name }) => typeof name === TEXT && name !== ''));
  }
  const own = [feed, ...items].flatMap((object) => Object.keys(object).filter((name) => name.startsWith('_')));
  assert.deepEqual(new Set(own), new Set(['_query', '_article']));
}
