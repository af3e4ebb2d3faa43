/** The closed vocabularies of reader attributes. */
export const COMPANY_TYPES = ['broker', 'carrier', 'other'] as const;
export type CompanyType = (typeof COMPANY_TYPES)[number];

export const SENIORITIES = ['c-suite', 'vice-president', 'director', 'manager', 'individual-contributor'] as const;
export type Seniority = (typeof SENIORITIES)[number];

/** Continents as the edge names them in `request.cf.continent`. */
export const CONTINENTS = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] as const;
export type Continent = (typeof CONTINENTS)[number];
