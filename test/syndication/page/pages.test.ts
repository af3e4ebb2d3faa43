import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { readPage } from '../../../src/syndication/page/read-page.ts';
import { decode } from '../../../src/syndication/read/decode.ts';
import { encoded } from './charsets.ts';

/** Pages with the markup of real publishers. The first line of a file is JSON with the expected fields. */
const FOLDER = 'test/syndication/pages';
interface Made {
  name: string;
  url: string;
  charset?: string;
  type?: string;
  expect: object;
}
const NOTHING = {
  publishedAt: null,
  contentType: 'article',
  paywalled: false,
  image: null,
  section: null,
  keywords: [],
  language: null,
  words: null,
};
const pages = readdirSync(FOLDER).flatMap((file) =>
  readFileSync(`${FOLDER}/${file}`, 'utf8')
    .split(/^=== /m)
    .slice(1)
    .map((part) => {
      const end = part.indexOf('\n');
      return { ...(JSON.parse(part.slice(0, end)) as Made), html: part.slice(end + 1) };
    }),
);

describe(`readPage on ${pages.length} pages`, () => {
  test.each(pages)('readPage reads $name', ({ url, charset, type, html, expect: wanted }) => {
    const { text } = decode(encoded(html, charset), type ?? 'text/html');
    const { article } = readPage(text, url, Date.UTC(2026, 11, 1));
    expect(article).toEqual({ ...NOTHING, ...wanted });
  });
});
