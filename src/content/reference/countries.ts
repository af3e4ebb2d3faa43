import type { Continent } from '../../db/audiences.ts';
import countries from './countries.generated.ts';

/**
 * Countries and territories by ISO 3166-1 alpha-2 code. `continent` is a code that Cloudflare reports. `npm run build`
 * creates the list from world-countries (names; ODbL 1.0, github.com/mledoze/countries) and cldr-core.
 */
export const COUNTRIES = countries as readonly { code: string; name: string; continent: Continent }[];
