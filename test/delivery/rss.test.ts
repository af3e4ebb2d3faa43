import { parseRssFeed } from 'feedsmith';
import { describe, expect, test } from 'vitest';
import { imageType, renderRss } from '../../src/delivery/rss.ts';
import { NASTY } from './hostile.ts';
import { sampleFeed, sampleItem } from './sample.ts';

/** Returns the text without characters that XML forbids, with white space collapsed as in feed readers. */
const clean = (text: string): string =>
  Array.from(text)
    .filter((character) => {
      const point = character.codePointAt(0) ?? 0;
      const isControl = point < 0x20 && !'\t\n\r'.includes(character);
      return !isControl && (point < 0xd800 || point > 0xdfff) && point !== 0xfffe && point !== 0xffff;
    })
    .join('')
    .replace(/\s+/g, ' ')
    .trim();

test('a feed is rendered as RSS 2.0', () => {
  expect(renderRss(sampleFeed())).toBe(
    `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom" xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:media="http://search.yahoo.com/mrss/">
<channel>
<title>Gazette: articles</title>
<link>https://newsgauge.test/</link>
<description>Articles of Gazette, newest first</description>
<language>en</language>
<lastBuildDate>Sat, 31 Jan 2026 09:00:00 GMT</lastBuildDate>
<ttl>1</ttl>
<atom:link rel="self" href="https://newsgauge.test/api/v2/feed/?output=rss&amp;includeTopics=1,2" type="application/rss+xml"/>
<atom:link rel="next" href="https://newsgauge.test/api/v2/feed/?output=rss&amp;includeTopics=1,2&amp;cursor=abc-7" type="application/rss+xml"/>
<item>
<title>Ports &#x26; “perils”: who pays?</title>
<link>https://www.example.com/a?x=1&amp;y=2</link>
<description>Cover for D&amp;amp;O &lt; 1 year &amp; more.</description>
<guid isPermaLink="false">tag:newsgauge.test,2026:article/7</guid>
<pubDate>Sat, 31 Jan 2026 08:00:00 GMT</pubDate>
<dc:creator>Example &#x26; Sons</dc:creator>
<category>Cyber</category>
<category>D&#x26;O</category>
<enclosure url="https://cdn.example.com/a.webp?w=1&amp;h=2" length="0" type="image/webp"/>
<media:content url="https://cdn.example.com/a.webp?w=1&amp;h=2" type="image/webp" medium="image" width="1200" height="675"><media:description type="plain">A &quot;port&quot; &amp; a crane</media:description></media:content>
<media:thumbnail url="https://cdn.example.com/a.webp?w=1&amp;h=2" width="1200" height="675"/>
</item>
</channel>
</rss>
`.replace(/>\n(?=<)(?!<rss)/g, '>'),
  );
});

test('RSS omits the build date of an empty feed, the next link of the last page and missing images', () => {
  const empty = renderRss(sampleFeed({ items: [], next: null }));
  expect(empty).not.toMatch(/lastBuildDate|rel="next"|<item>/);
  expect(renderRss(sampleFeed({ items: [sampleItem({ image: null })] }))).not.toMatch(/enclosure|<media:/);
});

test('an article without an image uses the icon of its source', () => {
  const source = { ...sampleItem().source, icon: 'https://example.com/favicon.ico?v=1&w=2' };
  const rss = renderRss(sampleFeed({ items: [sampleItem({ image: null, source })] }));
  const url = 'https://example.com/favicon.ico?v=1&amp;w=2';
  expect(rss).toContain(`<enclosure url="${url}" length="0" type="image/x-icon"/>`);
  expect(rss).toContain(
    `<media:content url="${url}" type="image/x-icon" medium="image"/><media:thumbnail url="${url}"/>`,
  );
});

test.each([
  ['R&D', 'R&#x26;D'],
  ['R&amp;D &copy; &#38;', 'R&#x26;amp;D &#x26;copy; &#x26;#38;'],
  ['std::vector<vector> and <b>', 'std::vector&#x3C;vector&#x3E; and &#x3C;b&#x3E;'],
])('special characters in the title are written as hexadecimal references: %s', (title, written) => {
  expect(renderRss(sampleFeed({ items: [sampleItem({ title })] }))).toContain(`<title>${written}</title>`);
});

test.each(NASTY.map((text) => [text.slice(0, 60), text]))(
  'the W3C validator reads the title %j as plain text because special characters are hexadecimal references',
  (_, text) => {
    const xml = renderRss(sampleFeed({ items: [sampleItem({ title: text })] }));
    const [, written = ''] = /<item><title>(.*?)<\/title>/s.exec(xml) ?? [];
    const looksLikeHtml = /&#?\w|<[/a-zA-Z]/.test(clean(text));
    expect(!looksLikeHtml || written.includes('&#x')).toBe(true);
    expect(written).not.toMatch(/&(?!#)|<|>/);
  },
);

describe('round trip of RSS items', () => {
  test.each(NASTY.map((text) => [text.slice(0, 60), text]))(
    'every field survives a round trip with the text %j',
    (_, text) => {
      const item = sampleItem({
        title: text,
        introduction: text,
        source: { ...sampleItem().source, name: text },
        topics: [{ id: 1, name: text, slug: 'x', category: 1 }],
        image: {
          url: `https://x.test/${encodeURIComponent(text.slice(0, 99).toWellFormed())}.png`,
          width: 1,
          height: 2,
          alt: text,
        },
      });
      const [back] = parseRssFeed(renderRss(sampleFeed({ items: [item] }))).items ?? [];
      const same = (found = '') => expect(clean(found)).toBe(clean(text));
      same(back?.title);
      same(back?.dc?.creators?.[0]);
      same(back?.categories?.[0]?.name);
      same(back?.media?.contents?.[0]?.description?.value);
      same(back?.description?.replace(/&lt;(?=[a-z/!?])/gi, '<').replace(/&amp;(?=[#a-z])/gi, '&'));
      expect(back?.enclosures).toEqual([{ url: item.image?.url, length: 0, type: 'image/png' }]);
      expect(back?.media?.thumbnails).toEqual([{ url: item.image?.url, width: 1, height: 2 }]);
      expect(back?.guid).toEqual({ value: 'tag:newsgauge.test,2026:article/7', isPermaLink: false });
      expect(back?.pubDate).toBe('Sat, 31 Jan 2026 08:00:00 GMT');
    },
  );
});

test.each([
  ['https://a.test/x.JPG', 'image/jpeg'],
  ['https://a.test/x.svg?y=.png', 'image/svg+xml'],
  ['https://a.test/x.avif#z', 'image/avif'],
  ['https://a.test/x.png/', 'image/jpeg'],
  ['https://a.test/image?name=x.png', 'image/jpeg'],
  ['https://a.test/', 'image/jpeg'],
  ['https://a.test/x.constructor', 'image/jpeg'],
])('the image type of %s is %s', (url, type) => {
  expect(imageType(url)).toBe(type);
});

describe('RSS complies with the rules of the W3C validator', () => {
  const written = (name: string, xml: string) =>
    Array.from(xml.matchAll(new RegExp(`<${name}>([^<]*)</${name}>`, 'g')), ([, value]) => value);

  test.each([
    ['en', ['en']],
    ['pt-BR', ['pt-BR']],
    ['zh-Hant-TW', ['zh-Hant-TW']],
    ['fil', []],
    ['und', []],
    ['xx', []],
    [null, []],
  ])('an item in language %s has at most one dc:language, an ISO 639-1 code', (language, expected) => {
    const items = [sampleItem({ language }), sampleItem({ language })];
    const xml = renderRss(sampleFeed({ items }));
    expect(written('dc:language', xml)).toEqual([...expected, ...expected]);
    // A channel with `language` must not have `dc:language` too.
    const [channel = ''] = xml.split('<item>');
    expect(written('language', channel)).toEqual([expected[0] ?? 'en']);
    expect(channel).not.toContain('<dc:');
  });

  test('each author has a dc:creator element, and no element duplicates core RSS', () => {
    const authors = [{ name: 'Ada Byron' }, { name: 'Émile & Sons' }];
    const xml = renderRss(sampleFeed({ items: [sampleItem({ authors })] }));
    expect(written('dc:creator', xml)).toEqual(['Ada Byron', 'Émile &#x26; Sons']);
    expect(xml).not.toMatch(/<(author|dc:subject|dc:date|dc:publisher|webMaster|managingEditor)>/);
  });
});
