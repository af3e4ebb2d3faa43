import { type Phrase, placePhrase, rulePhrases } from './phrase.ts';
import demonyms from './reference/demonyms.json' with { type: 'json' };
import handKept from './reference/names-by-language.json' with { type: 'json' };

/** Names of countries and regions in other languages, from `Intl.DisplayNames`, demonym lists and manual additions. */

type Demonyms = Readonly<Record<string, Readonly<Partial<Record<string, string>>> | undefined>>;
const DEMONYMS: Demonyms = demonyms;

interface HandKept {
  not: string;
  /** Additional words by country code or geo group slug. A final `*` matches any ending. */
  more: Readonly<Record<string, string>>;
}
const HAND_KEPT: Readonly<Record<string, HandKept>> = handKept;

/** CLDR codes of geo groups for which the runtime has names. */
const CODE_OF: Readonly<Record<string, string>> = { 'european-union': 'EU', eurozone: 'EZ', 'united-nations': 'UN' };

const listed = (text: string | undefined) => text?.split(', ') ?? [];

/** Returns the language (ISO 639-1) of place names in a text, or English if it is unknown or not supported. */
export const languageOfPlaces = (language: string | null | undefined): string =>
  language && Intl.DisplayNames.supportedLocalesOf(language).length > 0 ? new Intl.Locale(language).language : 'en';

export function foreignWords(language: string, ref: string): Phrase[] {
  const { not, more: byRef } = HAND_KEPT[language] ?? { not: '', more: {} };
  const [others, more] = [listed(not), listed(byRef[ref])];
  const known = namesIn(language, CODE_OF[ref] ?? ref).filter((name) => !others.includes(name));
  const names = [...known, ...more.filter((word) => !word.endsWith('*'))];
  // German names also occur in the genitive case.
  const inflected =
    language === 'de' ? names.flatMap((name) => (/[^s]$/.test(name) ? [name, `${name}s`] : [name])) : names;
  const nouns = language === 'de' ? listed(DEMONYMS.deNouns?.[ref]).flatMap(germanNouns) : [];
  return [
    ...[...inflected, ...nouns].map((name) => placePhrase(name)),
    ...more.filter((word) => word.endsWith('*')).flatMap(rulePhrases),
    ...listed(DEMONYMS[language]?.[ref]).flatMap((word) => adjective(language, word)),
  ];
}

/** Countries that share their name with a state of another country. If a text names both, it means the state. */
const STATE_OF: Readonly<Record<string, string>> = { GE: 'US' };

export const foreignExclusions = (language: string, code: string): Phrase[] =>
  STATE_OF[code] ? [...foreignWords(language, STATE_OF[code]), placePhrase('Atlanta'), placePhrase('Trump')] : [];

export const foreignMasks = (language: string): Phrase[] =>
  listed(HAND_KEPT[language]?.not || undefined).flatMap(rulePhrases);

function namesIn(language: string, code: string): string[] {
  if (!/^[A-Z]{2}$/.test(code)) return [];
  const names = (['long', 'short'] as const).flatMap((style) => {
    const name = new Intl.DisplayNames(language, { type: 'region', style, fallback: 'none' }).of(code) ?? '';
    return name.replace(/[)）]/g, '').split(/\s*[(（]/);
  });
  return [...new Set(names.filter(Boolean))];
}

/** Returns inflected forms: `Franzose` → Franzosen, `Französin` → Französinnen, `Japaner` → Japanern, Japanerinnen. */
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

/** Endings of adjectives in the masculine singular, with the endings of their other forms. The first match applies. */
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

/** Languages that write demonyms in lower case. In these, a capitalised demonym is a name, such as `Giordano`. */
const LOWER_CASE_LANGUAGES = new Set(['es', 'it', 'pt']);

/** Returns all forms of an adjective, which may be a noun in Romance languages. German adjectives match by prefix. */
function adjective(language: string, word: string): Phrase[] {
  if (language === 'de') return rulePhrases(`${word}*`);
  const [end = '', forms = ''] = ENDINGS[language]?.find(([ending]) => word.endsWith(ending)) ?? [];
  const stem = word.slice(0, word.length - end.length);
  const phrases = forms.split(' ').flatMap((form) => rulePhrases(stem + form).slice(0, 1));
  if (!LOWER_CASE_LANGUAGES.has(language)) return phrases;
  return phrases.map((phrase) => ({ ...phrase, shapes: phrase.shapes.map(() => 'common' as const) }));
}
