import { describe, expect, test } from 'vitest';
import { render } from '../../src/search/expression.ts';
import { EVERYTHING, type FeedFilter, filterOf } from '../../src/search/feed-filters.ts';
import { compileMatch } from '../../src/search/match.ts';

const GEOGRAPHY = [
  { id: 1, slug: 'europe', name: 'Europe', countries: ['DE', 'FR'] },
  { id: 2, slug: 'dach', name: 'DACH', countries: ['AT', 'DE'] },
  { id: 3, slug: 'asia', name: 'Asia', countries: ['JP'] },
];

const IN_LANGUAGES =
  /(?<=\(|OR )(?:[sr][0-9a-z]+|\([sr][0-9a-z]+(?: AND [sr][0-9a-z]+)+\))(?: OR (?:[sr][0-9a-z]+|\([sr][0-9a-z]+(?: AND [sr][0-9a-z]+)+\)))*/g;

describe('compileMatch', () => {
  test.each<[filter: Partial<FeedFilter>, expression: string]>([
    [{}, 'a'],
    [{ articleTypes: ['video', 'report'] }, '(kvideo OR kreport)'],
    [{ includeTopics: [47, 1] }, '(t47 OR t1)'],
    [{ includeTopics: [47], includeCompanies: [12] }, '((o12 NOT fnowhere) AND t47)'],
    [{ excludeCompanies: [12, 13] }, '(a NOT (o12 OR o13))'],
    [{ includeCountries: ['DE'] }, '(nde OR g1 OR g2)'],
    [{ includeCountries: ['US'] }, 'nus'],
    [{ includeCountries: ['FR', 'JP'] }, '(nfr OR njp OR g1 OR g3)'],
    [{ excludeCountries: ['DE'] }, '(a NOT nde)'],
    [{ includeGeoGroups: ['dach', 'asia'] }, '(g2 OR g3)'],
    [{ includeGeoGroups: ['atlantis'] }, 'g0'],
    [{ excludeNonHttpsSources: true, excludeNonIframeableSources: true }, '((fiframeable NOT fnowhere) AND fhttps)'],
    [{ includePaywalled: false, includeRegistration: false }, '(a NOT (fpaywalled OR fregistration))'],
    [{ searchTerms: ['cyber'] }, '(vcyber OR languages)'],
    [{ searchTerms: ['cyber'], languages: [] }, 'vcyber'],
    [{ searchTerms: ['cyber'], languages: ['ru'] }, 'vcyber'],
    [{ searchTerms: ['cyber'], languages: ['de'] }, '(vcyber OR languages)'],
    [{ searchTerms: ['cyber', 'flood'] }, '(vcyber OR vflood OR languages)'],
    [{ searchTerms: ['cyber risks'] }, '(languages OR ((bAA AND (vrisk OR zrisk)) NOT fnowhere))'],
    [{ searchTerms: ['a b c', 'flood'] }, '(vflood OR languages OR ((bAA AND bAA) NOT fnowhere))'],
    [{ searchTerms: ['cyber ris*'], languages: [] }, '((bAA AND pris) NOT fnowhere)'],
    [{ searchTerms: ['!?'] }, 'fnowhere'],
    [
      { excludeCompanies: Array.from({ length: 7 }, (_, i) => i + 1) },
      '((a NOT (o1 OR o2 OR o3 OR o4 OR o5)) NOT (o6 OR o7))',
    ],
    [
      { searchTerms: ['a'], includeTopics: [1], excludeCountries: ['FR'] },
      '(((t1 NOT fnowhere) AND (va OR languages)) NOT nfr)',
    ],
    [
      { includeCompanies: [1, 2, 3], articleTypes: ['podcast'], includeTopics: [1, 2], excludeNonHttpsSources: true },
      '((((((kpodcast NOT fnowhere) AND (t1 OR t2)) NOT fnowhere) AND (o1 OR o2 OR o3)) NOT fnowhere) AND fhttps)',
    ],
  ])('compileMatch of %j is %s', (filter, expression) => {
    const compiled = render(compileMatch({ ...EVERYTHING, ...filter }, GEOGRAPHY)).replaceAll(
      IN_LANGUAGES,
      'languages',
    );
    expect(compiled.replaceAll(/\bb[0-9a-z]+\b/g, 'bAA')).toBe(expression);
  });
});

test.each(['"', 'a" OR t1', 'a* NEAR(b)', 'a\0b', '{tokens}: a', 'a OR b', "'", 'NOT x', '保険 OR t1'])(
  'the term %j is compiled only to tokens',
  (term) => {
    const compiled = render(compileMatch({ ...EVERYTHING, searchTerms: [term] }, []));
    expect(compiled.replaceAll(/\b(?:AND|OR|NOT)\b/g, '')).toMatch(/^(?:[ ()]|[bmprsvz][0-9a-z]+\b|fnowhere\b)*$/);
    expect(compiled).not.toMatch(/\bt1\b/);
  },
);

test('a long phrase is looked up using six of its bigrams', () => {
  const compiled = render(compileMatch({ ...EVERYTHING, searchTerms: ['a b c d e f g h i j'], languages: [] }, []));
  expect(compiled.match(/\bb[0-9a-z]+/g)).toHaveLength(6);
});

test('a search that was saved before a filter existed matches as before', () => {
  const { includeLanguages: _, includePaywalled: __, ...older } = { ...EVERYTHING, includeTopics: [1] };
  expect(compileMatch(filterOf(older), [])).toEqual(compileMatch({ ...EVERYTHING, includeTopics: [1] }, []));
});
