import { foreignExclusions, foreignMasks, foreignWords } from './foreign-words.ts';
import { type Phrase, placePhrase, rulePhrases, withPlural } from './phrase.ts';
import countries from './reference/country-words.generated.ts';
import moreWords from './reference/more-country-words.json' with { type: 'json' };
import morePlaces from './reference/more-places.json' with { type: 'json' };
import otherNamesKept from './reference/other-names.json' with { type: 'json' };
import type { Rule } from './rule.ts';
import { plainForm } from './words.ts';

/** Words that indicate a country. A demonym, capital or city of at least 300,000 people indicates only one country. */
interface CountryWords {
  code: string;
  names: readonly string[];
  demonyms: readonly string[];
  cities?: string;
  /** Cities of at least 100,000 inhabitants whose names are not English words. */
  towns?: string;
  states?: string;
}

/** Words that supplement the data package, separated by commas. They are maintained by hand. */
interface MoreWords {
  /** Short forms, alternative spellings, parts of the country, and demonyms shared by several countries. */
  more?: string;
  /** Plural nouns for a country's people. Their singular has another meaning, as in `Poles`. */
  peoples?: string;
  not?: string;
}
const MORE_COUNTRY_WORDS: Readonly<Record<string, MoreWords>> = moreWords;

interface MorePlaces {
  regions?: string;
  peoples?: string;
  towns?: string;
}
const PLACES: Readonly<Record<string, MorePlaces>> = morePlaces;

const ALSO_PEOPLE = new Set(
  'Austin, Carolina, Chad, Charlotte, Cleveland, Columbus, Dallas, Florence, Georgia, Holland, Houston, Indiana, Israel, Jordan, Kobe, Milan, Montana, Norfolk, Phoenix, Richmond, Virginia, Washington, Wellington'.split(
    ', ',
  ),
);

/** Large cities and capitals whose names usually mean something else: a word, a person, a company or another place. */
const NOT_CITIES = new Set(
  "Aba, Alexandria, Americana, Angeles, Antioch, Apia, Appleton, Aurora, Bari, Bello, Bradford, Buffalo, Butterworth, Cali, Campos, Chihuahua, City of Victoria, Concepcion, Constantine, Cordoba, Douglas, Duma, Essen, Everett, Fez, Gary, Gent, George Town, Georgetown, Hail, Hamilton, Hampton, Hartford, Hims, Hue, Icel, Ife, Jamestown, Jian, Jos, Kingston, Kota, Leon, Luan, Male, Medina, Mesa, Mito, Moroni, Naga, National City, Niagara Falls, Nice, Orel, Osorno, Palma, Paterson, Pereira, Perm, Plymouth, Posadas, Providence, Resistencia, Rock Island, Rosario, Safi, Saint John’s, Saint John's, Salta, Salvador, San Lorenzo, Sanford, Santa Cruz, Santander, Santos, Sofia, Soledad, Split, Stanley, Stoke, Sucre, Surat, Tamale, The Bottom, The Valley, Trujillo, Tula, Van, Victoria, West Island, Zamora".split(
    ', ',
  ),
);

const OTHER_NAMES: string = otherNamesKept.names;

/** Currencies that several countries share. All other currencies indicate news about their country. */
const CURRENCIES = 'American, Australian, Canadian, Hong Kong, New Zealand, Singapore, Taiwan, US'
  .split(', ')
  .map((place) => `${place} dollar`);

const ABBREVIATIONS: Readonly<Record<string, string>> = {
  CA: 'Alta, B.C., N.B., N.L., N.S., Nfld, Ont, P.E.I., Que, Sask',
  US: 'Ala, Ariz, Ark, Calif, Colo, Conn, D.C., Del, FL, Fla, Ga, Ill, Ind, Kan, Ky, La, Mass, Md, Mich, Minn, Miss, Mo, Mont, N.C., N.D., N.H., N.J., N.M., N.Y., Neb, Nev, NV, Okla, Ore, Pa, R.I., S.C., S.D., Tenn, Tex, TN, TX, Va, Vt, W. Va, Wash, WI, Wis, Wyo',
};

const GEORGIAN_MATTERS =
  'Power, Tech, Southern, State University, governor, lawmaker, legislature, senate, house, senator, jury, court, appeals court, Supreme Court, judge, justices, sheriff, county, school, hospital, homeowner, driver, farmer, peach, peaches, man, woman, couple, family, teen, teacher, insurance commissioner, department of insurance, regulators back, Democrat, Republican, GOP, primary, runoff, ballot, voting law, tort reform, law, plant, port of Savannah, Bulldogs, coast, highway, interstate, trooper, prison, prosecutor, district attorney, congresswoman, congressman, secretary of state, commissioner, resident, utility, church, mother, father, police'
    .split(', ')
    .map((matter) => `Georgia ${matter}`);

/** Countries and cities that share names with towns. A state after the name means a town: `Lebanon, Tennessee`. */
const ALSO_TOWNS = new Set(
  'Cuba, Denmark, Holland, Jamaica, Jordan, Lebanon, Norway, Peru, Poland, Turkey'.split(', '),
);
/** Cities from `more` that share their names with places in America. */
const SMALL_CITIES = new Set(
  'Antwerp, Basel, Copenhagen, Geneva, Kiev, Lausanne, Montreal, New Delhi, Odesa, Ottawa, Quebec City, Rotterdam, Salzburg, Vancouver'.split(
    ', ',
  ),
);
const GEORGIAN_SIGNS =
  'Valdosta, Macon, Marietta, Savannah, Augusta, Gwinnett, Cobb County, DeKalb, Statesboro, Dalton, Decatur, Warner Robins, Raffensperger, Brian Kemp, Gov. Kemp, Warnock, Ossoff, Plant Vogtle, Peach State';
/** Parts of Britain, Canada and Australia that may follow the name of a town, as in `London, Ontario`. */
const PARTS = new Set(
  'Alberta, British Columbia, England, Manitoba, New Brunswick, New South Wales, Newfoundland, Northern Ireland, Nova Scotia, Ontario, Quebec, Queensland, Saskatchewan, Scotland, Tasmania, Wales'.split(
    ', ',
  ),
);
/** Towns in the US state of Georgia that share their names with other places. */
const GEORGIAN_TOWNS = 'Albany, Athens, Augusta, Cairo, Columbus, Dublin, Macon, Marietta, Rome, Vienna'
  .split(', ')
  .map((town) => `${town}, Georgia`);

const LANGUAGE_NAMES =
  'Chinese, Dutch, Finnish, French, German, Greek, Italian, Japanese, Korean, Polish, Portuguese, Russian, Spanish, Swedish, Turkish, Ukrainian'
    .split(', ')
    .flatMap((language) => [
      ...'class, course, dictionary, dub, exam, grammar, homework, immersion, language, lesson, literature, speaker, speaking, subtitle, teacher, translation, translator'
        .split(', ')
        .map((word) => `${language} ${word}`),
      ...'learn, learning, learns, speak, speaks, speaking, study, studying, taught, teach, teaches, teaching'
        .split(', ')
        .map((word) => `${word} ${language}`),
    ]);

const listed = (text: string | undefined) => text?.split(', ') ?? [];

const placesOf = ({ cities, states }: Pick<CountryWords, 'cities' | 'states'>): string[] => [
  ...listed(cities).filter((city) => !NOT_CITIES.has(city)),
  ...listed(states).filter((state) => state !== 'Georgia'),
];

let placeNames: ReadonlySet<string> | undefined;
let countryNames: ReadonlySet<string> | undefined;

/** Returns true if the normalised word is the name of a large city or a state. */
export function isPlaceName(form: string): boolean {
  const all = () => countries.flatMap(({ cities, states }: CountryWords) => [...listed(cities), ...listed(states)]);
  placeNames ??= new Set([...all(), ...NOT_CITIES].map((name) => name.toLowerCase()));
  return placeNames.has(form);
}

export function isCountryOrPlace(form: string): boolean {
  countryNames ??= new Set(
    countries
      .flatMap(({ code, names, towns }: CountryWords) => [
        ...names,
        ...listed(MORE_COUNTRY_WORDS[code]?.more),
        ...listed(towns),
        ...listed(PLACES[code]?.towns),
      ])
      .map(plainForm),
  );
  return countryNames.has(form) || isPlaceName(form);
}

/** Names in the data package that usually mean another country, by country code. */
const NOT_NAMES: Readonly<Record<string, string>> = { CG: 'Congo' };

/** Returns rules that find countries in texts of a language (ISO 639-1). They do not depend on the newsroom's rules. */
export const countryRules = (language: string): readonly Rule[] =>
  language === 'en' ? englishRules() : foreignRules(language);

/** Returns rules for other languages. They include large cities, except those that are English words or first names. */
const foreignRules = (language: string): Rule[] =>
  countries.map(({ code, ...places }: CountryWords) => ({
    kind: 'countries',
    ref: code,
    words: [
      ...foreignWords(language, code),
      ...placesOf(places)
        .filter((name) => !ALSO_PEOPLE.has(name))
        .map((name) => placePhrase(name)),
    ],
    exclusions: foreignExclusions(language, code),
  }));

const englishRules = (): Rule[] =>
  countries.map(({ code, names, demonyms, ...places }: CountryWords) => {
    const { more, peoples, not } = MORE_COUNTRY_WORDS[code] ?? {};
    const { regions, peoples: pluralNames, towns } = PLACES[code] ?? {};
    const american = code === 'US' ? [...GEORGIAN_TOWNS, 'Jamaica, Queens'] : [];
    const own = [
      ...names.filter((name) => name !== NOT_NAMES[code]),
      ...listed(more),
      ...listed(regions),
      ...placesOf(places),
      ...american,
    ];
    const small = [...listed(towns), ...listed(places.towns).filter((town) => !NOT_CITIES.has(town))];
    const [cities, states] = [new Set(listed(places.cities)), new Set(listed(places.states))];
    const partOf = (name: string): Phrase['part'] =>
      states.has(name) || PARTS.has(name)
        ? 'state'
        : cities.has(name) || SMALL_CITIES.has(name)
          ? 'town'
          : ALSO_TOWNS.has(name)
            ? 'namesake'
            : undefined;
    return {
      kind: 'countries',
      ref: code,
      words: [
        ...own.map((name) => ({ ...placePhrase(name, ALSO_PEOPLE.has(name)), part: partOf(name) })),
        ...[...new Set(small)].map((name) => ({ ...placePhrase(name), part: 'small' as const })),
        ...listed(ABBREVIATIONS[code]).map((name) => ({ ...placePhrase(name), part: 'abbreviation' as const })),
        ...(code === 'US' ? GEORGIAN_MATTERS : []).flatMap((name) => withPlural(placePhrase(name))),
        ...[...listed(peoples), ...listed(pluralNames)].map((name) => placePhrase(name)),
        ...[...demonyms, ...[...listed(more), ...listed(regions)].filter(isDemonym)].flatMap((demonym) =>
          withPlural(placePhrase(demonym)),
        ),
      ],
      exclusions: [
        ...listed(not),
        ...(code === 'GE' ? [...GEORGIAN_TOWNS, ...GEORGIAN_MATTERS, ...listed(GEORGIAN_SIGNS)] : []),
      ].flatMap(rulePhrases),
    };
  });

const isDemonym = (name: string) =>
  /(?:[aceiln]an|Texan|New Yorker|Londoner|Queenslander|Aussie|Brit|Briton|Kazakh|Saudi|Serb|Croat|Swede|Bosniak|Cypriot|Londoner|Berliner|Dubliner|Aucklander|Sydneysider|Glaswegian|Michigander|Hongkonger|Basque|Quebecer|Nepali|Greenlander|Azeri|Gazan|Spaniard|Tajik|Uzbek)$/.test(
    name,
  );

export const otherCountryNames = (language: string): Phrase[] => [
  ...[...OTHER_NAMES.split(', '), ...CURRENCIES, ...LANGUAGE_NAMES].flatMap((name) => withPlural(placePhrase(name))),
  ...foreignMasks(language),
];
