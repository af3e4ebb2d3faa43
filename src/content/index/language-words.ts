import { stemmer as arabic } from '@orama/stemmers/arabic';
import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import { plainWord } from './beginnings.ts';

/**
 * Words of other languages than English as index tokens: stems by the rules of the text's language, and runs of characters of scripts
 * that write no spaces. The index's own columns know English endings only.
 */

type Stem = (word: string) => string;

const LATIN: Record<string, Stem> = {
  da: danish,
  de: german,
  es: spanish,
  fr: french,
  it: italian,
  nb: norwegian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  sv: swedish,
};
const STEMS: Record<string, Stem> = { ...LATIN, ar: arabic, ru: russian };

/** Hangul has spaces, but particles are written to the word. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;
const WORD = /[\p{L}\p{N}\p{M}]+/gu;

const tokenOf = (key: string): string => `s${quickHash(key).toString(36)}0`;

interface Pieces {
  runs: string[];
  words: string[];
}

function piecesOf(text: string): Pieces {
  const normal = text.normalize('NFKC').toLowerCase();
  return { runs: normal.match(RUN) ?? [], words: normal.replace(RUN, ' ').match(WORD) ?? [] };
}

/** All parts of a run of so many characters. */
function parts(run: string, length: number): string[] {
  const letters = [...run];
  return letters.slice(length - 1).map((_, i) => letters.slice(i, i + length).join(''));
}

/** Characters of the longest part: pairs alone would meet by chance in scripts with few letters. */
const LONGEST = 3;

/** `ü` as `ue`, which people type without a German keyboard. */
const spelled = (word: string): string =>
  word.normalize('NFC').replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? letter);

/** The text with umlauts in their other spelling; empty if it has none. */
export const otherSpelling = (text: string): string => {
  const lower = text.toLowerCase();
  const other = spelled(lower);
  return other === lower.normalize('NFC') ? '' : other;
};

const bare = (word: string): string => plainWord(word.replaceAll('ß', 'ss'));

/** The keys of a word: with its accents, as typed without them, and with umlauts in two letters. The n-th of one word pairs with the n-th of its neighbour. */
const KEYS: readonly ((word: string, stem: Stem) => string)[] = [
  (word, stem) => bare(stem(word)),
  (word, stem) => bare(stem(bare(word))),
  (word, stem) => bare(stem(spelled(word))),
];

const same: Stem = (word) => word;

/** The words by each kind of key, in their order. */
const readings = (words: readonly string[], stem: Stem): string[][] =>
  KEYS.map((key) => words.map((word) => key(word, stem)));

const pairs = (keys: readonly string[]): string[] => keys.slice(1).map((key, i) => `${keys[i]} ${key}`);

/** Tokens of an article's texts; none for English, which the index itself reads, unless a script without spaces occurs. */
export function languageTokens(texts: readonly string[], language: string | null): string[] {
  const stem = STEMS[language?.split('-', 1)[0]?.toLowerCase() ?? ''];
  const tokens = new Set<string>();
  for (const { runs, words } of texts.map(piecesOf)) {
    for (const run of runs)
      for (let length = 1; length <= LONGEST; length++)
        for (const part of parts(run, length)) tokens.add(tokenOf(part));
    if (!stem && runs.length === 0) continue;
    for (const keys of readings(words, stem ?? same))
      for (const key of [...keys, ...pairs(keys)]) tokens.add(tokenOf(key));
  }
  return [...tokens];
}

/** Whether a term has characters of a script without spaces: the index's own columns do not split these. */
export const hasRuns = (term: string): boolean => term.normalize('NFKC').search(RUN) >= 0;

/**
 * What finds a term in the texts of the given languages (all, if empty): alternatives, each a list of tokens that an article must
 * all have.
 */
export function languageTerms(term: string, languages: readonly string[]): string[][] {
  const { runs, words } = piecesOf(term);
  const inRuns = runs.flatMap((run) => parts(run, Math.min([...run].length, LONGEST)));
  const stems = languages.length > 0 ? languages.map(stemOf) : Object.values(stemsFor(words));
  const found = new Map<string, string[]>();
  for (const stem of new Set([same, ...stems]))
    for (const keys of readings(words, stem)) {
      const tokens = [...inRuns, ...(keys.length > 1 ? pairs(keys) : keys)].map(tokenOf);
      if (tokens.length > 0) found.set(tokens.join(), [...new Set(tokens)]);
    }
  return [...found.values()];
}

const stemOf = (language: string): Stem => STEMS[language.split('-', 1)[0]?.toLowerCase() ?? ''] ?? same;

/** The stemmers that change words of this script. */
const stemsFor = (words: readonly string[]): Record<string, Stem> =>
  words.every((word) => /^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(word)) ? LATIN : STEMS;
