import { expect, test } from 'vitest';
import { readFeed } from '../../../src/syndication/read/read-feed.ts';
import { poll, rss, SERVER } from '../stage.ts';

const bytes = (text: string) => new TextEncoder().encode(text);
const titles = (sent: Uint8Array, type?: string) => readFeed(sent, type).entries.map(({ title }) => title?.text);
const item = (title: string) => rss([{ title, link: 'https://paper.example/odd' }]);

test('UTF-8 of a feed that was encoded twice is repaired and reported', () => {
  const twice = new TextDecoder('windows-1252').decode(bytes(item('Prämien – “höher” für Zürich, café')));
  expect(titles(bytes(twice))).toEqual(['Prämien – “höher” für Zürich, café']);
  expect(readFeed(bytes(twice)).notes).toEqual(['was encoded in UTF-8 twice, which has been repaired']);
});

test.each(['« Le CAFÉ» rouvre à Genève', 'Â£ and Ã© are what broken feeds show – “so”', 'SÃO PAULO'])(
  'text that looks like double encoding is left unchanged: %s',
  (title) => expect(titles(bytes(item(title)))).toEqual([title]),
);

test.each([
  ['big-endian with a byte order mark', false, true],
  ['big-endian without a byte order mark', false, false],
  ['little-endian with a byte order mark', true, true],
  ['little-endian without a byte order mark', true, false],
])('UTF-32 of a feed is decoded: %s', (_, isLittle, isMarked) => {
  const text = Array.from((isMarked ? '\ufeff' : '') + item('Prämien 😀'));
  const view = new DataView(new ArrayBuffer(text.length * 4));
  for (const [i, character] of text.entries()) view.setUint32(i * 4, character.codePointAt(0) ?? 0, isLittle);
  expect(titles(new Uint8Array(view.buffer))).toEqual(['Prämien 😀']);
});

const atom = (content: string) =>
  `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><id>urn:1</id><title>One</title><link href="https://paper.example/1"/>${content}</entry></feed>`;

test.each([
  [
    'application/octet-stream',
    `<content type="application/octet-stream">${btoa('<p>Floods rise in the north</p>')}</content>`,
  ],
  ['base64', `<content type="base64">${btoa('<p>Floods rise in the north</p>')}</content>`],
  ['text/html', `<content type="text/html">${btoa('<p>Floods rise in the north</p>')}</content>`],
])('Base64 content with the type %s in Atom 1.0 is decoded', (_, content) => {
  expect(readFeed(bytes(atom(content))).entries[0]?.texts[0]?.text).toBe('<p>Floods rise in the north</p>');
});

test('plain words in Atom content are not decoded as Base64', () => {
  const content = '<content type="text/html">Floods rise again in the north</content>';
  expect(readFeed(bytes(atom(content))).entries[0]?.texts[0]?.text).toBe('Floods rise again in the north');
});

test('an Atom feed inside XHTML is read', () => {
  const page = `<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"><head><title>x</title></head><body>${atom('')}</body></html>`;
  expect(titles(bytes(page))).toEqual(['One']);
});

test('one missing UTF-8 byte corrupts only one character, with or without a charset in the header', () => {
  const whole = bytes(item('Паводок отступает, убытки растут'));
  const at = whole.lastIndexOf(0xd0);
  const broken = Uint8Array.from([...whole.slice(0, at), ...whole.slice(at + 1)]);
  for (const type of ['text/xml; charset=utf-8', 'text/xml'])
    expect(titles(broken, type)).toEqual(['Паводок отступает, убытки р\ufffdстут']);
});

test('character references to surrogate pairs are combined, and lone surrogates are replaced or removed', () => {
  const [entry] = readFeed(bytes(item('Storm &#55356;&#57130; and &#xD83C;&#xDF0A;, &#55356; alone'))).entries;
  expect(entry?.title?.text).toMatch(/^Storm 🌪 and 🌊, \ufffd? ?alone$/);
});

async function serveBytes(path: string, body: BodyInit, headers: Record<string, string> = {}) {
  const base64 = btoa(String.fromCharCode(...new Uint8Array(await new Response(body).arrayBuffer())));
  await fetch(SERVER + path, { method: 'PUT', body: JSON.stringify({ base64, headers }) });
  return SERVER + path;
}

const zipped = (text: string) => new Response(text).body?.pipeThrough(new CompressionStream('gzip')) as ReadableStream;

test('a gzip feed without Content-Encoding is read, and a truncated one is rejected', async () => {
  const url = await serveBytes('/odd/gzip', zipped(item('Zipped')), { 'Content-Type': 'application/xml' });
  expect(await poll(url)).toMatchObject({ result: 'taken', added: 1 });
  const whole = new Uint8Array(await new Response(zipped(item('Cut off'))).arrayBuffer());
  const cut = await serveBytes('/odd/cut-gzip', whole.slice(0, whole.length / 2));
  expect(await poll(cut)).toMatchObject({
    result: 'failed',
    reason: 'is compressed, but its data is truncated or malformed',
  });
});

test.each([
  ['A&lt;B', 'A<B'],
  ['Vec&lt;T&gt; explained', 'Vec<T> explained'],
  ['&lt;b&gt;Bold&lt;/b&gt; &amp;amp; calm', 'Bold & calm'],
  ['<![CDATA[Floods <i>rise</i>: x<y]]>', 'Floods rise: x<y'],
])('the title %s is read as plain text', async (title, read) => {
  const { readTitle } = await import('../../../src/syndication/read/html.ts');
  expect(titles(bytes(item(title))).map((text) => readTitle(text ?? ''))).toEqual([read]);
});
