import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';
import { rowlessTable } from '../sql.ts';
import { DELIVERY_STATES, type DeliveryAttempt, EVENT_TYPES, type EventType, WEBHOOK_FORMATS } from '../values.ts';

/** What happens, and who is sent it. */

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
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  /** Only one delivery to a webhook is under way before this time. */
  leasedUntil: integer('leased_until').$type<Millis>().notNull().default(0),
  /** It did not answer at all: nothing is sent before this time. */
  heldUntil: integer('held_until').$type<Millis>().notNull().default(0),
  /** Times in a row that it did not answer. */
  silences: integer().notNull().default(0),
  /** When the queue will deliver its next wake-up; past: none is known of. */
  wakeAt: integer('wake_at').$type<Millis>().notNull().default(0),
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
    /** When it happened. */
    at: integer().$type<Seconds>().notNull(),
    data: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    /** One value for all events that were recorded together. */
    recording: text().notNull(),
  },
  (t) => [index('webhook_events_at').on(t.at)],
);

/** What a webhook gets or has got of an event. */
export const webhookDeliveries = rowlessTable(
  'webhook_deliveries',
  {
    webhookId: integer('webhook_id').notNull(),
    eventId: integer('event_id').notNull(),
    /** As in the event. */
    subject: text().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    /** No attempt before this time. */
    nextAt: integer('next_at').$type<Millis>().notNull(),
    /** When it was due for the first time. */
    firstAt: integer('first_at').$type<Millis>(),
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
  /** The ETag of the document of which the hub was last notified; null: it never was. */
  etag: text(),
  pingedAt: integer('pinged_at').$type<Seconds>(),
  /** When the last attempt failed; null: it did not. */
  failedAt: integer('failed_at').$type<Seconds>(),
  /** In words. */
  failure: text(),
  /** How often the hub has accepted a notification, and how often it has not. */
  pings: integer().notNull().default(0),
  failures: integer().notNull().default(0),
});

/** What the detection of alarms remembers from one run to the next. */
export const alertMemory = sqliteTable('alert_memory', {
  /** 1: of readers (`src/alerts/detect.ts`); 2: of the service itself (`src/operations/alarms/follow.ts`). */
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
