import { describe, expect, test } from 'vitest';
import {
  bigramTokens,
  openBigram,
  phraseBigrams,
  phraseWords,
  rawWords,
  spelledTokens,
  stem,
  wordToken,
  wordTokens,
} from '../../src/content/index/bigrams.ts';

describe('bigrams', () => {
  test('bigramTokens contains pairs of adjacent words, regardless of endings and accents', () => {
    expect(bigramTokens(['Cyber risks', 'rising'])).toEqual(bigramTokens(['cyber RISK']));
    expect(bigramTokens(['Café society'])).toEqual(bigramTokens(['cafe, societies!']));
    expect(bigramTokens(['Άμεση insurance'])).toEqual(bigramTokens(['αμεση insured']));
    expect(bigramTokens(['three four five'])).toHaveLength(2);
    expect(bigramTokens(['one', 'two'])).toEqual([]);
  });

  test.each([
    ['cyber risks', 'cyber risk'],
    ['they say so', 'They say so'],
    ['use of us', 'uses of us'],
    ['the new rules', 'the new rule'],
  ])('the bigrams of the phrase “%s” are tokens of “%s”', (phrase, text) => {
    expect(bigramTokens([text])).toEqual(expect.arrayContaining(phraseBigrams(rawWords(phrase))));
  });

  test.each([
    ['flur gri', 'flur grim'],
    ['to the', 'to them'],
  ])('a short second word of the phrase “%s” does not find the longer word of “%s”', (phrase, text) => {
    expect(bigramTokens([text])).not.toEqual(expect.arrayContaining(phraseBigrams(rawWords(phrase))));
  });

  test('phraseWords contains the words that bigrams contain in part only', () => {
    const found = (text: string) => [...wordTokens([text]), ...spelledTokens([text])];
    for (const text of ['cyber risks of it', 'Cyber RISK of IT', 'cyber ＲＩＳＫ'])
      for (const tokens of phraseWords(rawWords('cyber risk')))
        expect(
          tokens.some((token) => found(text).includes(token)),
          text,
        ).toBe(true);
    expect(phraseWords(rawWords('risk of it'))).toEqual([]);
    expect(spelledTokens(['cyber risks'])).toEqual([]);
  });

  test('bigramTokens match every prefix of at least three letters', () => {
    const tokens = bigramTokens(['flood insurance claims']);
    for (const [known, beginning] of [
      ['flood', 'ins'],
      ['flood', 'insur'],
      ['floods', 'insuran'],
      ['flood', 'insurance'],
      ['flood insurance', 'cla'],
    ] as const)
      expect(tokens, beginning).toEqual(expect.arrayContaining(openBigram(known, beginning)));
    expect(tokens).not.toEqual(expect.arrayContaining(openBigram('flood', 'claims')));
    expect(openBigram('flood', 'in')).toEqual([]);
  });

  test('bigramTokens has one token per pair of words if the second word is long, whatever its length', () => {
    expect(bigramTokens(['flood insurance claims'])).toHaveLength(2);
    expect(bigramTokens(['claims of insurers'])).toHaveLength(2);
    expect(bigramTokens(['claims for insurers'])).toHaveLength(3);
  });
});

test.each([
  ['claims', 'claim'],
  ['CAFÉ', 'cafe'],
  ['cafe\u0301', 'cafe'],
  ['İstanbul', 'istanbul'],
  ['РИСК', 'риск'],
  ['保険', '保険'],
  ['2026', '2026'],
  ['x²', 'x²'],
])('stem of %s is %s', (word, stemmed) => {
  expect(stem(word)).toBe(stemmed);
  expect(wordToken(word)).toBe(`v${stemmed}`);
});

test('combining marks without a letter are not words', () => {
  expect(rawWords('a \u0301 b')).toEqual(['a', 'b']);
});
