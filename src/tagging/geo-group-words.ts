import { foreignWords } from './foreign-words.ts';
import { type Phrase, placePhrase } from './phrase.ts';
import type { Rule } from './rule.ts';

export interface NamedGroup {
  slug: string;
  name: string;
}

const MORE_GROUP_WORDS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    africa: 'African',
    apac: 'Asia Pacific',
    asia: 'Asian',
    baltics: 'Baltic states, Baltic countries',
    'central-america': 'Central American',
    'central-asia': 'Central Asian',
    'eastern-africa': 'East Africa, East African',
    'eastern-asia': 'East Asia, East Asian',
    'eastern-europe': 'Eastern European',
    europe: 'European',
    'european-union': 'EU',
    eurozone: 'euro zone, euro area',
    gcc: 'Gulf, Gulf states',
    latam: 'Latin American, LatAm',
    'middle-east': 'Middle Eastern',
    nordics: 'Nordic, Nordic countries',
    'north-america': 'North American',
    schengen: 'Schengen',
    'northern-africa': 'North Africa, North African',
    'south-america': 'South American',
    'south-eastern-asia': 'South-East Asia, Southeast Asia, South-East Asian, Southeast Asian',
    'southern-asia': 'South Asia, South Asian',
    'western-africa': 'West Africa, West African',
    'western-europe': 'Western European',
  }),
);

const OTHER_NAMES =
  'African American, Gulf Coast, Gulf of Aden, Gulf of America, Gulf of Bothnia, Gulf of Finland, Gulf of Guinea, Gulf of Mexico, Gulf of Oman, Gulf of Thailand, Gulf Oil, Gulf Shores, Gulf Stream, Gulf War, Persian Gulf, Pan American, South Asia Watch, Trans Asia';

/** Returns rules for geo groups in a language (ISO 639-1). They match names, and in English also slugs (`EMEA`). */
export function geoGroupRules(groups: readonly NamedGroup[], language: string): Rule[] {
  const names = new Set(groups.map(({ name }) => name.toLowerCase()));
  return groups.map(({ slug, name }) => ({
    kind: 'geoGroups',
    ref: slug,
    words: [
      placePhrase(name),
      ...(names.has(slug.replaceAll('-', ' ')) ? [] : [slugPhrase(slug)]),
      ...(MORE_GROUP_WORDS.get(slug)
        ?.split(', ')
        .map((word) => placePhrase(word)) ?? []),
      ...(language === 'en' ? [] : foreignWords(language, slug)),
    ],
    exclusions: [],
  }));
}

/** Returns longer names that contain the name of a geo group but do not mean the group. */
export const otherGroupNames = (): Phrase[] => OTHER_NAMES.split(', ').map((name) => placePhrase(name));

/** The slug `EMEA` needs capitals, because it could be a word. `south-america` needs a capital in its last word. */
function slugPhrase(slug: string): Phrase {
  const words = slug.split('-');
  const written = words.map((word) => (word === 'and' ? word : word.charAt(0).toUpperCase() + word.slice(1)));
  const phrase = placePhrase(written.join(' '));
  return words.length > 1 ? phrase : { ...phrase, shapes: ['upper'] };
}
