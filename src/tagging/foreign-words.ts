import { type Phrase, placePhrase, rulePhrases } from './phrase.ts';
import demonyms from './reference/demonyms.json' with { type: 'json' };
import handKept from './reference/names-by-language.json' with { type: 'json' };

/**
 * By which words texts in other languages than English name countries and regions: their names as the runtime knows them
 * (`Intl.DisplayNames`), demonyms in five languages, and hand-kept short forms and other names.
 */

type Demonyms = Readonly<Record<string, Readonly<Partial<Record<string, string>>> | undefined>>;
const DEMONYMS: Demonyms = demonyms;

interface HandKept {
  /** Signs that a text means something else, and names that do so without more. */
  not: string;
  /** Further words by country's code or geo group's slug; with a `*` every word that begins with it. */
  more: Readonly<Record<string, string>>;
}
const HAND_KEPT: Readonly<Record<string, HandKept>> = handKept;

/** Codes of CLDR for those geo groups that the runtime can name. */
const CODE_OF: Readonly<Record<string, string>> = { 'european-union': 'EU', eurozone: 'EZ', 'united-nations': 'UN' };

const listed = (text: string | undefined) => text?.split(', ') ?? [];

/** The language of places' names (ISO 639-1) for a text whose language is said: English where it is not known or has no names. */
export const languageOfPlaces = (language: string | null | undefined): string =>
  language && Intl.DisplayNames.supportedLocalesOf(language).length > 0 ? new Intl.Locale(language).language : 'en';

/** The phrases by which a text in a language other than English names a country (code) or geo group (slug). */
export function foreignWords(language: string, ref: string): Phrase[] {
  const { not, more: byRef } = HAND_KEPT[language] ?? { not: '', more: {} };
  const [others, more] = [listed(not), listed(byRef[ref])];
  const known = namesIn(language, CODE_OF[ref] ?? ref).filter((name) => !others.includes(name));
  const names = [...known, ...more.filter((word) => !word.endsWith('*'))];
  // German names have a genitive.
  const inflected =
    language === 'de' ? names.flatMap((name) => (/[^s]$/.test(name) ? [name, `${name}s`] : [name])) : names;
  const nouns = language === 'de' ? listed(DEMONYMS.deNouns?.[ref]).flatMap(germanNouns) : [];
  return [
    ...[...inflected, ...nouns].map((name) => placePhrase(name)),
    ...more.filter((word) => word.endsWith('*')).flatMap(rulePhrases),
    ...listed(DEMONYMS[language]?.[ref]).flatMap((word) => adjective(language, word)),
  ];
}

/** A country whose name is that of a state of another one: where a text names that one, too, the state is meant. */
const STATE_OF: Readonly<Record<string, string>> = { GE: 'US' };

/** Signs that a text in a language other than English does not mean the country of a code. */
export const foreignExclusions = (language: string, code: string): Phrase[] =>
  STATE_OF[code] ? [...foreignWords(language, STATE_OF[code]), placePhrase('Atlanta'), placePhrase('Trump')] : [];

/** Phrases in which a text of a language names something else. */
export const foreignMasks = (language: string): Phrase[] =>
  listed(HAND_KEPT[language]?.not || undefined).flatMap(rulePhrases);

/** The names of a region in long and in short, without what stands in brackets; none where the runtime knows none. */
function namesIn(language: string, code: string): string[] {
  if (!/^[A-Z]{2}$/.test(code)) return [];
  const names = (['long', 'short'] as const).flatMap((style) => {
    const name = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }).of(code) ?? '';
    return name.replace(/[)）]/g, '').split(/\s*[(（]/);
  });
  return [...new Set(names.filter(Boolean))];
}

/** `Franzose` → Franzosen, `Französin` → Französinnen, `Japaner` → Japaners, Japanern, Japanerin, Japanerinnen. */
function germanNouns(noun: string): string[] {
  const ends = noun.endsWith('e')
    ? ['n']
    : noun.endsWith('er')
      ? ['s', 'n', 'in', 'innen']
      : noun.endsWith('in')
        ? ['nen']
        : ['s', 'en'];
  return [noun, ...ends.map((end) => noun + end)];
}

/** What the end of a masculine singular becomes in the other forms; the first that fits. */
const ENDINGS: Readonly<Record<string, readonly (readonly [end: string, forms: string])[]>> = {
  fr: [
    ['ien', 'ien iens ienne iennes'],
    ['éen', 'éen éens éenne éennes'],
    ['on', 'on ons onne onnes'],
    ['ec', 'ec ecs ecque ecques'],
    ['turc', 'turc turcs turque turques'],
    ['s', 's se ses'],
    ['e', 'e es'],
    ['', ' s e es'],
  ],
  es: [
    ['és', 'és esa eses esas'],
    ['án', 'án ana anes anas'],
    ['ón', 'ón ona ones onas'],
    ['o', 'o a os as'],
    ['í', 'í íes ís'],
    ['ol', 'ol ola oles olas'],
    ['', ' s es'],
  ],
  it: [
    ['co', 'co ca ci chi che'],
    ['o', 'o a i e'],
    ['a', 'a i e'],
    ['e', 'e i'],
    ['', ' '],
  ],
  pt: [
    ['ês', 'ês esa eses esas'],
    ['ão', 'ão ã ães ãos ãs ões'],
    ['o', 'o a os as'],
    ['ol', 'ol ola óis olas'],
    ['', ' s'],
  ],
};

/** Languages that write the people of a country without a capital: with one, `Giordano` is a name. */
const SMALL = new Set(['es', 'it', 'pt']);

/** Every form of an adjective, which is also the noun in Romance languages; German ones by their beginning. */
function adjective(language: string, word: string): Phrase[] {
  if (language === 'de') return rulePhrases(`${word}*`);
  const [end = '', forms = ''] = ENDINGS[language]?.find(([ending]) => word.endsWith(ending)) ?? [];
  const stem = word.slice(0, word.length - end.length);
  const phrases = forms.split(' ').flatMap((form) => rulePhrases(stem + form).slice(0, 1));
  if (!SMALL.has(language)) return phrases;
  return phrases.map((phrase) => ({ ...phrase, shapes: phrase.shapes.map(() => 'common' as const) }));
}
