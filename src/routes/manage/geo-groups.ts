import { geoGroupInput } from '../../content/input.ts';
import { router } from '../../http/base.ts';
import { upsert } from './lines.ts';

export const manageGeoGroups = router();

manageGeoGroups.put(
  '/',
  upsert(
    {
      operationId: 'putGeoGroups',
      summary: 'Add or change geo groups',
      line: geoGroupInput.meta({ id: 'GeoGroupInput' }),
      example: { slug: 'benelux', name: 'Benelux', countries: ['BE', 'NL', 'LU'] },
    },
    async (content, lines) => void (await content.saveGeoGroups(lines)),
  ),
);
