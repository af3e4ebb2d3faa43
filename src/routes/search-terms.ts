import * as z from 'zod';
import { wordsOf } from '../content/beginnings.ts';
import { list } from '../http/params.ts';

const MAX_WORDS = 100;
/** Letters before a `*`: fewer would stand for too much to mean anything. */
const MIN_BEGINNING = 3;

const term = z
  .string()
  .refine((text) => !/\*./.test(text), { error: 'may hold a * at its end only' })
  .refine((text) => !text.endsWith('*') || lastLetters(text) >= MIN_BEGINNING, {
    error: `must have at least ${MIN_BEGINNING} letters before the *`,
  });

const lastLetters = (text: string): number => (/[\p{L}\p{N}\p{M}\p{Co}]*(?=\*$)/u.exec(text)?.[0] ?? '').length;

const countWords = (terms: readonly string[]): number => terms.reduce((sum, text) => sum + wordsOf(text).length, 0);

/** Words and phrases to search for, any of them. */
export const searchTerms = list(term, { type: 'string' }, (terms) =>
  countWords(terms) > MAX_WORDS ? `holds ${countWords(terms)} words in all its terms; at most ${MAX_WORDS}` : null,
);

/** Words from which a search takes the database long enough that such searches go one after the other. */
const MANY = 12;

/** Whether a search takes long on a large newsroom: many words, or phrases of which an end is open. */
export const isCostlySearch = (terms: readonly string[]): boolean =>
  countWords(terms) > MANY || terms.some((text) => text.endsWith('*') && wordsOf(text).length > 1);
