import { plural, type TextWord, wordsOf } from './words.ts';

/** What a word of a text must look like: any, with a capital first, all capitals, without a capital that makes it a name. */
export type Shape = 'any' | 'capital' | 'upper' | 'common';

/** Content of a company's longer names. */
export interface OwnNames {
  /** Words that follow the name in its longer names. */
  continuations: ReadonlySet<string>;
  /** Its trades. */
  trades: readonly string[];
}

/** What a company's name is, too. */
export interface Name {
  /** A frequent word of English. */
  isWord: boolean;
  /** A frequent name of people or places. */
  isName: boolean;
  /** A city or a state. */
  isPlace: boolean;
  /** Trade and continuations of the company by its longer names. */
  own?: OwnNames | null;
}

/** A sequence of words to find in a text. */
export interface Phrase {
  forms: string[];
  shapes: Shape[];
  /** The last form is the beginning of a word. */
  open: boolean;
  /** A person's name, too: next to another name (Jordan Peele, Michael Jordan) it does not count. */
  alone: boolean;
  /** A company's name that may mean something else: it counts where the text says so. */
  doubtful: Name | null;
  /**
   * A place that may be a town of the state behind it, a country with such namesakes, such a state, its abbreviation, or a small town, which is a
   * name of people as often.
   */
  part?: 'town' | 'namesake' | 'state' | 'abbreviation' | 'small' | undefined;
}

/** Letters of the longest abbreviation that capitals distinguish from a word. */
const ACRONYM = 4;

/**
 * The phrases that a rule's word matches. Capitals do not matter, except in abbreviations of up to four letters (`US`, `D&O`);
 * accents never do. The last word also matches its plural, and with a `*` every word that begins with it.
 */
export function rulePhrases(text: string): Phrase[] {
  const phrase = phraseOf(text, (word) => (isAcronym(word) ? 'upper' : 'any'));
  if (phrase.forms.length === 0) return [];
  return text.trim().endsWith('*') ? [{ ...phrase, open: true }] : withPlural(phrase);
}

/** The phrase of a name whose capitals are those of the name: a company is no common noun. */
export const namePhrase = (text: string): Phrase => phraseOf(text, nameShape);

/** The phrase of a place, whose last word has its capital: `Turkey` is not a turkey, `south-east Asia` is South-East Asia. */
export const placePhrase = (text: string, alone = false): Phrase => ({
  ...phraseOf(text, (word, last) => (last || isAcronym(word) ? nameShape(word) : 'any')),
  alone,
});

/** A phrase, and the same with its last word in the plural. */
export function withPlural(phrase: Phrase): Phrase[] {
  const last = phrase.forms.at(-1) ?? '';
  return /\d$/.test(last) ? [phrase] : [phrase, { ...phrase, forms: [...phrase.forms.slice(0, -1), plural(last)] }];
}

const isAcronym = ({ form, upper }: TextWord) => upper && form.length <= ACRONYM;
const nameShape = (word: TextWord): Shape => (isAcronym(word) ? 'upper' : word.capital ? 'capital' : 'any');

/** A name of plain letters, which needs no splitting into words as texts do: thousands of them are read when a service starts. */
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
