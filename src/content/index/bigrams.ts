import { stemmer } from 'stemmer';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import { plainWord } from './beginnings.ts';
import { isCapitals, isShouted, joinDots, joinSigns } from './spelling.ts';

/**
 * Words and bigrams (pairs of neighbouring words) as index tokens. The index stores no positions: it finds a phrase by its bigrams,
 * which are hashed to few values, and the rows that it finds are checked (`src/search/terms.ts`). (docs/decisions.md#F8)
 */

/** Number of distinct tokens of bigrams, which bounds the index; an article of sixty words has a given foreign token once in some 17,000 cases. */
const BIGRAMS = 2 ** 20;
/** Number of hashes for bigrams with an open end; a second token narrows them. */
const OPEN_BIGRAMS = 2 ** 18;

/** Tokens of all words. */
export const wordTokens = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => rawWords(text).map(wordToken))),
];

/** Token of the articles that have a word in any of its English forms. */
export const wordToken = (word: string): string => `v${stem(word)}`;

/** Token of the articles that have a word in capitals. */
export const capitalsToken = (word: string): string => `m${plainWord(word)}`;

/** Tokens of all words in capitals, with dots or without. */
export const capitalsTokens = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => (isShouted(text) ? [] : capitalsIn(text).map(capitalsToken)))),
];

const capitalsIn = (text: string): string[] => rawWords(joinDots(text)).filter(isCapitals);

/** A text as it is written, and with `US` for `U.S.` if that is another: phrases occur in either. */
export const readingsOf = (text: string): string[] => [...new Set([text, joinDots(text)])];

/** Tokens of all neighbours within each text. */
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

/** Open ends of phrases: so many words before the last one, and so many of its letters. */
const OPEN = [
  { before: 1, letters: [3, 5, 8] },
  { before: 2, letters: [3] },
];

/** Tokens of two or three neighbours within each text, with only a beginning of the last word. */
export function openTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const [known, last] = [stems(text), rawWords(text).map(plainWord)];
    for (const { before, letters } of OPEN)
      for (let i = before; i < last.length; i++)
        for (const length of letters)
          if (length <= (last[i] ?? '').length)
            tokens.add(openToken(known.slice(i - before, i), (last[i] ?? '').slice(0, length)));
  }
  return [...tokens];
}

/** Tokens of every article in which the words of `known` are followed by one with this beginning. */
export function openTokensOf(known: string, beginning: string): string[] {
  const words = stems(known);
  const last = plainWord(beginning);
  return OPEN.flatMap(({ before, letters }) => {
    const length = letters.findLast((letters) => letters <= last.length);
    if (words.length < before || length === undefined) return [];
    return [openToken(words.slice(-before), last.slice(0, length))];
  });
}

const openToken = (before: readonly string[], beginning: string): string =>
  `c${(quickHash([...before, beginning].join(' ')) % OPEN_BIGRAMS).toString(36)}`;

const bigramToken = (a: string, b: string) => `b${(quickHash(`${a} ${b}`) % BIGRAMS).toString(36)}`;

/** The stems of a text's words in their order. */
export const stems = (text: string): string[] => rawWords(text).map(stem);

/** The words of a text as written. */
export const rawWords = (text: string): string[] =>
  (joinSigns(text).match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []).filter((word) => /[^\p{M}]/u.test(word));

/** Texts repeat words, and computing a stem takes ten times as long as looking it up. */
const knownStems = new Map<string, string>();
const MAX_KNOWN_STEMS = 50_000;

/** The English stem of a word, without accents and capitals; other scripts have none. */
export function stem(word: string): string {
  const known = knownStems.get(word);
  if (known !== undefined) return known;
  if (knownStems.size >= MAX_KNOWN_STEMS) knownStems.clear();
  const made = makeStem(word);
  knownStems.set(word, made);
  return made;
}

function makeStem(word: string): string {
  const plain = plainWord(word);
  // Words of fewer than three letters have no stem.
  return plain.length >= 3 && /^[a-z0-9]+$/.test(plain) ? stemmer(plain) : plain;
}
