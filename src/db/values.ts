import type { Millis, Seconds } from '../lib/time.ts';

/** This module lists the allowed values of columns in the order of the specification, and the types of JSON columns. */

export const CONTENT_TYPES = ['article', 'video', 'gallery', 'report', 'pressrelease', 'podcast'] as const;
export type ContentType = (typeof CONTENT_TYPES)[number];

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

export const ITEM_IDENTITIES = ['link', 'id'] as const;
export type ItemIdentity = (typeof ITEM_IDENTITIES)[number];

/** Topic categories: 1 = Specialty Lines, 2 = Interest Areas. */
export const TOPIC_CATEGORIES = [1, 2] as const;
export type TopicCategory = (typeof TOPIC_CATEGORIES)[number];

export interface Byline {
  name: string;
  url?: string;
}

export interface WaitingPage {
  id: number;
  at: Seconds;
  url: string;
  tries: number;
}

/** Time at which the article's web page was read, and the fields that were filled in from the page. */
export interface FromPage {
  at: Seconds;
  fields: string[];
}

export interface ArticleTopic {
  id: number;
  name: string;
  slug: string;
  category: TopicCategory;
}

export interface ArticleCompany {
  id: number;
  name: string;
}

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

export type StoryCopies = Record<string, [publishedAt: Seconds, domain: string, source: string, position: number]>;

export type StoredWords = Record<string, Record<string, number>>;
export type StoredStory = [
  at: Seconds,
  copies: number,
  language: string | null,
  decided: 0 | 1,
  terms: Record<string, number>,
];

export interface ArticleSource {
  domain: string;
  name: string;
  icon?: string | null;
  iframeable: 0 | 1;
  organisationType?: OrganisationType | null;
  client?: string | null;
}

export interface ArticleImage {
  url: string;
  /** Width and height of the image in CSS pixels. */
  width: number | null;
  height: number | null;
  alt: string;
}

export interface Tags {
  topics: number[];
  companies: number[];
  countries: string[];
  geoGroups: string[];
}

/** Tags that tagging rules added, and tags that an editor removed, which rules must not add again. */
export interface RuleTags {
  added: Tags;
  barred: Tags;
}

export const NOTE_SCOPES = ['site', 'topic', 'article'] as const;

/** Kinds of articles that keep their place by date in lists with `order=engaging`. */
export const NOTICES = ['correction', 'legal', 'obituary'] as const;
export type Notice = (typeof NOTICES)[number];

/** Kind of a resource in the audit trail, as listed in `src/collections/all-collections.ts`. */
export type AuditKind = string;
export const AUDIT_ACTIONS = ['create', 'update', 'delete', 'merge', 'restore'] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

export const EVENT_TYPES = [
  'topic.entered_top_ten',
  'topic.left_top_ten',
  'topic.grows',
  'article.rising',
  'engagement.falls',
  'engagement.stops',
  'story.breaking',
  'source.failed',
  'selection.published',
  'week.published',
  'article.matched',
  'engagement.suspicious',
  'service.alarm',
  'service.recovered',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

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
  'baseline',
  'concentration',
] as const;
export type ServiceAlarm = (typeof SERVICE_ALARMS)[number];

export const WEBHOOK_FORMATS = ['standard', 'slack', 'teams'] as const;
export type WebhookFormat = (typeof WEBHOOK_FORMATS)[number];

export const DELIVERY_STATES = ['pending', 'delivered', 'failed'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

export interface DeliveryAttempt {
  at: Millis;
  status: number | null;
  milliseconds: number;
  reason: string | null;
  excerpt: string;
}

export const FOLLOW_KINDS = ['topic', 'story', 'author', 'week', 'alerts'] as const;
export type Followed = (typeof FOLLOW_KINDS)[number];
export const WAYS = ['mail', 'webhook', 'feed'] as const;
export type Way = (typeof WAYS)[number];
export const FREQUENCIES = ['once', 'digest'] as const;
/** States of a message to a subscriber. A message in state `sending` may already have arrived. */
export const DISPATCH_STATES = ['pending', 'sending', 'delivered', 'failed'] as const;

export interface Dispatch {
  articles: number[];
  events: number[];
  monday: string | null;
  mayBeThere?: boolean;
}

/** Engagement of one day by article and by topic. Articles have the tags that they had on that day. */
export interface DaySums {
  /** Source facts, each stored once and shared by many articles. */
  origins: [contentType: string, sourceType: string | null, source: string, domain: string][];
  /** Articles in ascending order of id. `origin` is an index in `origins`. */
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
  /** Engagement by topic: of all articles, and of those about Risk Management. Empty while the day can still change. */
  topics: [topicId: number, all: number, rm: number][];
}

/** Clicks of a group: unsigned (discounted per article), signed and trusted. Pairs of bucket and clicks follow. */
export type StoredGroup = [weighed: number, certain: number, ...buckets: number[]];

/** Number of consecutive failures after which a problem counts as lasting. */
export const FAILING = 3;
