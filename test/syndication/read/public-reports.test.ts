import { expect, test } from 'vitest';
import { parseItem } from '../../../src/syndication/read/article.ts';
import { mendJson } from '../../../src/syndication/read/mend-json.ts';
import { readFeed } from '../../../src/syndication/read/read-feed.ts';
import { rss } from '../stage.ts';

/** These feeds come from public bug reports about other feed readers. */

const read = (text: string, type?: string) => readFeed(new TextEncoder().encode(text), type).entries[0];
const json = (item: string) =>
  `{"version": "https://jsonfeed.org/version/1.1", "title": "Paper", "items": [{"id": "1", "url": "https://paper.example/1", ${item}}]}`;

test('a numeric reference to a byte of Windows-1252 is decoded as its character', () => {
  expect(read(rss([{ title: 'It&#146;s over &#x96; now', link: 'https://paper.example/1' }]))?.title?.text).toBe(
    'It’s over – now',
  );
});

test.each([
  ['a line break in a string', json('"title": "Two\nlines"'), 'Two\nlines'],
  ['commas before brackets', json('"title": "Comma",').replace(']}', '], }'), 'Comma'],
  ['a prefix against script inclusion', `)]}'\n${json('"title": "Guarded"')}`, 'Guarded'],
])('a JSON Feed with %s is read', (_, text, title) => {
  expect(read(text, 'application/feed+json')?.title?.text).toBe(title);
});

test('mendJson takes linear time', () => {
  const began = performance.now();
  for (const text of ['"'.repeat(100_000), `"${'\\"'.repeat(50_000)}`, ', '.repeat(50_000), `"${'\\'.repeat(99_999)}`])
    mendJson(text);
  expect(performance.now() - began).toBeLessThan(20_000);
});

test('a feed link whose relation is the full IANA URL is read', () => {
  const link = '<link rel="http://www.iana.org/assignments/relation/alternate" href="https://paper.example/1"/>';
  const feed = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>u</id><title>One</title>${link}</entry></feed>`;
  expect(read(feed)?.links).toEqual(['https://paper.example/1']);
});

const ORIGIN = {
  base: 'https://paper.example/',
  source: { domain: 'paper.example', name: 'Paper', client: null },
  shared: new Set<string>(),
  title: 'Paper',
  authors: [],
  language: 'en',
  usual: 'en',
  allowed: new Set<string>(),
};

test.each([
  ['&lt;![CDATA[Open letter]]&gt;', 'https://paper.example/1'],
  ['Open letter', 'https://https://paper.example/1'],
  ['Open letter', 'http://https://paper.example/1'],
])('escaped CDATA sections and doubled URL schemes are read: %s %s', (title, link) => {
  const entry = read(rss([{ title, link }]));
  const item = entry && parseItem(entry, { at: 1_700_000_000, dated: 'published', ambiguous: false }, ORIGIN);
  expect(item).toMatchObject({ article: { title: 'Open letter', url: 'https://paper.example/1' } });
});
