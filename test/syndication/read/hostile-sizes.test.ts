import { expect, test } from 'vitest';
import { readOpml } from '../../../src/syndication/opml.ts';
import { readPage } from '../../../src/syndication/page/read-page.ts';
import { type FeedContext, parseItem } from '../../../src/syndication/read/article.ts';
import { feedOrder } from '../../../src/syndication/read/date.ts';
import { type Dating, datesOf } from '../../../src/syndication/read/dating.ts';
import { readDocument } from '../../../src/syndication/read/read-feed.ts';
import { sized } from '../../support/size.ts';

/** Length of a text, a tenth of the maximum size of a feed. An algorithm with quadratic time would take minutes. */
const LENGTH = 100_000;
/** Limit in milliseconds, also for slow machines. */
const LONGEST = 60_000;
/** Regular expressions and parsers backtrack at each of these repeated parts. */
const QUICK = [' ', '<', '@', '\\"', '<b>', '<feed ', '/'];
const PARTS = sized(QUICK, [...QUICK, '\n', '"', '(', ',', 'a@', 'Aa, ', '<!--', '[', '</x>', '漢']);
const NOW = 1_790_000_000;

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;');
const rss = (name: string) => (text: string) =>
  readStories(
    `<rss version="2.0"><channel><title>x</title><item><title>One</title><link>https://a.example/1</link><${name}>x${escaped(text)}x:1x</${name}></item></channel></rss>`,
  );
const atom = (name: string) => (text: string) =>
  readStories(
    `<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>One</title><link href="https://a.example/1"/><${name}>x${escaped(text)}x</${name}></entry></feed>`,
  );
const page = (html: string) => readPage(html, 'https://a.example/1', NOW * 1000);
const METAS =
  'og:title og:description author keywords article:published_time og:image og:url article:section og:locale parsely-page'.split(
    ' ',
  );

const READERS: Record<string, (text: string) => unknown> = {
  'a page that is polled as a feed': (text) => readStories(`<html><b/>${text}`),
  ...Object.fromEntries(
    ['title', 'description', 'pubDate', 'author', 'category', 'guid'].map((name) => [`${name} of RSS`, rss(name)]),
  ),
  ...Object.fromEntries(['updated', 'author', 'content'].map((name) => [`${name} of Atom`, atom(name)])),
  'JSON Feed': (text) =>
    readStories(
      JSON.stringify({
        ...{ version: 'https://jsonfeed.org/version/1.1', title: text },
        items: [
          {
            id: '1',
            url: 'https://a.example/1',
            title: text,
            date_published: text,
            authors: [{ name: text }],
            tags: [text],
          },
        ],
      }),
    ),
  'a page': page,
  'JSON-LD': (text) => page(`<script type="application/ld+json">"${text}</script>`),
  'an article in JSON-LD': (text) =>
    page(
      `<script type="application/ld+json">${JSON.stringify({ '@type': 'NewsArticle', headline: text, author: [text], keywords: text, datePublished: text, url: text })}</script>`,
    ),
  'meta elements': (text) => page(METAS.map((name) => `<meta property="${name}" content="${escaped(text)}">`).join('')),
  'deep elements and ends without a beginning': (text) =>
    page(`${'<b>'.repeat(30_000)}${text}${'</x>'.repeat(30_000)}`),
  'a headline': (text) => page(`<h1>x${text}x</h1>`),
  OPML: (text) => outlines(`<outline text="x" xmlUrl="${escaped(text)}"/>`),
  'deep elements of OPML': (text) => outlines(`${'<svg>'.repeat(60_000)}${text}`),
};

test.each(Object.entries(READERS))('%s reads any text in linear time', (_, read) => {
  for (const part of PARTS) {
    const began = performance.now();
    read(part.repeat(LENGTH / part.length));
    expect(performance.now() - began, JSON.stringify(part)).toBeLessThan(LONGEST);
  }
});

function outlines(body: string): void {
  try {
    readOpml(`<opml><body>${body}</body></opml>`);
  } catch {}
}

function readStories(text: string): void {
  let document: ReturnType<typeof readDocument>;
  try {
    document = readDocument(text);
  } catch {
    return;
  }
  const dates = document.entries.flatMap((entry) => entry.dates);
  const origin: FeedContext = {
    ...{ base: 'https://a.example/', title: document.title, authors: document.authors, language: document.language },
    ...{ usual: null, shared: new Set(), allowed: new Set() },
    source: { name: 'A', domain: 'a.example', client: null },
  };
  const datings = datesOf(document.entries, { now: NOW, order: feedOrder(dates, null), isFirst: true });
  for (const [i, entry] of document.entries.entries()) parseItem(entry, datings[i] as Dating, origin);
}
