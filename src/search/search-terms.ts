import * as z from 'zod';
import { isOpen, searchWords } from '../content/index/word-prefixes.ts';
import { list } from '../lib/formats/params.ts';

const TERM_LISTS = ['searchTerms', 'excludeTerms'] as const;
type TermList = (typeof TERM_LISTS)[number];
export type FilterTerms = { [name in TermList]: readonly string[] };

/** Cost of a word, by list. An excluded word costs twice as much, because page rows are also searched for it. */
const VALUES_PER_WORD: Record<TermList, number> = { searchTerms: 1, excludeTerms: 2 };

export const valuesOfTerms = (name: TermList, terms: readonly string[]): number =>
  VALUES_PER_WORD[name] * searchWords(terms.join(' ')).length;

export const wordsIn = (terms: FilterTerms): number =>
  TERM_LISTS.reduce((sum, name) => sum + valuesOfTerms(name, terms[name]), 0);

const MAX_WORDS = 100;

const TERM_PATTERN = /^[^*]*((?:[\p{L}\p{N}\p{Co}]\p{M}*){3}\*)?$/u;

const shaped = z
  .string()
  .regex(TERM_PATTERN, { error: 'may contain a * only at its end, after at least three letters' });
const term = shaped.refine((text) => !text.startsWith('-'), {
  error: 'must not begin with a minus; use excludeTerms to exclude articles',
});
const excludedTerm = shaped.refine((text) => !text.startsWith('-'), { error: 'must be given without the minus' });

/** JSON Schema of a term, simplified for validators that do not support Unicode classes. */
const TERM_SCHEMA = { type: 'string', pattern: '^[^*,]*([^\\s!-\\/:-@\\[-`{-~]{3}\\*)?$' } as const;

const termList = (item: typeof term, most: number, note = '') =>
  list(item, TERM_SCHEMA, (terms) => {
    const words = valuesOfTerms('searchTerms', terms);
    return words > most ? `has ${words} words in all its terms${note}; the limit is ${most}` : null;
  });

export const searchTerms = termList(term, MAX_WORDS).describe(
  'Only articles with any of these words or phrases in headline or introduction',
);
export const excludeTerms = termList(excludedTerm, MAX_WORDS / 2, ', each of which counts twice').describe(
  'Exclude articles with any of these words or phrases in headline or introduction',
);

/** Returns an error for `excludeTerms` if searched and excluded terms together have too many words, or else `null`. */
export function excessOfWords(terms: FilterTerms, searched = 'searchTerms'): string | null {
  const words = wordsIn(terms);
  if (words <= MAX_WORDS) return null;
  return `has too many words: together with ${searched} they count as ${words}, because each excluded word counts twice; the limit is ${MAX_WORDS}`;
}

export const fewWords = z.check<FilterTerms>(({ value, issues }) => {
  const message = excessOfWords(value);
  if (message) issues.push({ code: 'custom', input: value, path: ['excludeTerms'], message });
});

const MAX_CONCURRENT_WORDS = 12;

/** Returns true if a search is expensive because it has many words or a phrase with a `*`. */
export const isCostlySearch = (terms: FilterTerms): boolean =>
  wordsIn(terms) > MAX_CONCURRENT_WORDS ||
  [...terms.searchTerms, ...terms.excludeTerms].some((text) => isOpen(text) && searchWords(text).length > 1);
