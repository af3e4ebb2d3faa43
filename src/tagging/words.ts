/** A word of a text as rules see it. */
export interface Word {
  /** Lower case, without accents. */
  form: string;
  /** Begins with a capital. */
  capital: boolean;
  /** All capitals. */
  upper: boolean;
  /** Nothing but a space lies between it and the word before. */
  joined: boolean;
  /** Its capital shows that it is a name: it does not begin a sentence or follow an article, and the text is not a headline in which every word has one. */
  proper: boolean;
}

// Dotted abbreviations (U.S., A.M.), an ampersand, or letters and digits with apostrophes inside.
const WORD = /\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])\.?|&|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu;

/** Marks the end of a sentence or the start of a quotation: any word after it has a capital. */
const SENTENCE_END = /[.!?:;•|“"‘([–—]/;
/** A headline capitalises every word if at least this share of its words of at least so many letters has a capital. */
const LONG = 4;
const ALL_CAPITALS = 0.7;

/** Words after which no company's name follows: “the gap”, “its target”. */
const DETERMINERS = new Set('a an any each every her his its my no our some that the their this your'.split(' '));

/** Splits a text into words: `U.S.` is `us`, `&` is `and`, a possessive `’s` is dropped, a hyphen separates words. */
export function wordsOf(text: string): Word[] {
  let end = 0;
  let before = '';
  const words = Array.from(text.matchAll(WORD), ({ 0: found, index }): Word => {
    const between = text.slice(end, index);
    const isFirst = end === 0 || SENTENCE_END.test(between);
    end = index + found.length;
    const bare = /['’.]/.test(found) ? found.replace(/['’]s$/i, '').replace(/[.'’]/g, '') : found;
    const small = bare.toLowerCase();
    const hasCapitals = bare !== small;
    const capital = hasCapitals && bare.charAt(0) !== bare.charAt(0).toLowerCase();
    const isDetermined = DETERMINERS.has(before);
    before = small;
    return {
      form: bare === '&' ? 'and' : plain(bare),
      capital,
      upper: hasCapitals && bare === bare.toUpperCase(),
      joined: /^\s$/.test(between),
      proper: capital && !isFirst && !isDetermined,
    };
  });
  const long = words.filter(({ form }) => form.length >= LONG);
  const isHeadline = long.length >= LONG && long.filter(({ capital }) => capital).length > ALL_CAPITALS * long.length;
  return isHeadline ? words.map((word) => ({ ...word, proper: false })) : words;
}

/** The places of the words of `wordsOf` in the text, in characters. */
export const placesOfWords = (text: string): { from: number; to: number }[] =>
  Array.from(text.matchAll(WORD), ({ 0: found, index }) => ({ from: index, to: index + found.length }));

/** Letters that no accent makes from others. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' };

function plain(word: string): string {
  if (/^[A-Za-z0-9]*$/.test(word)) return word.toLowerCase();
  const bare = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.replace(/[ßæœøđłı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The English plural of a word in lower case: claim → claims, policy → policies, breach → breaches. */
export function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
