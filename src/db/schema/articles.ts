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

/** Must match queries word by word, so that SQLite uses the partial index below. */
export const HAS_BARRED_COMPANY = sql`rule_tags ->> '$.barred.companies' <> '[]'`;

/**
 * One row per article with all displayed values. Names are repeated as JSON, and updated by the transaction that
 * renames them. `position` orders by time, then by order of storage (`src/content/articles/store/positions.ts`).
 */
export const articles = sqliteTable(
  'articles',
  {
    position: integer().primaryKey(),
    id: integer().notNull().unique(),
    url: text().notNull().unique(),
    /** Host without `www.`, path and query, for `additionalSources`. */
    urlKey: text('url_key').notNull(),
    title: text().notNull(),
    introduction: text().notNull(),
    publishedAt: integer('published_at').$type<Seconds>().notNull(),
    modifiedAt: integer('modified_at').$type<Seconds>().notNull(),
    contentType: text('content_type').$type<ContentType>().notNull(),
    /** Null if the source's value applies. */
    organisationType: text('organisation_type').$type<OrganisationType>(),
    client: text(),
    paywalled: integer({ mode: 'boolean' }).notNull(),
    registration: integer({ mode: 'boolean' }).notNull(),
    image: text({ mode: 'json' }).$type<ArticleImage>(),
    authors: text({ mode: 'json' }).$type<Byline[]>().notNull(),
    section: text(),
    keywords: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** BCP 47, from the publisher; null if unknown. */
    language: text(),
    /** Word count of its text; null if unknown. */
    words: integer(),
    source: text({ mode: 'json' }).$type<ArticleSource>().notNull(),
    /** In the publisher's order, as are companies. */
    topics: text({ mode: 'json' }).$type<ArticleTopic[]>().notNull(),
    companies: text({ mode: 'json' }).$type<ArticleCompany[]>().notNull(),
    /** `["GB"]` */
    countries: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** `["europe"]` */
    geoGroups: text('geo_groups', { mode: 'json' }).$type<string[]>().notNull(),
    /** Story of the article (`src/content/stories/`). */
    storyId: integer('story_id').notNull(),
    /** Effect of tagging rules, as ids, codes and slugs by kind; null if none (`src/tagging/`). */
    ruleTags: text('rule_tags', { mode: 'json' }).$type<RuleTags>(),
    /** Latest fields from its page that the feed lacked; null if none. */
    fromPage: text('from_page', { mode: 'json' }).$type<FromPage>(),
  },
  (t) => [
    // Articles from which editors removed a company, used to learn about its name.
    index('articles_without_company').on(t.id).where(HAS_BARRED_COMPANY),
    // First position of a time.
    index('articles_published').on(t.publishedAt),
  ],
);

/** Article cards for lists, 16 ids per row (`id / 16`), so that long lists read few rows. Written by triggers. */
export const articleCards = sqliteTable('article_cards', {
  portion: integer().primaryKey(),
  cards: text({ mode: 'json' }).$type<Record<string, ArticleCard>>().notNull(),
});

/** Editors' selection of a day, in their order. */
export const recommended = sqliteTable('recommended', {
  /** YYYY-MM-DD. */
  date: text().primaryKey(),
  /** Content ids. */
  articles: text({ mode: 'json' }).$type<number[]>().notNull(),
  /** Number of changes, which reveals concurrent edits. */
  version: integer().notNull().default(1),
  modifiedAt: integer('modified_at').$type<Seconds>().notNull(),
});

/** Editors' notes on days, shown in charts. */
export const annotations = rowlessTable('annotations', {
  /** UTC day (YYYY-MM-DD), followed by the topic or article if any: `2026-01-30/topic/12`. */
  key: text('date').primaryKey(),
  scope: text({ enum: NOTE_SCOPES }).notNull().default('site'),
  /** Topic or content id; null for the whole site. */
  ref: integer(),
  text: text('note').notNull(),
});

/** Named feed filters with an address. */
export const savedSearches = rowlessTable(
  'saved_searches',
  { slug: text().primaryKey(), name: text().notNull(), filter: text({ mode: 'json' }).$type<SavedFilter>().notNull() },
  (t) => [index('saved_searches_name').on(inColumnOrder(t.name), t.slug)],
);

/** Last assigned id of tables whose ids are not the primary key; ids are never reused. */
export const sequences = sqliteTable('sequences', {
  name: text({ enum: ['articles'] }).primaryKey(),
  last: integer().notNull(),
});
