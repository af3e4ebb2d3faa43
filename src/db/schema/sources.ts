import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';
import { inColumnOrder, rowlessTable } from '../sql.ts';
import type { ItemIdentity, OrganisationType, WaitingPage } from '../values.ts';

/** Who publishes, and the feeds that are polled. */

export const sources = sqliteTable(
  'sources',
  {
    /** Host without a leading `www.`. */
    domain: text().primaryKey(),
    name: text().notNull(),
    icon: text(),
    iframeable: integer({ mode: 'boolean' }).notNull().default(true),
    organisationType: text('organisation_type').$type<OrganisationType>(),
    client: text(),
    /** Other hosts whose stories its feeds may bring, such as `["reuters.com"]`, their subdomains included. */
    publishes: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
    /** Its feeds bring stories of any host. */
    aggregator: integer({ mode: 'boolean' }).notNull().default(false),
    /** Pages of new items are read for what its feeds leave out. */
    readPages: integer('read_pages', { mode: 'boolean' }).notNull().default(false),
    /** `link`: items of one link are one story; `id`: items of one id are. */
    itemIdentity: text('item_identity').$type<ItemIdentity>().notNull().default('link'),
    /** Rules for the items of its feeds, such as `["drop category: Sport"]`. */
    itemRules: text('item_rules', { mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
    /** It has feeds: kept by triggers (`schema.sql`), for lists that ask for it. */
    hasFeeds: integer('has_feeds', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('sources_name').on(inColumnOrder(t.name), t.domain),
    // Lists by each filter, in both orders.
    index('sources_type_name').on(t.organisationType, inColumnOrder(t.name), t.domain),
    index('sources_type').on(t.organisationType, t.domain),
    index('sources_feeds_name').on(t.hasFeeds, inColumnOrder(t.name), t.domain),
    index('sources_feeds').on(t.hasFeeds, t.domain),
  ],
);

/** Hosts whose articles belong to another source, into which theirs was merged. */
export const sourceAliases = rowlessTable(
  'source_aliases',
  { alias: text().primaryKey(), domain: text().notNull() },
  (t) => [index('source_aliases_domain').on(t.domain)],
);

/** Feeds that are polled. Only what no poll changes is indexed, so that a poll writes one row. */
export const feeds = sqliteTable(
  'feeds',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Where it is now: a permanent redirect changes it. */
    url: text().notNull().unique(),
    /** The source that carries it. */
    domain: text().notNull(),
    title: text().notNull().default(''),
    /** Validators of the last answer, sent back as they came. */
    etag: text(),
    lastModified: text('last_modified'),
    /** SHA-256 of the last body, hex. */
    bodyHash: text('body_hash'),
    /** Seconds between polls, as the feed's own pace has set it. */
    interval: integer().notNull(),
    /** Null: gone, not polled any more. */
    nextAt: integer('next_at').$type<Seconds>(),
    lastFetchAt: integer('last_fetch_at').$type<Seconds>(),
    /** When it last brought a new article. */
    lastNewAt: integer('last_new_at').$type<Seconds>(),
    /** In a row. */
    failures: integer().notNull().default(0),
    /** When the first of them happened; null: the last poll was fine. */
    failingSince: integer('failing_since'),
    /** Why the last poll failed, or what of it could not be taken, in words; null: nothing. */
    reason: text(),
    /** Days since the epoch, and how many items were written on that day: more than a day's measure waits. */
    writtenDay: integer('written_day').notNull().default(0),
    written: integer().notNull().default(0),
  },
  (t) => [index('feeds_domain').on(t.domain)],
);

/** Which article an item of a feed became. */
export const feedItems = rowlessTable(
  'feed_items',
  {
    feedId: integer('feed_id').notNull(),
    /** The item's own id, its URL where it has none. */
    guid: text().notNull(),
    articleId: integer('article_id').notNull(),
    /** Hash of the item as received: an unchanged item does not undo what editors did to its article. */
    hash: text().notNull(),
    /** If a feed has too many items, those unchanged for longest are forgotten. */
    notedAt: integer('noted_at').$type<Seconds>().notNull().default(0),
    /** The article is this feed's version of another site's story; that site's own feed may take it over. */
    borrowed: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.feedId, t.guid] }),
    // Finds the feeds that carry another site's story; other items have no entry.
    index('feed_items_borrowed').on(t.articleId).where(sql`borrowed = 1`),
  ],
);

/** Subscriptions of feeds to the WebSub hubs that they name; one that is wanted no longer, or whose feed is gone, is to be ended. */
export const feedHubs = sqliteTable(
  'feed_hubs',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    feedId: integer('feed_id').notNull(),
    hub: text().notNull(),
    /** The feed's address as the hub knows it. */
    topic: text().notNull(),
    wanted: integer('is_wanted', { mode: 'boolean' }).notNull().default(true),
    /** When the hub is asked next. */
    askAt: integer('ask_at').$type<Seconds>().notNull().default(0),
    /** How often it was asked without a confirmation since. */
    asked: integer().notNull().default(0),
    /** How long the hub has confirmed it for; null: it has not. */
    until: integer().$type<Seconds>(),
    /** Why the hub did not take it, in words. */
    reason: text(),
    pingedAt: integer('pinged_at').$type<Millis>(),
    /** When a ping last made the feed be read, and how many such reads in a row brought nothing. */
    readAt: integer('read_at').$type<Millis>(),
    idle: integer().notNull().default(0),
  },
  (t) => [uniqueIndex('feed_hubs_feed').on(t.feedId, t.hub, t.topic)],
);

/** Hosts whose pages are read for what feeds leave out: a row each, so that a page costs no row of its own. */
export const pageHosts = rowlessTable(
  'page_hosts',
  {
    host: text().primaryKey(),
    /** The source whose feeds have named its pages last. */
    domain: text().notNull(),
    /** Newest first. */
    waiting: text({ mode: 'json' }).$type<WaitingPage[]>().notNull(),
    /** It is asked nothing before. */
    nextAt: integer('next_at').$type<Seconds>().notNull().default(0),
    /** When a page of it was last read. */
    readAt: integer('read_at').$type<Seconds>(),
    failedAt: integer('failed_at').$type<Seconds>(),
    /** Why the last page that could not be read could not, in words. */
    reason: text(),
    robotsAt: integer('robots_at').$type<Seconds>(),
    /** Its robots.txt; empty: it has none. */
    robots: text(),
  },
  (t) => [index('page_hosts_domain').on(t.domain)],
);

/** Hosts that have answered 429 of late: a row each until they take requests at the usual rate again. */
export const hostRests = rowlessTable('host_rests', {
  /** With its port, if it is not the usual one. */
  host: text().primaryKey(),
  /** When it may be asked again. */
  until: integer().$type<Seconds>().notNull(),
  /** Pause after the next request, in seconds. */
  gap: integer().notNull(),
});

/** Permanent redirects of feeds: former and present address. */
export const feedMoves = sqliteTable('feed_moves', { url: text().primaryKey(), movedTo: text('moved_to').notNull() });
