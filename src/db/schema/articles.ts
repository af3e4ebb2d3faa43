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

/** Articles, and what editors and readers choose of them. */

/** As written here alone: the index below serves those who ask in the same words. */
export const HAS_BARRED_COMPANY = sql`rule_tags ->> '$.barred.companies' <> '[]'`;

/**
 * One row per article, with everything a page shows: the names of topics, companies and source are repeated in it
 * as JSON and are refreshed in the same transaction that renames them. `position` orders by time, of equal times the one that was
 * stored later comes later (`src/content/articles/store/positions.ts`).
 */
export const articles = sqliteTable(
  'articles',
  {
    position: integer().primaryKey(),
    id: integer().notNull().unique(),
    url: text().notNull().unique(),
    /** Host without `www.` + path + query: what `additionalSources` compares. */
    urlKey: text('url_key').notNull(),
    title: text().notNull(),
    introduction: text().notNull(),
    publishedAt: integer('published_at').$type<Seconds>().notNull(),
    modifiedAt: integer('modified_at').$type<Seconds>().notNull(),
    contentType: text('content_type').$type<ContentType>().notNull(),
    /** Null: that of the source applies. */
    organisationType: text('organisation_type').$type<OrganisationType>(),
    client: text(),
    paywalled: integer({ mode: 'boolean' }).notNull(),
    registration: integer({ mode: 'boolean' }).notNull(),
    image: text({ mode: 'json' }).$type<ArticleImage>(),
    /** As the article names them. */
    authors: text({ mode: 'json' }).$type<Byline[]>().notNull(),
    section: text(),
    keywords: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** BCP 47, as its publisher says; null: nobody says. */
    language: text(),
    /** How many its text has; null: unknown. */
    words: integer(),
    source: text({ mode: 'json' }).$type<ArticleSource>().notNull(),
    /** In the publisher's order, like the companies. */
    topics: text({ mode: 'json' }).$type<ArticleTopic[]>().notNull(),
    companies: text({ mode: 'json' }).$type<ArticleCompany[]>().notNull(),
    /** `["GB"]` */
    countries: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** `["europe"]` */
    geoGroups: text('geo_groups', { mode: 'json' }).$type<string[]>().notNull(),
    /** The story that it is a copy of (`src/content/stories/`). */
    storyId: integer('story_id').notNull(),
    /** What the tagging rules did here, `{added, barred}` of ids, codes and slugs by kind; null: nothing (`src/tagging/`). */
    ruleTags: text('rule_tags', { mode: 'json' }).$type<RuleTags>(),
    /** What its page has last added to what its feed said; null: nothing. */
    fromPage: text('from_page', { mode: 'json' }).$type<FromPage>(),
  },
  (t) => [
    // The articles from which hands have taken a company: what is learnt about its name.
    index('articles_without_company').on(t.id).where(HAS_BARRED_COMPANY),
    // Finds the first position of a time.
    index('articles_published').on(t.publishedAt),
  ],
);

/** What lists show of articles, of 16 ids a row (`id / 16`), so that long lists read few rows: `{id: card}`, kept by triggers (`schema.sql`). */
export const articleCards = sqliteTable('article_cards', {
  portion: integer().primaryKey(),
  cards: text({ mode: 'json' }).$type<Record<string, ArticleCard>>().notNull(),
});

/** The editors' selection of a day, in their order. */
export const recommended = sqliteTable('recommended', {
  /** YYYY-MM-DD */
  date: text().primaryKey(),
  /** Content ids. */
  articles: text({ mode: 'json' }).$type<number[]>().notNull(),
  /** Counts the changes of a day, so that two editors cannot overwrite each other without noticing. */
  version: integer().notNull().default(1),
  modifiedAt: integer('modified_at').$type<Seconds>().notNull(),
});

/** What happened on a day, as an editor notes it for those who read charts. */
export const annotations = rowlessTable('annotations', {
  /** YYYY-MM-DD, a UTC day as in histories; what is about one topic or article has that after it: `2026-01-30/topic/12`. */
  key: text('date').primaryKey(),
  scope: text({ enum: NOTE_SCOPES }).notNull().default('site'),
  /** Topic or content id; null: it is about the whole site. */
  ref: integer(),
  text: text('note').notNull(),
});

/** Feed filters with a name and an address of their own. */
export const savedSearches = rowlessTable(
  'saved_searches',
  { slug: text().primaryKey(), name: text().notNull(), filter: text({ mode: 'json' }).$type<SavedFilter>().notNull() },
  (t) => [index('saved_searches_name').on(inColumnOrder(t.name), t.slug)],
);

/** The last id assigned in a table whose ids are not its primary key: ids are never reused. */
export const sequences = sqliteTable('sequences', {
  name: text({ enum: ['articles'] }).primaryKey(),
  last: integer().notNull(),
});
