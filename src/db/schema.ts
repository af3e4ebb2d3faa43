import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, type SQLiteColumn, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import { CLICK_COLUMNS, type ClickColumn } from './click-columns.ts';
import {
  type ArticleCompany,
  type ArticleImage,
  type ArticleSource,
  type ArticleTopic,
  AUDIT_ACTIONS,
  AUDIT_KINDS,
  type ContentType,
  DELIVERY_STATES,
  type DeliveryAttempt,
  EVENT_TYPES,
  type EventType,
  NOTE_SCOPES,
  type OrganisationType,
  type RuleTags,
  type SavedFilter,
  type TopicCategory,
  WEBHOOK_FORMATS,
} from './values.ts';

/**
 * One row per article, with everything a page shows: the names of topics, companies and source are repeated in it
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
  contentType: text('content_type').$type<ContentType>().notNull(),
  /** Null: that of the source applies. */
  organisationType: text('organisation_type').$type<OrganisationType>(),
  client: text(),
  paywalled: integer({ mode: 'boolean' }).notNull(),
  registration: integer({ mode: 'boolean' }).notNull(),
  image: text({ mode: 'json' }).$type<ArticleImage>(),
  source: text({ mode: 'json' }).$type<ArticleSource>().notNull(),
  /** In the publisher's order, like the companies. */
  topics: text({ mode: 'json' }).$type<ArticleTopic[]>().notNull(),
  companies: text({ mode: 'json' }).$type<ArticleCompany[]>().notNull(),
  /** `["GB"]` */
  countries: text({ mode: 'json' }).$type<string[]>().notNull(),
  /** `["europe"]` */
  geoGroups: text('geo_groups', { mode: 'json' }).$type<string[]>().notNull(),
  /** Facet tokens as in `article_index`, so that the index can be rebuilt in SQL alone. */
  facets: text().notNull(),
  /** What the tagging rules did here, `{added, barred}` of ids, codes and slugs by kind; null: nothing (`src/tagging/`). */
  ruleTags: text('rule_tags', { mode: 'json' }).$type<RuleTags>(),
});

/** Names in the order of lists: without regard to capitals. */
const inOrder = (name: SQLiteColumn) => sql`${name} COLLATE NOCASE`;

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
    /** It has feeds: kept by triggers (`drizzle/0017_lists.sql`), for lists that ask for it. */
    hasFeeds: integer('has_feeds', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('sources_name').on(inOrder(t.name), t.domain),
    // Lists by each filter, in both orders.
    index('sources_type_name').on(t.organisationType, inOrder(t.name), t.domain),
    index('sources_type').on(t.organisationType, t.domain),
    index('sources_feeds_name').on(t.hasFeeds, inOrder(t.name), t.domain),
    index('sources_feeds').on(t.hasFeeds, t.domain),
  ],
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
    /** Epoch seconds, so with all times here; null: gone, not polled any more. */
    nextAt: integer('next_at'),
    lastFetchAt: integer('last_fetch_at'),
    /** When it last brought a new article. */
    lastNewAt: integer('last_new_at'),
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

/** Which article an item of a feed became. WITHOUT ROWID. */
export const feedItems = sqliteTable(
  'feed_items',
  {
    feedId: integer('feed_id').notNull(),
    /** The item's own id, its URL where it has none. */
    guid: text().notNull(),
    articleId: integer('article_id').notNull(),
    /** Of the item as received: an unchanged item does not undo what editors did to its article. */
    hash: text().notNull(),
    /** Epoch seconds; if a feed has too many items, those unchanged for longest are forgotten. */
    notedAt: integer('noted_at').notNull().default(0),
    /** The article is this feed's version of another site's story; that site's own feed may take it over. */
    borrowed: integer({ mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    primaryKey({ columns: [t.feedId, t.guid] }),
    // Finds the feeds that carry another site's story; other items have no entry.
    index('feed_items_borrowed').on(t.articleId).where(sql`borrowed = 1`),
  ],
);

/** The words by which articles are tagged. WITHOUT ROWID. */
export const tagRules = sqliteTable(
  'tag_rules',
  {
    kind: text({ enum: ['topic', 'company', 'country', 'geoGroup'] }).notNull(),
    /** Topic or company id, country code, geo group slug. */
    ref: text().notNull(),
    /** Words and phrases, any of which tags. */
    words: text({ mode: 'json' }).$type<string[]>().notNull(),
    /** Words and phrases, any of which keeps the rule from tagging. */
    exclusions: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.ref] })],
);

export const topics = sqliteTable(
  'topics',
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    slug: text().notNull().unique(),
    description: text().notNull(),
    /** 1 = Specialty Lines, 2 = Interest Areas. */
    category: integer().$type<TopicCategory>().notNull(),
    excludedFromTrending: integer('excluded_from_trending', { mode: 'boolean' }).notNull().default(false),
  },
  (t) => [
    index('topics_name').on(inOrder(t.name), t.id),
    // Lists of one category, in both orders.
    index('topics_category_name').on(t.category, inOrder(t.name), t.id),
    index('topics_category').on(t.category, t.id),
  ],
);

export const companies = sqliteTable(
  'companies',
  {
    id: integer().primaryKey(),
    name: text().notNull(),
    organisationType: text('organisation_type').notNull(),
  },
  (t) => [
    index('companies_name').on(inOrder(t.name), t.id),
    // Lists of one kind of organisation, in both orders.
    index('companies_type_name').on(t.organisationType, inOrder(t.name), t.id),
    index('companies_type').on(t.organisationType, t.id),
  ],
);

/** ISO 3166-1 alpha-2; `continent` as the edge names it. */
export const countries = sqliteTable('countries', {
  code: text().primaryKey(),
  name: text().notNull(),
  continent: text().notNull(),
});

export const geoGroups = sqliteTable(
  'geo_groups',
  {
    /** Numeric, because the facet token `g<id>` must end in a digit. */
    id: integer().primaryKey({ autoIncrement: true }),
    slug: text().notNull().unique(),
    name: text().notNull(),
    /** `["GB", "IE"]` */
    countries: text({ mode: 'json' }).$type<string[]>().notNull(),
  },
  (t) => [index('geo_groups_name').on(inOrder(t.name), t.slug)],
);

/** All geo groups in one row, rewritten with them, so that a request reads one row. */
export const geography = sqliteTable('geography', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** `[{id, slug, name, countries}]` by name. */
  groups: text({ mode: 'json' }).$type<{ id: number; slug: string; name: string; countries: string[] }[]>().notNull(),
});

/** Permanent redirects of feeds: former and present address. */
export const feedMoves = sqliteTable('feed_moves', {
  url: text().primaryKey(),
  movedTo: text('moved_to').notNull(),
});

/**
 * The names of a kind in a few rows, so that a search for a part of a name reads those alone: `{key: [name, …, filters]}`, kept by triggers
 * (`drizzle/0017_lists.sql`; `src/search/names.ts` reads them). WITHOUT ROWID.
 */
export const nameLists = sqliteTable(
  'name_lists',
  {
    kind: text({ enum: ['topic', 'company', 'source', 'rule'] }).notNull(),
    /** 0–7: a change rewrites one row of many. */
    portion: integer().notNull(),
    names: text({ mode: 'json' }).$type<Record<string, (string | number | null)[]>>().notNull(),
  },
  (t) => [primaryKey({ columns: [t.kind, t.portion] })],
);

/** When each scheduled job was last completed. */
export const jobRuns = sqliteTable('job_runs', {
  job: text().primaryKey(),
  /** Epoch milliseconds. */
  at: integer().notNull(),
  milliseconds: integer().notNull(),
});

/** How each job failed the last time, if it ever has. */
export const jobFailures = sqliteTable('job_failures', {
  job: text().primaryKey(),
  /** Epoch milliseconds. */
  at: integer().notNull(),
  reason: text().notNull(),
});

/** Counts that are too expensive for every request. */
export const counts = sqliteTable('counts', {
  name: text({ enum: ['articles'] }).primaryKey(),
  count: integer().notNull(),
  /** Epoch milliseconds. */
  at: integer().notNull(),
});

/** Has a row while a backup is being restored. */
export const restoreLock = sqliteTable('restore_lock', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** Epoch seconds. */
  startedAt: integer('started_at').notNull(),
});

/** How far the demo newsroom was loaded: an interrupted load is resumed with the same newsroom. */
export const demoLoad = sqliteTable('demo_load', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** Epoch seconds that the demo is relative to. */
  now: integer().notNull(),
  /** Epoch seconds; null: not completely loaded. */
  loadedAt: integer('loaded_at'),
});

/** Secrets that the installation has made for itself. */
export const secrets = sqliteTable('secrets', {
  name: text().primaryKey(),
  value: text().notNull(),
});

/** The last id assigned in a table whose ids are not its primary key: ids are never reused. */
export const sequences = sqliteTable('sequences', {
  name: text({ enum: ['articles'] }).primaryKey(),
  last: integer().notNull(),
});

/** Who changed what, kept for 90 days. A change writes its rows in its own transaction, and then reads from them what it has changed. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Epoch seconds. */
    at: integer().notNull(),
    /** Name of the key, or of whatever else made the change. */
    actor: text().notNull(),
    /** The session that it was made in, by its id; null: by the key itself, or by what is no key. */
    session: text(),
    /** One value for all rows of a transaction. */
    change: text().notNull(),
    kind: text({ enum: AUDIT_KINDS }).notNull(),
    /** Id, domain, slug or date. */
    ref: text().notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    /** State before; null: it did not exist. */
    before: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    /** State after; null: deleted. */
    after: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (t) => [
    index('audit_change').on(t.change),
    // Histories of one thing, of one actor and of all, newest first.
    index('audit_ref').on(t.kind, t.ref, t.at),
    index('audit_kind').on(t.kind, t.at),
    index('audit_actor').on(t.actor, t.at),
    index('audit_at').on(t.at),
    // What was changed, deleted, merged or restored: a few among all that an import has created.
    index('audit_action').on(t.action, t.at).where(sql`action <> 'create'`),
  ],
);

/** Hosts whose articles belong to another source, into which theirs was merged. WITHOUT ROWID. */
export const sourceAliases = sqliteTable(
  'source_aliases',
  {
    alias: text().primaryKey(),
    domain: text().notNull(),
  },
  (t) => [index('source_aliases_domain').on(t.domain)],
);

/** What was deleted or merged into another in the last 30 days, so that it can be put back as it was. */
export const trash = sqliteTable(
  'trash',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text({ enum: AUDIT_KINDS }).notNull(),
    /** Id, domain, slug or date. */
    ref: text().notNull(),
    /** As people call it. */
    name: text().notNull(),
    /** Epoch seconds. */
    deletedAt: integer('deleted_at').notNull(),
    /** Who did it. */
    actor: text().notNull(),
    /** What it was merged into; null: it was deleted. */
    mergedInto: text('merged_into'),
    /** Rows by table, as they were: of the thing, and of what went with it. */
    rows: text({ mode: 'json' }).$type<Record<string, Record<string, unknown>[]>>().notNull(),
  },
  (t) => [index('trash_ref').on(t.kind, t.ref), index('trash_deleted').on(t.deletedAt)],
);

/** The articles that named what was deleted, in portions. WITHOUT ROWID. */
export const trashLinks = sqliteTable(
  'trash_links',
  {
    trashId: integer('trash_id').notNull(),
    portion: integer().notNull(),
    /** `[[article id, place among its tags, place among those that rules have set, whether it had what this was merged into]]` */
    links: text({ mode: 'json' })
      .$type<[articleId: number, place: number, byRule: number | null, had: 0 | 1][]>()
      .notNull(),
  },
  (t) => [primaryKey({ columns: [t.trashId, t.portion] })],
);

/** Versions of formats that the schema does not show (`src/content/index/index-format.ts`). */
export const formats = sqliteTable('formats', {
  name: text({ enum: ['index'] }).primaryKey(),
  version: integer().notNull(),
});

/** The editors' selection of a day, in their order. */
export const recommended = sqliteTable('recommended', {
  /** YYYY-MM-DD */
  date: text().primaryKey(),
  /** Content ids. */
  articles: text({ mode: 'json' }).$type<number[]>().notNull(),
  /** Counts the changes of a day, so that two editors cannot overwrite each other without noticing. */
  version: integer().notNull().default(1),
  /** Epoch seconds. */
  modifiedAt: integer('modified_at').notNull(),
});

/** What happened on a day, as an editor notes it for those who read charts. WITHOUT ROWID. */
export const annotations = sqliteTable('annotations', {
  /** YYYY-MM-DD, a UTC day as in histories; what is about one topic or article has that after it: `2026-01-30/topic/12`. */
  key: text('date').primaryKey(),
  scope: text({ enum: NOTE_SCOPES }).notNull().default('site'),
  /** Topic or content id; null: it is about the whole site. */
  ref: integer(),
  text: text('note').notNull(),
});

export const apiKeys = sqliteTable(
  'api_keys',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** SHA-256 of the key, hex. The key itself is not stored. */
    hash: text().notNull().unique(),
    kind: text({ enum: ['secret', 'publishable', 'operator'] }).notNull(),
    name: text().notNull(),
    /** `["https://example.com"]`; empty: any. */
    origins: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
    /** Epoch seconds. */
    createdAt: integer('created_at').notNull(),
    expiresAt: integer('expires_at'),
    revokedAt: integer('revoked_at'),
    /** Whose signing secrets it takes: a random number that a key keeps when it is rotated; null: it signs nothing. */
    signer: integer(),
  },
  // Lists by name.
  (t) => [index('api_keys_name').on(inOrder(t.name), t.id)],
);

/** What came of the requests and clicks of a key, by UTC day; kept for 90 days. Added a minute late, so a crash loses a little. WITHOUT ROWID. */
export const keyDays = sqliteTable(
  'key_days',
  {
    keyId: integer('key_id').notNull(),
    /** Days since the epoch. */
    day: integer().notNull(),
    outcome: text().notNull(),
    count: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.keyId, t.day, t.outcome] })],
);

/** Links that show one view, read only. */
export const shares = sqliteTable('shares', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** SHA-256 of the token, hex. The token itself is nowhere. */
  hash: text().notNull().unique(),
  name: text().notNull(),
  /** Path and query below `/api/v2/`, as it is asked. */
  view: text().notNull(),
  /** Who has made it. */
  actor: text().notNull(),
  /** Epoch seconds. */
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
  revokedAt: integer('revoked_at'),
});

/** Pages that have been given the right of a key for some hours. */
export const sessions = sqliteTable('sessions', {
  /** SHA-256 of the cookie's value, hex. The value itself is not stored. */
  hash: text().primaryKey(),
  keyId: integer('key_id').notNull(),
  /** Epoch seconds. */
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at').notNull(),
});

/**
 * Ledger and aggregates are split into five partitions of five days, used as a ring (`src/engagement/partitions.ts`):
 * old rows are dropped with their table, which writes no rows. All are WITHOUT ROWID, so that a row costs one write.
 */
const ledger = (n: number) =>
  sqliteTable(`click_ids_${n}`, {
    /** Hash of reader, article and UTC day. */
    id: text().primaryKey(),
    /** The consumer's attempt that wrote it. */
    nonce: integer().notNull(),
  });

const clickCount = (name: ClickColumn) => integer(name).notNull().default(0);

const aggregates = (n: number) =>
  sqliteTable(
    `click_hours_${n}`,
    {
      contentId: integer('content_id').notNull(),
      /** Hours since the epoch. */
      hour: integer().notNull(),
      ...(Object.fromEntries(CLICK_COLUMNS.map((name) => [name, clickCount(name)])) as Record<
        ClickColumn,
        ReturnType<typeof clickCount>
      >),
    },
    (t) => [primaryKey({ columns: [t.contentId, t.hour] })],
  );

export const clickIds0 = ledger(0);
export const clickIds1 = ledger(1);
export const clickIds2 = ledger(2);
export const clickIds3 = ledger(3);
export const clickIds4 = ledger(4);
export const clickHours0 = aggregates(0);
export const clickHours1 = aggregates(1);
export const clickHours2 = aggregates(2);
export const clickHours3 = aggregates(3);
export const clickHours4 = aggregates(4);

/** Engagement of an article in a UTC day, by the shares in force when the day was last computed; kept two years. WITHOUT ROWID. */
export const clickDays = sqliteTable(
  'click_days',
  {
    contentId: integer('content_id').notNull(),
    /** Days since the epoch. */
    day: integer().notNull(),
    engagement: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.contentId, t.day] })],
);

/** Engagement of a topic in a UTC day, over its articles when the day was last computed; topic 0 is the whole site. WITHOUT ROWID. */
export const topicDays = sqliteTable(
  'topic_days',
  {
    topicId: integer('topic_id').notNull(),
    /** Days since the epoch. */
    day: integer().notNull(),
    engagement: integer().notNull(),
    /** On articles that are tagged with Risk Management, too. */
    engagementRm: integer('engagement_rm').notNull(),
  },
  (t) => [primaryKey({ columns: [t.topicId, t.day] })],
);

/** The days up to which everything has been computed; without a row, all open days are computed again. */
export const computedDays = sqliteTable('computed_days', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** The first day (since the epoch) that was not over at that time. */
  until: integer().notNull(),
  /** False while they are being computed. */
  isComplete: integer('is_complete', { mode: 'boolean' }).notNull(),
});

/** The site's shares of each class of networks and user agents, computed once at each full hour and used by every window of that hour. */
export const siteShares = sqliteTable('site_shares', {
  /** Hours since the epoch. */
  hour: integer().primaryKey(),
  /** Votes that were cast. */
  votes: integer().notNull(),
  /** Null: clicks are not weighed in this hour. */
  shares: text({ mode: 'json' }).$type<{ networks: number[]; agents: number[] }>(),
});

const counter = (name: string) => integer(name).notNull().default(0);

/**
 * One row per topic with its rankings, published by its object; topic 0 is the whole site. The fields that answers show of a topic are
 * repeated here, so that ranking all topics reads one row each. Counters hold engagement: weights and signed clicks.
 */
export const topicWindows = sqliteTable('topic_windows', {
  topicId: integer('topic_id').primaryKey(),
  name: text().notNull().default(''),
  slug: text().notNull().default(''),
  description: text().notNull().default(''),
  category: integer().notNull().default(0),
  excluded: integer({ mode: 'boolean' }).notNull().default(false),
  /** Epoch milliseconds of the computation; an older one never overwrites a newer one. */
  version: integer().notNull().default(0),
  /** The running hour of the windows. */
  hour: integer().notNull().default(0),
  /** Not 0: articles have changed since the computation. Each change sets a different number. */
  stale: integer().notNull().default(0),
  engagement24h: counter('engagement_24h'),
  engagement24hBroker: counter('engagement_24h_broker'),
  engagement24hCarrier: counter('engagement_24h_carrier'),
  engagement24hRm: counter('engagement_24h_rm'),
  engagement7d: counter('engagement_7d'),
  engagement7dBroker: counter('engagement_7d_broker'),
  engagement7dCarrier: counter('engagement_7d_carrier'),
  engagement7dRm: counter('engagement_7d_rm'),
  /** The windows of equal length just before those, for previous ranks. */
  before24h: counter('before_24h'),
  before24hBroker: counter('before_24h_broker'),
  before24hCarrier: counter('before_24h_carrier'),
  before24hRm: counter('before_24h_rm'),
  before7d: counter('before_7d'),
  before7dBroker: counter('before_7d_broker'),
  before7dCarrier: counter('before_7d_carrier'),
  before7dRm: counter('before_7d_rm'),
  /** The last 168 complete hours, and the 168 before those. */
  growthCurrent: counter('growth_current'),
  growthCurrentRm: counter('growth_current_rm'),
  growthPrevious: counter('growth_previous'),
  growthPreviousRm: counter('growth_previous_rm'),
  /** Distinct articles with engagement there. */
  growthItems: counter('growth_items'),
  growthItemsRm: counter('growth_items_rm'),
  growthItemsBefore: counter('growth_items_before'),
  growthItemsBeforeRm: counter('growth_items_before_rm'),
  /** Engagement by audience in each period (`AudienceSums`). */
  audience: text({ mode: 'json' }).notNull().default('{}'),
  /** Lists of ids as JSON (`src/rankings/math/views.ts`): ranking by counters never reads so far into the row. */
  views: text({ mode: 'json' }).notNull().default('{}'),
  /** Cells received since the object last packed them (`src/rankings/object/stored-window.ts`); null: too many to fit here. */
  recent: text({ mode: 'json' }),
});

/** Whole salts of earlier releases: the first run of the cron overwrites and deletes them. */
export const salts = sqliteTable('salts', {
  /** Days since the epoch. */
  day: integer().primaryKey(),
  salt: text().notNull(),
});

/** One half of a day's salt; the key-value store has the other. The few rows all have the same length, so that overwriting happens in place. */
const saltHalves = <Name extends string>(name: Name) =>
  sqliteTable(name, {
    /** Days since the epoch. */
    day: integer().primaryKey(),
    /** Key of the other half in the key-value store; 32 hex digits. */
    name: text().notNull(),
    /** 64 hex digits. */
    half: text().notNull(),
    /** Epoch seconds. */
    madeAt: integer('made_at').notNull(),
  });

/** For readers of beacons and links, kept for 48 hours from the beginning of the day. */
export const readerSalts = saltHalves('reader_salts');
/** For readers of imported clicks, by the day of the click, kept as long as clicks of that day can be imported. */
export const importSalts = saltHalves('import_salts');

/** Halves of the secrets that publishers sign claims with; the key-value store has the other halves. */
export const signingSecrets = sqliteTable('signing_secrets', {
  id: integer().primaryKey(),
  /** As in `api_keys`. */
  signer: integer().notNull(),
  /** Key of the other half in the key-value store. */
  name: text().notNull(),
  /** 64 hex digits. */
  half: text().notNull(),
  /** Epoch seconds, like `expiresAt`, which is null for a signer's newest secret. */
  createdAt: integer('created_at').notNull(),
  expiresAt: integer('expires_at'),
});

/** Numbers of clicks on articles that do not exist. At most 1,000 ids, and id 0 for all others. */
export const unknownClicks = sqliteTable('unknown_clicks', {
  contentId: integer('content_id').primaryKey(),
  /** Hours since the epoch of the last one. */
  lastHour: integer('last_hour').notNull(),
  clicks: integer().notNull(),
});

/** Messages that could not be counted, for an operator to look at and replay. */
export const deadLetters = sqliteTable('dead_letters', {
  id: integer().primaryKey({ autoIncrement: true }),
  /** Epoch seconds. */
  at: integer().notNull(),
  /** The queue's id: a redelivered message is stored once. */
  messageId: text('message_id').notNull().unique(),
  reason: text({ enum: ['malformed', 'unknownArticle', 'tooOld', 'failed'] }).notNull(),
  /** The message as it was. */
  body: text({ mode: 'json' }).$type<unknown>().notNull(),
});

/** Numbers of clicks by hour and outcome: for the status page, not for rankings. WITHOUT ROWID. */
export const clickOutcomes = sqliteTable(
  'click_outcomes',
  {
    hour: integer().notNull(),
    outcome: text().notNull(),
    clicks: integer().notNull(),
  },
  (t) => [primaryKey({ columns: [t.hour, t.outcome] })],
);

/** Sums of `click_outcomes` over all hours before `through`, which are never reduced when old hours are deleted. */
export const clickTotals = sqliteTable('click_totals', {
  outcome: text().primaryKey(),
  clicks: integer().notNull(),
  /** Hours since the epoch; the same in each row that was written together. */
  through: integer().notNull(),
});

/** Feed filters with a name and an address of their own. WITHOUT ROWID. */
export const savedSearches = sqliteTable(
  'saved_searches',
  {
    slug: text().primaryKey(),
    name: text().notNull(),
    filter: text({ mode: 'json' }).$type<SavedFilter>().notNull(),
  },
  (t) => [index('saved_searches_name').on(inOrder(t.name), t.slug)],
);

/** Addresses that operators have named for events. */
export const webhooks = sqliteTable('webhooks', {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  url: text().notNull(),
  format: text({ enum: WEBHOOK_FORMATS }).notNull().default('standard'),
  /** Types of events. */
  events: text({ mode: 'json' }).$type<EventType[]>().notNull(),
  /** Ids: of events about a topic only those about these; null: all. */
  topics: text({ mode: 'json' }).$type<number[]>(),
  /** Slugs of the saved searches whose matches it gets. */
  searches: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
  /** `{"from":"22:00","to":"07:00"}` in the publisher's time zone: what happens meanwhile is sent afterwards; null: none. */
  quiet: text({ mode: 'json' }).$type<{ from: string; to: string }>(),
  enabled: integer({ mode: 'boolean' }).notNull().default(true),
  /** Why the service has switched it off, in words; null: it has not. */
  disabledReason: text('disabled_reason'),
  /** Whose signing secrets it is signed with (`signing_secrets`). */
  signer: integer().notNull(),
  /** Epoch seconds. */
  createdAt: integer('created_at').notNull(),
  /** Times are epoch milliseconds from here on. Only one delivery to a webhook is under way before this time. */
  leasedUntil: integer('leased_until').notNull().default(0),
  /** It did not answer at all: nothing is sent before this time. */
  heldUntil: integer('held_until').notNull().default(0),
  /** Times in a row that it did not answer. */
  silences: integer().notNull().default(0),
  /** When the queue will deliver its next wake-up; past: none is known of. */
  wakeAt: integer('wake_at').notNull().default(0),
});

/** What has happened, kept for 30 days. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    type: text({ enum: EVENT_TYPES }).notNull(),
    /** Names the happening: detecting it twice records it once. */
    key: text().notNull().unique(),
    /** `topic:47`: events about one subject are delivered in the order of their ids. */
    subject: text().notNull(),
    /** When it happened, epoch seconds. */
    at: integer().notNull(),
    data: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** One value for all events that were recorded together. */
    recording: text().notNull(),
  },
  (t) => [index('webhook_events_at').on(t.at)],
);

/** What a webhook gets or has got of an event. WITHOUT ROWID. */
export const webhookDeliveries = sqliteTable(
  'webhook_deliveries',
  {
    webhookId: integer('webhook_id').notNull(),
    eventId: integer('event_id').notNull(),
    /** As in the event. */
    subject: text().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    /** Epoch milliseconds: no attempt before this time. */
    nextAt: integer('next_at').notNull(),
    /** When it was due for the first time, epoch milliseconds. */
    firstAt: integer('first_at'),
    attempts: integer().notNull().default(0),
    /** The latest attempts, newest last. */
    log: text({ mode: 'json' }).$type<DeliveryAttempt[]>().notNull().default(sql`'[]'`),
  },
  (t) => [
    primaryKey({ columns: [t.webhookId, t.eventId] }),
    // Finds the next event of each subject, and what waits at all.
    index('webhook_deliveries_pending').on(t.webhookId, t.subject, t.eventId).where(sql`state = 'pending'`),
    // What happened to the deliveries of one event; deletes them with it.
    index('webhook_deliveries_event').on(t.eventId),
  ],
);

/** The last notification of the WebSub hub about each feed that it distributes. */
export const websubTopics = sqliteTable('websub_topics', {
  /** Address of the feed. */
  topic: text().primaryKey(),
  /** Of the document of which the hub was last notified; null: of none yet. */
  etag: text(),
  /** Epoch seconds, like `failedAt`. */
  pingedAt: integer('pinged_at'),
  /** Of the last attempt, if it failed. */
  failedAt: integer('failed_at'),
  /** In words. */
  failure: text(),
  /** How often the hub has accepted a notification, and how often it has not. */
  pings: integer().notNull().default(0),
  failures: integer().notNull().default(0),
});

/** What the detection of alarms remembers from one run to the next. */
export const alertMemory = sqliteTable('alert_memory', {
  /** 1: of readers (`src/alerts/memory.ts`); 2: of the service itself (`src/operations/alarms/follow.ts`). */
  id: integer().primaryKey(),
  /** Counts the changes, so that of two runs at once only one remembers. */
  version: integer().notNull(),
  memory: text({ mode: 'json' }).notNull(),
});

/** Which alarms an operator wants; without a row, the defaults. */
export const alertSettings = sqliteTable('alert_settings', {
  /** Always 1. */
  id: integer().primaryKey(),
  types: text({ mode: 'json' }).$type<EventType[]>().notNull(),
  /** A topic is reported once a day at most. */
  oncePerDay: integer('once_per_day', { mode: 'boolean' }).notNull(),
  /** `{"from":"22:00","to":"07:00"}` in the publisher's time zone; null: none. */
  quiet: text({ mode: 'json' }).$type<{ from: string; to: string }>(),
});

/** What changed in a week, as it was when the week ended; kept for two years. */
export const weeks = sqliteTable('weeks', {
  /** The Monday after it in the publisher's time zone, YYYY-MM-DD. */
  monday: text().primaryKey(),
  /** Epoch seconds at which it was written down. */
  at: integer().notNull(),
  /** `Week` of `src/rankings/read/week.ts`. */
  week: text({ mode: 'json' }).notNull(),
});
