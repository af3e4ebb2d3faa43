import * as z from 'zod';
import { byName, COUNTRY_NAMES, loadGeography } from '../../content/geography.ts';
import { operations } from '../../http/endpoint.ts';
import { countryCode, slug } from '../shapes.ts';

const geoGroup = z
  .object({ slug, name: z.string(), countries: z.array(z.object({ code: countryCode, name: z.string() })) })
  .meta({ id: 'GeoGroup' });

export const geographyRoutes = operations('Feed').get('/list', {
  operationId: 'getGeography',
  summary: 'List geographic groups with their countries',
  description: 'Sorted by name.',
  data: z.object({ groups: z.array(geoGroup) }),
  example: { groups: [{ slug: 'benelux', name: 'Benelux', countries: [{ code: 'BE', name: 'Belgium' }] }] },
  answer: async ({ var: { db, now } }) => {
    const groups = await loadGeography(db, now);
    return {
      groups: groups.map(({ slug, name, countries }) => ({
        slug,
        name,
        countries: countries.map((code) => ({ code, name: COUNTRY_NAMES.get(code) ?? code })).sort(byName),
      })),
    };
  },
});
