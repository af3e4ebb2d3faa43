import { describe, expect, test } from 'vitest';
import { articleTokens, type FacetSource } from '../../../src/content/index/facets.ts';
import { anyOf, matchesTokens } from '../../../src/search/expression.ts';
import { isChecked, occurs, termExpressions } from '../../../src/search/terms.ts';
import { ask, makeKey } from '../../support/index.ts';

const ARTICLE: Omit<FacetSource, 'title'> = {
  introduction: '',
  source: { domain: 'example.com' },
  urlKey: 'example.com/',
  https: true,
  iframeable: true,
  contentType: 'article',
  topics: [],
  companies: [],
  countries: [],
  geoGroups: [],
  paywalled: false,
  registration: false,
  authors: [],
  language: 'en',
};

/**
 * Returns true if a title contains a term. The index must find every such title, and no others if rows are not checked.
 */
function finds(term: string, title: string): boolean {
  const languages = ['en', 'ja'];
  const found = matchesTokens(anyOf(termExpressions([term], languages)), new Set(articleTokens({ ...ARTICLE, title })));
  const isThere = occurs([term], languages)({ title, introduction: '', language: 'en' });
  expect(found || !isThere, 'the index hides nothing').toBe(true);
  if (!isChecked(term)) expect(found, 'the index decides alone').toBe(isThere);
  return isThere;
}

describe.each<[term: string, found: string[], not: string[]]>([
  [
    'US',
    ['US stocks fall', 'Stocks fall in the U.S. today', 'U.S.-based firm sued', 'A US-led force'],
    ['They want us all', 'How to use it', 'GIVE US A BREAK', 'USA wins', 'Bonus', 'U.S.A. wins'],
  ],
  ['U.S.', ['US stocks fall', 'Stocks fall in the U.S.'], ['They want us', 'GIVE US A BREAK']],
  ['us', ['They want us all', 'US stocks fall'], ['Bonus']],
  [
    'IT',
    ['IT outage at bank', 'US IT firms hire', 'CIO: “IT is a cost”', 'THE IT CROWD returns', 'Who runs IT? CIOs'],
    [
      'It is raining',
      'SEE IT: A dog surfs',
      "IT'S BACK: Vinyl",
      'SPIN IT AGAIN: Vinyl returns',
      'He said: “GET IT NOW OR NEVER”',
    ],
  ],
  ['WHO', ['WHO warns of flu'], ['Man who fell', 'Who pays?', 'WHO’S NEXT? The race', 'FIND OUT WHO: A quiz']],
  ['WHO warns', ['The WHO warns of flu'], ['A man who warned us', 'Warns the WHO']],
  ['WHO WARNS', ['A man who warned us', 'WHO warns'], ['The WHO is warned']],
  ['US stocks', ['U.S. stocks fall', 'US stock falls'], ['Tell us stocks fall']],
  ['US stoc*', ['U.S. stocks fall'], ['Tell us stocks fall']],
  ['C++', ['C++ is fast', 'Learn c++ now'], ['C is fast', 'Bond of C$110m', 'C# is newer']],
  ['C#', ['C# is newer'], ['C++ is fast', 'Bond of C$110m', 'Note in C']],
  ['C', ['C is fast', 'Bond of C$110m'], ['C++ is fast', 'C# is newer']],
  ['C++ developers', ['Bank hires C++ developers'], ['Bank hires C developers']],
  ['.NET', ['Microsoft opens .NET to all', 'about .net'], ['Net income rises', 'The net is wide']],
  ['AT&T', ['AT&T buys rival'], ['AT rivals T']],
  ['S&P', ['S&P falls'], ['Salt and pepper']],
  ['NOT 保険', ['NOT 保険 today'], ['It is not 保険 today']],
  [
    'AI',
    ['ＡＩが査定、保険金を支払い', '生成AI、査定へ', 'AI in court'],
    ['Ai Weiwei', 'ＦＡＩＲ値', 'ＭＡＩＬが届く'],
  ],
  ['ＡＩ', ['ＡＩが査定', 'AI in court'], ['Ai Weiwei']],
  ['ai', ['ＡＩが査定', 'Ai Weiwei'], ['ＭＡＩＬが届く']],
  ['AI 保険', ['AI保険の市場', 'ＡＩ保険が伸びる'], ['Ai保険の市場', '保険とAI', 'AI brokers and ai 保険']],
  ['COVID*', ['Covid-19 cases', 'covids'], ['Cove']],
])('the search term %s', (term, found, not) => {
  test.each(found)('a search term matches “%s”', (title) => expect(finds(term, title)).toBe(true));
  test.each(not)('a search term does not match “%s”', (title) => expect(finds(term, title)).toBe(false));
});

test('a search term with a leading minus returns 400 and suggests excludeTerms', async () => {
  const key = await makeKey('secret');
  const response = await ask(`/api/v2/feed/?searchTerms=-flood&apiKey=${key}`);
  expect(response.status).toBe(400);
  expect(JSON.stringify(await response.json())).toContain('excludeTerms');
});
