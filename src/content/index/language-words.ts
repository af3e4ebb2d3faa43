import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as finnish } from '@orama/stemmers/finnish';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as germanOnce } from '@orama/stemmers/german';
import { stemmer as greek } from '@orama/stemmers/greek';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as norwegian } from '@orama/stemmers/norwegian';
import { stemmer as plainPortuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as plainSpanish } from '@orama/stemmers/spanish';
import { stemmer as swedish } from '@orama/stemmers/swedish';
import { stemmer as turkish } from '@orama/stemmers/turkish';
import { stemmer as ukrainian } from '@orama/stemmers/ukrainian';
import { quickHash } from '../../lib/hash/quick-hash.ts';
import { plainWord } from './beginnings.ts';
import { stem as indexStem } from './bigrams.ts';
import { joinSigns } from './spelling.ts';

/**
 * Words of other languages than English as index tokens: stems by the rules of the text's language, and runs of characters of scripts
 * that write no spaces. `bigrams.ts` knows English endings only.
 */

type Stem = (word: string) => string;

/** `Versicherers` becomes `Versicherer` first. */
const german: Stem = (word) => germanOnce(germanOnce(word));
/** Nouns that are others than those in `-o`: a `puerta` is no `puerto`. */
const IN_A = /^(?:banca|barca|carga|casa|copa|cuenta|libra|marca|moda|pasta|plaza|puerta|punta|rama|vela)s?$/;
/** People leave out the accents that the rules go by; `luz` becomes `luces`. */
const spanish: Stem = (word) => {
  if (IN_A.test(word)) return word.replace(/s$/, '');
  const stem = plainSpanish(word.replace(/([cs])ion$/, '$1ión'));
  return word.endsWith('z') ? stem.replace(/z$/, 'c') : stem;
};
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
  fi: finnish,
  fr: french,
  it: italian,
  nl: dutch,
  no: norwegian,
  pt: portuguese,
  sv: swedish,
  tr: turkish,
};
const STEMS: Record<string, Stem> = { ...LATIN, ar: arabic, el: greek, ru: russian, uk: ukrainian };
/** Languages without spaces, in whose texts words of other scripts stand between the runs. */
const WITH_RUNS = ['ja', 'ko', 'lo', 'km', 'my', 'th', 'zh'];

/** The languages for which articles have tokens of their own. */
export const WITH_TOKENS: readonly string[] = [...Object.keys(STEMS), ...WITH_RUNS];

/** Hangul has spaces, but particles are written to the word. */
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]+/gu;

/**
 * Key of a text: a word, a part of a run, or two neighbours. The index alone decides words, whose hashes are therefore wide. Rows found
 * by other keys are checked.
 */
export interface LanguageKey {
  isWord: boolean;
  key: string;
}

const wordKey = (key: string): LanguageKey => ({ isWord: true, key });
const partKey = (key: string): LanguageKey => ({ isWord: false, key });
const PARTS = 2 ** 20;

/** The index token of a key. */
export const languageKeyToken = ({ isWord, key }: LanguageKey): string =>
  isWord ? `s${quickHash(key).toString(36)}` : `r${(quickHash(key) % PARTS).toString(36)}`;

const same: Stem = (word) => word;
const english: Stem = indexStem;

/** A word, or a run of characters without spaces. */
interface Piece {
  text: string;
  isRun: boolean;
}

const PIECE = new RegExp(`${RUN.source}|(?:(?!${RUN.source})[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, 'gu');

/** Articles and prepositions of French and Italian that lose their last letter: `l'incendie`. */
const ELIDED = /(?<![\p{L}\p{N}])(?:[cdjlmnst]|qu|un|(?:d|n|su)ell|(?:d|s)?all)['’](?=\p{L})/gu;

const piecesOf = (text: string): Piece[] =>
  (
    joinSigns(text)
      .normalize('NFKC')
      .toLowerCase()
      .replace(ELIDED, '')
      .replace(/[œæ]/g, (letter) => (letter === 'œ' ? 'oe' : 'ae'))
      .match(PIECE) ?? []
  ).map((piece) => ({ text: piece, isRun: hasRuns(piece) }));

/** All parts of a run of so many characters. */
function parts(run: string, length: number): string[] {
  const letters = [...run];
  return letters.slice(length - 1).map((_, i) => letters.slice(i, i + length).join(''));
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** The first characters of the words in a run: `京都` is a part of `東京都` and no word of it. */
const startsOf = (run: string): string[] => [...segmenter.segment(run)].map(({ index }) => run.slice(index));
const startKey = (text: string, length: number): LanguageKey => partKey(`^${[...text].slice(0, length).join('')}`);

/** Characters of the longest part: pairs alone would meet by chance in scripts with few letters. */
const MAX_PART_CHARS = 3;
/** Parts of a run that a question looks for; so long a run hardly occurs elsewhere. */
const MOST_PARTS = 12;

/** Pairs of a phrase that a question looks for: each is looked up once a language, and so many words together hardly occur elsewhere. */
const MOST_PAIRS = 5;

/** At most so many of a list, at even distances, with the first and the last. */
const spread = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))] as T);

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

/**
 * The tokens of words, and of what stands side by side, by each kind of key; of a run its last and first character count. Those of a
 * language with a stemmer are its own: stems of different words meet across languages.
 */
const readings = (pieces: readonly Piece[], language: string): { words: LanguageKey[]; pairs: LanguageKey[] }[] => {
  const stem = STEMS[language] ?? same;
  const own = (key: string) => (stem === same ? key : `${language} ${key}`);
  // Of words without accents all keys are the same.
  const isPlain = pieces.every(({ text }) => /^[a-z0-9]+$/.test(text));
  return (isPlain ? KEYS.slice(0, 1) : KEYS).map((key) => {
    const words = pieces.map(({ text, isRun }) => (isRun ? '' : key(text, stem)));
    const pairs = pieces.slice(1).map(({ text }, i) => {
      const [before, after] = [words[i] || [...(pieces[i]?.text ?? '')].at(-1), words[i + 1] || [...text][0]];
      return partKey(own(`${before} ${after}`));
    });
    return { words: words.filter(Boolean).map((word) => wordKey(own(word))), pairs };
  });
};

/** Tokens of an article's texts. */
export const languageTokens = (texts: readonly string[], language: string | null): string[] => [
  ...new Set(Array.from(languageKeys(texts, language).values(), languageKeyToken)),
];

/** Keys of an article's texts by `keyName`; none for English, which has words of its own, unless a script without spaces occurs. */
export function languageKeys(texts: readonly string[], language: string | null): Map<string, LanguageKey> {
  const own = languageIn(language ?? '');
  const keys = new Map<string, LanguageKey>();
  const add = (key: LanguageKey) => keys.set(keyName(key), key);
  for (const pieces of texts.map(piecesOf)) {
    const runs = pieces.filter(({ isRun }) => isRun);
    if (!STEMS[own] && runs.length === 0) continue;
    for (const { text } of runs)
      for (let length = 1; length <= MAX_PART_CHARS; length++) {
        for (const part of parts(text, length)) add(partKey(part));
        for (const start of startsOf(text)) add(startKey(start, length));
      }
    for (const { words, pairs } of readings(pieces, own)) for (const key of [...words, ...pairs]) add(key);
  }
  return keys;
}

/** The name of a key in `languageKeys`. */
export const keyName = ({ isWord, key }: LanguageKey): string => `${isWord ? 'w' : 'p'}${key}`;

/** The words of a text in their order, by stem and as written; of a run without spaces its pairs of characters. */
export function stemsOf(text: string, language: string | null): { stem: string; written: string }[] {
  const stem = STEMS[languageIn(language ?? '')] ?? english;
  return (text.normalize('NFKC').match(PIECE) ?? []).flatMap((written) =>
    hasRuns(written)
      ? parts(written, Math.min(2, [...written].length)).map((part) => ({ stem: part, written: part }))
      : { stem: bare(stem(written.toLowerCase())), written },
  );
}

/** Whether a term has characters of a script without spaces. */
export const hasRuns = (term: string): boolean => term.normalize('NFKC').search(RUN) >= 0;

/**
 * Alternatives that find a term in texts of the given languages, each a list of keys that an article must have. Empty if the English
 * words of the term find it.
 */
export function languageTerms(term: string, languages: readonly string[]): LanguageKey[][] {
  const pieces = piecesOf(term);
  const inRuns = pieces
    .filter(({ isRun }) => isRun)
    .flatMap(({ text }) => {
      const length = Math.min([...text].length, MAX_PART_CHARS);
      return [startKey(text, length), ...parts(text, length).slice(0, MOST_PARTS).map(partKey)];
    });
  const stems = pieces.every(({ text }) => /^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(text)) ? LATIN : STEMS;
  const wanted = new Set(inRuns.length > 0 ? [''] : []);
  for (const language of languages.map(languageIn))
    if (stems[language]) wanted.add(language);
    else if (WITH_RUNS.includes(language)) wanted.add('');
  const found = new Map<string, LanguageKey[]>();
  for (const language of wanted)
    for (const { words, pairs } of readings(pieces, language)) {
      const named = [...inRuns, ...(pieces.length > 1 ? spread(pairs, MOST_PAIRS) : words)];
      const keys = new Map(named.map((key) => [keyName(key), key]));
      if (keys.size > 0) found.set([...keys.keys()].join(), [...keys.values()]);
    }
  return [...found.values()];
}

/** The language of a tag; Norwegian is one, however it is written. */
export const languageIn = (tag: string): string => {
  const language = tag.split('-', 1)[0]?.toLowerCase() ?? '';
  return ['nb', 'nn'].includes(language) ? 'no' : language;
};
