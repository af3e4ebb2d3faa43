import type { Continent } from '../engagement/audiences.ts';

/** A country as the stories speak of it: `name` follows a preposition ("the UK"), `adjective` precedes a noun. */
export interface Country {
  code: string;
  name: string;
  adjective: string;
  currency: string;
  continent: Continent;
  group: string;
  weight: number;
}

/** Countries that cross-border investors buy political risk cover for. */
export const EMERGING: readonly string[] = ['MX', 'IN', 'ID', 'PH', 'SA', 'ZA', 'KE', 'NG', 'BR', 'CL', 'CO'];

/** A region as the stories speak of it; `group` is its geo group's slug. */
export interface Region {
  name: string;
  group: string;
  continent: Continent;
  weight: number;
}

export const COUNTRIES: readonly Country[] = [
  country('US', 'the US', 'US', '$', 'NA', 'north-america', 16),
  country('GB', 'the UK', 'UK', '£', 'EU', 'europe', 14),
  country('CA', 'Canada', 'Canadian', 'C$', 'NA', 'north-america', 4),
  country('MX', 'Mexico', 'Mexican', '$', 'NA', 'north-america', 2),
  country('DE', 'Germany', 'German', '€', 'EU', 'european-union', 5),
  country('FR', 'France', 'French', '€', 'EU', 'european-union', 4),
  country('IT', 'Italy', 'Italian', '€', 'EU', 'european-union', 2),
  country('ES', 'Spain', 'Spanish', '€', 'EU', 'european-union', 2),
  country('NL', 'the Netherlands', 'Dutch', '€', 'EU', 'european-union', 2),
  country('IE', 'Ireland', 'Irish', '€', 'EU', 'european-union', 2),
  country('CH', 'Switzerland', 'Swiss', '$', 'EU', 'europe', 2),
  country('SE', 'Sweden', 'Swedish', '€', 'EU', 'nordics', 2),
  country('NO', 'Norway', 'Norwegian', '€', 'EU', 'nordics', 2),
  country('DK', 'Denmark', 'Danish', '€', 'EU', 'nordics', 1),
  country('AU', 'Australia', 'Australian', 'A$', 'OC', 'oceania', 4),
  country('NZ', 'New Zealand', 'New Zealand', 'NZ$', 'OC', 'oceania', 2),
  country('JP', 'Japan', 'Japanese', '$', 'AS', 'asia', 3),
  country('IN', 'India', 'Indian', '$', 'AS', 'asia', 3),
  country('SG', 'Singapore', 'Singapore', '$', 'AS', 'asean', 3),
  country('ID', 'Indonesia', 'Indonesian', '$', 'AS', 'asean', 1),
  country('PH', 'the Philippines', 'Philippine', '$', 'AS', 'asean', 1),
  country('AE', 'the UAE', 'UAE', '$', 'AS', 'gcc', 2),
  country('SA', 'Saudi Arabia', 'Saudi', '$', 'AS', 'gcc', 1),
  country('ZA', 'South Africa', 'South African', '$', 'AF', 'africa', 2),
  country('KE', 'Kenya', 'Kenyan', '$', 'AF', 'africa', 1),
  country('NG', 'Nigeria', 'Nigerian', '$', 'AF', 'africa', 1),
  country('BR', 'Brazil', 'Brazilian', '$', 'SA', 'south-america', 2),
  country('CL', 'Chile', 'Chilean', '$', 'SA', 'south-america', 1),
  country('CO', 'Colombia', 'Colombian', '$', 'SA', 'south-america', 1),
  country('JM', 'Jamaica', 'Jamaican', '$', 'NA', 'caribbean', 1),
  country('BB', 'Barbados', 'Barbadian', '$', 'NA', 'caribbean', 1),
];

export const REGIONS: readonly Region[] = [
  { name: 'Europe', group: 'europe', continent: 'EU', weight: 6 },
  { name: 'the EU', group: 'european-union', continent: 'EU', weight: 3 },
  { name: 'North America', group: 'north-america', continent: 'NA', weight: 6 },
  { name: 'Asia', group: 'asia', continent: 'AS', weight: 4 },
  { name: 'South-East Asia', group: 'asean', continent: 'AS', weight: 2 },
  { name: 'the Gulf', group: 'gcc', continent: 'AS', weight: 2 },
  { name: 'Africa', group: 'africa', continent: 'AF', weight: 2 },
  { name: 'South America', group: 'south-america', continent: 'SA', weight: 2 },
  { name: 'Oceania', group: 'oceania', continent: 'OC', weight: 2 },
  { name: 'the Nordics', group: 'nordics', continent: 'EU', weight: 2 },
  { name: 'the Caribbean', group: 'caribbean', continent: 'NA', weight: 2 },
];

const CONTINENT_OF_COUNTRY = new Map(COUNTRIES.map(({ code, continent }) => [code, continent]));
const CONTINENT_OF_GROUP = new Map(REGIONS.map(({ group, continent }) => [group, continent]));

/** The continents that an article with these country codes and geo groups is about; empty where it names no place. */
export function continentsOf(countries: readonly string[], geoGroups: readonly string[]): Set<Continent> {
  const named = [
    ...countries.map((code) => CONTINENT_OF_COUNTRY.get(code)),
    ...geoGroups.map((group) => CONTINENT_OF_GROUP.get(group)),
  ];
  return new Set(named.filter((continent) => continent !== undefined));
}

function country(
  code: string,
  name: string,
  adjective: string,
  currency: string,
  continent: Continent,
  group: string,
  weight: number,
): Country {
  return { code, name, adjective, currency, continent, group, weight };
}
