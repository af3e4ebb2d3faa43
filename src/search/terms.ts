import {
  capitalsToken,
  openBigram,
  phraseBigrams,
  phraseWords,
  plainWords,
  rawWords,
  readingsOf,
  stem,
  stems,
  wordToken,
} from '../content/index/bigrams.ts';
import {
  hasRuns,
  keyName,
  languageKeys,
  languageKeyToken,
  languageTerms,
  spread,
} from '../content/index/language-words.ts';
import { isCapitals, joinDots } from '../content/index/spelling.ts';
import { beginningTerm, isOpen, MAX_BEGINNING, plainWord, searchWords } from '../content/index/word-prefixes.ts';
import { allOf, anyToken, type Expression, first, token } from './expression.ts';

/** Finds search terms in the index and in texts. The index contains words and pairs of words, but no longer phrases. */

export interface TermText {
  title: string;
  introduction: string;
  language: string | null;
}

interface Term {
  /** Words as entered, except that `U.S.` becomes `US`. In an open term, the last word is a prefix. */
  words: readonly string[];
  isSpelled: boolean[];
  isOpen: boolean;
}

function readTerm(text: string): Term {
  const open = isOpen(text);
  const words = rawWords(joinDots(open ? text.slice(0, -1) : text));
  const isLoud = words.length > 1 && words.every((word) => /^\p{Lu}+$/u.test(word.normalize('NFC')));
  const isSpelled = words.map((word, i) => !isLoud && isCapitals(word) && !(open && i === words.length - 1));
  // If capitals do not matter, dots separate words as usual.
  return isSpelled.includes(true) ? { words, isSpelled, isOpen: open } : plainTerm(text);
}

function plainTerm(text: string): Term {
  const words = rawWords(isOpen(text) ? text.slice(0, -1) : text);
  return { words, isSpelled: words.map(() => false), isOpen: isOpen(text) };
}

/** Returns a term's keys in other languages. Words such as `US` have none, because they are equal in all languages. */
const inLanguages = (text: string, { isOpen, isSpelled }: Term, languages: readonly string[]) =>
  hasRuns(text) || (!isOpen && !isSpelled.includes(true)) ? languageTerms(text, languages) : [];

/** Returns index expressions that find any of the terms. If `isChecked(term)` is true, they may find other articles. */
export function termExpressions(terms: readonly string[], languages: readonly string[]): Expression[] {
  const single = new Set<string>();
  const others: Expression[] = [];
  const byLanguage = new Map<string, Expression>();
  for (const text of terms) {
    const term = readTerm(text);
    for (const keys of inLanguages(text, term, languages)) {
      const tokens = [...capitalsOf(term), ...keys.map(languageKeyToken)];
      byLanguage.set(tokens.join(), allOf(tokens.map(token)));
    }
    const { words, isSpelled, isOpen } = term;
    // A term in a script without spaces is found by its language keys only, so it needs no English tokens.
    if (hasRuns(text) && (words.length === 1 || isOpen)) continue;
    if (isOpen) others.push(open(term));
    else if (words.length > 1) others.push(phrase(term));
    else for (const word of words) single.add(isSpelled[0] ? capitalsToken(word) : wordToken(word));
  }
  return [...[...single].map(token), ...byLanguage.values(), ...others];
}

/** Returns true if the index may find articles that do not contain the term. */
export const isChecked = (text: string): boolean =>
  hasRuns(text) || readTerm(text).words.length > 1 || searchWords(text).some((word) => word.length > MAX_BEGINNING);

/** Maximum number of bigrams (word pairs) in a query for a phrase. A few suffice, and each reads an index list. */
const MAX_BIGRAMS = 6;
const MAX_OPEN_BIGRAMS = 4;

const capitalsOf = ({ words, isSpelled }: Term): string[] => words.filter((_, i) => isSpelled[i]).map(capitalsToken);

function phrase(term: Term): Expression {
  const tokens = [...capitalsOf(term), ...spread(phraseBigrams(term.words), MAX_BIGRAMS)];
  return first(allOf([...tokens.map(token), ...wordsOf(term.words, MAX_BIGRAMS)]));
}

/** Returns expressions for the words of a phrase that its bigrams contain only in shortened form. */
const wordsOf = (words: readonly string[], most: number): Expression[] =>
  spread(phraseWords(words), most).map(anyToken);

function open(term: Term): Expression {
  const known = term.words.slice(0, -1);
  const last = term.words.at(-1) ?? '';
  if (known.length === 0) return token(beginningTerm(last));
  const tokens = [
    ...capitalsOf(term),
    ...openBigram(known.join(' '), last),
    beginningTerm(last),
    ...spread(phraseBigrams(known), MAX_OPEN_BIGRAMS),
  ];
  return first(allOf([...tokens.map(token), ...wordsOf(known, MAX_OPEN_BIGRAMS)]));
}

export function occurs(terms: readonly string[], languages: readonly string[]): (text: TermText) => boolean {
  const tests = terms.map((term) => occurrence(term, languages));
  return (text) => {
    const read = readText(text);
    return tests.some((test) => test(read));
  };
}

interface Field {
  stems: readonly string[];
  plain: readonly string[];
  words: readonly string[];
  /** Words in capitals, without accents. Empty if capitals have no meaning in the text. */
  capitals: string[];
  isWritten: boolean;
}

interface ReadText {
  fields: Field[];
  keys: ReadonlyMap<string, unknown>;
}

function readText({ title, introduction, language }: TermText): ReadText {
  const texts = [title, introduction];
  let keys: ReadonlyMap<string, unknown> | undefined;
  return {
    fields: texts.flatMap((text) => {
      const readings = readingsOf(text);
      return readings.map((reading, i) =>
        readField(reading, { isWritten: i === 0, isSpelled: i === readings.length - 1 }),
      );
    }),
    get keys() {
      keys ??= languageKeys(texts, language);
      return keys;
    },
  };
}

function readField(reading: string, { isWritten, isSpelled }: { isWritten: boolean; isSpelled: boolean }): Field {
  const words = rawWords(reading);
  return {
    words,
    stems: stems(reading),
    plain: plainWords(reading),
    capitals: words.map((word) => (isSpelled && isCapitals(word) ? plainWord(word) : '')),
    isWritten,
  };
}

function occurrence(text: string, languages: readonly string[]): (text: ReadText) => boolean {
  const term = readTerm(text);
  const alternatives = inLanguages(text, term, languages);
  const { words } = term;
  const hasCapitals = term.isSpelled.includes(true) ? nextToCapitals(term) : () => true;
  const inLanguage = ({ keys, fields }: ReadText) =>
    alternatives.some((all) => all.every((key) => keys.has(keyName(key)))) && fields.some(hasCapitals);
  if ((hasRuns(text) && (words.length === 1 || term.isOpen)) || words.length === 0)
    return alternatives.length > 0 ? inLanguage : () => false;
  const tests = words.map((word, i) =>
    wordTest(word, term.isSpelled[i] ?? false, term.isOpen && i === words.length - 1),
  );
  // A single plain word is looked up in its written form, which the index also contains.
  const isSingle = words.length === 1 && !term.isSpelled[0];
  const isInRow = inRow(tests);
  const inEnglish = ({ fields }: ReadText) => fields.some((field) => (field.isWritten || !isSingle) && isInRow(field));
  return (read) => inEnglish(read) || (alternatives.length > 0 && inLanguage(read));
}

type WordTest = (field: Field, at: number) => boolean;

const inRow =
  (tests: readonly WordTest[]) =>
  (field: Field): boolean =>
    field.words.some((_, at) => tests.every((isWord, i) => at + i < field.words.length && isWord(field, at + i)));

/** Returns a test for words in capitals next to text without spaces. The term may contain only a part of that text. */
function nextToCapitals({ words, isSpelled }: Term): (field: Field) => boolean {
  const form = (word = '') => word.normalize('NFKC').toLowerCase();
  return inRow(
    words.map((word, i): WordTest => {
      if (isSpelled[i]) return wordTest(word, true, false);
      if (!hasRuns(word)) return () => true;
      const part = form(word);
      return ({ words }, at) =>
        (!isSpelled[i - 1] || form(words[at]).startsWith(part)) &&
        (!isSpelled[i + 1] || form(words[at]).endsWith(part));
    }),
  );
}

function wordTest(word: string, isSpelled: boolean, isBeginning: boolean): WordTest {
  const plain = plainWord(word);
  if (isSpelled) return ({ capitals }, at) => capitals[at] === plain;
  if (isBeginning) return (field, at) => field.plain[at]?.startsWith(plain) ?? false;
  const stemmed = stem(word);
  return ({ stems }, at) => stems[at] === stemmed;
}
