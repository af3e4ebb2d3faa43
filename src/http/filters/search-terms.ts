import * as z from 'zod';
import { isOpen, searchWords } from '../../content/index/beginnings.ts';
import { list } from '../params.ts';

const MAX_WORDS = 100;

const term = z
  .string()
  .refine((text) => !text.includes('*') || (isOpen(text) && text.indexOf('*') === text.length - 1), {
    error: 'may hold a * for any ending after its last word only, and after at least three letters',
  });

/** A term in descriptions: a `*` at its end after three letters, and nowhere else. */
const TERM = { type: 'string', pattern: '^[^*,]*([^\\s!-\\/:-@\\[-`{-~]{3}\\*)?$' } as const;

const countWords = (terms: readonly string[]): number => terms.reduce((sum, text) => sum + searchWords(text).length, 0);

/** Words and phrases to search for, any of them. */
export const searchTerms = list(term, TERM, (terms) =>
  countWords(terms) > MAX_WORDS ? `holds ${countWords(terms)} words in all its terms; at most ${MAX_WORDS}` : null,
);

/** Number of words from which searches are so expensive that they run one at a time. */
const MANY = 12;

/** Whether a search is expensive on a large newsroom: many words, or phrases with a `*`. */
export const isCostlySearch = (terms: readonly string[]): boolean =>
  countWords(terms) > MANY || terms.some((text) => isOpen(text) && searchWords(text).length > 1);
