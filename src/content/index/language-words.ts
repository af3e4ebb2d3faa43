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
import { isAscii } from '../../lib/formats/ascii.ts';
import { hashText, quickHash } from '../../lib/hash/quick-hash.ts';
import { memoize } from '../../lib/lazy.ts';
import { stem as indexStem } from './bigrams.ts';
import { joinSigns, RUN_CHARACTERS } from './spelling.ts';
import { plainWord } from './word-prefixes.ts';

/** Index tokens for languages other than English: stems of words, and parts of text in scripts without spaces. */

type Stem = (word: string) => string;

/** Stems a German word twice, because `Versicherers` first becomes `Versicherer`. */
const german: Stem = (word) => germanOnce(germanOnce(word));
/** Matches Spanish nouns in `-a` for which a noun in `-o` has a different meaning: `puerta` (door), `puerto` (port). */
const IN_A = /^(?:banca|barca|carga|casa|copa|cuenta|libra|marca|moda|pasta|plaza|puerta|punta|rama|vela)s?$/;
/** Restores accents that people often omit but the stemmer needs, so that `luz` and `luces` get the same stem. */
const spanish: Stem = (word) => {
  if (IN_A.test(word)) return word.replace(/s$/, '');
  const stem = plainSpanish(word.replace(/([cs])ion$/, '$1ión'));
  return word.endsWith('z') ? stem.replace(/z$/, 'c') : stem;
};
const portuguese: Stem = (word) => plainPortuguese(word.replace(/cao$/, 'ção').replace(/coes$/, 'ções'));
/** Stems an Arabic word. Removes only the definite article with its prefixes, and the most frequent endings. */
const arabic: Stem = (word) =>
  plainWord(word)
    .replaceAll('ى', 'ي')
    .replace(/^(?:[وفبك]?ال|و?لل|و(?=\p{L}{3}))(?=\p{L}{2})/u, '')
    .replace(/(?<=\p{L}{3})(?:ها|ان|ات|ون|ين|يه|ية|ه|ة|ي)$/u, '');

const MAX_CACHED_STEMS = 5000;

/** Stems are cached per language, because words recur and a stem takes several microseconds. */
const cached = (stems: Record<string, Stem>): Record<string, Stem> =>
  Object.fromEntries(Object.entries(stems).map(([language, stem]) => [language, memoize(stem, MAX_CACHED_STEMS)]));

const LATIN = cached({
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
});
const STEMS: Record<string, Stem> = { ...LATIN, ...cached({ ar: arabic, el: greek, ru: russian, uk: ukrainian }) };
/** Languages without spaces between words. A run is an unbroken series of characters in such a script. */
const WITH_RUNS = ['ja', 'ko', 'lo', 'km', 'my', 'th', 'zh'];

export const WITH_TOKENS: readonly string[] = [...Object.keys(STEMS), ...WITH_RUNS];

const RUN = new RegExp(`[${RUN_CHARACTERS}]+`, 'gu');

/** Index key of a word, a word pair, or part of a text without spaces. Matches of the latter two must be checked. */
export interface LanguageKey {
  isWord: boolean;
  key: string;
}

const wordKey = (key: string): LanguageKey => ({ isWord: true, key });
const partKey = (key: string): LanguageKey => ({ isWord: false, key });
const PARTS = 2 ** 20;

export const languageKeyToken = ({ isWord, key }: LanguageKey): string =>
  isWord ? `s${hashText(key)}` : `r${(quickHash(key) % PARTS).toString(36)}`;

const same: Stem = (word) => word;
const english: Stem = indexStem;

interface Piece {
  text: string;
  isRun: boolean;
}

const PIECE = new RegExp(`${RUN.source}|(?:(?!${RUN.source})[\\p{L}\\p{N}\\p{M}\\p{Co}])+`, 'gu');

/** Matches elided articles and prepositions in French and Italian, as in `l'incendie`. */
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

function parts(run: string, length: number): string[] {
  const letters = [...run];
  return letters.slice(length - 1).map((_, i) => letters.slice(i, i + length).join(''));
}

const segmenter = new Intl.Segmenter('ja', { granularity: 'word' });

/** Returns the endings of a text without spaces that begin with a word. `京都` is in `東京都`, but not a word of it. */
const startsOf = (run: string): string[] => [...segmenter.segment(run)].map(({ index }) => run.slice(index));
const startKey = (text: string, length: number): LanguageKey => partKey(`^${[...text].slice(0, length).join('')}`);

/** Maximum characters in a part of a text without spaces. Parts of two would be ambiguous in small scripts. */
const MAX_PART_CHARS = 3;
/** Maximum number of parts that a query uses per text without spaces. They suffice to identify longer texts. */
const MAX_RUN_PARTS = 12;

/** Maximum number of word pairs that a query uses per phrase. Each pair is looked up once per language. */
const MAX_PHRASE_PAIRS = 5;

/** Returns at most `most` evenly spaced elements, including the first and the last. */
export const spread = <T>(list: readonly T[], most: number): readonly T[] =>
  list.length <= most
    ? list
    : Array.from({ length: most }, (_, i) => list[Math.round((i * (list.length - 1)) / (most - 1))] as T);

/** Replaces `ü` with `ue` and similar letters likewise, as people type without a German keyboard. */
const spelled = (word: string): string =>
  word.normalize('NFC').replace(/[äöüß]/g, (letter) => ({ ä: 'ae', ö: 'oe', ü: 'ue', ß: 'ss' })[letter] ?? letter);

export const otherSpelling = (text: string): string => {
  const lower = text.toLowerCase();
  const other = spelled(lower);
  return other === lower.normalize('NFC') ? '' : other;
};

const bare = (word: string): string => (isAscii(word) ? word.toLowerCase() : plainWord(word.replaceAll('ß', 'ss')));

/** Kinds of word keys: with accents, without, or with umlauts as two letters. Both words of a pair use one kind. */
const KEYS: readonly ((word: string, stem: Stem) => string)[] = [
  (word, stem) => bare(stem(word)),
  (word, stem) => bare(stem(bare(word))),
  (word, stem) => bare(stem(spelled(word))),
];

/** Returns keys of words and pairs of words. Each key names the language, because languages may share stems. */
const readings = (pieces: readonly Piece[], language: string): { words: LanguageKey[]; pairs: LanguageKey[] }[] => {
  const stem = STEMS[language] ?? same;
  const own = (key: string) => (stem === same ? key : `${language} ${key}`);
  // For words without accents, all kinds of keys are equal.
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

export const languageTokens = (texts: readonly string[], language: string | null): string[] => [
  ...new Set(Array.from(languageKeys(texts, language).values(), languageKeyToken)),
];

/** Returns the keys of an article's texts, by `keyName`. English words are indexed elsewhere and have no keys here. */
export function languageKeys(texts: readonly string[], language: string | null): Map<string, LanguageKey> {
  const own = languageIn(language ?? '');
  const keys = new Map<string, LanguageKey>();
  const add = (key: LanguageKey) => keys.set(keyName(key), key);
  for (const text of texts) {
    if (!STEMS[own] && !hasRuns(text)) continue;
    const pieces = piecesOf(text);
    const runs = pieces.filter(({ isRun }) => isRun);
    for (const { text } of runs) {
      const starts = startsOf(text);
      for (let length = 1; length <= MAX_PART_CHARS; length++) {
        for (const part of parts(text, length)) add(partKey(part));
        for (const start of starts) add(startKey(start, length));
      }
    }
    for (const { words, pairs } of readings(pieces, own)) for (const key of [...words, ...pairs]) add(key);
  }
  return keys;
}

export const keyName = ({ isWord, key }: LanguageKey): string => `${isWord ? 'w' : 'p'}${key}`;

/** Returns the words of a text in order, each with its stem. Text without spaces is split into pairs of characters. */
export function stemsOf(text: string, language: string | null): { stem: string; written: string }[] {
  const stem = STEMS[languageIn(language ?? '')] ?? english;
  if (isAscii(text))
    return (text.match(/[a-z0-9]+/gi) ?? []).map((written) => ({ stem: bare(stem(written.toLowerCase())), written }));
  return (text.normalize('NFKC').match(PIECE) ?? []).flatMap((written) =>
    hasRuns(written)
      ? parts(written, Math.min(2, [...written].length)).map((part) => ({ stem: part, written: part }))
      : { stem: bare(stem(written.toLowerCase())), written },
  );
}

export const hasRuns = (term: string): boolean => !isAscii(term) && term.normalize('NFKC').search(RUN) >= 0;

/** Returns alternative lists of keys for a search term. An article must have all keys of a list. Empty for English. */
export function languageTerms(term: string, languages: readonly string[]): LanguageKey[][] {
  const pieces = piecesOf(term);
  const inRuns = pieces
    .filter(({ isRun }) => isRun)
    .flatMap(({ text }) => {
      const length = Math.min([...text].length, MAX_PART_CHARS);
      return [startKey(text, length), ...parts(text, length).slice(0, MAX_RUN_PARTS).map(partKey)];
    });
  const stems = pieces.every(({ text }) => /^[\p{Script=Latin}\p{N}\p{M}]+$/u.test(text)) ? LATIN : STEMS;
  const wanted = new Set(inRuns.length > 0 ? [''] : []);
  for (const language of languages.map(languageIn))
    if (stems[language]) wanted.add(language);
    else if (WITH_RUNS.includes(language)) wanted.add('');
  const found = new Map<string, LanguageKey[]>();
  for (const language of wanted)
    for (const { words, pairs } of readings(pieces, language)) {
      const named = [...inRuns, ...(pieces.length > 1 ? spread(pairs, MAX_PHRASE_PAIRS) : words)];
      const keys = new Map(named.map((key) => [keyName(key), key]));
      if (keys.size > 0) found.set([...keys.keys()].join(), [...keys.values()]);
    }
  return [...found.values()];
}

/** Returns the language of a tag. All forms of Norwegian count as `no`. */
export const languageIn = (tag: string): string => {
  const language = tag.split('-', 1)[0]?.toLowerCase() ?? '';
  return ['nb', 'nn'].includes(language) ? 'no' : language;
};
