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
}

// Dotted abbreviations (U.S., A.M.), an ampersand, or letters and digits with apostrophes inside.
const WORD = /\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])\.?|&|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu;

/** Splits a text into words: `U.S.` is `us`, `&` is `and`, a possessive `’s` is dropped, a hyphen parts words. */
export function wordsOf(text: string): Word[] {
  let end = 0;
  return Array.from(text.matchAll(WORD), ({ 0: found, index }) => {
    const joined = /^\s$/.test(text.slice(end, index));
    end = index + found.length;
    const bare = /['’.]/.test(found) ? found.replace(/['’]s$/i, '').replace(/[.'’]/g, '') : found;
    const small = bare.toLowerCase();
    const hasCapitals = bare !== small;
    return {
      form: bare === '&' ? 'and' : plain(bare),
      capital: hasCapitals && bare.charAt(0) !== bare.charAt(0).toLowerCase(),
      upper: hasCapitals && bare === bare.toUpperCase(),
      joined,
    };
  });
}

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
