import * as z from 'zod';
import { COMPANY_TYPE, nonEmptyText } from '../content/input.ts';
import { saveCompanies } from '../content/rows.ts';
import { companies as table } from '../db/schema.ts';
import { ORGANISATION_TYPES } from '../db/values.ts';
import { asListed } from '../lib/faults.ts';
import { id, ids, shaped } from '../lib/formats/params.ts';
import { collection } from './core/collection.ts';
import { makeField, number, textField } from './core/field.ts';
import { ANY_CHOICE, ID_SORTS, ORGANISATIONS } from './core/look.ts';
import { tagVerbs } from './core/tag.ts';

const typeListedAs = (word: string) => asListed(ORGANISATION_TYPES, word);

const VARNHOLT = { id: 3, name: 'Varnholt Re', organisationType: 'Carrier' };

export const companyCollection = collection({
  name: 'companies',
  one: 'company',
  many: 'companies',
  kind: 'company',
  schemas: { line: 'CompanyInput', shown: 'ManagedCompany' },
  table,
  key: 'id',
  fields: {
    id: number(),
    name: textField(200, { label: 'Name' }),
    organisationType: makeField('text', z.string(), nonEmptyText(60).transform(typeListedAs).describe(COMPANY_TYPE), {
      label: 'Kind',
      options: ORGANISATIONS,
      isRequired: true,
    }),
  },
  addresses: [
    { name: 'Company', words: 'a company', path: z.object({ id: id.describe('Company id') }), example: VARNHOLT },
  ],
  example: VARNHOLT,
  list: {
    search: 'Text that the name must contain',
    filters: {
      organisationType: shaped(/^[\s\S]{1,60}$/u, 'at most 60 characters')
        .transform((word) => word && typeListedAs(word))
        .describe(COMPANY_TYPE),
      ids: ids.describe('Only these ids'),
    },
    sorts: ['name', '-name', 'id', '-id'],
  },
  page: {
    tab: 'Companies',
    search: 'Name',
    title: 'name',
    columns: ['organisationType'],
    filters: [{ name: 'organisationType', label: 'Kind', options: [ANY_CHOICE, ...ORGANISATIONS] }],
    sorts: ID_SORTS,
    form: ['name', 'organisationType', 'id'],
  },
  printed: ['id', 'name', 'organisationType'],

  save: ({ db, author }, lines, guard) => saveCompanies(db, lines, author, guard),
  ...tagVerbs('company'),
});
