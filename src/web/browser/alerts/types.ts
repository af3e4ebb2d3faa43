import type { DataOf, Schemas } from '../lib/request/request.ts';

export type Webhook = DataOf<'/manage/webhooks'>['webhooks'][number];
export type EventType = Schemas['WebhookEvent']['type'];

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
export const EVENT_OPTIONS = Object.entries(EVENT_NAMES);
/** Those that are alerts: found in what readers do. */
export const ALERT_OPTIONS = EVENT_OPTIONS.slice(0, 4);
