import { stemmer } from 'stemmer';
import { isAscii } from '../../lib/formats/ascii.ts';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import { memoize } from '../../lib/lazy.ts';
import { isCapitals, joinSigns, spellCapitals } from './spelling.ts';
import { plainWord } from './word-prefixes.ts';

/** Index tokens of words and bigrams (docs/decisions.md#F8). `src/search/terms.ts` checks phrases found by bigrams. */

/** Number of different bigram tokens. An unrelated article contains a given token with a probability of 1 in 15,000. */
const BIGRAMS = 2 ** 20;

/** Maximum number of short texts whose words are cached, so that an import splits most of its texts only once. */
const MAX_SPLIT_TEXTS = 500;
const MAX_LONG_TEXTS = 8;
/** Maximum length of a short text. Caching many long texts would take too much memory. */
const MAX_SHORT_CHARACTERS = 1000;
const MAX_CACHED_WORDS = 50_000;

export const wordTokens = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => readWords(text).forms.map(({ token }) => token))),
];

/** Returns tokens of words that exist only if capitals are read as ordinary words. Phrases may contain such words. */
export function spelledTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    const [written, spelled] = readingsOf(text);
    if (written === undefined || spelled === undefined) continue;
    const known = new Set(readWords(written).stems);
    for (const stem of readWords(spelled).stems) if (!known.has(stem)) tokens.add(spelledToken(stem));
  }
  return [...tokens];
}

/** Returns the token of articles that contain a word in any of its English forms. */
export const wordToken = (word: string): string => formsOf(word).token;

const stemToken = (stem: string): string => `v${stem}`;
const spelledToken = (stem: string): string => `z${stem}`;

export const capitalsToken = (word: string): string => `m${plainWord(word)}`;

/** Returns the tokens of words in capitals, even if they contain dots or have no space before or after them. */
export const capitalsTokens = (texts: readonly string[]): string[] => [
  ...new Set(texts.flatMap((text) => rawWords(spellCapitals(text)).filter(isCapitals).map(capitalsToken))),
];

/** Returns a text as written and, if it differs, with capitals read as ordinary words. Phrases may match either. */
export function readingsOf(text: string): string[] {
  const spelled = spellCapitals(text);
  return spelled.toLowerCase() === text.toLowerCase() ? [spelled] : [text, spelled];
}

/** Number of letters of the second word in a bigram. The same token thus finds phrases that end in a word or prefix. */
const SECOND_LETTERS = 3;

export function bigramTokens(texts: readonly string[]): string[] {
  const tokens = new Set<string>();
  for (const text of texts) {
    let before: string | undefined;
    for (const { stem, second, opening } of readWords(text).forms) {
      if (before !== undefined) tokens.add(bigramToken(before, second));
      if (before !== undefined && opening !== null) tokens.add(bigramToken(before, opening));
      before = stem;
    }
  }
  return [...tokens];
}

/** Returns the second word of a bigram, shortened. A dot after a short word distinguishes it from a shortened word. */
const secondOf = (stem: string): string => (stem.length > SECOND_LETTERS ? stem.slice(0, SECOND_LETTERS) : `${stem}.`);

export function phraseBigrams(words: readonly string[]): string[] {
  const list = words.map(stem);
  return [...new Set(list.slice(1).map((word, i) => bigramToken(list[i] ?? '', secondOf(word))))];
}

/** Returns tokens for each word that the bigrams of a phrase contain only shortened. One token per word must match. */
export const phraseWords = (words: readonly string[]): string[][] =>
  [...new Set(words.slice(1).map(stem))]
    .filter(({ length }) => length > SECOND_LETTERS)
    .map((word) => [stemToken(word), spelledToken(word)]);

/** Returns the bigram token that an article has if a word with this prefix follows the last word of `known`. */
export function openBigram(known: string, beginning: string): string[] {
  const start = plainWord(beginning);
  const before = stems(known).at(-1) ?? '';
  return start.length < SECOND_LETTERS ? [] : [bigramToken(before, start.slice(0, SECOND_LETTERS))];
}

const bigramToken = (a: string, b: string) => `b${(quickHash(`${a} ${b}`) % BIGRAMS).toString(36)}`;

/** Forms of a word, which are computed once because words recur. */
interface WordForms {
  plain: string;
  stem: string;
  token: string;
  /** Second word of a bigram. */
  second: string;
  /** Second word of an open-ended bigram. `null` if the word is too short or `second` is the same. */
  opening: string | null;
}

const formsOf = memoize((word): WordForms => {
  const plain = plainWord(word);
  // Words with fewer than three letters have no stem.
  const stem = plain.length >= 3 && /^[a-z0-9]+$/.test(plain) ? stemmer(plain) : plain;
  const second = secondOf(stem);
  // A word and its stem may differ in their first letters, as in `say` and `sai`.
  const hasOpening = plain.length >= SECOND_LETTERS && !plain.startsWith(second);
  return { plain, stem, token: stemToken(stem), second, opening: hasOpening ? plain.slice(0, SECOND_LETTERS) : null };
}, MAX_CACHED_WORDS);

/** Returns the forms of the words in an ASCII text. Signs of words such as `C++` are omitted. */
export const asciiForms = (text: string): readonly WordForms[] =>
  joinSigns(text) === text ? readWords(text).forms : (text.match(/[a-z0-9]+/gi) ?? []).map(formsOf);

interface TextWords {
  written: readonly string[];
  stems: readonly string[];
  forms: readonly WordForms[];
}

const splitWords = (text: string): string[] =>
  isAscii(text)
    ? (text.match(/[a-z0-9]+/gi) ?? [])
    : (text.match(/[\p{L}\p{N}\p{M}\p{Co}]+/gu) ?? []).filter((word) => /[^\p{M}]/u.test(word));

/** The words of the latest texts are cached, because tokens of each kind and stories are computed from them. */
const readWords = (text: string): TextWords =>
  text.length > MAX_SHORT_CHARACTERS ? readLongText(text) : readShortText(text);

function splitText(text: string): TextWords {
  const written = splitWords(joinSigns(text));
  const forms = written.map(formsOf);
  return { written, forms, stems: forms.map(({ stem }) => stem) };
}

const readShortText = memoize(splitText, MAX_SPLIT_TEXTS);
const readLongText = memoize(splitText, MAX_LONG_TEXTS);

export const stems = (text: string): readonly string[] => readWords(text).stems;

export const plainWords = (text: string): readonly string[] => readWords(text).forms.map(({ plain }) => plain);

export const rawWords = (text: string): readonly string[] => readWords(text).written;

/** Returns the English stem without accents. Words in other scripts are unchanged. */
export const stem = (word: string): string => formsOf(word).stem;
