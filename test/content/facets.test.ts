import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addressPrefixTerm, articleTokens, domainToken, type FacetSource } from '../../src/content/index/facets.ts';
import { type Expression, matchesTokens } from '../../src/search/expression.ts';

const STORY: FacetSource = {
  title: 'Rain stops play',
  introduction: '',
  source: { domain: 'example.com' },
  urlKey: 'example.com/',
  https: true,
  iframeable: true,
  contentType: 'video',
  topics: [47, 1],
  companies: [12],
  countries: ['US', 'GB'],
  geoGroups: [3],
  paywalled: true,
  registration: true,
  authors: [{ name: 'Dana Whitfield' }],
  language: 'en-GB',
};

/** Matches tokens as the index does. */
const finds = (tokens: readonly string[], term: Expression): boolean => matchesTokens(term, new Set(tokens));

const tokensOf = (urlKey: string) => articleTokens({ ...STORY, urlKey });

describe('articleTokens', () => {
  test('an article has a token for each of its filter values, with the iframe token last', () => {
    const tokens = articleTokens(STORY);
    expect(tokens.slice(0, 10)).toEqual('a kvideo t47 t1 o12 nus ngb g3 fpaywalled fregistration'.split(' '));
    expect(tokens.at(10)).toBe('fhttps');
    expect(tokens).toContain(domainToken('example.com'));
    expect(tokens.at(-1)).toBe('fiframeable');
  });

  test('an article has no tokens for flags that are not set', () => {
    const plain = { ...STORY, paywalled: false, registration: false, https: false, iframeable: false };
    const tokens = articleTokens(plain);
    for (const token of ['fpaywalled', 'fregistration', 'fhttps', 'fiframeable']) expect(tokens).not.toContain(token);
  });

  test('tokens of articles contain only letters and digits, which the tokenizer does not change', () => {
    for (const token of tokensOf('example.com/running/flies/é%C3%A9?a=b'))
      expect(token).toMatch(/^[a-z][a-z0-9\u0100-\u01ff]*$/);
  });
});

describe('addressPrefixTerm', () => {
  test.each<[prefix: string, address: string, found: boolean]>([
    ['example.com/', 'example.com/', true],
    ['example.com/', 'example.com/news', true],
    ['example.com/', 'example.com.au/', false],
    ['example.com/', 'news.example.com/', false],
    ['example.com/news', 'example.com/newsletter/1', true],
    ['example.com/news/', 'example.com/newsletter/1', false],
    ['example.com/news/', 'example.com/news', false],
    ['example.com/News', 'example.com/news', false],
    ['example.com/a/b/c/d/', 'example.com/a/b/c/d/e/f', true],
    ['example.com/a/b/c/d/e/', 'example.com/a/b/c/d/e/f', true],
    ['example.com/a/b/c/d/e/g', 'example.com/a/b/c/d/e/f', false],
    ['example.com/a?b=/c/', 'example.com/a?b=/c/d', true],
    ['example.com/a?b=/c/e', 'example.com/a?b=/c/d', false],
  ])('the URL prefix %s matches %s: %s', (prefix, address, found) => {
    expect(finds(tokensOf(address), addressPrefixTerm(prefix))).toBe(found);
  });

  const rest = fc
    .array(fc.constantFrom('/', '/', 'a', 'b', 'ab', '?', '=', '-', '.', '%C3', 'A', 'long-words-of-a-headline'), {
      maxLength: 14,
    })
    .map((parts) => `/${parts.join('')}`);
  const address = fc
    .tuple(fc.constantFrom('a.com', 'a.com.au', 'b.a.com', 'a.com:80'), rest)
    .map((parts) => parts.join(''));

  test('a URL prefix matches exactly the addresses that start with it', () => {
    const pair = fc.oneof(
      fc.tuple(address, address),
      // The prefix may end within the host of the URL.
      fc
        .tuple(address, fc.nat(60))
        .map(([whole, n]): [string, string] => [whole, whole.slice(0, whole.indexOf('/') + 1 + n)]),
    );
    fc.assert(
      fc.property(pair, ([whole, prefix]) => {
        expect(finds(tokensOf(whole), addressPrefixTerm(prefix))).toBe(whole.startsWith(prefix));
      }),
      { numRuns: 3000 },
    );
  });
});
