/**
 * Beginnings of words as index tokens, for search terms with a `*`. The index contains stems, and the stem of a word need not
 * begin as the word does (`relative` becomes `rel`); and it would have to merge the lists of all words with a beginning, whereas a
 * token has one list.
 */

const SHORTEST = 3;
/** Letters of a beginning that count. */
const LONGEST = 24;

/** Whether a search term ends with a `*` after at least three letters. */
export const isOpen = (term: string): boolean => /(?:[\p{L}\p{N}\p{Co}]\p{M}*){3}\*$/u.test(term);

/** Tokens of all beginnings of all words. */
export function beginningTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts)
    for (const word of searchWords(text))
      for (let length = SHORTEST; length <= Math.min(LONGEST, word.length); length++)
        tokens.add(tokenOf(word.slice(0, length)));
  return [...tokens];
}

/** The token of all articles with a word that begins with the last word of `beginning`. */
export const beginningTerm = (beginning: string): string =>
  tokenOf((searchWords(beginning).at(-1) ?? '').slice(0, LONGEST));

/** Words without accents and capitals. */
export const searchWords = (text: string): string[] => plainWord(text).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];

/** Text without accents and capitals. */
export const plainWord = (text: string): string => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

/** Ends in a digit, so that the index does not stem it. Code units of other scripts are written in digits: the index might fold them. */
const tokenOf = (beginning: string): string =>
  `p${beginning.replace(/[^a-z0-9]/gu, (letter) => `x${letter.codePointAt(0)?.toString(36)}`)}0`;
