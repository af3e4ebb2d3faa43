import { stemmer } from 'stemmer';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import { plainWord } from './beginnings.ts';

/**
 * Bigrams (pairs of neighbouring words) as index tokens. For a phrase of frequent words that rarely occur next to each other, the index
 * alone would check nearly every article; the bigram's token leaves only a few to check.
 * Bigrams only narrow the search: the phrase itself is matched as well. (docs/decisions.md#F8)
 */

/** Token of articles with a word that the index may split or stem differently than `words` does: bigrams do not exclude them. */
export const WITHOUT_BIGRAMS = 'unpaired0';

/** Number of distinct tokens, which bounds the index; an article of sixty words has a given foreign token once in some 17,000 cases. */
const TOKENS = 2 ** 20;
/** The index does not stem longer words. */
const LONGEST = 64;

/** Tokens of all neighbours within each text. */
export function bigramTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const list = words(text);
    for (const [i, word] of list.entries()) {
      const next = list[i + 1];
      if (word === null) tokens.add(WITHOUT_BIGRAMS);
      else if (next) tokens.add(bigramToken(word, next));
    }
  }
  return [...tokens];
}

/** Tokens that every article with this phrase has, unless it is `WITHOUT_BIGRAMS`; none if that is uncertain. */
export function bigramsOfPhrase(phrase: string): string[] {
  return words(phrase).includes(null) ? [] : bigramTokens([phrase]);
}

/** What a phrase with an open end is found by: so many words before the last one, and so many letters of it at most. */
const OPEN = [
  { before: 1, letters: 8 },
  { before: 2, letters: 4 },
];
/** Letters of a beginning at least. */
const SHORTEST = 3;

/** Tokens of all neighbours within each text, two or three of them, with only a beginning of the last word. */
export function openTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const raw = rawWords(text);
    for (const [i, word] of raw.entries()) {
      const last = plainWord(word);
      for (const { before, letters } of OPEN)
        for (let length = SHORTEST; i >= before && length <= Math.min(letters, last.length); length++)
          tokens.add(openToken(raw.slice(i - before, i), last.slice(0, length)));
    }
  }
  return [...tokens];
}

/** The tokens that every article has in which the words of `known` are followed by one with this beginning. */
export function openTokensOf(known: string, beginning: string): string[] {
  const raw = rawWords(known);
  return OPEN.filter(({ before }) => raw.length >= before).map(({ before, letters }) =>
    openToken(raw.slice(-before), plainWord(beginning).slice(0, letters)),
  );
}

/** These words need not equal those of the index; they only have to be the same in article and question. */
const openToken = (before: readonly string[], beginning: string): string =>
  `c${(quickHash([...before.map((word) => stem(word) ?? plainWord(word)), beginning].join(' ')) % 2 ** 30).toString(36)}0`;

const bigramToken = (a: string, b: string) => `b${(quickHash(`${a} ${b}`) % TOKENS).toString(36)}0`;

/** Words in their order as the index's tokenizer (`porter unicode61 remove_diacritics 2`) makes them; null if that is uncertain. */
const words = (text: string): (string | null)[] => rawWords(text).map(stem);

const rawWords = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

/** Texts repeat words, and computing a stem takes ten times as long as looking it up. */
const stems = new Map<string, string | null>();
const REMEMBERED = 50_000;

/** The English stem of a word as the index makes it; null if that is uncertain. */
export function stem(word: string): string | null {
  const known = stems.get(word);
  if (known !== undefined) return known;
  if (stems.size >= REMEMBERED) stems.clear();
  const made = makeStem(word);
  stems.set(word, made);
  return made;
}

function makeStem(word: string): string | null {
  const plain = word
    .normalize('NFD')
    .replace(/[\u0300-\u036f]/g, '')
    .toLowerCase();
  const certain = /^[a-z0-9]+$/.test(plain) && !/\p{M}/u.test(word) && !plain.includes('yy') && plain.length <= LONGEST;
  if (!certain) return null;
  // Words of fewer than three letters have no stem.
  return plain.length < 3 ? plain : stemmer(plain);
}
