import { describe, expect, test } from 'vitest';
import { readDocument, readFeed } from '../../../src/syndication/read/read-feed.ts';

const ATOM = 'xmlns="http://www.w3.org/2005/Atom"';
const ENTRY = '<entry><id>1</id><title>One</title><link href="a"/></entry>';

describe('xml:base', () => {
  test.each([
    ['the feed', `<feed ${ATOM} xml:base="https://x.example/en/"><title>T</title><link href="home"/>${ENTRY}</feed>`],
    ['the link', `<feed ${ATOM}><title>T</title><link xml:base="https://x.example/en/" href="home"/>${ENTRY}</feed>`],
    [
      'the link within the feed',
      `<feed ${ATOM} xml:base="https://x.example/"><title>T</title><link xml:base="en/" href="home"/>${ENTRY}</feed>`,
    ],
    [
      'the RSS channel within its root',
      '<rss version="2.0" xml:base="https://x.example/"><channel xml:base="en/"><title>T</title><link>home</link><item><title>One</title><link>a</link></item></channel></rss>',
    ],
    [
      'the link in RSS',
      '<rss version="2.0"><channel><title>T</title><link xml:base="https://x.example/en/">home</link><item><title>One</title><link>a</link></item></channel></rss>',
    ],
  ])('the site URL is resolved against xml:base of %s', (_, text) =>
    expect(readDocument(text).site).toBe('https://x.example/en/home'),
  );

  test('the link of a feed entry is resolved against its own xml:base', () => {
    const entry = '<entry><id>1</id><title>One</title><link xml:base="https://y.example/z/" href="a"/></entry>';
    const { entries } = readDocument(`<feed ${ATOM} xml:base="https://x.example/">${entry}</feed>`);
    expect(entries[0]?.links).toEqual(['https://y.example/z/a']);
  });
});

describe('text before a feed', () => {
  const RSS =
    '<rss version="2.0"><channel><title>T</title><item><title>One</title><link>https://x.example/1</link></item></channel></rss>';
  const NOTE = 'has text before the XML, which is ignored';
  test.each([
    ['a warning before the declaration', `Notice: Undefined index in /x.php on line 3\n<?xml version="1.0"?>${RSS}`],
    [
      'a warning with tags',
      `<br />\n<b>Warning</b>: foo() in <b>/x.php</b> on line <b>3</b><br />\n<?xml version="1.0"?>${RSS}`,
    ],
    ['a warning before a feed without declaration', `<br /><b>Notice</b>: bar${RSS}`],
    ['a log line in brackets', `[2026-06-15] cache miss\n<?xml version="1.0"?>${RSS}`],
    ['an Atom feed', `debug<?xml version="1.0"?><feed ${ATOM}><title>T</title>${ENTRY}</feed>`],
  ])('text before a feed is skipped and reported: %s', (_, text) => {
    const { entries, notes } = readDocument(text);
    expect([entries.length, entries[0]?.title?.text, notes[0]]).toEqual([1, 'One', NOTE]);
  });

  test.each([
    ['white space', `\n\n  <?xml version="1.0"?>${RSS}`],
    ['comments', `<!-- made by x --><?xml version="1.0"?>${RSS}`],
    ['a style sheet', `<?xml version="1.0"?><?xml-stylesheet href="x.xsl"?><!-- ${'x'.repeat(300)} -->${RSS}`],
  ])('insignificant text before a feed is not reported: %s', (_, text) => expect(readDocument(text).notes).toEqual([]));

  test('the encoding in the XML declaration is used even if text precedes it', () => {
    const text = `Notice: x\n<?xml version="1.0" encoding="iso-8859-2"?>${RSS.replace('One', 'Pra#')}`;
    const bytes = Uint8Array.from(text, (character) => (character === '#' ? 0xbe : character.charCodeAt(0)));
    expect(readFeed(bytes).entries[0]?.title?.text).toBe('Praž');
  });

  test('a feed inside an HTML page is rejected as a page', () => {
    const page = `<!doctype html><html><body><pre>${RSS}</pre></body></html>`;
    expect(() => readDocument(page)).toThrow('is an HTML page, not a feed');
  });
});

test.each([
  ['AT&amp;T &#8211; profits up', 'AT&T – profits up'],
  ['Caf&eacute; &quot;X&quot;', 'Café "X"'],
  ['1 < 2 & <b>3</b> &copy 4', '1 < 2 & <b>3</b> &copy 4'],
])(
  'entities in a plain JSON Feed title are decoded, while tags and bare ampersands are kept: %s',
  (title, expected) => {
    const item = { id: '1', url: 'https://x.example/1', title, content_text: title, summary: title };
    const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'T', items: [item] };
    const [entry] = readDocument(JSON.stringify(feed)).entries;
    expect([entry?.title?.text, ...(entry?.texts.map(({ text }) => text) ?? [])]).toEqual([
      expected,
      expected,
      expected,
    ]);
  },
);

test('a JSON Feed whose texts quote XML is read as JSON', () => {
  const item = {
    id: '1',
    url: 'https://x.example/1',
    title: 'How <?xml begins',
    content_text: 'A <rss version="2.0"> has …',
  };
  expect(
    readDocument(JSON.stringify({ version: 'https://jsonfeed.org/version/1.1', title: 'T', items: [item] })).entries,
  ).toHaveLength(1);
});
