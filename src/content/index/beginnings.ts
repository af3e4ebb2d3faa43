import { joinSigns } from './spelling.ts';

/**
 * Word prefixes as index tokens, for search terms with a `*`. Stems cannot serve (`relative` becomes `rel`), and one
 * token reads one list.
 */

const SHORTEST = 3;
/** Longest indexed prefix, in characters. */
export const MAX_BEGINNING = 24;

/** Whether the last word of a search term matches any ending. */
export const isOpen = (term: string): boolean => term.endsWith('*');

/** Tokens of all word prefixes. */
export function beginningTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts)
    for (const word of searchWords(text))
      for (let length = SHORTEST; length <= Math.min(MAX_BEGINNING, word.length); length++)
        tokens.add(tokenOf(word.slice(0, length)));
  return [...tokens];
}

/** Token of articles with a word that begins with the last word of `beginning`. */
export const beginningTerm = (beginning: string): string =>
  tokenOf((searchWords(beginning).at(-1) ?? '').slice(0, MAX_BEGINNING));

/** Words without accents or capitals. */
export const searchWords = (text: string): string[] => plainWord(joinSigns(text)).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];

/** Text without accents or capitals. */
export const plainWord = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const tokenOf = (beginning: string): string => `p${beginning}`;
