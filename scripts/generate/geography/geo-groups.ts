import groups from './geo-groups.json' with { type: 'json' };

/**
 * The groups of countries that a new service starts with, by slug; `countries` are ISO 3166-1 alpha-2 codes, sorted. From cldr-core,
 * world-countries and memberships.ts, by `npm run generate`.
 */
export const GEO_GROUPS: ReadonlyArray<{ slug: string; name: string; countries: readonly string[] }> = groups;
