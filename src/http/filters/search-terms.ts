import * as z from 'zod';
import { isOpen, searchWords } from '../../content/index/beginnings.ts';
import { list } from '../params.ts';

const MAX_WORDS = 100;

/** Allows a final `*` after three letters. */
const SHAPE = /^[^*]*((?:[\p{L}\p{N}\p{Co}]\p{M}*){3}\*)?$/u;

const term = z.string().regex(SHAPE, { error: 'may hold a * only at its end, after at least three letters' });

/** Simplified for schema validators without Unicode classes. */
const TERM = { type: 'string', pattern: '^[^*,]*([^\\s!-\\/:-@\\[-`{-~]{3}\\*)?$' } as const;

const countWords = (terms: readonly string[]): number => terms.reduce((sum, text) => sum + searchWords(text).length, 0);

export const searchTerms = list(term, TERM, (terms) =>
  countWords(terms) > MAX_WORDS ? `holds ${countWords(terms)} words in all its terms; at most ${MAX_WORDS}` : null,
);

/** Word count from which searches run one at a time. */
const MANY = 12;

/** Whether a search is expensive: many words, or phrases with a `*`. */
export const isCostlySearch = (terms: readonly string[]): boolean =>
  countWords(terms) > MANY || terms.some((text) => isOpen(text) && searchWords(text).length > 1);
