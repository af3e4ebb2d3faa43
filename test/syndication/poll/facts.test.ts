import { beforeAll, expect, test } from 'vitest';
import { askWith, makeKey, openTestDb, publish } from '../../support/index.ts';
import { add, poll, rss, serve } from '../stage.ts';

/** Metadata of feeds (authors, keywords, language, length) must appear in all outputs after a poll. */

const NAMESPACES =
  'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:content="http://purl.org/rss/1.0/modules/content/"';
const long = `<content:encoded><![CDATA[<p>${'flood '.repeat(460)}</p>]]></content:encoded>`;
const item = (n: number, more: string) => ({
  title: `Rivers rise for the ${n}th time`,
  link: `https://facts.example/2026/story-${n}`,
  guid: `facts-${n}`,
  pubDate: 'Mon, 15 Jun 2026 10:00:00 GMT',
  more,
});
const document = rss(
  [
    item(
      1,
      `<dc:creator>By Ada Byron and Émile Zola</dc:creator><category>Floods</category><category>Claims</category>${long}`,
    ),
    item(2, '<author>desk@facts.example (Grace Hopper)</author><dc:language>de-at</dc:language>'),
    item(3, '<dc:creator>Facts</dc:creator>'),
  ],
  '<language>en-us</language>',
).replace('<rss ', `<rss ${NAMESPACES} `);

const atom = `<feed xmlns="http://www.w3.org/2005/Atom" xml:lang="fr"><title>Atome</title><author><name>La Rédaction</name></author>
  <entry><id>urn:a1</id><title>Un</title><link href="https://facts.example/a1"/><updated>2026-06-15T09:00:00Z</updated><author><name>Jean Valjean</name><email>j@facts.example</email></author></entry>
  <entry xml:lang="pt-BR"><id>urn:a2</id><title>Dois</title><link href="https://facts.example/a2"/><updated>2026-06-15T09:00:00Z</updated></entry></feed>`;
const json = JSON.stringify({
  version: 'https://jsonfeed.org/version/1.1',
  title: 'J',
  language: 'ja',
  items: [
    {
      id: '1',
      url: 'https://facts.example/j1',
      title: 'One',
      content_text: 'One',
      authors: [{ name: 'Kobo Abe' }],
      tags: ['x'],
    },
    {
      id: '2',
      url: 'https://facts.example/j2',
      title: 'Two',
      content_text: 'Two',
      language: 'en',
      author: { name: 'Old Style' },
    },
  ],
});

interface Told {
  url: string;
  language?: string;
  authors: { name: string }[];
  _article: {
    contentId: number;
    authors: { id: string; name: string }[];
    language: string | null;
    section: string | null;
    keywords: string[];
    words: number | null;
    readingMinutes: number | null;
  };
}

let secret = '';
let operator = '';
const told = async (query = ''): Promise<Told[]> =>
  ((await (await askWith(secret, `/api/v2/feed/?limit=100${query}`)).json()) as { items: Told[] }).items;
const facts = async (path: string) => {
  const found = (await told()).find(({ url }) => url === `https://facts.example/${path}`);
  return found && [found.authors.map(({ name }) => name), found.language];
};

beforeAll(async () => {
  [secret, operator] = await Promise.all([makeKey('secret'), makeKey('operator')]);
  const documents = { rss: document, atom, json };
  for (const [name, body] of Object.entries(documents)) {
    const url = await serve(`/facts/${name}`, { body });
    await add(url, 'facts.example');
    await openTestDb().run("UPDATE sources SET name = 'Facts' WHERE domain = 'facts.example'");
    expect(await poll(url, { domain: 'facts.example' })).toMatchObject({ result: 'taken', refused: 0 });
  }
});

test.each<[string, string[], string]>([
  ['2026/story-1', ['Ada Byron', 'Émile Zola'], 'en-US'],
  ['2026/story-2', ['Grace Hopper'], 'de-AT'],
  ['2026/story-3', ['Facts'], 'en-US'],
  ['a1', ['Jean Valjean'], 'fr'],
  ['a2', ['La Rédaction'], 'pt-BR'],
  ['j1', ['Kobo Abe'], 'ja'],
  ['j2', ['Old Style'], 'en'],
])('article %s has the authors %j and the language %s from its feed', async (path, authors, language) => {
  expect(await facts(path)).toEqual([authors, language]);
});

test('JSON output has keywords and a word count, and RSS output has creators and languages', async () => {
  const [first] = (await told()).filter(({ url }) => url.endsWith('story-1'));
  expect(first?._article).toMatchObject({ keywords: ['Floods', 'Claims'], words: 460, readingMinutes: 2 });
  const text = await (await askWith(secret, '/api/v2/feed/?output=rss&limit=100')).text();
  for (const part of ['Ada Byron', 'Émile Zola', 'Grace Hopper', 'Kobo Abe'])
    expect(text).toContain(`<dc:creator>${part}</dc:creator>`);
  expect(text).toContain('<dc:language>de-AT</dc:language>');
});

test('feeds can be filtered by author and language', async () => {
  const paths = async (query: string) => (await told(query)).map(({ url }) => url.split('/').at(-1)).sort();
  expect(await paths('&includeAuthors=ada%20byron,Kobo%20Abe')).toEqual(['j1', 'story-1']);
  expect(await paths('&includeLanguages=de,pt')).toEqual(['a2', 'story-2']);
  expect(await paths('&includeLanguages=pt-PT&includeAuthors=La%20R%C3%A9daction')).toEqual(['a2']);
  expect(await paths('&includeAuthors=Nobody')).toEqual([]);
  expect(await paths('&includeAuthors=ada-byron@facts.example,kobo-abe@facts.example')).toEqual(['j1', 'story-1']);
  // If the only author of an item is the name of the site, the site counts as the author.
  expect(await paths('&includeAuthors=facts')).toEqual(['story-3']);
  expect(await paths('&includeAuthors=ada-byron@elsewhere.example')).toEqual([]);
  const [, zola] = (await told('&includeAuthors=Ada%20Byron'))[0]?._article.authors ?? [];
  expect(zola).toEqual({ id: 'émile-zola@facts.example', name: 'Émile Zola' });
  expect(await paths(`&includeAuthors=${encodeURIComponent(zola?.id ?? '')}`)).toEqual(['story-1']);
  const bad = await askWith(secret, '/api/v2/feed/?includeLanguages=deutsch!');
  expect([bad.status, await bad.json()]).toMatchObject([
    400,
    { data: { includeLanguages: expect.stringMatching(/language tag/) } },
  ]);
});

test('importing an export restores all metadata of articles', async () => {
  const before = await told();
  const exported = (await (await askWith(operator, '/manage/articles?limit=100')).json()) as {
    data: { articles: object[] };
  };
  await openTestDb().run('DELETE FROM articles');
  await openTestDb().run("INSERT INTO article_index(article_index) VALUES ('delete-all')");
  const { rejected } = await publish(operator, 'articles', exported.data.articles);
  expect(rejected).toEqual([]);
  const after = await told();
  expect(
    after.map(({ url, authors, language, _article: { words, keywords } }) => ({
      url,
      authors,
      language,
      words,
      keywords,
    })),
  ).toEqual(
    before.map(({ url, authors, language, _article: { words, keywords } }) => ({
      url,
      authors,
      language,
      words,
      keywords,
    })),
  );
});

test('an editor can set the metadata of an article, and invalid values are rejected', async () => {
  const line = {
    url: 'https://facts.example/own',
    title: 'Own',
    publishedAt: '2026-06-14T00:00:00Z',
    contentType: 'article',
  };
  const whole = {
    ...line,
    authors: [{ name: 'Ed Itor', url: 'https://facts.example/ed' }, 'Second Hand'],
    section: 'Desk',
    keywords: ['own'],
    language: 'nl',
    words: 99,
  };
  expect((await publish(operator, 'articles', [whole])).rejected).toEqual([]);
  expect((await publish(operator, 'articles', [{ ...line, language: 'no such thing' }])).rejected).toMatchObject([
    { errors: { language: 'must be a language tag such as en or pt-BR' } },
  ]);
  const feed = await serve('/facts/own', { body: rss([{ title: 'Own, later', link: line.url, guid: 'own' }]) });
  await add(feed, 'facts.example');
  await poll(feed, { domain: 'facts.example' });
  const [found] = (await told('&includeAuthors=Ed%20Itor')).map(({ authors, language, _article: own }) => [
    authors,
    language,
    own.section,
    own.words,
  ]);
  expect(found).toEqual([
    [{ name: 'Ed Itor', url: 'https://facts.example/ed' }, { name: 'Second Hand' }],
    'nl',
    'Desk',
    99,
  ]);
  const wrong = await publish(operator, 'articles', [{ ...line, authors: [{ url: 'https://facts.example/ed' }] }]);
  expect(wrong.rejected).toMatchObject([
    { errors: { authors: 'value 1 must be a name of at most 200 characters, or {name, url?}' } },
  ]);
});

test('an item with restricted access rights is paywalled, but an item with only the category “Premium” is not', async () => {
  const said = ['<category>Subscribers only</category>', '<category>Premium</category><category>Members</category>'];
  const rights = ['restrictedAccess', 'openAccess'].map(
    (right) => `<dcterms:accessRights>info:eu-repo/semantics/${right}</dcterms:accessRights>`,
  );
  const items = [...said, ...rights].map((more, n) => ({
    ...item(n, more),
    link: `https://paid.example/${n}`,
    guid: `p${n}`,
  }));
  const body = rss(items).replace('<rss ', '<rss xmlns:dcterms="http://purl.org/dc/terms/" ');
  await poll(await serve('/paid', { body }));
  const rows = await openTestDb().all(
    "SELECT paywalled FROM articles WHERE url LIKE 'https://paid.example/%' ORDER BY url",
  );
  expect(rows).toEqual([1, 0, 1, 0].map((paywalled) => ({ paywalled })));
});
