import { describe, expect, test } from 'vitest';
import type { FeedFilter } from '../../src/search/filter.ts';
import { compileMatch } from '../../src/search/match.ts';

const ALL: FeedFilter = {
  articleTypes: [],
  includeTopics: [],
  includeCompanies: [],
  excludeCompanies: [],
  additionalSources: [],
  includePaywalled: true,
  includeRegistration: true,
  excludeNonIframeableSources: false,
  excludeNonHttpsSources: false,
  searchTerms: [],
  includeCountries: [],
  excludeCountries: [],
  includeGeoGroups: [],
  includeAuthors: [],
  includeLanguages: [],
};

const GEOGRAPHY = [
  { id: 1, slug: 'europe', name: 'Europe', countries: ['DE', 'FR'] },
  { id: 2, slug: 'dach', name: 'DACH', countries: ['AT', 'DE'] },
  { id: 3, slug: 'asia', name: 'Asia', countries: ['JP'] },
];

/** The tokens of a term's stems and characters. */
const IN_LANGUAGES =
  /facets: \((?:s[0-9a-z]+0|\(s[0-9a-z]+0(?: AND s[0-9a-z]+0)+\))(?: OR (?:s[0-9a-z]+0|\(s[0-9a-z]+0(?: AND s[0-9a-z]+0)+\)))*\)/g;

describe('a filter becomes', () => {
  test.each<[filter: Partial<FeedFilter>, expression: string]>([
    [{}, 'facets: (all0)'],
    [{ articleTypes: ['video', 'report'] }, 'facets: (kvideo0 OR kreport0)'],
    [{ includeTopics: [47, 1] }, 'facets: (t47 OR t1)'],
    [{ includeTopics: [47], includeCompanies: [12] }, '((facets: (o12)) NOT facets: nowhere0) AND facets: (t47)'],
    [{ excludeCompanies: [12, 13] }, '(facets: (all0)) NOT facets: (o12 OR o13)'],
    [{ includeCountries: ['DE'] }, 'facets: (nde0 OR g1 OR g2)'],
    [{ includeCountries: ['US'] }, 'facets: (nus0)'],
    [{ includeCountries: ['FR', 'JP'] }, 'facets: (nfr0 OR njp0 OR g1 OR g3)'],
    [{ excludeCountries: ['DE'] }, '(facets: (all0)) NOT facets: (nde0)'],
    [{ includeGeoGroups: ['dach', 'asia'] }, 'facets: (g2 OR g3)'],
    [{ includeGeoGroups: ['atlantis'] }, 'facets: (g0)'],
    [
      { excludeNonHttpsSources: true, excludeNonIframeableSources: true },
      '((facets: (iframeable0)) NOT facets: nowhere0) AND facets: (https0)',
    ],
    [
      { includePaywalled: false, includeRegistration: false },
      '(facets: (all0)) NOT facets: (paywalled0 OR registration0)',
    ],
    [{ searchTerms: ['cyber'] }, '({title introduction}: ("cyber") OR languages)'],
    [{ searchTerms: ['cyber'], languages: [] }, '{title introduction}: ("cyber")'],
    [{ searchTerms: ['cyber'], languages: ['ru'] }, '{title introduction}: ("cyber")'],
    [{ searchTerms: ['cyber'], languages: ['de'] }, '({title introduction}: ("cyber") OR languages)'],
    [{ searchTerms: ['cyber', 'flood'] }, '({title introduction}: ("cyber" OR "flood") OR languages)'],
    [{ searchTerms: ['東京'] }, 'languages'],
    [
      { searchTerms: ['cyber risks'] },
      '(languages OR (((facets: ((bAA0) OR unpaired0)) NOT facets: nowhere0) AND {title introduction}: ("cyber risks")))',
    ],
    [
      { searchTerms: ['a b c', 'flood'] },
      '({title introduction}: ("flood") OR languages OR (((facets: ((bAA0 AND bAA0) OR unpaired0)) NOT facets: nowhere0) AND {title introduction}: ("a b c")))',
    ],
    [
      { excludeCompanies: Array.from({ length: 7 }, (_, i) => i + 1) },
      '(facets: (all0)) NOT facets: (o1 OR o2 OR o3 OR o4 OR o5) NOT facets: (o6 OR o7)',
    ],
    [
      { searchTerms: ['a'], includeTopics: [1], excludeCountries: ['FR'] },
      '(((facets: (t1)) NOT facets: nowhere0) AND ({title introduction}: ("a") OR languages)) NOT facets: (nfr0)',
    ],
    [
      { includeCompanies: [1, 2, 3], articleTypes: ['podcast'], includeTopics: [1, 2], excludeNonHttpsSources: true },
      '((((((facets: (kpodcast0)) NOT facets: nowhere0) AND facets: (t1 OR t2)) NOT facets: nowhere0) AND facets: (o1 OR o2 OR o3)) NOT facets: nowhere0) AND facets: (https0)',
    ],
  ])('%j → %s', (filter, expression) => {
    const compiled = compileMatch({ ...ALL, ...filter }, GEOGRAPHY).replaceAll(IN_LANGUAGES, 'languages');
    expect(compiled.replaceAll(/\bb[0-9a-z]+0\b/g, 'bAA0')).toBe(expression);
  });
});

test.each([
  ['"', '""""'],
  ['a" OR facets:"t1', '"a"" OR facets:""t1"'],
  ['a* NEAR(b)', '"a* NEAR(b)"'],
  ['a\0b', '"a b"'],
])('the term %j is nothing but a quoted string', (term, quoted) => {
  const compiled = compileMatch({ ...ALL, searchTerms: [term] }, []).replace(IN_LANGUAGES, 'languages');
  const words = `{title introduction}: (${quoted})`;
  expect(compiled).toContain(words);
  expect(compiled.replace(words, 'words')).toMatch(
    /^(words|\(words OR languages\)|\(languages OR \(\(\(facets: \(\([b0-9a-z AND]+\) OR unpaired0\)\) NOT facets: nowhere0\) AND words\)\))$/,
  );
});

test('a long phrase is looked for in spans that overlap by a word', () => {
  const compiled = compileMatch({ ...ALL, searchTerms: ['a b c d e f g h'] }, []);
  expect(compiled).toContain('{title introduction}: ("a b c d e f") AND {title introduction}: ("f g h"))');
});
