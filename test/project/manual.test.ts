import { describe, expect, test } from 'vitest';
import { bundleDocuments, DOCUMENT_FILES, documentParts, pathOfDocument } from '../../scripts/build/documents.ts';
import { describeService } from '../../src/routes.ts';
import { type SearchedSection, searchDocuments } from '../../src/web/browser/docs/search-documents.ts';
import { SITE_PAGES } from '../../src/web/shells/base/site-pages.ts';

const files = await bundleDocuments();
const addressOf = (file: string) => file.replace(/^public/, '').replace(/\.html$/, '');
const texts = new Map([...files].map(([file, content]) => [addressOf(file), String(content)]));
const pages = [...files].filter(([file]) => file.endsWith('.html')).map(([file]) => addressOf(file));
const page = (path: string) => texts.get(`/docs/${path}`) ?? '';
const idsIn = (html: string) => new Set(Array.from(html.matchAll(/ id="([^"]+)"/g), ([, id]) => id));

/** Addresses that the Worker serves or that the build writes elsewhere. */
const SERVED = new RegExp(
  `^(/pages/|/docs$|/api/v2/openapi.json$|(${SITE_PAGES.map(({ path }) => path).join('|')})([?#].*)?$)`,
);

describe.each(pages)('%s', (address) => {
  test('links and images of the page lead to existing pages, sections and files', () => {
    const html = texts.get(address) ?? '';
    const links = Array.from(html.matchAll(/<(?:a|img|link|script)\b[^>]* (?:href|src)="([^"]+)"/g), ([, link = '']) =>
      link.replaceAll('&amp;', '&'),
    ).filter((link) => !/^(https?|mailto):/.test(link));
    const broken = links.filter((link) => {
      if (SERVED.test(link)) return false;
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? html : texts.get(path);
      return target === undefined || (anchor !== undefined && !idsIn(target).has(anchor));
    });
    expect(broken).toEqual([]);
  });

  test('the page has a strict policy, and no inline styles or handlers', () => {
    const html = texts.get(address) ?? '';
    expect(html).toMatch(/<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; /);
    expect(html).not.toMatch(/<[^>]+ style="|<[^>]+ on\w+="/);
  });
});

test('each document has a page, and the navigation of each page lists all documents of the index', () => {
  expect(DOCUMENT_FILES.filter((file) => !pages.includes(`/docs/${pathOfDocument(file)}`))).toEqual([]);
  const listed = documentParts().flatMap(({ documents }) => documents.map(({ path }) => path));
  expect(listed.length).toBeGreaterThan(35);
  for (const path of listed) expect(page('guides/feeds')).toContain(`href="/docs/${path}"`);
});

test('no document has the address of a group of the API reference', async () => {
  const { tags } = (await describeService()) as unknown as { tags: { name: string }[] };
  const groups = tags.map(({ name }) => `/docs/${name.toLowerCase().replaceAll(' ', '-')}`);
  expect(groups.length).toBeGreaterThan(5);
  expect(pages.filter((address) => groups.includes(address))).toEqual([]);
});

test('each page of the site links to a document that explains it', () => {
  const guides = SITE_PAGES.map(({ guide }) => `/docs/${guide}`);
  expect(guides.filter((address) => !pages.includes(address))).toEqual([]);
});

describe('search of the documents', () => {
  const sections = JSON.parse(texts.get('/docs/search.json') ?? '[]') as SearchedSection[];
  const found = (text: string) => searchDocuments(sections, text).map(({ url }) => url);

  test.each([
    ['opml', '/docs/guides/feeds#add-feeds'],
    ['Time Travel', '/docs/guides/deploy#roll-back'],
    ['clock doubt', '/docs/guides/operate#a-clock-in-doubt'],
    ['cookie banner', '/docs/faq#do-we-need-a-cookie-banner'],
  ])('“%s” finds %s', (text, url) => {
    expect(found(text)).toContain(url);
  });

  test('guides and references come before documents about the project', () => {
    expect(found('rate limit').slice(0, 2)).toEqual([
      '/docs/guides/clicks#limits-on-clicks',
      '/docs/reference/api#limits',
    ]);
  });

  test('a heading comes before text that contains the same word', () => {
    expect(found('retention')[0]).toBe('/docs/explanation/privacy#retention');
  });

  test('a text without words, or with an unknown word, finds nothing', () => {
    expect(found(' … ')).toEqual([]);
    expect(found('retention xyzzy')).toEqual([]);
  });

  test('the index has at most 250 KB', () => {
    expect((texts.get('/docs/search.json') ?? '').length).toBeLessThan(250_000);
  });
});
