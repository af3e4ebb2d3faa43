import { expect, test } from 'vitest';
import { openTestDb } from '../../support/index.ts';
import { sized } from '../../support/size.ts';
import { feedAt, NOW, poll, rss, SECONDS, serve, stories } from '../stage.ts';

const page = '<!doctype html><html><head><title>Hello</title></head><body>No feed</body></html>';
const bomb = `<!DOCTYPE rss [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;"><!ENTITY c "&b;&b;&b;&b;">]>${rss([])}`;

test.each([
  ['empty', '', 'is empty'],
  ['a page', page, 'is an HTML page, not a feed'],
  ['a page in XML', `<?xml version="1.0"?>${page}`, 'is an HTML page, not a feed'],
  ['plain text', 'Not found', 'is neither XML nor JSON'],
  ['a sitemap', '<urlset><url/></urlset>', 'is XML with the root element urlset, not a feed'],
  ['other JSON', '{"a":1}', 'is JSON, but not a JSON Feed'],
  [
    'broken JSON',
    '{"version":"https://jsonfeed.org/version/1.1","items":[',
    'is not valid JSON: truncated or malformed',
  ],
  ['an entity bomb', bomb, 'declares nested entities (an entity bomb), so it is not read'],
  ['truncated in the channel', '<?xml version="1.0"?><rss version="2.0"><channel><title>A', /^is not well-formed XML/],
  ['nested too deeply', `<rss version="2.0"><channel>${'<a>'.repeat(5000)}`, /^is not well-formed XML/],
])('a document that is %s is rejected with a reason', async (name, body, reason) => {
  const url = await serve(`/bad/${encodeURI(name)}`, { body });
  const { result, reason: said } = await poll(url);
  expect(result).toBe('failed');
  expect(said).toEqual(typeof reason === 'string' ? reason : expect.stringMatching(reason));
  expect(await feedAt(url)).toMatchObject({ failures: 1, reason: said });
});

const whole = rss(stories('cut', 5));

test.each([
  ['in a title', whole.slice(0, whole.indexOf('4th') + 2), 4],
  ['in a tag', whole.slice(0, whole.lastIndexOf('</item>') + 3), 4],
  ['after the items', whole.slice(0, whole.lastIndexOf('</item>') + 9), 5],
])('a feed truncated %s is read up to its last complete item', async (name, body, items) => {
  const url = await serve(`/truncated/${encodeURI(name)}`, {
    body: body.replaceAll('cut', `cut-${items}-${name.length}`),
  });
  const { added, reason } = await poll(url);
  expect(added).toBe(items);
  expect(reason).toBe(`is truncated or malformed after item ${items}; the items before that are read`);
});

test('a broken item of a feed does not prevent the others from being read', async () => {
  const [a, b, c] = stories('mixed', 3);
  const body = rss([a, { ...b, more: '<i>never closed' }, c] as never);
  expect(await poll(await serve('/mixed', { body }))).toMatchObject({
    result: 'taken',
    added: 3,
    reason: 'is not well-formed XML, so only its readable part is used',
  });
  const worse = rss([a, { ...b, more: '<category>never closed' }, c] as never).replaceAll('mixed', 'worse');
  expect(await poll(await serve('/worse', { body: worse }))).toMatchObject({
    result: 'taken',
    added: 3,
    reason: 'is not well-formed XML, so only its readable part is used',
  });
});

test.each([
  ['text', `<description>${'lorem ipsum '.repeat(400_000)}</description>`, ''],
  ['elements', '<a x="1">b</a>'.repeat(100_000), ''],
  ['root', '', ` a="${'x'.repeat(5_000_000)}"`],
])(
  'a feed head of several megabytes (%s) before a broken item hides none of the later items',
  async (slug, head, root) => {
    const [broken, ...whole] = stories(`head-${slug}`, sized(20, 100));
    const body = rss([{ ...broken, more: '<i>never closed' }, ...whole], head).replace('<rss', `<rss${root}`);
    const polled = await poll(await serve(`/head/${slug}`, { body }), { timeout: 240_000 });
    expect(polled).toMatchObject({ result: 'taken', added: sized(20, 100) });
  },
  30_000,
);

test('truncated Atom and RDF documents are read up to the last complete item', async () => {
  const atom = `<feed xmlns="http://www.w3.org/2005/Atom"><title>A</title><entry><title>One</title>
    <link href="https://atom.example/1"/><id>1</id></entry><entry><title>Tw`;
  expect(await poll(await serve('/cut.atom', { body: atom }))).toMatchObject({ added: 1 });
  const rdf = `<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"><channel>
    <title>R</title><items><rdf:Seq/></items></channel><item><title>One</title><link>https://rdf.example/1</link></item><item>`;
  expect(await poll(await serve('/cut.rdf', { body: rdf }))).toMatchObject({ added: 1 });
});

test('tags in CDATA sections and comments of a feed are read as text', async () => {
  const [a, b] = stories('cdata', 2);
  const items = [
    { ...a, description: '<![CDATA[</item><item> is how an item ends]]>' },
    { ...b, more: '<!-- <item> -->' },
  ];
  const body = rss(items).replace('</channel>', '<broken></channel>');
  expect(await poll(await serve('/cdata', { body }))).toMatchObject({ added: 2 });
});

const EVERY = sized(50, 10);

test('only the first 1,000 of 100,000 items of a feed are read', async () => {
  // Only one item in 10 or 50 has a title, because storing 1,000 articles takes long.
  const title = (n: number) => (n % EVERY === 0 ? `<title>Story ${n}</title>` : '');
  const item = (n: number) => `<item>${title(n)}<link>https://many.example/${n}</link></item>`;
  const body = `<rss version="2.0"><channel><title>Many</title>${Array.from({ length: 100_000 }, (_, n) => item(n)).join('')}</channel></rss>`;
  expect(await poll(await serve('/many', { body }), { timeout: 240_000 })).toMatchObject({
    result: 'taken',
    added: 1000 / EVERY,
    refused: 1000 - 1000 / EVERY,
    reason: expect.stringMatching(/^has more than 1000 items; the first 1000 are read\b/),
  });
});

test('items without links, with relative links, duplicates or impossible dates are stored or rejected', async () => {
  const body = rss([
    { title: 'No address' },
    { guid: 'no-text', link: 'https://odd.example/empty' },
    { title: 'Relative', link: '/relative?utm_medium=feed' },
    { title: 'By its id', guid: 'https://odd.example/by-id' },
    { title: 'A file', guid: 'f', more: '<enclosure url="https://odd.example/a.mp3" type="audio/mpeg" length="1"/>' },
    { title: 'Same id, other story', guid: 'twice', link: 'https://odd.example/twice-1' },
    { title: 'Same id, another story', guid: 'twice', link: 'https://odd.example/twice-2' },
    { title: 'Same story', guid: 'x1', link: 'https://odd.example/same' },
    { title: 'Same story again', guid: 'x2', link: 'https://odd.example/same?utm_source=x' },
    { title: 'Long ago', link: 'https://odd.example/1970', pubDate: 'Thu, 01 Jan 1970 00:00:00 GMT' },
    { title: 'Far ahead', link: 'https://odd.example/2099', pubDate: 'Thu, 01 Jan 2099 00:00:00 GMT' },
    { title: 'Tonight', link: 'https://odd.example/tonight', pubDate: new Date(NOW + 3_600_000).toUTCString() },
    {
      description: '<p>Only text, the first words of which make a title</p>'.replaceAll('<', '&lt;'),
      link: 'https://odd.example/text',
    },
    { title: 'Nowhere', link: 'javascript:alert(1)' },
  ]);
  const url = await serve('/odd', { body });
  expect(await poll(url)).toMatchObject({
    added: 10,
    refused: 4,
    reason:
      'uses 1 id for several articles each; has 2 dates that cannot be right; ' +
      'items rejected: 1 with the URL of another item, 2 without a URL, 1 with neither title nor text',
  });
  const rows = await openTestDb().all<{ url: string; title: string; at: number; type: string }>(
    `SELECT a.url, a.title, published_at AS at, content_type AS type FROM feed_items JOIN articles a ON a.id = article_id
      JOIN feeds f ON f.id = feed_id WHERE f.url = '${url}'`,
  );
  const by = Object.fromEntries(rows.map((row) => [row.url.replace(/^https:\/\/(odd|paper)\.example/, ''), row]));
  expect(by['/relative']?.title).toBe('Relative');
  expect(by['/by-id']?.title).toBe('By its id');
  expect(by['/a.mp3']?.type).toBe('podcast');
  expect([by['/twice-1'], by['/twice-2']].map((row) => row?.title)).toEqual([
    'Same id, other story',
    'Same id, another story',
  ]);
  expect(by['/same']?.title).toBe('Same story');
  expect([by['/1970']?.at, by['/2099']?.at, by['/tonight']?.at]).toEqual([SECONDS, SECONDS, SECONDS + 3600]);
  expect(by['/text']?.title).toBe('Only text, the first words of which make a title');
  const again = openTestDb();
  await serve('/odd', { body: `${body}<!-- other bytes -->` });
  expect(await poll(url, { later: 9000, db: again })).toMatchObject({ added: 0, changed: 0, unchanged: 10 });
  expect(again.usage.rowsWritten).toBe(1);
});

test('item ids that are too long or contain invalid characters are stored, and the feed title is plain text', async () => {
  const long = 'é'.repeat(1990);
  const LONG = sized(270, 540);
  const items = [
    ...Array.from({ length: LONG }, (_, n) => ({
      id: `${long}${n}`,
      url: `https://ids.example/${n}`,
      title: `No. ${n}`,
    })),
    { id: 'a\u0000b', url: 'https://ids.example/nul', title: 'Nul' },
    { id: '\ud800' },
  ].reverse();
  const feed = { version: 'https://jsonfeed.org/version/1.1', title: 'A\u0001 &amp; <b>B</b>' };
  const url = await serve('/ids', { body: JSON.stringify({ ...feed, items }) });
  expect(await poll(url)).toMatchObject({ result: 'taken', added: LONG + 1, refused: 1 });
  expect((await feedAt(url)).title).toBe('A & B');
  const again = openTestDb();
  await serve('/ids', { body: JSON.stringify({ ...feed, items, wrapping: 'other' }) });
  expect(await poll(url, { later: 9000, db: again })).toMatchObject({ added: 0, changed: 0, unchanged: LONG + 1 });
  expect(again.usage.rowsWritten).toBe(1);
});

test('feeds with a declared, wrong or missing encoding are decoded', async () => {
  const latin = (text: string) => btoa(text);
  const body = (slug: string, declared: string) =>
    rss([{ title: 'Caf\xe9', link: `https://latin.example/${slug}` }]).replace(' encoding="utf-8"', declared);
  const declared = await serve('/latin/declared', { base64: latin(body('declared', ' encoding="iso-8859-1"')) });
  expect(await poll(declared)).toMatchObject({ added: 1, reason: null });
  const wrong = await serve('/latin/wrong', { base64: latin(body('wrong', ' encoding="utf-8"')) });
  expect(await poll(wrong)).toMatchObject({
    added: 1,
    reason: 'declares the encoding utf-8, which is wrong; it was read as windows-1252',
  });
  const none = await serve('/latin/none', { base64: latin(body('none', '')) });
  expect(await poll(none)).toMatchObject({ added: 1, reason: null });
  const titles = await openTestDb().all(`SELECT DISTINCT title FROM articles WHERE url LIKE 'https://latin.example/%'`);
  expect(titles).toEqual([{ title: 'Café' }]);
});
