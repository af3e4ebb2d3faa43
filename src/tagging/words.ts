/** A word of a text as rules see it. */
export interface TextWord {
  /** Lower case, without accents. */
  form: string;
  /** Begins with a capital. */
  capital: boolean;
  /** All capitals. */
  upper: boolean;
  /** Has a possessive `’s`. */
  owner: boolean;
  /** Nothing but a space lies between it and the word before. */
  joined: boolean;
  /** Nothing but a hyphen lies between it and the word before. */
  hyphened: boolean;
  /** Its capital shows that it is a name: it does not begin a sentence or follow an article, and the text is not a headline in which every word has one. */
  proper: boolean;
}

// An article or preposition that French or Italian ties to the next word (l’Italie, dell’Ungheria), dotted abbreviations (U.S., A.M.), an ampersand, or letters and digits with apostrophes inside.
const WORD =
  /(?<![\p{L}\p{N}])(?:[cdjlmnst]|(?:jus|lors|puis)?qu|(?:a|da|de|ne|su)ll|quest|quell|un)['’](?=\p{L}{3})|\p{L}(?:\.\p{L})+(?![\p{L}\p{N}])\.?|&|[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/giu;

/** Scripts that put no spaces between words. */
export const UNSPACED = /[\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Thai}\p{sc=Laoo}\p{sc=Khmr}\p{sc=Mymr}]/u;

let segmenter: Intl.Segmenter | undefined;

/** The words of a text as they are written, and where they begin; a dictionary finds those that no space parts. */
function* writtenWords(text: string): Generator<{ word: string; from: number }> {
  for (const { 0: word, index } of text.matchAll(WORD)) {
    if (!UNSPACED.test(word)) yield { word, from: index };
    else {
      // One dictionary serves Chinese and Japanese; the other scripts have theirs in any locale.
      segmenter ??= new Intl.Segmenter('ja', { granularity: 'word' });
      for (const { segment, index: start } of segmenter.segment(word)) yield { word: segment, from: index + start };
    }
  }
}

/** Marks the end of a sentence or the start of a quotation: any word after it has a capital. */
const SENTENCE_END = /[.!?:;•|“"‘([–—]/;
/** A headline capitalises every word if at least this share of its words of at least so many letters has a capital. */
const LONG = 4;
const ALL_CAPITALS = 0.7;

/** Words after which no company's name follows: “the gap”, “its target”. */
const DETERMINERS = new Set('a an any each every her his its my no our some that the their this your'.split(' '));

/** Splits a text into words: `U.S.` is `us`, `&` is `and`, a possessive `’s` is dropped, a hyphen separates words. */
export function wordsOf(text: string): TextWord[] {
  let end = 0;
  let before = '';
  const words = Array.from(writtenWords(text), ({ word: found, from }): TextWord => {
    const between = text.slice(end, from);
    const isFirst = end === 0 || SENTENCE_END.test(between);
    end = from + found.length;
    const bare = /['’.]/.test(found) ? found.replace(/['’]s$/i, '').replace(/[.'’]/g, '') : found;
    const small = bare.toLowerCase();
    const hasCapitals = bare !== small;
    const capital = hasCapitals && bare.charAt(0) !== bare.charAt(0).toLowerCase();
    const isDetermined = DETERMINERS.has(before);
    before = small;
    return {
      form: bare === '&' ? 'and' : plainForm(bare),
      capital,
      upper: hasCapitals && bare === bare.toUpperCase(),
      owner: /['’]s$/.test(found),
      joined: /^\s$/.test(between),
      hyphened: between === '-',
      proper: capital && !isFirst && !isDetermined,
    };
  });
  const long = words.filter(({ form }) => form.length >= LONG);
  const isHeadline = long.length >= LONG && long.filter(({ capital }) => capital).length > ALL_CAPITALS * long.length;
  return isHeadline ? words.map((word) => ({ ...word, proper: false })) : words;
}

/** The places of the words of `wordsOf` in the text, in characters. */
export const placesOfWords = (text: string): { from: number; to: number }[] =>
  Array.from(writtenWords(text), ({ word, from }) => ({ from, to: from + word.length }));

/** Letters that no accent makes from others. */
const LETTERS: Readonly<Record<string, string>> = { ß: 'ss', æ: 'ae', œ: 'oe', ø: 'o', đ: 'd', ł: 'l', ı: 'i' };

/** A word in lower case and without accents. */
export function plainForm(word: string): string {
  if (/^[A-Za-z0-9]*$/.test(word)) return word.toLowerCase();
  const bare = word.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return bare.replace(/[ßæœøđłı]/g, (letter) => LETTERS[letter] ?? letter);
}

/** The English plural of a word in lower case: claim → claims, policy → policies, breach → breaches. */
export function plural(word: string): string {
  if (/[^aeiou]y$/.test(word)) return `${word.slice(0, -1)}ies`;
  return /(?:s|x|z|ch|sh)$/.test(word) ? `${word}es` : `${word}s`;
}
