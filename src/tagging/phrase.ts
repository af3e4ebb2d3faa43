import { plural, type TextWord, wordsOf } from './words.ts';

/** Required form of a word: any form, capitalised, all in capitals, or not capitalised like a name. */
export type Shape = 'any' | 'capital' | 'upper' | 'common';

export interface OwnNames {
  /** Words that follow the name in longer forms of the name. */
  continuations: ReadonlySet<string>;
  trades: readonly string[];
}

export interface Name {
  isWord: boolean;
  isName: boolean;
  isPlace: boolean;
  own?: OwnNames | null;
}

export interface Phrase {
  forms: string[];
  shapes: Shape[];
  open: boolean;
  /** Whether the phrase may be part of a person's name. If so, it is ignored next to another name (Jordan Peele). */
  alone: boolean;
  /** Other meanings of the name. If this is not `null`, the name counts only if evidence supports it. */
  doubtful: Name | null;
  /** A `namesake` is a country that shares its name with towns. A `small` place has a name that may be a person's. */
  part?: 'town' | 'namesake' | 'state' | 'abbreviation' | 'small' | undefined;
}

/** Maximum number of letters in an abbreviation, which must be in capitals. */
const ACRONYM = 4;

/** Parses a phrase of a rule. Capitals matter only in abbreviations (`US`). A final `*` matches any ending. */
export function rulePhrases(text: string): Phrase[] {
  const phrase = phraseOf(text, (word) => (isAcronym(word) ? 'upper' : 'any'));
  if (phrase.forms.length === 0) return [];
  return text.trim().endsWith('*') ? [{ ...phrase, open: true }] : withPlural(phrase);
}

/** Builds the phrase for a company name, whose capitals must match. */
export const namePhrase = (text: string): Phrase => phraseOf(text, nameShape);

/** Builds the phrase for a place. Only its last word needs a capital: `south-east Asia` matches, but not `turkey`. */
export const placePhrase = (text: string, alone = false): Phrase => ({
  ...phraseOf(text, (word, last) => (last || isAcronym(word) ? nameShape(word) : 'any')),
  alone,
});

export function withPlural(phrase: Phrase): Phrase[] {
  const last = phrase.forms.at(-1) ?? '';
  return /\d$/.test(last) ? [phrase] : [phrase, { ...phrase, forms: [...phrase.forms.slice(0, -1), plural(last)] }];
}

const isAcronym = ({ form, upper }: TextWord) => upper && form.length <= ACRONYM;
const nameShape = (word: TextWord): Shape => (isAcronym(word) ? 'upper' : word.capital ? 'capital' : 'any');

/** Plain names need no word splitting. This speeds up the start, at which thousands of names are parsed. */
const PLAIN_NAME = /^[A-Za-z]+(?: [A-Za-z]+)*$/;
const plainWord = (word: string): TextWord => ({
  form: word.toLowerCase(),
  capital: /^[A-Z]/.test(word),
  upper: word === word.toUpperCase(),
  joined: true,
  hyphened: false,
  owner: false,
  proper: false,
});

function phraseOf(text: string, shape: (word: TextWord, last: boolean) => Shape): Phrase {
  const words = PLAIN_NAME.test(text) ? text.split(' ').map(plainWord) : wordsOf(text);
  return {
    forms: words.map(({ form }) => form),
    shapes: words.map((word, i) => shape(word, i === words.length - 1)),
    open: false,
    alone: false,
    doubtful: null,
  };
}
