/** What an article is tagged with. */
export interface Tags {
  /** Topic ids. */
  topics: number[];
  /** Company ids. */
  companies: number[];
  /** ISO 3166-1 alpha-2. */
  countries: string[];
  /** Slugs. */
  geoGroups: string[];
}

export const TAG_KINDS = ['topics', 'companies', 'countries', 'geoGroups'] as const satisfies (keyof Tags)[];
export type TagKind = (typeof TAG_KINDS)[number];

/** Tags made kind by kind. */
export const tagsOf = (make: (kind: TagKind) => readonly (number | string)[]): Tags =>
  Object.fromEntries(TAG_KINDS.map((kind) => [kind, make(kind)])) as unknown as Tags;

export const NO_TAGS: Readonly<Tags> = tagsOf(() => []);
