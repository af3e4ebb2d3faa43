import { stemmer } from 'stemmer';
import { quickHash } from '../lib/quick-hash.ts';
import { plainWord } from './beginnings.ts';

/**
 * Pairs of neighbouring words as index tokens. Words that are everywhere but never side by side make a phrase that the index
 * could only refuse by looking at nearly every article; the pair's token tells at once which few are worth a look.
 * Pairs only ever narrow: the phrase itself is matched beside them.
 */

/** Stands in articles with a word that the index may cut or stem in another way than `words` does: no pair excludes them. */
export const UNPAIRED = 'unpaired0';

/** Pairs share so many tokens, which bounds the index; an article of sixty words holds a stranger's token once in some 17,000. */
const TOKENS = 2 ** 20;
/** Longer words are not stemmed by the index. */
const LONGEST = 64;

/** Tokens of all neighbours within each text. */
export function pairTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const list = words(text);
    for (const [i, word] of list.entries()) {
      const next = list[i + 1];
      if (word === null) tokens.add(UNPAIRED);
      else if (next) tokens.add(pairToken(word, next));
    }
  }
  return [...tokens];
}

/** Tokens that every paired article with this phrase has; none where nothing can be said of it. */
export function pairsOfPhrase(phrase: string): string[] {
  return words(phrase).includes(null) ? [] : pairTokens([phrase]);
}

/** Letters of the second word in a pair of which the end is open. */
const OPEN_LETTERS = 3;

/** Tokens of all neighbours within each text, of the second word its beginning only. */
export function openPairTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const raw = rawWords(text);
    for (const [i, word] of raw.entries()) {
      const next = raw[i + 1];
      if (next !== undefined) tokens.add(openPairToken(word, next));
    }
  }
  return [...tokens];
}

/** The token of articles in which the last word of `known` is followed by a word that begins like `beginning`. */
export const openPairOf = (known: string, beginning: string): string =>
  openPairToken(rawWords(known).at(-1) ?? '', beginning);

/** Here the words need not be as the index makes them, only the same in article and question. */
const openPairToken = (a: string, b: string): string =>
  `c${(quickHash(`${stem(a) ?? plainWord(a)} ${plainWord(b).slice(0, OPEN_LETTERS)}`) % 2 ** 30).toString(36)}0`;

const pairToken = (a: string, b: string) => `b${(quickHash(`${a} ${b}`) % TOKENS).toString(36)}0`;

/** Words in their order as the index's tokenizer (`porter unicode61 remove_diacritics 2`) makes them; null where that is not certain. */
const words = (text: string): (string | null)[] => rawWords(text).map(stem);

const rawWords = (text: string): string[] => text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? [];

/** Texts repeat their words, and a stem takes ten times as long to make as to remember. */
const stems = new Map<string, string | null>();
const REMEMBERED = 50_000;

function stem(word: string): string | null {
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
  // Words of less than three letters have no stem.
  return plain.length < 3 ? plain : stemmer(plain);
}
