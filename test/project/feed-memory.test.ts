import { expect, test } from 'vitest';
import { readInLittleMemory } from '../bench/lib/feeds/in-node.ts';
import { sized } from '../support/size.ts';

/** Parsing a feed of maximum size must leave half of the platform's memory free. */

const BYTES = 9_900_000;
const HEAP = 64;

function filled(piece: (i: number) => string, length = BYTES): string {
  const pieces: string[] = [];
  for (let i = 0, size = 0; size < length; i++) {
    pieces.push(piece(i));
    size += pieces.at(-1)?.length ?? 1;
  }
  return pieces.join('');
}

const ITEM = '<item><title>One</title><link>https://alpha.example/1</link></item>';
const feedOf = (rest: string) =>
  `<rss version="2.0"><channel><title>Alpha</title><link>https://alpha.example/</link>${ITEM}${rest}</channel></rss>`;
const inOneTag = (piece: (i: number) => string) => feedOf(`<item ${filled(piece)}><title>Two</title></item>`);

const FEEDS: [string, () => string][] = [
  ['a tag with many attributes', () => inOneTag((i) => `a${i}="x" `)],
  [
    'a tag that declares and undeclares a namespace repeatedly',
    () => inOneTag((i) => (i % 2 ? 'xmlns:a="" ' : 'xmlns:a="http://purl.org/rss/2.0" ')),
  ],
  ['many elements with an attribute', () => feedOf(`<item>${filled((i) => `<a b="${i}"/>`)}</item>`)],
  ['a value of character references', () => feedOf(`<item><title url="${filled(() => '&amp;')}">Two</title></item>`)],
];

test.each(FEEDS.filter((_, i) => i % sized(2, 1) === 0))('%s is parsed in limited memory', (_, make) => {
  expect(readInLittleMemory(make(), HEAP).items).toBe(2);
});
