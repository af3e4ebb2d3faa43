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
  type SavedFilter,
} from '../values.ts';

/**
 * SQL condition: an editor removed a company. Queries must contain it literally for SQLite to use the partial index
 * below.
 */
export const HAS_BARRED_COMPANY = sql`rule_tags ->> '$.barred.companies' <> '[]'`;

/**
 * Articles, one row each, with all displayed values. Names are copied as JSON and updated in the transaction that
 * renames them. `position` orders articles by time, then by order of storage
 * (`src/content/articles/store/positions.ts`).
 */
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
    /** Organisation type of the article; null if that of the source applies. */
    organisationType: text('organisation_type').$type<OrganisationType>(),
    client: text(),
    paywalled: integer({ mode: 'boolean' }).notNull(),
    registration: integer({ mode: 'boolean' }).notNull(),
    image: text({ mode: 'json' }).$type<ArticleImage>(),
    authors: text({ mode: 'json' }).$type<Byline[]>().notNull(),
    section: text(),
    keywords: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** BCP 47 language tag from the publisher; null if unknown. */
    language: text(),
    /** Word count of the article's text; null if unknown. */
    words: integer(),
    source: text({ mode: 'json' }).$type<ArticleSource>().notNull(),
    /** Topics in the publisher's order. Companies are in the publisher's order too. */
    topics: text({ mode: 'json' }).$type<ArticleTopic[]>().notNull(),
    companies: text({ mode: 'json' }).$type<ArticleCompany[]>().notNull(),
    /** Alpha-2 codes: `["GB"]`. */
    countries: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Slugs: `["europe"]`. */
    geoGroups: text('geo_groups', { mode: 'json' }).$type<string[]>().notNull(),
    /** Story to which the article belongs (`src/content/stories/`). */
    storyId: integer('story_id').notNull(),
    /**
     * Tags that rules added or editors excluded, as ids, codes and slugs by kind; null if there are none
     * (`src/tagging/`).
     */
    ruleTags: text('rule_tags', { mode: 'json' }).$type<RuleTags>(),
    /** Latest fields from the article's page that the feed lacked; null if there are none. */
    fromPage: text('from_page', { mode: 'json' }).$type<FromPage>(),
  },
  (t) => [
    // Finds articles from which editors removed a company, to learn its name's other meanings.
    index('articles_without_company').on(t.id).where(HAS_BARRED_COMPANY),
    // Finds the first position at a given time.
    index('articles_published').on(t.publishedAt),
  ],
);

/**
 * Number of adjacent ids per row of `article_cards`. The triggers contain the same number. A full row is larger than a
 * database page.
 */
export const CARDS_PER_ROW = 32;

/** Article cards for lists, 32 ids per row (`id / 32`), so that long lists read few rows. Triggers write them. */
export const articleCards = sqliteTable('article_cards', {
  portion: integer().primaryKey(),
  cards: text({ mode: 'json' }).$type<Record<string, ArticleCard>>().notNull(),
});

/** Editors' selection for a day, in their order. */
export const recommended = sqliteTable('recommended', {
  /** Day in YYYY-MM-DD format. */
  date: text().primaryKey(),
  /** Content ids of the selection. */
  articles: text({ mode: 'json' }).$type<number[]>().notNull(),
  /** Number of changes, used to detect concurrent edits. */
  version: integer().notNull().default(1),
  modifiedAt: integer('modified_at').$type<Seconds>().notNull(),
});

/** Editors' notes on days, shown in charts. */
export const annotations = rowlessTable('annotations', {
  /** UTC day (YYYY-MM-DD), followed by the topic or article, if any: `2026-01-30/topic/12`. */
  key: text('date').primaryKey(),
  scope: text({ enum: NOTE_SCOPES }).notNull().default('site'),
  /** Topic or content id; null for a note on the whole site. */
  ref: integer(),
  text: text('note').notNull(),
});

/** Saved searches: feed filters with a name and a URL. */
export const savedSearches = rowlessTable(
  'saved_searches',
  { slug: text().primaryKey(), name: text().notNull(), filter: text({ mode: 'json' }).$type<SavedFilter>().notNull() },
  (t) => [index('saved_searches_name').on(inColumnOrder(t.name), t.slug)],
);

/** Last assigned ids of tables whose ids are not the primary key. Ids are never reused. */
export const sequences = sqliteTable('sequences', {
  name: text({ enum: ['articles'] }).primaryKey(),
  last: integer().notNull(),
});
