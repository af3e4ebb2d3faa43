import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { COUNTRY_NAMES, readGeography } from '../content/geography.ts';
import { saveGeoGroups } from '../content/rows.ts';
import { geoGroups as table } from '../db/schema.ts';
import { shaped, slugPath } from '../lib/formats/params.ts';
import { collection } from './core/collection.ts';
import { countriesField, slugText, textField } from './core/field.ts';
import { NAME_SORTS } from './core/look.ts';
import { tagVerbs } from './core/tag.ts';

const country = shaped(/^[a-z]{2}$/i, 'an ISO 3166-1 alpha-2 code')
  .transform((code) => code?.toUpperCase())
  .refine((code) => code === undefined || COUNTRY_NAMES.has(code), { error: 'must be an ISO 3166-1 alpha-2 code' });

const BENELUX = { slug: 'benelux', name: 'Benelux', countries: ['BE', 'LU', 'NL'] };

export const geoGroupCollection = collection({
  name: 'geo-groups',
  one: 'geo group',
  many: 'geo groups',
  kind: 'geoGroup',
  schemas: { line: 'GeoGroupInput', shown: 'ManagedGeoGroup' },
  table,
  key: 'slug',
  fields: {
    slug: slugText({ isIdentity: true }),
    name: textField(200, { label: 'Name' }),
    countries: countriesField({ label: 'Countries' }),
  },
  addresses: [{ name: 'GeoGroup', words: 'a geo group', path: z.object({ slug: slugPath }), example: BENELUX }],
  example: BENELUX,
  list: {
    search: 'Text that the name or slug must contain',
    filters: { country: country.describe('Only groups with this country') },
    sorts: ['name', '-name', 'slug', '-slug'],
    async listing({ db }, { country }, usual) {
      if (country === undefined) return usual;
      const geography = await readGeography(db);
      const slugs = geography.flatMap(({ slug, countries }) => (countries.includes(String(country)) ? slug : []));
      if (usual.search) return { ...usual, search: { ...usual.search, among: slugs } };
      const wanted = sql`json_each(${JSON.stringify(slugs)}) w`;
      return { ...usual, from: sql`${wanted} CROSS JOIN ${table} ON ${table.slug} = w.value` };
    },
  },
  page: {
    tab: 'Regions',
    one: 'region',
    many: 'regions',
    search: 'Name or slug',
    title: 'name',
    about: 'slug',
    columns: ['countries'],
    filters: [{ name: 'country', label: 'With country', options: 'countries' }],
    sorts: [...NAME_SORTS, ['slug', 'Slug, A to Z']],
    form: ['name', 'slug', 'countries'],
  },
  printed: ['slug', 'name', 'countries'],

  save: ({ db, author }, lines, guard) => saveGeoGroups(db, lines, author, guard),
  ...tagVerbs('geoGroup'),
});
