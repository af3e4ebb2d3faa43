import { companyInput } from '../../content/input.ts';
import { router } from '../../http/base.ts';
import { upsert } from './lines.ts';

export const manageCompanies = router();

manageCompanies.put(
  '/',
  upsert(
    {
      operationId: 'putCompanies',
      summary: 'Add or change companies',
      line: companyInput.meta({ id: 'CompanyInput' }),
      example: { id: 3, name: 'Varnholt Re', organisationType: 'Carrier' },
    },
    async (content, lines) => void (await content.saveCompanies(lines)),
  ),
);
