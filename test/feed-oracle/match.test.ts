import { describe, expect, test } from 'vitest';
import type { FeedFilter } from '../../src/feed/filter.ts';
import { compileMatch } from '../../src/feed/match.ts';

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
};

const GEOGRAPHY = [
  { id: 1, slug: 'europe', name: 'Europe', countries: ['DE', 'FR'] },
  { id: 2, slug: 'dach', name: 'DACH', countries: ['AT', 'DE'] },
  { id: 3, slug: 'asia', name: 'Asia', countries: ['JP'] },
];

describe('a filter becomes', () => {
  test.each<[filter: Partial<FeedFilter>, expression: string]>([
    [{}, 'facets: (all0)'],
    [{ articleTypes: ['video', 'report'] }, 'facets: (kvideo0 OR kreport0)'],
    [{ includeTopics: [47, 1] }, 'facets: (t47 OR t1)'],
    [{ includeTopics: [47], includeCompanies: [12] }, 'facets: (t47) AND facets: (o12)'],
    [{ excludeCompanies: [12, 13] }, '(facets: (all0)) NOT facets: (o12 OR o13)'],
    [{ includeCountries: ['DE'] }, 'facets: (nde0 OR g1 OR g2)'],
    [{ includeCountries: ['US'] }, 'facets: (nus0)'],
    [{ includeCountries: ['FR', 'JP'] }, 'facets: (nfr0 OR njp0 OR g1 OR g3)'],
    [{ excludeCountries: ['DE'] }, '(facets: (all0)) NOT facets: (nde0)'],
    [{ includeGeoGroups: ['dach', 'asia'] }, 'facets: (g2 OR g3)'],
    [{ includeGeoGroups: ['atlantis'] }, 'facets: (g0)'],
    [{ excludeNonHttpsSources: true, excludeNonIframeableSources: true }, 'facets: (https0) AND facets: (iframeable0)'],
    [
      { includePaywalled: false, includeRegistration: false },
      '(facets: (all0)) NOT facets: (paywalled0 OR registration0)',
    ],
    [{ searchTerms: ['cyber'] }, '{title introduction}: ("cyber") AND facets: (all0)'],
    [{ searchTerms: ['cyber risk', 'flood'] }, '{title introduction}: ("cyber risk" OR "flood") AND facets: (all0)'],
    [
      { searchTerms: ['a'], includeTopics: [1], excludeCountries: ['FR'] },
      '({title introduction}: ("a") AND facets: (t1)) NOT facets: (nfr0)',
    ],
  ])('%j → %s', (filter, expression) => {
    expect(compileMatch({ ...ALL, ...filter }, GEOGRAPHY)).toBe(expression);
  });
});

test.each([
  ['"', '""""'],
  ['a" OR facets:"t1', '"a"" OR facets:""t1"'],
  ['a* NEAR(b)', '"a* NEAR(b)"'],
  ['a\0b', '"a b"'],
])('the term %j is nothing but a quoted string', (term, quoted) => {
  expect(compileMatch({ ...ALL, searchTerms: [term] }, [])).toBe(
    `{title introduction}: (${quoted}) AND facets: (all0)`,
  );
});
