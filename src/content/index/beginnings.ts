import { joinSigns } from './spelling.ts';

/**
 * Beginnings of words as index tokens, for search terms with a `*`. The index contains stems, and the stem of a word need not
 * begin as the word does (`relative` becomes `rel`); and it would have to merge the lists of all words with a beginning, whereas a
 * token has one list.
 */

const SHORTEST = 3;
/** Letters of a beginning that the index knows. */
export const MAX_BEGINNING = 24;

/** Whether a search term stands for any ending of its last word. */
export const isOpen = (term: string): boolean => term.endsWith('*');

/** Tokens of all beginnings of all words. */
export function beginningTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts)
    for (const word of searchWords(text))
      for (let length = SHORTEST; length <= Math.min(MAX_BEGINNING, word.length); length++)
        tokens.add(tokenOf(word.slice(0, length)));
  return [...tokens];
}

/** The token of all articles with a word that begins with the last word of `beginning`. */
export const beginningTerm = (beginning: string): string =>
  tokenOf((searchWords(beginning).at(-1) ?? '').slice(0, MAX_BEGINNING));

/** Words without accents and capitals. */
export const searchWords = (text: string): string[] => plainWord(joinSigns(text)).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];

/** Text without accents and capitals. */
export const plainWord = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const tokenOf = (beginning: string): string => `p${beginning}`;
