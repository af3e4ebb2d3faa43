import { describe, expect, test } from 'vitest';
import GEO_GROUPS from '../../src/content/reference/geo-groups.generated.ts';
import { compileTagger } from '../../src/tagging/compile.ts';
import { rulePhrases } from '../../src/tagging/phrase.ts';
import type { StoredRule } from '../../src/tagging/rule-kinds.ts';
import { makeTagger } from '../../src/tagging/tagger.ts';

const rule = (kind: StoredRule['kind'], ref: string, words: string[], exclusions: string[] = []): StoredRule => ({
  kind,
  ref,
  words,
  exclusions,
});

const companies = [
  { id: 1, name: 'Acme & Co. Ltd' },
  { id: 2, name: 'AXA' },
  { id: 3, name: 'Lloyd’s of London' },
  { id: 4, name: 'Marrow Claims' },
];
const tagger = makeTagger({
  companies,
  groups: GEO_GROUPS,
  rules: [
    rule('topic', '41', ['claim', 'loss adjust*'], ['claim to fame', 'job advert']),
    rule('topic', '5', ['D&O', 'IT']),
    rule('company', '2', ['Axa XL'], ['axa the dog']),
    rule('country', 'AE', ['Dubai']),
    rule('country', 'MX', [], ['mexico wave']),
  ],
});

const tags = (title: string, introduction = '') => {
  const { topics, companies: named, countries, geoGroups } = tagger.tags({ title, introduction });
  return [...topics, ...named, ...countries, ...geoGroups].join(' ');
};

describe('topic rules', () => {
  test.each([
    ['Claims rise', '41'],
    ['CLAIM DENIED', '41'],
    ['Loss adjusters meet', '41'],
    ['Claimant wins', ''],
    ['His claim to fame', ''],
    ['His claim to fame is a paid claim', '41'],
    ['Job advert: claims handler', ''],
    ['D&O and it rates', '5'],
    ['IT outage', '5'],
    ['Marrow Claims moves', '4'],
  ])('the tagger finds the tags of “%s”: “%s”', (title, expected) => {
    expect(tags(title)).toBe(expected);
  });

  test('phrases of a rule do not match across title and introduction', () => {
    expect(tags('A loss', 'adjusters know')).toBe('');
    expect(tags('A claim', 'in a job advert')).toBe('');
  });
});

describe('names of companies, countries and geo groups', () => {
  test.each([
    ['Acme buys AXA', '1 2'],
    ['acme and axa', ''],
    ['Acme & Co hires', '1'],
    ['Axa XL hires', '2'],
    ['AXA the dog and AXA XL', '2'],
    ['Lloyd’s of London in London', '3 GB'],
    ['U.S. and U.K. and U.A.E. rates; contact us', 'US GB AE'],
    ['Dubai and Mexico', 'AE MX'],
    ['A Mexico wave', ''],
    ['Mexicans in New Mexico', 'MX US'],
    ['south-east Asia, sub-Saharan Africa', 'south-eastern-asia sub-saharan-africa'],
    ['EMEA and Europe, Middle East and Africa', 'emea'],
    ['St. Lucia’s Saint Lucians', 'LC'],
    ['Republic of Ireland and Northern Irish brokers', 'IE GB'],
    ['American Samoa', 'AS'],
    ['Jordan Peele and Chad', 'TD'],
    ['Michael Jordan. Jordan resigns', ''],
    ['In Jordan, as in Georgia', 'JO GE'],
    ['Georgia: Atlanta grows', 'US'],
    ['Holland & Knight in Dutch court', 'NL'],
    ['Commonwealth of Virginia, European rates', 'US europe'],
  ])('the tagger finds the names in “%s”: “%s”', (title, expected) => {
    expect(tags(title)).toBe(expected);
  });
});

test('tags of a text are ordered by their first mention, without duplicates', () => {
  expect(tags('France, Spain, France', 'Spain and Italy')).toBe('FR ES IT');
});

test('tags for the same word are ordered by id or slug', () => {
  const groups = [
    { slug: 'group-2', name: 'A' },
    { slug: 'group-1', name: 'B' },
  ];
  const named = [
    { id: 10, name: 'Tenth' },
    { id: 9, name: 'Ninth' },
  ];
  const rules = ['group-2', 'group-1'].map((ref) => rule('geoGroup', ref, ['word']));
  rules.push(...['10', '9'].flatMap((ref) => [rule('company', ref, ['word']), rule('topic', ref, ['word'])]));
  for (const turned of [false, true]) {
    const inOrder = <T>(list: T[]) => (turned ? list.toReversed() : list);
    const some = makeTagger({ companies: inOrder(named), groups: inOrder(groups), rules: inOrder(rules) });
    expect(some.tags({ title: 'The word', introduction: '' })).toEqual({
      topics: [9, 10],
      companies: [9, 10],
      countries: [],
      geoGroups: ['group-1', 'group-2'],
    });
  }
});

test('a rule with a language applies only to texts in that language', () => {
  const german = makeTagger({
    companies: [],
    groups: [],
    rules: [{ ...rule('topic', '7', ['Gift']), language: 'de' }, rule('topic', '8', ['storm'])],
  });
  const topicsIn = (language: string | null) =>
    german.tags({ title: 'Gift, storm', introduction: '', language }).topics;
  expect(topicsIn('de')).toEqual([7, 8]);
  expect(topicsIn('de-AT')).toEqual([7, 8]);
  for (const other of ['en', 'fr', null]) expect(topicsIn(other)).toEqual([8]);
});

test('a tagger without rules finds no tags', () => {
  expect(compileTagger([]).tags({ title: 'Claims', introduction: 'France' })).toEqual({
    topics: [],
    companies: [],
    countries: [],
    geoGroups: [],
  });
  expect(rulePhrases('—')).toEqual([]);
});
