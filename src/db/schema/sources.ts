import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';
import { inColumnOrder, rowlessTable } from '../sql.ts';
import type { ItemIdentity, OrganisationType, WaitingPage } from '../values.ts';

export const sources = sqliteTable(
  'sources',
  {
    domain: text().primaryKey(),
    name: text().notNull(),
    icon: text(),
    iframeable: integer({ mode: 'boolean' }).notNull().default(true),
    organisationType: text('organisation_type').$type<OrganisationType>(),
    client: text(),
    /** Other hosts, including their subdomains, from which the source's feeds may list articles: `["reuters.com"]`. */
    publishes: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
    /** Whether the source's feeds may list articles from any host. */
    aggregator: integer({ mode: 'boolean' }).notNull().default(false),
    readPages: integer('read_pages', { mode: 'boolean' }).notNull().default(false),
    itemIdentity: text('item_identity').$type<ItemIdentity>().notNull().default('link'),
    /** Rules that select items of the source's feeds: `["drop category: Sport"]`. */
    itemRules: text('item_rules', { mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
    /** Whether the source has feeds. Lists of sources can filter by this column, which triggers maintain. */
    hasFeeds: integer('has_feeds', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('sources_name').on(inColumnOrder(t.name), t.domain),
    // Indexes for lists of sources, with each filter and in both sort orders.
    index('sources_type_name').on(t.organisationType, inColumnOrder(t.name), t.domain),
    index('sources_type').on(t.organisationType, t.domain),
    index('sources_feeds_name').on(t.hasFeeds, inColumnOrder(t.name), t.domain),
    index('sources_feeds').on(t.hasFeeds, t.domain),
  ],
);

/** Hosts of sources that have been merged into another source. */
export const sourceAliases = rowlessTable(
  'source_aliases',
  { alias: text().primaryKey(), domain: text().notNull() },
  (t) => [index('source_aliases_domain').on(t.domain)],
);

/** Feeds that the service polls. A poll changes no indexed column, so it writes only one row. */
export const feeds = sqliteTable(
  'feeds',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Current URL of the feed, which changes after a permanent redirect. */
    url: text().notNull().unique(),
    domain: text().notNull(),
    title: text().notNull().default(''),
    etag: text(),
    lastModified: text('last_modified'),
    bodyHash: text('body_hash'),
    interval: integer().notNull(),
    /** Time of the next poll. `null` if the feed no longer exists or is not polled. */
    nextAt: integer('next_at').$type<Seconds>(),
    lastFetchAt: integer('last_fetch_at').$type<Seconds>(),
    lastNewAt: integer('last_new_at').$type<Seconds>(),
    failures: integer().notNull().default(0),
    failingSince: integer('failing_since'),
    reason: text(),
    /** Day to which `written` refers, in days since the epoch. Items above the daily limit wait until the next day. */
    writtenDay: integer('written_day').notNull().default(0),
    written: integer().notNull().default(0),
  },
  (t) => [index('feeds_domain').on(t.domain)],
);

export const feedItems = rowlessTable(
  'feed_items',
  {
    feedId: integer('feed_id').notNull(),
    /** Id of the feed item, or its URL if it has no id. */
    guid: text().notNull(),
    articleId: integer('article_id').notNull(),
    /** Hash of the feed item as received. If the hash is unchanged, edits of the article are not overwritten. */
    hash: text().notNull(),
    /** Time at which the item last changed. If a feed has too many items, the oldest are deleted. */
    notedAt: integer('noted_at').$type<Seconds>().notNull().default(0),
    /** Whether the article belongs to another site. If so, a feed of that site may take over the article. */
    borrowed: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.feedId, t.guid] }),
    // Partial index that finds articles of other sites without reading any other feed items.
    index('feed_items_borrowed').on(t.articleId).where(sql`borrowed = 1`),
  ],
);

/** WebSub subscriptions. A row stays until its subscription ends, even after the feed is deleted. */
export const feedHubs = sqliteTable(
  'feed_hubs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    feedId: integer('feed_id').notNull(),
    hub: text().notNull(),
    topic: text().notNull(),
    wanted: integer('is_wanted', { mode: 'boolean' }).notNull().default(true),
    askAt: integer('ask_at').$type<Seconds>().notNull().default(0),
    asked: integer().notNull().default(0),
    until: integer().$type<Seconds>(),
    reason: text(),
    pingedAt: integer('pinged_at').$type<Millis>(),
    /** Time of the last poll that a ping of the hub caused, and number of consecutive polls without new items. */
    readAt: integer('read_at').$type<Millis>(),
    idle: integer().notNull().default(0),
  },
  (t) => [uniqueIndex('feed_hubs_feed').on(t.feedId, t.hub, t.topic)],
);

/** Hosts whose article pages are read to fill in missing fields. One row covers all pages of a host. */
export const pageHosts = rowlessTable(
  'page_hosts',
  {
    host: text().primaryKey(),
    domain: text().notNull(),
    waiting: text({ mode: 'json' }).$type<WaitingPage[]>().notNull(),
    nextAt: integer('next_at').$type<Seconds>().notNull().default(0),
    readAt: integer('read_at').$type<Seconds>(),
    failedAt: integer('failed_at').$type<Seconds>(),
    reason: text(),
    robotsAt: integer('robots_at').$type<Seconds>(),
    robots: text(),
  },
  (t) => [index('page_hosts_domain').on(t.domain)],
);

/** Hosts that recently responded with 429. A row is deleted once its host accepts the usual request rate again. */
export const hostRests = rowlessTable('host_rests', {
  /** Host with its port, unless it is the default port. */
  host: text().primaryKey(),
  until: integer().$type<Seconds>().notNull(),
  gap: integer().notNull(),
});

export const feedMoves = sqliteTable('feed_moves', { url: text().primaryKey(), movedTo: text('moved_to').notNull() });
