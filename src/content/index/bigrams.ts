import { stemmer } from 'stemmer';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import { memoize } from '../../lib/lazy.ts';
import { plainWord } from './beginnings.ts';
import { isCapitals, joinSigns, spellCapitals } from './spelling.ts';

/** Index tokens of words and bigrams (docs/decisions.md#F8). `src/search/terms.ts` checks phrases found by bigrams. */

/** Number of bigram tokens. One of 17,000 articles contains a given unrelated token. */
const BIGRAMS = 2 ** 20;
const OPEN_BIGRAMS = 2 ** 18;

const MAX_SPLIT_TEXTS = 8;
const MAX_CACHED_WORDS = 50_000;

export const wordTokens = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => rawWords(text).map(wordToken))),
];

/** Returns the token of articles that contain a word in any of its English forms. */
export const wordToken = (word: string): string => `v${stem(word)}`;

export const capitalsToken = (word: string): string => `m${plainWord(word)}`;

/** Returns the tokens of all words in capitals, with or without dots, even next to scripts without spaces. */
export const capitalsTokens = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => rawWords(spellCapitals(text)).filter(isCapitals).map(capitalsToken))),
];

/** Returns a text as written and, if different, with its capitals as words. Phrases are found in either form. */
export function readingsOf(text: string): string[] {
  const spelled = spellCapitals(text);
  return spelled.toLowerCase() === text.toLowerCase() ? [spelled] : [text, spelled];
}

export function bigramTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const list = stems(text);
    for (const [i, word] of list.entries()) {
      const next = list[i + 1];
      if (next !== undefined) tokens.add(bigramToken(word, next));
    }
  }
  return [...tokens];
}

/** Letters of the last word in an open bigram. One more letter would double the number of these tokens. */
const OPEN_LETTERS = 3;

/** Returns the tokens of two neighbouring words within each text, with only a prefix of the second word. */
export function openTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const [known, last] = [stems(text), rawWords(text).map(cachedPlain)];
    for (let i = 1; i < last.length; i++) {
      const token = openToken(known[i - 1] ?? '', last[i] ?? '');
      if (token) tokens.add(token);
    }
  }
  return [...tokens];
}

/** Returns the tokens of every article in which the words of `known` precede a word with this prefix. */
export function openTokensOf(known: string, beginning: string): string[] {
  const token = openToken(stems(known).at(-1) ?? '', plainWord(beginning));
  return token ? [token] : [];
}

const openToken = (before: string, word: string): string | null =>
  word.length < OPEN_LETTERS
    ? null
    : `c${(quickHash(`${before} ${word.slice(0, OPEN_LETTERS)}`) % OPEN_BIGRAMS).toString(36)}`;

const bigramToken = (a: string, b: string) => `b${(quickHash(`${a} ${b}`) % BIGRAMS).toString(36)}`;

export const stems = (text: string): string[] => rawWords(text).map(stem);

/** Returns the words of a text as written. Cached for the latest texts, because each kind of token splits them. */
export const rawWords: (text: string) => readonly string[] = memoize(
  (text) => (joinSigns(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []).filter((word) => /[^\p{M}]/u.test(word)),
  MAX_SPLIT_TEXTS,
);

/** Words recur, and normalising takes ten times as long as a look-up. */
const cachedPlain = memoize(plainWord, MAX_CACHED_WORDS);

/** Returns the English stem without accents. Words in other scripts are unchanged. */
export const stem = memoize(makeStem, MAX_CACHED_WORDS);

function makeStem(word: string): string {
  const plain = plainWord(word);
  // Words with fewer than three letters have no stem.
  return plain.length >= 3 && /^[a-z0-9]+$/.test(plain) ? stemmer(plain) : plain;
}
