import type { Millis, Seconds } from '../lib/time.ts';

/** The closed vocabularies that columns hold, in the order the specification lists them, and the shapes of JSON columns. */

export const CONTENT_TYPES = ['article', 'video', 'gallery', 'report', 'pressrelease', 'podcast'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

/** Content types in English: one, and several. */
export const TYPE_NAMES: Readonly<Record<ContentType, readonly [one: string, several: string]>> = {
  article: ['Article', 'Articles'],
  video: ['Video', 'Videos'],
  gallery: ['Gallery', 'Galleries'],
  report: ['Report', 'Reports'],
  pressrelease: ['Press release', 'Press releases'],
  podcast: ['Podcast', 'Podcasts'],
};

export const ORGANISATION_TYPES = ['Carrier', 'Broker', 'Service Provider'] as const;
export type OrganisationType = (typeof ORGANISATION_TYPES)[number];

/** Parts of a feed's item that identify it. */
export const ITEM_IDENTITIES = ['link', 'id'] as const;
export type ItemIdentity = (typeof ITEM_IDENTITIES)[number];

/** Topic categories: 1 = Specialty Lines, 2 = Interest Areas. */
export const TOPIC_CATEGORIES = [1, 2] as const;
export type TopicCategory = (typeof TOPIC_CATEGORIES)[number];

/** An author as an article names one. `url`: the author's own page. */
export interface Byline {
  name: string;
  url?: string;
}

/** The page of an article that is to be read. */
export interface WaitingPage {
  /** Of the article. */
  id: number;
  /** When it was published. */
  at: Seconds;
  url: string;
  /** How often it was begun. */
  tries: number;
}

/** When an article's page was read, and the fields that it has filled in. */
export interface FromPage {
  at: Seconds;
  fields: string[];
}

/** A topic inside an article's row. */
export interface ArticleTopic {
  id: number;
  name: string;
  slug: string;
  category: TopicCategory;
}

/** A company inside an article's row. */
export interface ArticleCompany {
  id: number;
  name: string;
}

/** An article as lists of analytics show it. */
export type StoredContentItem = [
  contentId: number,
  title: string,
  url: string,
  source: string,
  contentType: ContentType,
  organisationType: OrganisationType | null,
  client: string | null,
];
export type ArticleCard = [...StoredContentItem, publishedAt: Seconds];

/** The copies of a story, by content id. */
export type StoryCopies = Record<string, [publishedAt: Seconds, domain: string, source: string]>;

export type StoredWords = Record<string, Record<string, number>>;
export type StoredStory = [
  at: Seconds,
  copies: number,
  language: string | null,
  decided: 0 | 1,
  terms: Record<string, number>,
];

/** A source inside its articles' rows. */
export interface ArticleSource {
  domain: string;
  name: string;
  icon: string | null;
  iframeable: 0 | 1;
  organisationType: OrganisationType | null;
  client: string | null;
}

export interface ArticleImage {
  url: string;
  /** CSS pixels. */
  width: number | null;
  height: number | null;
  alt: string;
}

/** What an article is tagged with. */
export interface Tags {
  /** Topic ids. */
  topics: number[];
  /** Company ids. */
  companies: number[];
  /** ISO 3166-1 alpha-2. */
  countries: string[];
  /** Slugs. */
  geoGroups: string[];
}

/** What the rules did to an article: the tags they added, and tags removed by hand, which they must not add again. */
export interface RuleTags {
  added: Tags;
  barred: Tags;
}

/** What a note on a day is about: the whole site, one topic, or one article. */
export const NOTE_SCOPES = ['site', 'topic', 'article'] as const;

/** What the audit trail calls a thing; `src/collections/index.ts` has all that there are. */
export type AuditKind = string;
export const AUDIT_ACTIONS = ['create', 'update', 'delete', 'merge', 'restore'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** What webhooks are sent. */
export const EVENT_TYPES = [
  'topic.entered_top_ten',
  'topic.left_top_ten',
  'topic.grows',
  'story.rises',
  'story.breaking',
  'source.failed',
  'selection.published',
  'article.matched',
  'engagement.suspect',
  'service.alarm',
  'service.recovered',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** What the service raises an alarm about itself for. */
export const SERVICE_ALARMS = [
  'database',
  'writes',
  'queue',
  'deadLetters',
  'salts',
  'rankings',
  'jobs',
  'retention',
  'feeds',
  'webhooks',
  'disk',
  'filesLost',
  'backupFailed',
  'backupOld',
  'clock',
  'shares',
  'suspect',
] as const;
export type ServiceAlarm = (typeof SERVICE_ALARMS)[number];

/** Bodies of messages: the event as it is, or words for a chat. */
export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

/** `failed`: given up. */
export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/** One attempt to deliver an event. */
export interface DeliveryAttempt {
  at: Millis;
  /** Status of the answer; null: there was no answer. */
  status: number | null;
  milliseconds: number;
  /** Why it counts as failed, in words; null: it did not fail. */
  reason: string | null;
  /** The beginning of what a failed attempt was answered; empty: nothing that can be read. */
  excerpt: string;
}

/** What a person can follow, how, and how often. */
export const FOLLOWED = ['topic', 'story', 'author', 'week', 'alarms'] as const;
export type Followed = (typeof FOLLOWED)[number];
export const WAYS = ['mail', 'webhook', 'feed'] as const;
export type Way = (typeof WAYS)[number];
export const RHYTHMS = ['once', 'digest'] as const;
/** `sending`: begun, and perhaps arrived. */
export const DISPATCH_STATES = ['pending', 'sending', 'delivered', 'failed'] as const;

/** What a message is about. */
export interface Dispatch {
  /** Content ids, newest first. */
  articles: number[];
  /** Ids of events. */
  events: number[];
  /** Of the week that has ended. */
  monday: string | null;
  /** It was sent and not answered. */
  mayBeThere?: boolean;
}

/** What `/feed/` answers without parameters: its filters, as parameters are read; sources as `domain/path`. */
export const EVERYTHING = {
  articleTypes: [] as ContentType[],
  includeTopics: [] as number[],
  includeCompanies: [] as number[],
  excludeCompanies: [] as number[],
  additionalSources: [] as never[],
  includePaywalled: true,
  includeRegistration: true,
  excludeNonIframeableSources: false,
  excludeNonHttpsSources: false,
  searchTerms: [] as string[],
  includeCountries: [] as string[],
  excludeCountries: [] as string[],
  includeGeoGroups: [] as string[],
  includeAuthors: [] as string[],
  includeLanguages: [] as string[],
};
export type SavedFilter = Omit<typeof EVERYTHING, 'additionalSources'> & { additionalSources: string[] };

/** Engagement of a day, by article and by topic, with the tags of that day. */
export interface DaySums {
  /** What many articles have in common: content type, kind of source (null: none), name and host of the source. */
  origins: [contentType: string, sourceType: string | null, source: string, domain: string][];
  /** `origin`: place in `origins`. Ascending by id. */
  articles: [
    id: number,
    engagement: number,
    origin: number,
    topics: number[],
    companies: number[],
    countries: string[],
    authors: string[],
    section: string | null,
  ][];
  /** Over everything, and over Risk Management; empty until the day is sealed. */
  topics: [topicId: number, all: number, rm: number][];
}

/** Counts of a group of articles: unsigned clicks that count one by one, signed and trusted ones, then pairs of bucket and clicks. */
export type StoredGroup = [weighed: number, certain: number, ...buckets: number[]];

/** Failures in a row after which a feed or a webhook is more than unlucky. */
export const FAILING = 3;
