import { foreignExclusions, foreignMasks, foreignWords } from './foreign-words.ts';
import { type Phrase, placePhrase, rulePhrases, withPlural } from './phrase.ts';
import countries from './reference/country-words.generated.ts';
import moreWords from './reference/more-country-words.json' with { type: 'json' };
import type { Rule } from './rule.ts';
import { plain } from './words.ts';

/**
 * By which words a text names a country: its names, demonyms that are no other country's, cities of 300,000 inhabitants and more and
 * capitals that name this country only, and states.
 */
interface CountryWords {
  code: string;
  names: readonly string[];
  demonyms: readonly string[];
  cities?: string;
  states?: string;
}

/** Hand-kept words of a country in addition to those of the data package, parted by commas. */
interface MoreWords {
  /** Short forms, other spellings, parts, and demonyms that several countries share. */
  more?: string;
  /** Its people by nouns of their own, in the plural: in the singular they are other words or names. */
  peoples?: string;
  /** Signs that a text means something else by the country's name (as exclusions of a rule). */
  not?: string;
}
const MORE: Readonly<Record<string, MoreWords>> = moreWords;

/** Places that are also names of people. */
const ALSO_PEOPLE = new Set(
  'Austin, Carolina, Chad, Charlotte, Cleveland, Columbus, Dallas, Florence, Georgia, Holland, Houston, Indiana, Israel, Jordan, Kobe, Milan, Montana, Norfolk, Phoenix, Richmond, Virginia, Washington, Wellington'.split(
    ', ',
  ),
);

/** Large cities and capitals whose names are words, people or companies first, or other places as often. */
const NOT_CITIES = new Set(
  "Aba, Alexandria, Americana, Angeles, Apia, Aurora, Bari, Bello, Bradford, Buffalo, Butterworth, Cali, Campos, Chihuahua, City of Victoria, Concepcion, Constantine, Cordoba, Douglas, Duma, Essen, Fez, Gary, Gent, George Town, Georgetown, Hail, Hamilton, Hartford, Hims, Hue, Icel, Ife, Jamestown, Jian, Jos, Kingston, Kota, Leon, Luan, Male, Medina, Mesa, Mito, Moroni, Naga, Nice, Orel, Palma, Pereira, Perm, Plymouth, Posadas, Providence, Resistencia, Rosario, Safi, Saint John’s, Saint John's, Salta, Salvador, San Lorenzo, Santa Cruz, Santos, Sofia, Soledad, Split, Stanley, Stoke, Sucre, Surat, Tamale, The Bottom, The Valley, Trujillo, Tula, Van, Victoria, West Island".split(
    ', ',
  ),
);

/** Names that contain a country's, a state's or a city's name and mean something else. */
const OTHER_NAMES =
  'African American, Air France, American Eagle, Arctic Monkeys, Chicken Kiev, Cuba Gooding, Danish Crown, Holland America, Jimmy Wales, Kenya Moore, Maltese Falcon, Maltese cross, Maltese puppy, Paris Jackson, Sydney Pollack, Sydney Sweeney, Tom Holland, Jools Holland, Kathy Ireland, India Arie, America Ferrera, London Breed, Vienna sausage, Brussels sprout, Bermuda shorts, Bermuda grass, Canada goose, Canada geese, Canadian bacon, Turkish coffee, Swiss roll, Swiss chard, Scotch whisky, Irish stew, Irish wolfhound, Afghan hound, Siberian husky, Persian cat, Burmese python, Cornish pasty, Cornish hen, Yorkshire terrier, Yorkshire pudding, Welsh corgi, Boston cream, Manhattan Associates, Manhattan clam chowder, New England Patriots, Moscow mule, Long Island iced tea, Singapore sling, Singapore noodles, Bombay duck, Bombay Sapphire, Java programmer, Labrador retriever, Labrador puppy, Bavarian cream, Neapolitan pizza, Sicilian pizza, Hawaiian pizza, Hawaiian shirt, Peruvian lily, Mexican wave, Norwegian Cruise Line, Norwegian wood, Hollywood actor, Jerusalem artichoke, Berlin Wall, Dresden china, Delft china, Tasmanian devil, Cayman Chemical, Chinese New Year, Chinese checkers, Russian dressing, French dressing, Italian dressing, German chocolate cake, Spanish onion, Greek salad, Bolognese sauce, Jordan almonds, American Airlines, American Express, American Family, American Indian, American International Group, Australian Open, Bank of America, Basel Committee, Basel II, Basel III, Basel IV, Boston Consulting Group, Boston Globe, Boston Scientific, Boston Terrier, Brazil nut, Brazilian wax, British Airways, Chicago Tribune, China Mieville, Chinese wall, Cincinnati Financial, Cincinnati Insurance, Cuban sandwich, Danish pastry, Dutch auction, Dutch Bros, East China Sea, English Channel, Financial Times, French bulldog, French door, French fries, French Open, French press, French toast, French window, German measles, German shepherd, Great Dane, Greek yoghurt, Greek yogurt, Guinea fowl, Guinea pig, Gulf of Guinea, Gulf of Mexico, Gulf of Oman, Gulf of Thailand, Hannover Re, Holland & Knight, Indian Ocean, Indian summer, Indiana Jones, Irish coffee, Irish Life, Irish Sea, Irish setter, Jack London, Japan Airlines, Jersey barrier, Jersey City, Jersey cow, Jersey Shore, Jordan River, Korean Air, Korean Re, Lebanon Valley, Lima bean, Little Italy, Lloyd’s of London, Los Angeles Times, Mexico Beach, Mexican standoff, Montana Tucker, Munich Re, Native American, New Guinea, New Jersey, New Mexico, New York Life, New York Post, New York Times, North Pole, Panama City Beach, Panama hat, Panama Papers, Paris Agreement, Paris Hilton, Peking duck, Persian Gulf, Philadelphia Indemnity, Philadelphia Insurance, Porsche Cayman, Qatar Airways, River Jordan, Russian doll, Russian roulette, Scottish Widows, Sea of Japan, Siamese twin, Singapore Airlines, South China Morning Post, South China Sea, South Pole, Spanish flu, Stockholm syndrome, Swedish massage, Swiss Army knife, Swiss cheese, Swiss Life, Swiss Re, Texas hold’em, Times of India, Turkish Airlines, Turkish bath, Turkish delight, US Open, Vienna Insurance Group, Vietnam War, Washington Post, Welsh rarebit, West Indian, Young Turk, Zurich Insurance, Zurich North America';

/** Money of several countries by the name of one; that of one country is news of it. */
const CURRENCIES = 'American, Australian, Canadian, Hong Kong, New Zealand, Singapore, Taiwan, US'
  .split(', ')
  .map((place) => `${place} dollar`);

/** Countries and cities whose names are also those of towns in the state that stands behind them: `Lebanon, Tennessee`. */
const ALSO_TOWNS = new Set(
  'Cuba, Denmark, Holland, Jamaica, Jordan, Lebanon, Norway, Peru, Poland, Turkey'.split(', '),
);
/** Parts of Canada and Australia, which stand behind the names of their towns. */
const PARTS = new Set(
  'Alberta, British Columbia, Manitoba, New Brunswick, New South Wales, Newfoundland, Nova Scotia, Ontario, Queensland, Saskatchewan, Tasmania'.split(
    ', ',
  ),
);
/** Towns of Georgia, the state, with names that places elsewhere have, too. */
const GEORGIAN_TOWNS = 'Albany, Athens, Augusta, Cairo, Columbus, Dublin, Macon, Marietta, Rome, Vienna'
  .split(', ')
  .map((town) => `${town}, Georgia`);

/** Languages by the words beside them: `Spanish classes` name no country. */
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

/** The states and cities that are signs of a country. */
const placesOf = ({ cities, states }: Pick<CountryWords, 'cities' | 'states'>): string[] => [
  ...listed(cities).filter((city) => !NOT_CITIES.has(city)),
  ...listed(states).filter((state) => state !== 'Georgia'),
];

let placeNames: ReadonlySet<string> | undefined;
let countryNames: ReadonlySet<string> | undefined;

/** Whether a word in small letters without accents is a large city or a state. */
export function isPlaceName(form: string): boolean {
  const all = () => countries.flatMap(({ cities, states }: CountryWords) => [...listed(cities), ...listed(states)]);
  placeNames ??= new Set([...all(), ...NOT_CITIES].map((name) => name.toLowerCase()));
  return placeNames.has(form);
}

/** Whether a text in small letters without accents is the name of a country, a large city or a state. */
export function isCountryOrPlace(form: string): boolean {
  countryNames ??= new Set(
    countries.flatMap(({ code, names }: CountryWords) => [...names, ...listed(MORE[code]?.more)]).map(plain),
  );
  return countryNames.has(form) || isPlaceName(form);
}

/** Names of the data package that mean another country more often. */
const NOT_NAMES: Readonly<Record<string, string>> = { CG: 'Congo' };

const made = new Map<string, readonly Rule[]>();

/** The rules that find countries in a text of a language (ISO 639-1) without any rule of the newsroom; made once. */
export function countryRules(language: string): readonly Rule[] {
  const rules = made.get(language) ?? (language === 'en' ? englishRules() : foreignRules(language));
  made.set(language, rules);
  return rules;
}

/** Large cities are written alike in most languages; what is an English word or first name is not looked for. */
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
    const { more, peoples, not } = MORE[code] ?? {};
    const towns = code === 'US' ? [...GEORGIAN_TOWNS, 'Jamaica, Queens'] : [];
    const own = [...names.filter((name) => name !== NOT_NAMES[code]), ...listed(more), ...placesOf(places), ...towns];
    const [cities, states] = [new Set(listed(places.cities)), new Set(listed(places.states))];
    const partOf = (name: string): Phrase['part'] =>
      states.has(name) || PARTS.has(name) ? 'state' : cities.has(name) || ALSO_TOWNS.has(name) ? 'town' : undefined;
    return {
      kind: 'countries',
      ref: code,
      words: [
        ...own.map((name) => ({ ...placePhrase(name, ALSO_PEOPLE.has(name)), part: partOf(name) })),
        ...listed(peoples).map((name) => placePhrase(name)),
        ...[...demonyms, ...listed(more).filter(isDemonym)].flatMap((demonym) => withPlural(placePhrase(demonym))),
      ],
      exclusions: [...listed(not), ...(code === 'GE' ? GEORGIAN_TOWNS : [])].flatMap(rulePhrases),
    };
  });

/** Demonyms that have a plural: `Argentinean`. */
const isDemonym = (name: string) =>
  /(?:[aceiln]an|Texan|New Yorker|Londoner|Queenslander|Aussie|Brit|Briton|Kazakh|Saudi|Spaniard|Tajik|Uzbek)$/.test(
    name,
  );

/** Names in which a country's name does not count. */
export const otherNames = (language: string): Phrase[] => [
  ...[...OTHER_NAMES.split(', '), ...CURRENCIES, ...LANGUAGE_NAMES].flatMap((name) => withPlural(placePhrase(name))),
  ...foreignMasks(language),
];
