import type { Continent } from '../../engagement/audiences.ts';
import countries from './countries.generated.ts';

/**
 * The countries and territories with an ISO 3166-1 alpha-2 code, by code; `continent` as the edge names it. From world-countries (names;
 * ODbL 1.0, github.com/mledoze/countries) and cldr-core, by `npm run build`.
 */
export const COUNTRIES = countries as readonly { code: string; name: string; continent: Continent }[];
