import type { DataOf } from '../lib/request/request.ts';

export type Settings = DataOf<'/manage/alerts'>;
export type Preview = DataOf<'/manage/alerts/preview'>;
export type PastAlert = Preview['alarms'][number];

export type EventType =
  | Settings['types'][number]
  | 'source.failed'
  | 'selection.published'
  | 'article.matched'
  | 'service.alarm'
  | 'service.recovered';

/** As `/manage/webhooks` lists it. */
export interface Webhook {
  id: number;
  name: string;
  url: string;
  format: 'standard' | 'slack' | 'teams';
  events: EventType[];
  /** Topic ids; null: all. */
  topics: number[] | null;
  /** Slugs of saved searches. */
  searches: string[];
  quiet: { from: string; to: string } | null;
  enabled: boolean;
  disabledReason: string | null;
  deliveries: { pending: number; delivered: number; failed: number };
}

/** What a webhook was sent of an event, and how that went. */
export interface Delivery {
  event: { id: number; type: EventType; at: string; data: Record<string, unknown> };
  state: 'pending' | 'delivered' | 'failed';
  log: { at: string; status: number | null; milliseconds: number; reason: string | null; excerpt: string }[];
}

export interface Deliveries {
  deliveries: Delivery[];
}

/** Types of events as people call them, in the order of forms. */
export const EVENT_NAMES: Record<EventType, string> = {
  'topic.entered_top_ten': 'Topic enters the top ten',
  'topic.left_top_ten': 'Topic leaves the top ten',
  'topic.grows': 'Topic grows',
  'story.rises': 'Story rises',
  'source.failed': 'Source fails',
  'selection.published': 'Selection is published',
  'article.matched': 'Article matches a saved search',
  'service.alarm': 'Service is in trouble',
  'service.recovered': 'Service has recovered',
};
export const EVENT_TYPES = Object.keys(EVENT_NAMES) as EventType[];
/** Those that are alerts: found in what readers do. */
export const ALERT_TYPES = EVENT_TYPES.slice(0, 4) as Settings['types'];
