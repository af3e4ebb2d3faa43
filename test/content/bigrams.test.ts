import { describe, expect, test } from 'vitest';
import { bigramTokens, openTokens, openTokensOf, rawWords, stem, wordToken } from '../../src/content/index/bigrams.ts';

describe('bigrams', () => {
  test('bigramTokens contains pairs of adjacent words, regardless of endings and accents', () => {
    expect(bigramTokens(['Cyber risks', 'rising'])).toEqual(bigramTokens(['cyber RISK']));
    expect(bigramTokens(['Café society'])).toEqual(bigramTokens(['cafe, societies!']));
    expect(bigramTokens(['Άμεση insurance'])).toEqual(bigramTokens(['αμεση insured']));
    expect(bigramTokens(['one two three'])).toHaveLength(2);
    expect(bigramTokens(['one', 'two'])).toEqual([]);
  });

  test('openTokens match every prefix of at least three letters', () => {
    const tokens = openTokens(['flood insurance claims']);
    for (const [known, beginning] of [
      ['flood', 'ins'],
      ['flood', 'insur'],
      ['floods', 'insuran'],
      ['flood', 'insurance'],
      ['flood insurance', 'cla'],
    ] as const)
      expect(tokens, beginning).toEqual(expect.arrayContaining(openTokensOf(known, beginning)));
    expect(tokens).not.toEqual(expect.arrayContaining(openTokensOf('flood', 'claims')));
    expect(openTokensOf('flood', 'in')).toEqual([]);
  });

  test('openTokens has at most one token per pair of words, whatever the length of the second word', () => {
    expect(openTokens(['flood insurance claims'])).toHaveLength(2);
    expect(openTokens(['claims of insurers'])).toHaveLength(1);
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
