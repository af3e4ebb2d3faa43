import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';
import { rowlessTable } from '../sql.ts';
import { DELIVERY_STATES, type DeliveryAttempt, EVENT_TYPES, type EventType, WEBHOOK_FORMATS } from '../values.ts';

/** Webhook addresses. */
export const webhooks = sqliteTable('webhooks', {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  url: text().notNull(),
  format: text({ enum: WEBHOOK_FORMATS }).notNull().default('standard'),
  events: text({ mode: 'json' }).$type<EventType[]>().notNull(),
  /** Topic ids to which topic events are limited; null for all. */
  topics: text({ mode: 'json' }).$type<number[]>(),
  /** Slugs of the saved searches whose matches it receives. */
  searches: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
  /** `{"from":"22:00","to":"07:00"}` in the publisher's time zone; events are sent afterwards. Null for none. */
  quiet: text({ mode: 'json' }).$type<{ from: string; to: string }>(),
  enabled: integer({ mode: 'boolean' }).notNull().default(true),
  /** Why the service disabled it; null if it did not. */
  disabledReason: text('disabled_reason'),
  /** Owner of its signing secrets (`signing_secrets`). */
  signer: integer().notNull(),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  /** Before this time, only one delivery is under way. */
  leasedUntil: integer('leased_until').$type<Millis>().notNull().default(0),
  /** After no response, nothing is sent before this time. */
  heldUntil: integer('held_until').$type<Millis>().notNull().default(0),
  /** Consecutive attempts without a response. */
  silences: integer().notNull().default(0),
  /** Time of its next wake-up in the queue; in the past if none is known. */
  wakeAt: integer('wake_at').$type<Millis>().notNull().default(0),
});

/** Events of the last 30 days. */
export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    type: text({ enum: EVENT_TYPES }).notNull(),
    /** Unique key, so that an event detected twice is recorded once. */
    key: text().notNull().unique(),
    /** `topic:47`: events with one subject are delivered in order of id. */
    subject: text().notNull(),
    at: integer().$type<Seconds>().notNull(),
    data: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** Common to all events recorded together. */
    recording: text().notNull(),
  },
  (t) => [index('webhook_events_at').on(t.at)],
);

/** Deliveries of events to webhooks. */
export const webhookDeliveries = rowlessTable(
  'webhook_deliveries',
  {
    webhookId: integer('webhook_id').notNull(),
    eventId: integer('event_id').notNull(),
    subject: text().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    /** No attempt before this time. */
    nextAt: integer('next_at').$type<Millis>().notNull(),
    /** First due time. */
    firstAt: integer('first_at').$type<Millis>(),
    attempts: integer().notNull().default(0),
    /** Latest attempts, newest last. */
    log: text({ mode: 'json' }).$type<DeliveryAttempt[]>().notNull().default(sql`'[]'`),
  },
  (t) => [
    primaryKey({ columns: [t.webhookId, t.eventId] }),
    // Next event of each subject, and all pending ones.
    index('webhook_deliveries_pending').on(t.webhookId, t.subject, t.eventId).where(sql`state = 'pending'`),
    // Deliveries of one event, also for its deletion.
    index('webhook_deliveries_event').on(t.eventId),
  ],
);

/** Last notification of the WebSub hub per distributed feed. */
export const websubTopics = sqliteTable('websub_topics', {
  /** Address of the feed. */
  topic: text().primaryKey(),
  /** ETag of the last notified document; null if never notified. */
  etag: text(),
  pingedAt: integer('pinged_at').$type<Seconds>(),
  /** Time of the last failure; null if the last attempt succeeded. */
  failedAt: integer('failed_at').$type<Seconds>(),
  failure: text(),
  /** Accepted and failed notifications. */
  pings: integer().notNull().default(0),
  failures: integer().notNull().default(0),
});

/** State of alert detection between runs. */
export const alertMemory = sqliteTable('alert_memory', {
  /** 1: alerts (`src/alerts/detect.ts`); 2: service alarms (`src/operations/alarms/follow.ts`). */
  id: integer().primaryKey(),
  /** Number of changes, so that only one of two concurrent runs stores its state. */
  version: integer().notNull(),
  memory: text({ mode: 'json' }).notNull(),
});

/** Alerts selected by an operator; without a row, the defaults. */
export const alertSettings = sqliteTable('alert_settings', {
  /** Always 1. */
  id: integer().primaryKey(),
  types: text({ mode: 'json' }).$type<EventType[]>().notNull(),
  /** Whether a topic is reported at most once per day. */
  oncePerDay: integer('once_per_day', { mode: 'boolean' }).notNull(),
  /** `{"from":"22:00","to":"07:00"}` in the publisher's time zone; null for none. */
  quiet: text({ mode: 'json' }).$type<{ from: string; to: string }>(),
});
