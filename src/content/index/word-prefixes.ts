import { isAscii } from '../../lib/formats/ascii.ts';
import { memoize } from '../../lib/lazy.ts';
import { joinSigns } from './spelling.ts';

/** Index tokens of word prefixes, for search terms with `*`. Stems match no prefix: the stem of `relative` is `rel`. */

const MIN_PREFIX_LETTERS = 3;
export const MAX_BEGINNING = 24;

export const isOpen = (term: string): boolean => term.endsWith('*');

/** Returns the tokens of the prefixes of words, which must be without accents and in lower case. */
export function beginningTokens(words: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const word of new Set(words)) for (const token of tokensOfWord(word)) tokens.add(token);
  return [...tokens];
}

const MAX_CACHED_WORDS = 10_000;

/** Tokens are cached by word, because the same words recur in many articles. */
const tokensOfWord = memoize((word): readonly string[] => {
  const most = Math.min(MAX_BEGINNING, word.length);
  return Array.from({ length: Math.max(0, most - MIN_PREFIX_LETTERS + 1) }, (_, i) =>
    tokenOf(word.slice(0, MIN_PREFIX_LETTERS + i)),
  );
}, MAX_CACHED_WORDS);

/** Returns the token of articles with a word that begins with the last word of `beginning`. */
export const beginningTerm = (beginning: string): string =>
  tokenOf((searchWords(beginning).at(-1) ?? '').slice(0, MAX_BEGINNING));

export function searchWords(text: string): string[] {
  const plain = plainWord(joinSigns(text));
  return plain.match(isAscii(plain) ? /[a-z0-9]+/g : /[\p{L}\p{N}\p{Co}]+/gu) ?? [];
}

/** Returns a text without accents and in lower case. */
export const plainWord = (text: string): string =>
  (isAscii(text) ? text : text.normalize('NFD').replace(/\p{M}/gu, '')).toLowerCase();

const tokenOf = (beginning: string): string => `p${beginning}`;
