import { describe, expect, test } from 'vitest';
import { parseItem } from '../../../src/syndication/read/article.ts';
import { type Dating, datesOf } from '../../../src/syndication/read/dating.ts';
import { readDocument } from '../../../src/syndication/read/read-feed.ts';
import { SECONDS } from '../stage.ts';

const ORIGIN = {
  base: 'https://paper.example/feed',
  source: { domain: 'paper.example', name: 'Paper', client: null },
  shared: new Set<string>(),
  title: '',
  authors: [],
  language: null,
  usual: null,
  allowed: new Set(['intranet:8080', 'localhost']),
};

function storiesOf(xml: string) {
  const { entries, link } = readDocument(xml);
  const base = link ?? ORIGIN.base;
  const datings = datesOf(entries, { now: SECONDS, isFirst: false });
  return entries.map((entry, i) => {
    const story = parseItem(entry, datings[i] as Dating, { ...ORIGIN, base });
    if ('refused' in story) return story.refused;
    const { url, title, introduction, publishedAt } = story.article;
    const at = story.dated === 'published' ? { at: new Date(publishedAt * 1000).toISOString() } : {};
    return { url, title, ...(introduction ? { introduction } : {}), ...at };
  });
}

const RDF = 'xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"';
const ATOM = 'xmlns="http://www.w3.org/2005/Atom"';
const one = { url: 'https://paper.example/1', title: 'One' };
const two = { url: 'https://paper.example/2', title: 'Two' };
const inRss = (item: string, root = '') =>
  `<rss version="2.0"${root}><channel><title>P</title><link>https://paper.example/</link>${item}</channel></rss>`;
const inAtom = (entry: string) => `<feed ${ATOM}><title>P</title>${entry}</feed>`;

describe('document formats', () => {
  test.each([
    [
      'a root element with a namespace prefix',
      `<r:rss xmlns:r="http://backend.userland.com/rss2"><r:channel><r:title>P</r:title>
        <r:item><r:title>One</r:title><r:link>https://paper.example/1</r:link></r:item></r:channel></r:rss>`,
    ],
    [
      'an undeclared namespace prefix',
      '<r:rss><r:channel><r:item><r:title>One</r:title><r:link>https://paper.example/1</r:link></r:item></r:channel></r:rss>',
    ],
    [
      'RSS 1.0 with its items in the channel',
      `<rdf:RDF ${RDF}><channel rdf:about="https://paper.example/"><title>P</title><link>https://paper.example/</link>
        <items><rdf:Seq><rdf:li resource="https://paper.example/1"/></rdf:Seq></items>
        <item rdf:about="https://paper.example/1"><title>One</title><link>https://paper.example/1</link></item></channel></rdf:RDF>`,
    ],
    [
      'RSS 1.1',
      `<Channel xmlns="http://purl.org/net/rss1.1#" xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" rdf:about="https://paper.example/rss">
        <title>P</title><link>https://paper.example/</link><description>D</description><items rdf:parseType="Collection">
        <item rdf:about="https://paper.example/1"><title>One</title><link>https://paper.example/1</link></item></items></Channel>`,
    ],
    ['a link with href', inRss('<item><title>One</title><link href="https://paper.example/1"/></item>')],
    ['capitals', '<RSS><Channel><Item><Title>One</Title><Link>https://paper.example/1</Link></Item></Channel></RSS>'],
    [
      'items next to the channel',
      '<rss><channel/><item><title>One</title><link>https://paper.example/1</link></item></rss>',
    ],
    ['a guid that is a path', inRss('<item><title>One</title><guid>/1</guid></item>')],
    [
      'a relative guid marked as a permalink',
      inRss('<item><title>One</title><guid isPermaLink="true">1</guid></item>'),
    ],
    [
      'Atom with another namespace',
      `<a:feed xmlns:a="http://www.w3.org/2005/Atom"><a:entry><a:title>One</a:title><a:link href="https://paper.example/1"/></a:entry></a:feed>`,
    ],
    [
      'an Atom entry document',
      `<entry ${ATOM}><title>One</title><link href="https://paper.example/1"/><id>x</id></entry>`,
    ],
    [
      'relative links with xml:base',
      `<feed ${ATOM} xml:base="https://paper.example/blog/"><entry xml:base="../"><title>One</title><link href="1"/></entry></feed>`,
    ],
    ['unescaped tags in a title', inRss('<item><title><b>One</b></title><link>https://paper.example/1</link></item>')],
    [
      'an unescaped ampersand in an address',
      inRss('<item><title>One</title><link>https://paper.example/1?a=1&copy=2</link></item>'),
    ],
  ])('a document with %s is read', (name, xml) =>
    expect(storiesOf(xml)).toEqual([name.includes('ampersand') ? { ...one, url: `${one.url}?a=1&copy=2` } : one]),
  );

  test.each(['1.0', '1.1', '1', 1, 1.1])('a JSON Feed with the version %j is read', (version) => {
    const items = [{ id: '1', url: 'https://paper.example/1', title: 'One' }, { id: '2', title: 'Nowhere' }, null];
    expect(storiesOf(JSON.stringify({ version, title: 'P', items }))).toEqual([one, 'without a URL']);
  });

  test.each([
    [{ version: '2.0', items: [{ url: 'https://paper.example/1', title: 'One' }] }],
    [{ items: [{ url: 'https://paper.example/1', title: 'One' }] }],
    [{ version: '1.0', items: [{ url: 'https://paper.example/1' }] }],
    [{ version: '1.0', items: [{ title: 'One' }] }],
    [{ version: '1.0', items: {} }],
  ])('%j is rejected because it is not a JSON Feed', (json) => {
    expect(() => storiesOf(JSON.stringify(json))).toThrow('is JSON, but not a JSON Feed');
  });

  test('the Atom element content in RSS is read with any namespace prefix', () => {
    const item = `<item><title>One</title><link>https://paper.example/1</link><x:content type="html">&lt;p&gt;Text&lt;/p&gt;</x:content></item>`;
    expect(storiesOf(inRss(item, ' xmlns:x="http://www.w3.org/2005/Atom"'))).toEqual([
      { ...one, introduction: 'Text' },
    ]);
  });

  test('Base64 content and dates in Atom 0.3 are read', () => {
    const xml = `<feed version="0.3" xmlns="http://purl.org/atom/ns#"><title>P</title><entry><title mode="escaped" type="text/html">One</title>
      <link rel="alternate" type="text/html" href="https://paper.example/1"/><issued>2026-06-14T08:00:00Z</issued>
      <content type="text/html" mode="base64">${btoa('<p>Caf&eacute; <b>news</b></p>')}</content></entry></feed>`;
    expect(storiesOf(xml)).toEqual([{ ...one, introduction: 'Café news', at: '2026-06-14T08:00:00.000Z' }]);
  });

  test('XHTML in Atom is read as HTML', () => {
    const entry = `<entry><title type="xhtml"><div xmlns="http://www.w3.org/1999/xhtml">One</div></title><link href="https://paper.example/1"/>
      <content type="xhtml"><x:div xmlns:x="http://www.w3.org/1999/xhtml"><x:p>A <x:em>fine</x:em> day</x:p></x:div></content></entry>`;
    expect(storiesOf(inAtom(entry))).toEqual([{ ...one, introduction: 'A fine day' }]);
  });

  test('pubDate in RSS 1.0 is read', () => {
    const xml = `<rdf:RDF ${RDF}><channel/><item><title>One</title><link>https://paper.example/1</link>
      <pubDate>Sun, 14 Jun 2026 08:00:00 GMT</pubDate></item></rdf:RDF>`;
    expect(storiesOf(xml)).toEqual([{ ...one, at: '2026-06-14T08:00:00.000Z' }]);
  });

  test('an unclosed item ends where the next one begins', () => {
    const items =
      '<item><title>One</title><link>https://paper.example/1</link><item><title>Two</title><link>https://paper.example/2</link></item>';
    expect(storiesOf(inRss(items))).toEqual([one, two]);
    expect(readDocument(inRss(items)).notes).toEqual(['is not well-formed XML, so only its readable part is used']);
  });

  test('empty elements are accepted as well-formed', () => {
    const item =
      '<item><title>One</title><link>https://paper.example/1</link><category/><media:thumbnail url="a.jpg" /></item>';
    expect(readDocument(inRss(item)).notes).toEqual([]);
  });

  test.each([
    ['http://intranet/1', 'without a URL'],
    ['http://intranet:8080/1', { ...one, url: 'http://intranet:8080/1' }],
    ['http://localhost:3000/1', 'without a URL'],
    ['http://localhost/1', { ...one, url: 'http://localhost/1' }],
  ])('a host without a dot is accepted only if it is allowed: %s', (link, expected) => {
    expect(storiesOf(inRss(`<item><title>One</title><link>${link}</link></item>`))).toEqual([expected]);
  });
});

describe('items of aggregators', () => {
  const inner = 'https://www.publisher.example/storm?id=7';
  const encoded = btoa(`\x08\x13\x22${String.fromCharCode(inner.length)}${inner}\xd2\x01\x00`)
    .replaceAll('+', '-')
    .replaceAll('/', '_');

  test.each([
    [
      'Google News',
      inRss(`<item><title>Storm hits coast - The Publisher</title><link>https://news.google.com/rss/articles/${encoded}?oc=5</link>
        <guid isPermaLink="false">CBMi</guid><source url="https://www.publisher.example">The Publisher</source></item>`),
    ],
    [
      'Google Alerts',
      inAtom(`<entry><id>tag:google.com,2013:googlealerts/feed:1</id><title type="html">&lt;b&gt;Storm&lt;/b&gt; hits coast</title>
        <link href="https://www.google.com/url?rct=j&amp;sa=t&amp;url=${encodeURIComponent(inner)}&amp;ct=ga&amp;cd=x&amp;usg=y"/></entry>`),
    ],
    [
      'FeedBurner',
      inRss(
        `<item><title>Storm hits coast</title><link>http://feedproxy.google.com/~r/paper/~3/x/</link><fb:origLink>${inner}</fb:origLink></item>`,
        ' xmlns:fb="http://rssnamespace.org/feedburner/ext/1.0"',
      ),
    ],
    [
      'FeedBurner in Atom',
      `<feed ${ATOM} xmlns:feedburner="http://rssnamespace.org/feedburner/ext/1.0"><entry><title>Storm hits coast</title>
        <link rel="alternate" href="http://feedproxy.google.com/~r/paper/~3/x/"/><feedburner:origLink>${inner}</feedburner:origLink></entry></feed>`,
    ],
  ])('an item of an aggregator has the publisher’s URL: %s', (_, xml) => {
    expect(storiesOf(xml)).toEqual([{ url: inner, title: 'Storm hits coast' }]);
  });

  test('a source element with a different name does not shorten the title of an item', () => {
    const item =
      '<item><title>Ants - a story - Paper</title><link>https://paper.example/1</link><source url="https://paper.example">Paper</source></item>';
    expect(storiesOf(inRss(item))).toEqual([{ ...one, title: 'Ants - a story - Paper' }]);
  });
});
