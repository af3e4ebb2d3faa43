import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as germanOnce } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as plainPortuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as plainSpanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import { plainWord } from './beginnings.ts';

/**
 * Words of other languages than English as index tokens: stems by the rules of the text's language, and runs of characters of scripts
 * that write no spaces. The index's own columns know English endings only.
 */

type Stem = (word: string) => string;

/** `Versicherers` becomes `Versicherer` first. */
const german: Stem = (word) => germanOnce(germanOnce(word));
/** People leave out the accents that the rules go by. */
const spanish: Stem = (word) => plainSpanish(word.replace(/([cs])ion$/, '$1ión'));
const portuguese: Stem = (word) => plainPortuguese(word.replace(/cao$/, 'ção').replace(/coes$/, 'ções'));
/** Light stemming: the article with what is written to it, and the commonest endings. */
const arabic: Stem = (word) =>
  plainWord(word)
    .replaceAll('ى', 'ي')
    .replace(/^(?:[وفبك]?ال|و?لل|و(?=\p{L}{3}))(?=\p{L}{2})/u, '')
    .replace(/(?<=\p{L}{3})(?:ها|ان|ات|ون|ين|يه|ية|ه|ة|ي)$/u, '');

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

const tokenOf = (key: string): string => `s${quickHash(key).toString(36)}0`;

/** A word, or a run of characters without spaces. */
interface Piece {
  text: string;
  isRun: boolean;
}

const PIECE = new RegExp(`${RUN.source}|(?:(?!${RUN.source})[\\p{L}\\p{N}\\p{M}])+`, 'gu');

const piecesOf = (text: string): Piece[] =>
  (text.normalize('NFKC').toLowerCase().match(PIECE) ?? []).map((piece) => ({ text: piece, isRun: hasRuns(piece) }));

/** All parts of a run of so many characters. */
function parts(run: string, length: number): string[] {
  const letters = [...run];
  return letters.slice(length - 1).map((_, i) => letters.slice(i, i + length).join(''));
}

/** Characters of the longest part: pairs alone would meet by chance in scripts with few letters. */
const LONGEST = 3;
/** Parts of a run that a question looks for; so long a run hardly occurs elsewhere. */
const MOST_PARTS = 12;

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

/** The tokens of words, and of what stands side by side, by each kind of key; of a run its last and first character count. */
const readings = (pieces: readonly Piece[], stem: Stem): { words: string[]; pairs: string[] }[] =>
  KEYS.map((key) => {
    const words = pieces.map(({ text, isRun }) => (isRun ? '' : key(text, stem)));
    const pairs = pieces.slice(1).map(({ text }, i) => {
      const [before, after] = [words[i] || [...(pieces[i]?.text ?? '')].at(-1), words[i + 1] || [...text][0]];
      return tokenOf(`${before} ${after}`);
    });
    return { words: words.filter(Boolean).map(tokenOf), pairs };
  });

/** Tokens of an article's texts; none for English, which the index itself reads, unless a script without spaces occurs. */
export function languageTokens(texts: readonly string[], language: string | null): string[] {
  const stem = language ? STEMS[languageIn(language)] : undefined;
  const tokens = new Set<string>();
  for (const pieces of texts.map(piecesOf)) {
    const runs = pieces.filter(({ isRun }) => isRun);
    if (!stem && runs.length === 0) continue;
    for (const { text } of runs)
      for (let length = 1; length <= LONGEST; length++)
        for (const part of parts(text, length)) tokens.add(tokenOf(part));
    for (const { words, pairs } of readings(pieces, stem ?? same))
      for (const token of [...words, ...pairs]) tokens.add(token);
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
  const pieces = piecesOf(term);
  const inRuns = pieces
    .filter(({ isRun }) => isRun)
    .flatMap(({ text }) =>
      parts(text, Math.min([...text].length, LONGEST))
        .slice(0, MOST_PARTS)
        .map(tokenOf),
    );
  const wanted = languages.length > 0 ? languages.map(languageIn) : languagesOf(pieces);
  const found = new Map<string, string[]>();
  for (const stem of new Set([same, ...wanted.map((language) => STEMS[language] ?? same)]))
    for (const { words, pairs } of readings(pieces, stem)) {
      const tokens = [...new Set([...inRuns, ...(pieces.length > 1 ? pairs : words)])];
      if (tokens.length > 0) found.set(tokens.join(), tokens);
    }
  return [...found.values()];
}

const languageIn = (tag: string): string => tag.split('-', 1)[0]?.toLowerCase() ?? '';

/** The languages whose stemmers change words of this script. */
const languagesOf = (pieces: readonly Piece[]): string[] =>
  Object.keys(pieces.every(({ text }) => /^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(text)) ? LATIN : STEMS);
