import { sql } from 'drizzle-orm';
import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/**
 * One row an article, holding all that a page needs to be rendered: names of topics, companies and source stand in it
 * as JSON and are refreshed in the same transaction that renames them. `position` orders by time, ties by id
 * (`published_at << 30 | id`); it exceeds 2^53 and therefore never leaves SQL.
 */
export const articles = sqliteTable('articles', {
  position: integer().primaryKey(),
  id: integer().notNull().unique(),
  url: text().notNull().unique(),
  /** Host without `www.` + path + query: what `additionalSources` compares. */
  urlKey: text('url_key').notNull(),
  title: text().notNull(),
  introduction: text().notNull(),
  /** Epoch seconds. */
  publishedAt: integer('published_at').notNull(),
  modifiedAt: integer('modified_at').notNull(),
  contentType: text('content_type').notNull(),
  /** Null: the source's own applies. */
  organisationType: text('organisation_type'),
  client: text(),
  paywalled: integer({ mode: 'boolean' }).notNull(),
  registration: integer({ mode: 'boolean' }).notNull(),
  /** `{url, width, height, alt}` or null. */
  image: text({ mode: 'json' }),
  /** `{domain, name, icon, iframeable, organisationType, client}` as in `sources`. */
  source: text({ mode: 'json' }).notNull(),
  /** `[{id, name, slug, category}]` in the publisher's order. */
  topics: text({ mode: 'json' }).notNull(),
  /** `[{id, name}]` in the publisher's order. */
  companies: text({ mode: 'json' }).notNull(),
  /** `["GB"]` */
  countries: text({ mode: 'json' }).notNull(),
  /** `["europe"]` */
  geoGroups: text('geo_groups', { mode: 'json' }).notNull(),
  /** Facet tokens as they stand in `article_index`, so that the index can be rebuilt in SQL alone. */
  facets: text().notNull(),
});

export const sources = sqliteTable('sources', {
  /** Host without a leading `www.`. */
  domain: text().primaryKey(),
  name: text().notNull(),
  icon: text(),
  iframeable: integer({ mode: 'boolean' }).notNull().default(true),
  organisationType: text('organisation_type'),
  client: text(),
});

export const topics = sqliteTable('topics', {
  id: integer().primaryKey(),
  name: text().notNull(),
  slug: text().notNull().unique(),
  description: text().notNull(),
  /** 1 = Specialty Lines, 2 = Interest Areas. */
  category: integer().notNull(),
  excludedFromTrending: integer('excluded_from_trending', { mode: 'boolean' }).notNull().default(false),
});

export const companies = sqliteTable('companies', {
  id: integer().primaryKey(),
  name: text().notNull(),
  organisationType: text('organisation_type').notNull(),
});

/** ISO 3166-1 alpha-2; `continent` as the edge names it. */
export const countries = sqliteTable('countries', {
  code: text().primaryKey(),
  name: text().notNull(),
  continent: text().notNull(),
});

export const geoGroups = sqliteTable('geo_groups', {
  /** Numeric, because the facet token `g<id>` must end in a digit. */
  id: integer().primaryKey(),
  slug: text().notNull().unique(),
  name: text().notNull(),
  /** `["GB", "IE"]` */
  countries: text({ mode: 'json' }).$type<string[]>().notNull(),
});

/** Whole documents made of many rows and rewritten with them, so that a request reads one row. */
export const snapshots = sqliteTable('snapshots', {
  name: text().primaryKey(),
  body: text({ mode: 'json' }).notNull(),
});

/** The editors' selection of a day, in their order. */
export const recommended = sqliteTable('recommended', {
  /** YYYY-MM-DD */
  date: text().primaryKey(),
  /** Content ids. */
  articles: text({ mode: 'json' }).$type<number[]>().notNull(),
  /** Counts the changes of a day, so that two editors do not overwrite each other unseen. */
  version: integer().notNull().default(1),
  /** Epoch seconds. */
  modifiedAt: integer('modified_at').notNull(),
});

export const apiKeys = sqliteTable('api_keys', {
  id: integer().primaryKey(),
  /** SHA-256 of the key, hex. The key itself is nowhere. */
  hash: text().notNull().unique(),
  kind: text({ enum: ['secret', 'publishable', 'operator'] }).notNull(),
  name: text().notNull(),
  /** `["https://example.com"]`; empty: any. */
  origins: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
  /** Epoch seconds. */
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
  revokedAt: integer('revoked_at'),
});
