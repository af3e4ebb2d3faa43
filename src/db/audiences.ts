export const COMPANY_TYPES = ['broker', 'carrier', 'other'] as const;
export type CompanyType = (typeof COMPANY_TYPES)[number];

export const SENIORITIES = ['c-suite', 'vice-president', 'director', 'manager', 'individual-contributor'] as const;
export type Seniority = (typeof SENIORITIES)[number];

export const CHANNELS = ['site', 'search', 'social', 'mail', 'chat', 'assistant', 'news', 'other', 'direct'] as const;
export type Channel = (typeof CHANNELS)[number];

/** Continent codes that Cloudflare reports in `request.cf.continent`. */
export const CONTINENTS = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] as const;
export type Continent = (typeof CONTINENTS)[number];
