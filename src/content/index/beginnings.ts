import { joinSigns } from './spelling.ts';

/** Index tokens from prefixes of words, for search terms with `*`. Stems are unsuitable: `relative` becomes `rel`. */

const MIN_PREFIX_LETTERS = 3;
export const MAX_BEGINNING = 24;

export const isOpen = (term: string): boolean => term.endsWith('*');

export function beginningTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts)
    for (const word of searchWords(text))
      for (let length = MIN_PREFIX_LETTERS; length <= Math.min(MAX_BEGINNING, word.length); length++)
        tokens.add(tokenOf(word.slice(0, length)));
  return [...tokens];
}

/** Returns the token of articles with a word that begins with the last word of `beginning`. */
export const beginningTerm = (beginning: string): string =>
  tokenOf((searchWords(beginning).at(-1) ?? '').slice(0, MAX_BEGINNING));

export const searchWords = (text: string): string[] => plainWord(joinSigns(text)).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];

/** Returns a text without accents and in lower case. */
export const plainWord = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const tokenOf = (beginning: string): string => `p${beginning}`;
