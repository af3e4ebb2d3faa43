import type { Continent } from '../db/audiences.ts';
import countries from './data/countries.json' with { type: 'json' };
import regions from './data/regions.json' with { type: 'json' };

/** Country with the wording used in stories: `name` follows a preposition ("the UK"), `adjective` precedes a noun. */
export interface Country {
  code: string;
  name: string;
  adjective: string;
  currency: string;
  continent: Continent;
  group: string;
  weight: number;
}

/** Countries for which cross-border investors buy political risk cover. */
export const EMERGING: readonly string[] = ['MX', 'IN', 'ID', 'PH', 'SA', 'ZA', 'KE', 'NG', 'BR', 'CL', 'CO'];

export interface Region {
  name: string;
  group: string;
  continent: Continent;
  weight: number;
}

export const DEMO_COUNTRIES = countries as readonly Country[];

export const REGIONS = regions as readonly Region[];

const CONTINENT_OF_COUNTRY = new Map(DEMO_COUNTRIES.map(({ code, continent }) => [code, continent]));
const CONTINENT_OF_GROUP = new Map(REGIONS.map(({ group, continent }) => [group, continent]));

/** Returns the continents of an article. The set is empty if the article has no countries or regions. */
export function continentsOf(countries: readonly string[], geoGroups: readonly string[]): Set<Continent> {
  const named = [
    ...countries.map((code) => CONTINENT_OF_COUNTRY.get(code)),
    ...geoGroups.map((group) => CONTINENT_OF_GROUP.get(group)),
  ];
  return new Set(named.filter((continent) => continent !== undefined));
}
