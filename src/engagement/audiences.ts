/** The closed vocabularies of reader attributes. */
export const COMPANY_TYPES = ['broker', 'carrier', 'other'] as const;
export type CompanyType = (typeof COMPANY_TYPES)[number];

export const SENIORITIES = ['c-suite', 'vice-president', 'director', 'manager', 'individual-contributor'] as const;
export type Seniority = (typeof SENIORITIES)[number];

/** Continents as the edge names them in `request.cf.continent`. */
export const CONTINENTS = ['AF', 'AN', 'AS', 'EU', 'NA', 'OC', 'SA'] as const;
export type Continent = (typeof CONTINENTS)[number];

/** A click that happened in the past, as `POST /manage/clicks` takes it; `at` is RFC 3339, `reader` any string (hashed on arrival). */
export interface PastClickInput {
  contentId: number;
  at: string;
  reader: string;
  continent?: Continent | undefined;
  companyType?: CompanyType | undefined;
  seniority?: Seniority | undefined;
  /** ASN of the reader's network. */
  network?: number | undefined;
  /** Of the reader's address. */
  prefix?: string | undefined;
  userAgent?: string | undefined;
  /** Signed unless it says otherwise. */
  signed?: boolean | undefined;
}
