import { expect, test } from 'vitest';
import { rulePhrases } from '../../src/tagging/phrase.ts';
import { companyPhrases } from '../../src/tagging/tagger.ts';
import { plural, wordsOf } from '../../src/tagging/words.ts';

test.each<[text: string, forms: string]>([
  ['Flood, storm & fire', 'flood storm and fire'],
  ['Lloyd’s insurers’ members', 'lloyd insurers members'],
  ["O'Neill's Cote d'Ivoire", 'oneill cote d ivoire'],
  ['U.S. and A.M. Best, e.g. Inc.', 'us and am best eg inc'],
  ['Guinea-Bissau co-insurance', 'guinea bissau co insurance'],
  ['Türkiye, Åland, Łódź, Straße', 'turkiye aland lodz strasse'],
  ['€12.5m in 2026', '12 5m in 2026'],
  ['… — ✓', ''],
])('wordsOf “%s” are “%s”', (text, forms) => {
  expect(
    wordsOf(text)
      .map(({ form }) => form)
      .join(' '),
  ).toBe(forms);
});

test('words record their capitalization and whether they are adjacent', () => {
  expect(wordsOf('Oslo, the UK port')).toEqual([
    { form: 'oslo', capital: true, upper: false, owner: false, joined: false, hyphened: false, proper: false },
    { form: 'the', capital: false, upper: false, owner: false, joined: false, hyphened: false, proper: false },
    { form: 'uk', capital: true, upper: true, owner: false, joined: true, hyphened: false, proper: false },
    { form: 'port', capital: false, upper: false, owner: false, joined: true, hyphened: false, proper: false },
  ]);
});

test.each([
  ['claim', 'claims'],
  ['policy', 'policies'],
  ['survey', 'surveys'],
  ['breach', 'breaches'],
  ['loss', 'losses'],
  ['tax', 'taxes'],
])('the plural of %s is %s', (one, many) => {
  expect(plural(one)).toBe(many);
});

const forms = (phrases: { forms: string[] }[]) => phrases.map((phrase) => phrase.forms.join(' '));

test.each<[word: string, forms: string[]]>([
  ['data breach', ['data breach', 'data breaches']],
  ['reinsur*', ['reinsur']],
  ['G20', ['g20']],
  ['*', []],
])('rulePhrases of %s are %j', (word, expected) => {
  expect(forms(rulePhrases(word))).toEqual(expected);
});

test.each<[name: string, forms: string[]]>([
  ['Acme', ['acme']],
  ['Acme & Co. Ltd', ['acme and co ltd', 'acme and co', 'acme']],
  ['The Hartford', ['the hartford']],
  ['The Marlow Company', ['the marlow company', 'marlow company', 'marlow']],
  ['General Insurance Group plc', ['general insurance group plc', 'general insurance group', 'general insurance']],
  ['National Group', ['national group']],
  ['AG', ['ag']],
])('companyPhrases of %s are %j', (name, expected) => {
  expect(forms(companyPhrases(name))).toEqual(expected);
});
