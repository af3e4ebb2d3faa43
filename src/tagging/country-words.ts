import { COUNTRY_WORDS } from '../content/reference/country-words.ts';
import type { Rule } from './compile.ts';
import { type Phrase, placePhrase, rulePhrases, withPlural } from './phrase.ts';

/** Beside the names and demonyms of the data package: short forms, other spellings, parts, and demonyms that several countries share. */
const MORE: Readonly<Record<string, string>> = {
  AE: 'UAE, Emirates',
  AR: 'Argentinian, Argentinean',
  AU: 'New South Wales',
  BA: 'Bosnia, Herzegovina',
  BS: 'The Bahamas',
  CA: 'British Columbia',
  CD: 'Democratic Republic of Congo, DRC, Congolese, Congo-Kinshasa',
  CG: 'Congo-Brazzaville',
  CI: 'Côte d’Ivoire',
  CN: 'PRC',
  CV: 'Cabo Verde, Cape Verdean',
  CZ: 'Czech Republic',
  DO: 'Dominican',
  EC: 'Ecuadorian',
  ES: 'Spaniard',
  FR: 'French',
  GB: 'UK, Great Britain, Britain, Briton, England, English, Scotland, Scottish, Wales, Welsh, Northern Ireland, Northern Irish',
  GM: 'The Gambia',
  IN: 'Indian',
  IS: 'Icelandic',
  KG: 'Kyrgyz',
  KR: 'Korea, Korean, Republic of Korea',
  KZ: 'Kazakh',
  LC: 'St Lucia',
  KN: 'St Kitts',
  LU: 'Luxembourgish',
  MK: 'Macedonia',
  MM: 'Burma',
  MO: 'Macao',
  NG: 'Niger Delta, Niger State',
  NL: 'Holland, Dutch',
  NO: 'Norwegian',
  PH: 'Philippine, Filipina',
  PS: 'Palestinian territories',
  RU: 'Russian Federation',
  SA: 'Saudi',
  SI: 'Slovenian',
  SR: 'Surinamese',
  SV: 'Salvadorian',
  SZ: 'Swaziland',
  TJ: 'Tajik',
  TL: 'East Timor, Timorese',
  TR: 'Turkey',
  TT: 'Trinidad, Tobago',
  US: 'US, USA, America, American, New England',
  UZ: 'Uzbek',
  VA: 'Holy See',
  VC: 'St Vincent',
  VN: 'Viet Nam',
};

/** Names of people, too. */
const ALSO_PEOPLE = new Set(['Chad', 'Georgia', 'Holland', 'Jordan']);

/** Signs that a text means something else by a country's name (as exclusions of a rule). */
const NOT: Readonly<Record<string, string>> = {
  CN: 'bone china, fine china, china shop',
  GB: 'English language, Prince of Wales',
  GE: 'Alabama, Atlanta, Florida, Fulton County, Georgia governor, Georgia law, Georgia legislature, Georgia Power, Georgia Supreme Court, Georgia state, Georgia Tech, Georgian architecture, Georgian house, Georgian mansion, Georgian townhouse, Savannah, South Carolina, state of Georgia, Tennessee',
  TR: 'avian flu, avian influenza, bird flu, poultry, Thanksgiving, turkey breeder, turkey farm*, turkey flock, turkey grower, turkey meat, turkey producer',
};

/** Names that hold a country's and are not it. */
const OTHER_NAMES =
  'American Indian, Australian Open, Bank of America, Brazil nut, Chinese wall, Dutch auction, East China Sea, English Channel, French fries, French Open, Guinea fowl, Guinea pig, Gulf of Guinea, Gulf of Mexico, Gulf of Oman, Gulf of Thailand, Indian Ocean, Irish Sea, Jersey City, Jersey Shore, Jordan River, Native American, New Guinea, New Jersey, New Mexico, Panama Papers, River Jordan, Sea of Japan, South China Sea, Spanish flu, Swiss cheese, US Open, West Indian';

const listed = (text: string | undefined) => text?.split(', ') ?? [];

let rules: readonly Rule[] | undefined;

/** The rules by which countries are known without any rule of the newsroom; made once. */
export function countryRules(): readonly Rule[] {
  rules ??= COUNTRY_WORDS.map(({ code, names, demonyms }) => ({
    kind: 'countries',
    ref: code,
    words: [
      ...[...names, ...listed(MORE[code])].map((name) => placePhrase(name, ALSO_PEOPLE.has(name))),
      ...[...demonyms, ...listed(MORE[code]).filter(isDemonym)].flatMap((demonym) => withPlural(placePhrase(demonym))),
    ],
    exclusions: listed(NOT[code]).flatMap(rulePhrases),
  }));
  return rules;
}

/** `Argentinean`, of whom there are many. */
const isDemonym = (name: string) => /(?:[aei]an|Briton|Spaniard)$/.test(name);

/** Names in which a country's name does not count. */
export const otherNames = (): Phrase[] => OTHER_NAMES.split(', ').flatMap((name) => withPlural(placePhrase(name)));
