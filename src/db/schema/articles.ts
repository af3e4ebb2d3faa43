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
  NOTICES,
  type OrganisationType,
  type RuleTags,
} from '../values.ts';

/** SQLite uses the partial index `articles_without_company` only if a query contains exactly this condition. */
export const HAS_BARRED_COMPANY = sql`rule_tags ->> '$.barred.companies' <> '[]'`;

/** Articles. `position` numbers them by publication time, and by storage order if the times are equal. */
export const articles = sqliteTable(
  'articles',
  {
    position: integer().primaryKey(),
    id: integer().notNull().unique(),
    /** URL. Articles are found by its hash (`urlIn`), and triggers refuse a URL that another article has. */
    url: text().notNull(),
    urlHash: integer('url_hash').notNull().default(0),
    title: text().notNull(),
    introduction: text().notNull(),
    publishedAt: integer('published_at').$type<Seconds>().notNull(),
    modifiedAt: integer('modified_at').$type<Seconds>().notNull(),
    contentType: text('content_type').$type<ContentType>().notNull(),
    /** Organisation type of this article only. `null` if the organisation type of its source applies. */
    organisationType: text('organisation_type').$type<OrganisationType>(),
    client: text(),
    paywalled: integer({ mode: 'boolean' }).notNull(),
    registration: integer({ mode: 'boolean' }).notNull(),
    image: text({ mode: 'json' }).$type<ArticleImage>(),
    authors: text({ mode: 'json' }).$type<Byline[]>().notNull(),
    section: text(),
    keywords: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Language of the article according to the publisher, as a BCP 47 tag. */
    language: text(),
    /** Language detected from the text if the publisher gives none. Empty if the text has no certain language. */
    detectedLanguage: text('detected_language'),
    words: integer(),
    source: text({ mode: 'json' }).$type<ArticleSource>().notNull(),
    topics: text({ mode: 'json' }).$type<ArticleTopic[]>().notNull(),
    companies: text({ mode: 'json' }).$type<ArticleCompany[]>().notNull(),
    countries: text({ mode: 'json' }).$type<string[]>().notNull(),
    geoGroups: text('geo_groups', { mode: 'json' }).$type<string[]>().notNull(),
    storyId: integer('story_id').notNull(),
    /** Tags that rules added and tags that editors excluded, as ids, codes and slugs. */
    ruleTags: text('rule_tags', { mode: 'json' }).$type<RuleTags>(),
    fromPage: text('from_page', { mode: 'json' }).$type<FromPage>(),
  },
  (t) => [
    // Finds articles from which editors removed a company, to learn the other meanings of its name.
    index('articles_without_company').on(t.id).where(HAS_BARRED_COMPANY),
    index('articles_published').on(t.publishedAt),
    index('articles_url_hash').on(t.urlHash),
  ],
);

/** Number of ids per row of `article_cards`. Database triggers contain the same number, so change both together. */
export const CARDS_PER_ROW = 32;

/** Article data that lists display. One row holds 32 ids (`id / 32`), so that long lists read few rows. */
export const articleCards = sqliteTable('article_cards', {
  portion: integer().primaryKey(),
  cards: text({ mode: 'json' }).$type<Record<string, ArticleCard>>().notNull(),
});

export const recommended = sqliteTable('recommended', {
  date: text().primaryKey(),
  articles: text({ mode: 'json' }).$type<number[]>().notNull(),
  /** Number of changes to the editors' choice of a day. It reveals whether someone else saved in between. */
  version: integer().notNull().default(1),
  modifiedAt: integer('modified_at').$type<Seconds>().notNull(),
});

/** Selections that the service publishes at a set time, which replace the selection of their day. */
export const plannedSelections = sqliteTable('planned_selections', {
  date: text().primaryKey(),
  articles: text({ mode: 'json' }).$type<number[]>().notNull(),
  /** Time of the publication. */
  at: integer().$type<Seconds>().notNull(),
  /** Name and session of the editor, whom the audit trail names after the publication. */
  actor: text().notNull(),
  session: text(),
});

export const annotations = rowlessTable('annotations', {
  /** Day of an editor's note, with its topic or article if any: `2026-01-30/topic/12`. */
  key: text('date').primaryKey(),
  scope: text({ enum: NOTE_SCOPES }).notNull().default('site'),
  /** Topic id or content id that a note is about. `null` for a note about the whole site. */
  ref: integer(),
  text: text('note').notNull(),
});

/** Wishes of editors for the position of an article in lists with `order=engaging`. */
export const pins = rowlessTable('pins', {
  /** Content id. */
  id: integer().primaryKey(),
  position: integer(),
  /** End of `position`, in RFC 3339 and UTC like in the API, because reverts store values of the audit trail. */
  until: text(),
  notAbove: integer('not_above'),
  notice: text({ enum: NOTICES }),
});

export const savedSearches = rowlessTable(
  'saved_searches',
  { slug: text().primaryKey(), name: text().notNull(), filter: text({ mode: 'json' }).$type<object>().notNull() },
  (t) => [index('saved_searches_name').on(inColumnOrder(t.name), t.slug)],
);

/** Last assigned ids of tables whose primary key is not the id. Ids are never reused. */
export const sequences = sqliteTable('sequences', {
  name: text({ enum: ['articles'] }).primaryKey(),
  last: integer().notNull(),
});
