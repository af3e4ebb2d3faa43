import { expect, test } from 'vitest';
import { canonicalUrl } from '../../../src/lib/url.ts';
import { bylinesOf } from '../../../src/syndication/read/facts.ts';
import { readDocument } from '../../../src/syndication/read/read-feed.ts';

const jsonFeed = (authors: object[]) =>
  JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title: 'T',
    items: [{ id: '1', url: 'https://x.example/1', title: 'One', authors }],
  });

test.each([
  [[{ name: 'Simon & Schuster' }], ['Simon & Schuster']],
  [
    [{ name: 'Marsh, Lee & Co' }, { name: 'Ana Ruiz' }],
    ['Marsh, Lee & Co', 'Ana Ruiz'],
  ],
  [[{ name: 'Ana Ruiz, Li Wen' }], ['Ana Ruiz', 'Li Wen']],
])('an author of a JSON Feed with “&” stays one author: %j', (authors, expected) => {
  const [entry] = readDocument(jsonFeed(authors)).entries;
  expect(bylinesOf(entry?.authors ?? [], [])).toEqual(expected);
});

test.each([
  ['Ana Ruiz & Li Wen', ['Ana Ruiz', 'Li Wen']],
  ['By Ana Ruiz on 20 November 2026', ['Ana Ruiz']],
  ['Ana Ruiz, Nov 20, 2026 08:30', ['Ana Ruiz']],
  ['Anna Nowak, 20 listopada 2026', ['Anna Nowak']],
  ['Channel 4 News', ['Channel 4 News']],
  ['May Jun', ['May Jun']],
  ['"Søren Ålund" <desk@x.example>', ['Søren Ålund']],
])('bylinesOf returns the names of a byline without its date: %s', (byline, expected) =>
  expect(bylinesOf([byline], [])).toEqual(expected),
);

test.each([
  'campaign_id=9&campaign_name=x',
  'sc_cid=701',
  'fsrc=rss',
  'fsrc=scn/tw/te/rss',
  '__source=rss%7Ctopstories',
  'ref=thebrowser.com',
  'ref=homepage',
])('canonicalUrl removes ?%s', (query) => {
  const url = 'https://x.example/story/7';
  expect(canonicalUrl(`${url}?${query}`)).toBe(url);
  expect(canonicalUrl(`${url}?id=3&${query}`)).toBe(`${url}?id=3`);
});

test.each(['ref=2', 'ref=4711', 'reference=a', 'campaign=7', 'source=agency'])(
  'canonicalUrl keeps parameters that may identify an article: ?%s',
  (query) => expect(canonicalUrl(`https://x.example/a?${query}`)).toBe(`https://x.example/a?${query}`),
);
