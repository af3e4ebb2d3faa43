import { sql } from 'drizzle-orm';
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import { inColumnOrder, rowlessTable } from '../sql.ts';
import {
  type ArticleCard,
  type ArticleCompany,
  type ArticleImage,
  type ArticleSource,
  type ArticleTopic,
  type Byline,
  type ContentType,
  type FromPage,
  NOTE_SCOPES,
  type OrganisationType,
  type RuleTags,
} from '../values.ts';

/** Queries must contain this condition literally for SQLite to use the partial index `articles_without_company`. */
export const HAS_BARRED_COMPANY = sql`rule_tags ->> '$.barred.companies' <> '[]'`;

/** Published articles. `position` orders them by time, then by order of storage. */
export const articles = sqliteTable(
  'articles',
  {
    position: integer().primaryKey(),
    id: integer().notNull().unique(),
    url: text().notNull().unique(),
    title: text().notNull(),
    introduction: text().notNull(),
    publishedAt: integer('published_at').$type<Seconds>().notNull(),
    modifiedAt: integer('modified_at').$type<Seconds>().notNull(),
    contentType: text('content_type').$type<ContentType>().notNull(),
    /** Organisation type of the article; `null` if that of its source applies. */
    organisationType: text('organisation_type').$type<OrganisationType>(),
    client: text(),
    paywalled: integer({ mode: 'boolean' }).notNull(),
    registration: integer({ mode: 'boolean' }).notNull(),
    image: text({ mode: 'json' }).$type<ArticleImage>(),
    authors: text({ mode: 'json' }).$type<Byline[]>().notNull(),
    section: text(),
    keywords: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Language of the article as a BCP 47 tag from the publisher. */
    language: text(),
    words: integer(),
    source: text({ mode: 'json' }).$type<ArticleSource>().notNull(),
    topics: text({ mode: 'json' }).$type<ArticleTopic[]>().notNull(),
    companies: text({ mode: 'json' }).$type<ArticleCompany[]>().notNull(),
    countries: text({ mode: 'json' }).$type<string[]>().notNull(),
    geoGroups: text('geo_groups', { mode: 'json' }).$type<string[]>().notNull(),
    storyId: integer('story_id').notNull(),
    /** Tags that rules added or editors excluded, as ids, codes and slugs. */
    ruleTags: text('rule_tags', { mode: 'json' }).$type<RuleTags>(),
    fromPage: text('from_page', { mode: 'json' }).$type<FromPage>(),
  },
  (t) => [
    // Finds articles from which editors removed a company, to learn its name's other meanings.
    index('articles_without_company').on(t.id).where(HAS_BARRED_COMPANY),
    index('articles_published').on(t.publishedAt),
  ],
);

/** Ids per row of `article_cards`. The triggers contain the same number. */
export const CARDS_PER_ROW = 32;

/** Article cards for lists, 32 ids per row (`id / 32`), so that long lists read few rows. Triggers write them. */
export const articleCards = sqliteTable('article_cards', {
  portion: integer().primaryKey(),
  cards: text({ mode: 'json' }).$type<Record<string, ArticleCard>>().notNull(),
});

export const recommended = sqliteTable('recommended', {
  date: text().primaryKey(),
  articles: text({ mode: 'json' }).$type<number[]>().notNull(),
  /** Number of changes to a day's selection, to detect concurrent edits. */
  version: integer().notNull().default(1),
  modifiedAt: integer('modified_at').$type<Seconds>().notNull(),
});

export const annotations = rowlessTable('annotations', {
  /** UTC day of a note, followed by the topic or article, if any: `2026-01-30/topic/12`. */
  key: text('date').primaryKey(),
  scope: text({ enum: NOTE_SCOPES }).notNull().default('site'),
  /** Topic or content id of a note; `null` for a note on the whole site. */
  ref: integer(),
  text: text('note').notNull(),
});

export const savedSearches = rowlessTable(
  'saved_searches',
  { slug: text().primaryKey(), name: text().notNull(), filter: text({ mode: 'json' }).$type<object>().notNull() },
  (t) => [index('saved_searches_name').on(inColumnOrder(t.name), t.slug)],
);

/** Last assigned ids of tables whose ids are not the primary key. Ids are never reused. */
export const sequences = sqliteTable('sequences', {
  name: text({ enum: ['articles'] }).primaryKey(),
  last: integer().notNull(),
});
