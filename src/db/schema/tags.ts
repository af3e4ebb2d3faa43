import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { inColumnOrder, rowlessTable } from '../sql.ts';
import type { TopicCategory } from '../values.ts';

export const topics = sqliteTable(
  'topics',
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    slug: text().notNull().unique(),
    description: text().notNull(),
    category: integer().$type<TopicCategory>().notNull(),
    excludedFromTrending: integer('excluded_from_trending', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('topics_name').on(inColumnOrder(t.name), t.id),
    // Indexes for lists of the topics of a category, in both sort orders.
    index('topics_category_name').on(t.category, inColumnOrder(t.name), t.id),
    index('topics_category').on(t.category, t.id),
  ],
);

export const companies = sqliteTable(
  'companies',
  { id: integer().primaryKey(), name: text().notNull(), organisationType: text('organisation_type').notNull() },
  (t) => [
    index('companies_name').on(inColumnOrder(t.name), t.id),
    // Indexes for lists of the companies of an organisation type, in both sort orders.
    index('companies_type_name').on(t.organisationType, inColumnOrder(t.name), t.id),
    index('companies_type').on(t.organisationType, t.id),
  ],
);

/** Countries by ISO 3166-1 alpha-2 code. `continent` is a code that Cloudflare reports. */
export const countries = sqliteTable('countries', {
  code: text().primaryKey(),
  name: text().notNull(),
  continent: text().notNull(),
});

export const geoGroups = sqliteTable(
  'geo_groups',
  {
    /** Numeric id of the geo group. The full-text index refers to the group by this number. */
    id: integer().primaryKey({ autoIncrement: true }),
    slug: text().notNull().unique(),
    name: text().notNull(),
    countries: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (t) => [index('geo_groups_name').on(inColumnOrder(t.name), t.slug)],
);

/** All geo groups together in one row, so that a request reads only this row. */
export const geography = sqliteTable('geography', {
  id: integer().primaryKey(),
  groups: text({ mode: 'json' }).$type<{ id: number; slug: string; name: string; countries: string[] }[]>().notNull(),
});

export const tagRules = rowlessTable(
  'tag_rules',
  {
    kind: text({ enum: ['topic', 'company', 'country', 'geoGroup'] }).notNull(),
    /** Resource that the rule tags: topic or company id, country code, or slug of a geo group. */
    ref: text().notNull(),
    words: text({ mode: 'json' }).$type<string[]>().notNull(),
    exclusions: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Language (ISO 639) of the articles to which a rule applies. `null` for any language. */
    language: text(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.ref] })],
);

/** Evidence for and against an ambiguous company name, as log odds learnt from editors' decisions. */
export const companyOdds = rowlessTable('company_odds', {
  company: integer().primaryKey(),
  odds: text({ mode: 'json' }).$type<Record<string, number>>().notNull(),
});

/** Names of each kind of resource, `{key: [name, …, filters]}`, for searches by part of a name. Triggers write them. */
export const nameLists = rowlessTable(
  'name_lists',
  {
    kind: text({ enum: ['topic', 'company', 'source', 'rule'] }).notNull(),
    /** Index of one of the eight rows per kind. A changed name rewrites only an eighth of the names of its kind. */
    portion: integer().notNull(),
    names: text({ mode: 'json' }).$type<Record<string, (string | number | null)[]>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.portion] })],
);
