import { type Phrase, placePhrase, rulePhrases, withPlural } from './phrase.ts';
import countries from './reference/country-words.json' with { type: 'json' };
import type { Rule } from './rule.ts';

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

/** In addition to the names and demonyms of the data package: short forms, other spellings, parts, and demonyms that several countries share. */
const MORE: Readonly<Record<string, string>> = {
  AE: 'UAE, Emirates',
  AG: 'Antigua, Barbuda',
  AR: 'Argentinian, Argentinean',
  AU: 'New South Wales, Queensland, Western Australia, Aussie',
  BA: 'Bosnia, Herzegovina',
  BS: 'The Bahamas',
  CA: 'British Columbia, Ontario, Quebec, Alberta, Manitoba, Saskatchewan, Nova Scotia, New Brunswick, Newfoundland, Montreal, Quebec City, Vancouver',
  CD: 'Democratic Republic of Congo, Democratic Republic of the Congo, DRC, Congo, Congolese, Congo-Kinshasa',
  CG: 'Congo-Brazzaville, Congo Republic, Republic of Congo',
  CH: 'Zuerich, Geneva',
  CI: 'Côte d’Ivoire',
  CN: 'PRC',
  CV: 'Cabo Verde, Cape Verdean',
  CZ: 'Czech Republic',
  DK: 'Copenhagen',
  DO: 'Dominican',
  EC: 'Ecuadorian',
  ES: 'Spaniard',
  FR: 'French',
  GB: 'UK, Great Britain, Britain, Briton, England, English, Scotland, Scottish, Wales, Welsh, Northern Ireland, Northern Irish, Brit, Manchester',
  GM: 'The Gambia',
  IL: 'Tel Aviv',
  IN: 'Indian, Bombay, Bangalore, Calcutta, Madras, New Delhi',
  IS: 'Icelandic',
  KG: 'Kyrgyz',
  KY: 'Cayman, Caymanian, Grand Cayman',
  KR: 'Korea, Korean, Republic of Korea',
  KZ: 'Kazakh',
  LC: 'St Lucia',
  KN: 'St Kitts, Saint Kitts, Nevis',
  LU: 'Luxembourgish',
  MK: 'Macedonia',
  MX: 'Baja California, Yucatan',
  MM: 'Burma, Yangon',
  MO: 'Macao',
  NG: 'Niger Delta, Niger State',
  NL: 'Holland, Dutch',
  NO: 'Norwegian',
  PH: 'Philippine, Filipina',
  PS: 'Palestinian territories, Gaza, West Bank',
  RU: 'Russian Federation',
  SA: 'Saudi',
  SI: 'Slovenian',
  SR: 'Surinamese',
  SV: 'Salvadorian',
  SZ: 'Swaziland',
  TJ: 'Tajik',
  TL: 'East Timor, Timorese',
  TR: 'Turkey',
  TC: 'Turks and Caicos',
  TT: 'Trinidad, Tobago',
  UA: 'Kiev, Odesa',
  US: 'US, USA, America, American, New England, US Gulf, US Gulf Coast, Fort Worth, Washington DC, Silicon Valley',
  UZ: 'Uzbek',
  VA: 'Holy See',
  VC: 'St Vincent, Grenadines',
  VI: 'US Virgin Islands, USVI',
  VG: 'BVI',
  VN: 'Viet Nam, Saigon',
};

/** Peoples by nouns of their own, in the plural: in the singular they are other words or names. */
const PEOPLES: Readonly<Record<string, string>> = {
  CZ: 'Czechs',
  DK: 'Danes',
  FI: 'Finns',
  FR: 'Frenchmen',
  GB: 'Scots, Englishmen, Welshmen',
  HR: 'Croats',
  IE: 'Irishmen',
  IS: 'Icelanders',
  NL: 'Dutchmen',
  NZ: 'Kiwis',
  PL: 'Poles',
  RS: 'Serbs',
  SE: 'Swedes',
  SI: 'Slovenes',
  SK: 'Slovaks',
  TR: 'Turks',
};

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

/** Signs that a text means something else by a country's name (as exclusions of a rule). */
const NOT: Readonly<Record<string, string>> = {
  CD: 'Brazzaville, Congo Republic',
  CL: 'chile pepper, chile sauce, green chile',
  CN: 'bone china, fine china, china shop, china cabinet, china set',
  GB: 'English language, English muffin, Prince of Wales',
  GE: 'Alabama, Atlanta, Florida, Fulton County, Georgia governor, Georgia law, Georgia legislature, Georgia Power, Georgia Supreme Court, Georgia state, Georgia Tech, Georgian architecture, Georgian house, Georgian mansion, Georgian townhouse, Savannah, South Carolina, state of Georgia, Tennessee',
  IR: 'Persian carpet, Persian cat, Persian rug',
  JE: 'basketball, football, jersey number, jersey sponsor, shirt sponsor',
  ML: 'mali principle',
  NL: 'Holland America, Dutch oven, double Dutch',
  PL: 'hydro pole, polish off, polish remover, polish up, polish your, power pole, ski pole, telephone pole, utility pole, wooden pole',
  RE: 'class reunion, family reunion, reunion concert, reunion of, reunion tour, reunion with',
  TR: 'avian flu, avian influenza, bird flu, cold turkey, poultry, roast turkey, Thanksgiving, turkey breeder, turkey farm*, turkey flock, turkey grower, turkey meat, turkey producer, turkey sandwich',
};

/** Names that contain a country's, a state's or a city's name and mean something else. */
const OTHER_NAMES =
  'African American, Air France, American Airlines, American Express, American Family, American Indian, American International Group, Australian Open, Bank of America, Basel Committee, Basel II, Basel III, Basel IV, Boston Consulting Group, Boston Globe, Boston Scientific, Boston Terrier, Brazil nut, Brazilian wax, British Airways, Chicago Tribune, China Mieville, Chinese wall, Cincinnati Financial, Cincinnati Insurance, Cuban sandwich, Danish pastry, Dutch auction, Dutch Bros, East China Sea, English Channel, Financial Times, French bulldog, French door, French fries, French Open, French press, French toast, French window, German measles, German shepherd, Great Dane, Greek yoghurt, Greek yogurt, Guinea fowl, Guinea pig, Gulf of Guinea, Gulf of Mexico, Gulf of Oman, Gulf of Thailand, Hannover Re, Holland & Knight, Indian Ocean, Indian summer, Indiana Jones, Irish coffee, Irish Life, Irish Sea, Irish setter, Jack London, Japan Airlines, Jersey barrier, Jersey City, Jersey cow, Jersey Shore, Jordan River, Korean Air, Korean Re, Lebanon Valley, Lima bean, Little Italy, Lloyd’s of London, Los Angeles Times, Mexico Beach, Mexican standoff, Montana Tucker, Munich Re, Native American, New Guinea, New Jersey, New Mexico, New York Life, New York Post, New York Times, North Pole, Panama City Beach, Panama hat, Panama Papers, Paris Agreement, Paris Hilton, Peking duck, Persian Gulf, Philadelphia Indemnity, Philadelphia Insurance, Porsche Cayman, Qatar Airways, River Jordan, Russian doll, Russian roulette, Scottish Widows, Sea of Japan, Siamese twin, Singapore Airlines, South China Morning Post, South China Sea, South Pole, Spanish flu, Stockholm syndrome, Swedish massage, Swiss Army knife, Swiss cheese, Swiss Life, Swiss Re, Texas hold’em, Times of India, Turkish Airlines, Turkish bath, Turkish delight, US Open, Vienna Insurance Group, Vietnam War, Washington Post, Welsh rarebit, West Indian, Young Turk, Zurich Insurance, Zurich North America';

const listed = (text: string | undefined) => text?.split(', ') ?? [];

/** The states and cities that are signs of a country. */
const placesOf = ({ cities, states }: Pick<CountryWords, 'cities' | 'states'>): string[] => [
  ...listed(cities).filter((city) => !NOT_CITIES.has(city)),
  ...listed(states).filter((state) => state !== 'Georgia'),
];

/** Names of the data package that mean another country more often. */
const NOT_NAMES: Readonly<Record<string, string>> = { CG: 'Congo' };

let rules: readonly Rule[] | undefined;

/** The rules that find countries without any rule of the newsroom; made once. */
export function countryRules(): readonly Rule[] {
  rules ??= countries.map(({ code, names, demonyms, ...places }: CountryWords) => ({
    kind: 'countries',
    ref: code,
    words: [
      ...[...names.filter((name) => name !== NOT_NAMES[code]), ...listed(MORE[code]), ...placesOf(places)].map((name) =>
        placePhrase(name, ALSO_PEOPLE.has(name)),
      ),
      ...listed(PEOPLES[code]).map((name) => placePhrase(name)),
      ...[...demonyms, ...listed(MORE[code]).filter(isDemonym)].flatMap((demonym) => withPlural(placePhrase(demonym))),
    ],
    exclusions: listed(NOT[code]).flatMap(rulePhrases),
  }));
  return rules;
}

/** Demonyms that have a plural: `Argentinean`. */
const isDemonym = (name: string) => /(?:[aceiln]an|Aussie|Brit|Briton|Kazakh|Saudi|Spaniard|Tajik|Uzbek)$/.test(name);

/** Names in which a country's name does not count. */
export const otherNames = (): Phrase[] => OTHER_NAMES.split(', ').flatMap((name) => withPlural(placePhrase(name)));
