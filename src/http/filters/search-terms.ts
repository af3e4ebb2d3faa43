import * as z from 'zod';
import { isOpen, searchWords } from '../../content/index/beginnings.ts';
import { list } from '../params.ts';

const MAX_WORDS = 100;

/** Allows `*` only at the end, after at least three letters or digits. */
const SHAPE = /^[^*]*((?:[\p{L}\p{N}\p{Co}]\p{M}*){3}\*)?$/u;

const shaped = z.string().regex(SHAPE, { error: 'may hold a * only at its end, after at least three letters' });
const term = shaped.refine((text) => !text.startsWith('-'), {
  error: 'may not begin with a minus; excludeTerms leaves out articles with a term',
});
const excludedTerm = shaped.refine((text) => !text.startsWith('-'), { error: 'must be given without the minus' });

/** JSON Schema for a term, simplified for validators that do not support Unicode classes. */
const TERM = { type: 'string', pattern: '^[^*,]*([^\\s!-\\/:-@\\[-`{-~]{3}\\*)?$' } as const;

const countWords = (terms: readonly string[]): number => terms.reduce((sum, text) => sum + searchWords(text).length, 0);

const fewWords = (terms: readonly string[]): string | null =>
  countWords(terms) > MAX_WORDS ? `holds ${countWords(terms)} words in all its terms; at most ${MAX_WORDS}` : null;

export const searchTerms = list(term, TERM, fewWords);

export const excludeTerms = list(excludedTerm, TERM, fewWords);

/** Maximum words of a search that may run concurrently. Longer searches run one at a time. */
const MANY = 12;

/** Whether a search is expensive: it has many words, or a phrase with a `*`. */
export const isCostlySearch = (terms: readonly string[]): boolean =>
  countWords(terms) > MANY || terms.some((text) => isOpen(text) && searchWords(text).length > 1);
