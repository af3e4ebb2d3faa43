import type { Metric } from '../lib/formats/openmetrics.ts';

export interface MetricInfo {
  type: Metric['type'];
  /** Label that distinguishes the samples. */
  label?: string;
  help: string;
}

export const OUTCOME_HOURS = 48;

/** Metrics of the state of the service by name, without the prefix `newsgauge_` and the suffix of the type. */
export const METRICS = {
  build: { type: 'info', label: 'version', help: 'Running version.' },
  database_up: { type: 'gauge', help: 'Whether the database responds.' },
  alarms: { type: 'gauge', label: 'alarm', help: 'Whether a service alarm is active.' },
  queue_messages: { type: 'gauge', help: 'Messages waiting to be counted, with up to two clicks each.' },
  queue_oldest_age_seconds: { type: 'gauge', help: 'Age of the oldest waiting click.' },
  queue_left_seconds: { type: 'gauge', help: 'Time until the queue is empty at the rate of the last minute.' },
  clicks: { type: 'counter', label: 'outcome', help: 'Clicks by outcome since the installation.' },
  click_outcomes: { type: 'gauge', label: 'outcome', help: `Clicks by outcome in the last ${OUTCOME_HOURS} hours.` },
  dead_letters: { type: 'gauge', label: 'reason', help: 'Clicks that could not be counted (dead letters).' },
  last_click_hour_timestamp_seconds: { type: 'gauge', help: 'Start of the last hour with counted clicks.' },
  rankings_published: { type: 'gauge', help: 'Published rankings of topics and the site.' },
  rankings_late: { type: 'gauge', help: 'Rankings that have not rolled over to the current hour.' },
  rankings_oldest_age_seconds: { type: 'gauge', help: 'Age of the oldest ranking with clicks.' },
  changed_articles: { type: 'gauge', help: 'Changed articles that histories and ranges do not include yet.' },
  articles: { type: 'gauge', help: 'Number of articles, counted within the last ten minutes.' },
  topics: { type: 'gauge', help: 'Number of topics.' },
  companies: { type: 'gauge', help: 'Number of companies.' },
  sources: { type: 'gauge', help: 'Number of sources.' },
  feeds: { type: 'gauge', help: 'Number of feeds of all sources.' },
  feeds_due: { type: 'gauge', help: 'Feeds due for polling.' },
  feeds_failing: { type: 'gauge', help: 'Feeds whose last poll failed.' },
  feeds_gone: { type: 'gauge', help: 'Feeds that are no longer polled.' },
  keys: { type: 'gauge', label: 'kind', help: 'Active API keys.' },
  webhook_deliveries: {
    type: 'gauge',
    label: 'state',
    help: 'All waiting webhook deliveries, and the delivered and failed ones for events of the last 24 hours.',
  },
  webhooks_failing: { type: 'gauge', help: 'Webhooks with a delivery waiting after a failed attempt.' },
  webhooks_switched_off: { type: 'gauge', help: 'Webhooks disabled by the service.' },
  webhook_oldest_age_seconds: { type: 'gauge', help: 'Time since the oldest delivery became due.' },
  subscription_messages: {
    type: 'gauge',
    label: 'state',
    help: 'All waiting messages to subscribers, and those delivered or failed in the last 24 hours.',
  },
  events: { type: 'gauge', label: 'type', help: 'Events of the last 24 hours.' },
  websub_pings: {
    type: 'counter',
    label: 'outcome',
    help: 'Notifications sent to the WebSub hub since the installation.',
  },
  websub_feeds_failing: { type: 'gauge', help: 'Feeds whose latest change could not be reported to the hub.' },
  websub_last_ping_timestamp_seconds: { type: 'gauge', help: 'Time of the last notification to the hub.' },
  job_last_success_timestamp_seconds: {
    type: 'gauge',
    label: 'task',
    help: 'Time at which a scheduled job last finished.',
  },
  job_last_duration_seconds: {
    type: 'gauge',
    label: 'task',
    help: 'Duration of the run in which a scheduled job last finished.',
  },
  job_failed: { type: 'gauge', label: 'task', help: 'Whether a scheduled job has failed since it last finished.' },
} as const satisfies Record<string, MetricInfo>;
