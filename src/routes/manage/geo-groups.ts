import * as z from 'zod';
import { COUNTRY_NAMES, readGeography } from '../../content/geography.ts';
import { type GeoGroupChange, geoGroupInput } from '../../content/input.ts';
import { hangingOn } from '../../content/removal/tags.ts';
import { geoGroupIs, storedGeoGroup, THINGS } from '../../content/things.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { shaped, slugPath } from '../../http/params.ts';
import { GEO_GROUP_SORTS, geoGroupListing } from '../../search/thing-lists.ts';
import { newsroomOf, upsert } from './lines.ts';
import { cursor, limit, loadPage, PAGE_FIELDS, pageFields, search, sortedBy } from './list-parameters.ts';
import { lost, mountResource } from './resource.ts';

export const manageGeoGroups = router();

const BENELUX = { slug: 'benelux', name: 'Benelux', countries: ['BE', 'LU', 'NL'] };

manageGeoGroups.put(
  '/',
  upsert(
    {
      operationId: 'putGeoGroups',
      summary: 'Add or change geo groups',
      line: geoGroupInput.meta({ id: 'GeoGroupInput' }),
      example: BENELUX,
    },
    async (content, lines) => void (await content.saveGeoGroups(lines)),
  ),
);

const geoGroup = storedGeoGroup.meta({ id: 'ManagedGeoGroup' });

const country = shaped(/^[a-z]{2}$/i, 'an ISO 3166-1 alpha-2 code')
  .transform((code) => code?.toUpperCase())
  .refine((code) => code === undefined || COUNTRY_NAMES.has(code), { error: 'must be an ISO 3166-1 alpha-2 code' });

manageGeoGroups.get(
  '/',
  endpoint(
    {
      operationId: 'listGeoGroups',
      summary: 'Geo groups, page by page',
      tag: 'Management',
      query: z.object({
        search: search.describe('Part of a name or slug'),
        country: country.describe('Only groups with this country'),
        ...{ sort: sortedBy(GEO_GROUP_SORTS), cursor, limit },
      }),
      data: z.object({ geoGroups: z.array(geoGroup), ...pageFields }),
      example: { geoGroups: [BENELUX], ...PAGE_FIELDS },
    },
    async ({ var: { db } }, { query: { country, ...query } }) => {
      const slugs =
        country === undefined
          ? undefined
          : (await readGeography(db)).flatMap(({ slug, countries }) => (countries.includes(country) ? slug : []));
      const { rows, ...page } = await loadPage(db, geoGroupListing({ ...query, slugs }), query);
      return { geoGroups: rows, ...page };
    },
  ),
);

mountResource(manageGeoGroups, {
  ...{ name: 'GeoGroup', words: 'a geo group', at: '/:slug', path: z.object({ slug: slugPath }) },
  shown: geoGroup,
  example: BENELUX,
  input: geoGroupInput.partial({ slug: true }),
  inputExample: BENELUX,
  kind: THINGS.geoGroup,
  where: ({ slug }) => geoGroupIs(slug),
  keyOf: ({ slug }) => ({ slug }),
  save: async (c, line, { all }) =>
    void (await newsroomOf(c).saveGeoGroups([{ line: 1, value: line as GeoGroupChange }], all)),
  removal: {
    loses: lost,
    example: { articles: 120, rules: 0 },
    losing: async (c, { slug }) => ({ ...(await hangingOn(c.var.db, 'geoGroup', slug)) }),
    remove: (c, { slug, name }, guard) => newsroomOf(c).removeTagThing({ kind: 'geoGroup', ref: slug, name }, guard),
    restore: (c, { slug }) => newsroomOf(c).restore('geoGroup', String(slug)),
  },
});
