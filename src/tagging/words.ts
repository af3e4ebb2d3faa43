import { isAscii } from '../lib/formats/ascii.ts';

export interface TextWord {
  /** Word in lower case, without accents. */
  form: string;
  capital: boolean;
  upper: boolean;
  /** Whether the word ends with a possessive `’s`. */
  owner: boolean;
  /** Whether only a space separates the word from the previous word. */
  joined: boolean;
  hyphened: boolean;
  /** Whether the capital marks a name. It may not after a full stop, after an article, or in a capitalised headline. */
  proper: boolean;
}

// Matches elided articles (l’Italie, dell’Ungheria), dotted abbreviations, ampersands, and words with apostrophes.
const WORD =
  /(?<![\p{L}\p{N}])(?:[cdjlmnst]|(?:jus|lors|puis)?qu|(?:a|da|de|ne|su)ll|quest|quell|un)['’](?=\p{L}{3})|\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])\.?|&|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/giu;

export const UNSPACED_SCRIPTS = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

let segmenter: Intl.Segmenter | undefined;

interface WrittenWord {
  word: string;
  from: number;
}

const PLAIN_WORD = /[a-z0-9]+/gi;
/** Returns true if the text contains only characters for which the faster `PLAIN_WORD` finds the same words as `WORD`. */
const hasPlainWords = (text: string): boolean => isAscii(text) && !/['&]|[a-z]\.[a-z]/i.test(text);

/** Returns the words of a text with their positions. A dictionary finds words in scripts without spaces. */
function writtenWords(text: string): WrittenWord[] {
  const isPlain = hasPlainWords(text);
  const words = Array.from(text.matchAll(isPlain ? PLAIN_WORD : WORD), ({ 0: word, index }) => ({ word, from: index }));
  return !isPlain && UNSPACED_SCRIPTS.test(text) ? words.flatMap(segmented) : words;
}

function segmented({ word, from }: WrittenWord): WrittenWord[] {
  if (!UNSPACED_SCRIPTS.test(word)) return [{ word, from }];
  // Chinese and Japanese use the same dictionary. The other scripts have dictionaries in any locale.
  segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
  return Array.from(segmenter.segment(word), ({ segment, index }) => ({ word: segment, from: from + index }));
}

/** Matches the end of a sentence or the start of a quotation, after which a word is always capitalised. */
const SENTENCE_END = /[.!?:;•|“"‘([–—]/;
/** A headline counts as fully capitalised if this share of its words with at least four letters is capitalised. */
const MIN_CAPITAL_LETTERS = 4;
const ALL_CAPITALS = 0.7;

/** Words that never come before a company's name: “the gap”, “its target”. */
const DETERMINERS = new Set('a an any each every her his its my no our some that the their this your'.split(' '));

/** Splits a text into words. `U.S.` becomes `us`, `&` becomes `and`, and the possessive `’s` is dropped. */
export function wordsOf(text: string): TextWord[] {
  let end = 0;
  let before = '';
  const words = writtenWords(text).map(({ word: found, from }): TextWord => {
    const between = text.slice(end, from);
    const isFirst = end === 0 || (between !== ' ' && SENTENCE_END.test(between));
    end = from + found.length;
    const hasSigns = /['’.]/.test(found);
    const bare = hasSigns ? found.replace(/['’]s$/i, '').replace(/[.'’]/g, '') : found;
    const small = bare.toLowerCase();
    const hasCapitals = bare !== small;
    const capital = hasCapitals && bare.charAt(0) !== bare.charAt(0).toLowerCase();
    const isDetermined = DETERMINERS.has(before);
    before = small;
    return {
      form: bare === '&' ? 'and' : plainForm(bare),
      capital,
      upper: hasCapitals && bare === bare.toUpperCase(),
      owner: hasSigns && /['’]s$/.test(found),
      joined: between === ' ' || /^\s$/.test(between),
      hyphened: between === '-',
      proper: capital && !isFirst && !isDetermined,
    };
  });
  const long = words.filter(({ form }) => form.length >= MIN_CAPITAL_LETTERS);
  const isHeadline =
    long.length >= MIN_CAPITAL_LETTERS && long.filter(({ capital }) => capital).length > ALL_CAPITALS * long.length;
  return isHeadline ? words.map((word) => ({ ...word, proper: false })) : words;
}

export const placesOfWords = (text: string): { from: number; to: number }[] =>
  writtenWords(text).map(({ word, from }) => ({ from, to: from + word.length }));

/** Letters that have no accent to remove but are replaced with plain letters. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' };

export function plainForm(word: string): string {
  if (/^[A-Za-z0-9]*$/.test(word)) return word.toLowerCase();
  const bare = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.replace(/[ßæœøđłı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** Returns the English plural of a lower-case word: claim → claims, policy → policies, breach → breaches. */
export function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
