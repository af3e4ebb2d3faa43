import * as z from 'zod';
import { COMPANY_TYPE, type Company, companyInput } from '../../content/input.ts';
import { hangingOn } from '../../content/removal/tags.ts';
import { companyIs, storedCompany, THINGS } from '../../content/things.ts';
import { ORGANISATION_TYPES } from '../../content/types.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { id, shaped } from '../../http/params.ts';
import { asListed } from '../../lib/one-of.ts';
import { companyListing, TOPIC_SORTS } from '../../search/thing-lists.ts';
import { newsroomOf, upsert } from './lines.ts';
import { cursor, limit, loadPage, PAGE_FIELDS, pageFields, search, sortedBy } from './list-parameters.ts';
import { lost, mountResource } from './resource.ts';

export const manageCompanies = router();

const VARNHOLT = { id: 3, name: 'Varnholt Re', organisationType: 'Carrier' };

manageCompanies.put(
  '/',
  upsert(
    {
      operationId: 'putCompanies',
      summary: 'Add or change companies',
      line: companyInput.meta({ id: 'CompanyInput' }),
      example: VARNHOLT,
    },
    async (content, lines) => void (await content.saveCompanies(lines)),
  ),
);

const company = storedCompany.meta({ id: 'ManagedCompany' });

manageCompanies.get(
  '/',
  endpoint(
    {
      operationId: 'listCompanies',
      summary: 'Companies, page by page',
      tag: 'Management',
      query: z.object({
        search: search.describe('Part of a name'),
        organisationType: shaped(/^[\s\S]{1,60}$/, 'at most 60 characters').describe(COMPANY_TYPE),
        ...{ sort: sortedBy(TOPIC_SORTS), cursor, limit },
      }),
      data: z.object({ companies: z.array(company), ...pageFields }),
      example: { companies: [VARNHOLT], ...PAGE_FIELDS },
    },
    async ({ var: { db } }, { query }) => {
      const { organisationType } = query;
      const asked = { ...query, organisationType: organisationType && asListed(ORGANISATION_TYPES, organisationType) };
      const { rows, ...page } = await loadPage(db, companyListing(asked), query);
      return { companies: rows, ...page };
    },
  ),
);

mountResource(manageCompanies, {
  ...{ name: 'Company', words: 'a company', at: '/:id', path: z.object({ id: id.describe('Company id') }) },
  shown: company,
  example: VARNHOLT,
  input: companyInput.partial({ id: true }),
  inputExample: VARNHOLT,
  kind: THINGS.company,
  where: ({ id }) => companyIs(id),
  keyOf: ({ id }) => ({ id }),
  save: async (c, line, { all }) =>
    void (await newsroomOf(c).saveCompanies([{ line: 1, value: line as Company }], all)),
  removal: {
    loses: lost,
    example: { articles: 120, rules: 0 },
    losing: async (c, { id }) => ({ ...(await hangingOn(c.var.db, 'company', id)) }),
    remove: (c, { id, name }, guard) => newsroomOf(c).removeTagThing({ kind: 'company', ref: id, name }, guard),
    restore: (c, { id }) => newsroomOf(c).restore('company', Number(id)),
    merge: {
      into: z.int().positive(),
      example: 4,
      whereInto: companyIs,
      merge: (c, { id, name }, into: number, guard) =>
        newsroomOf(c).mergeTagThings({ kind: 'company', ref: id, into, name }, guard),
    },
  },
});
