import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';
import { rowlessTable } from '../sql.ts';
import { DELIVERY_STATES, type DeliveryAttempt, EVENT_TYPES, type EventType, WEBHOOK_FORMATS } from '../values.ts';

export const webhooks = sqliteTable('webhooks', {
  id: integer().primaryKey({ autoIncrement: true }),
  name: text().notNull(),
  url: text().notNull(),
  format: text({ enum: WEBHOOK_FORMATS }).notNull().default('standard'),
  events: text({ mode: 'json' }).$type<EventType[]>().notNull(),
  topics: text({ mode: 'json' }).$type<number[]>(),
  searches: text({ mode: 'json' }).$type<string[]>().notNull().default(sql`'[]'`),
  /** Quiet hours in the publisher's time zone, as `{"from":"22:00","to":"07:00"}`. Events wait until the hours end. */
  quiet: text({ mode: 'json' }).$type<{ from: string; to: string }>(),
  enabled: integer({ mode: 'boolean' }).notNull().default(true),
  disabledReason: text('disabled_reason'),
  signer: integer().notNull(),
  createdAt: integer('created_at').$type<Seconds>().notNull(),
  /** Time until which one delivery has exclusive use of the webhook. Other deliveries wait. */
  leasedUntil: integer('leased_until').$type<Millis>().notNull().default(0),
  /** Time until which deliveries pause, because the webhook did not respond. */
  heldUntil: integer('held_until').$type<Millis>().notNull().default(0),
  silences: integer().notNull().default(0),
  /** Time of the next queue message that starts deliveries of this webhook. A past time means that it is unknown. */
  wakeAt: integer('wake_at').$type<Millis>().notNull().default(0),
});

export const webhookEvents = sqliteTable(
  'webhook_events',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    type: text({ enum: EVENT_TYPES }).notNull(),
    /** Unique key of the event, which prevents recording the same event twice. */
    key: text().notNull().unique(),
    /** Subject of the event, such as `topic:47`. Events with the same subject are delivered in order of id. */
    subject: text().notNull(),
    at: integer().$type<Seconds>().notNull(),
    data: text({ mode: 'json' }).$type<Record<string, unknown>>().notNull(),
    recording: text().notNull(),
  },
  (t) => [index('webhook_events_at').on(t.at)],
);

export const webhookDeliveries = rowlessTable(
  'webhook_deliveries',
  {
    webhookId: integer('webhook_id').notNull(),
    eventId: integer('event_id').notNull(),
    subject: text().notNull(),
    state: text({ enum: DELIVERY_STATES }).notNull(),
    nextAt: integer('next_at').$type<Millis>().notNull(),
    firstAt: integer('first_at').$type<Millis>(),
    attempts: integer().notNull().default(0),
    log: text({ mode: 'json' }).$type<DeliveryAttempt[]>().notNull().default(sql`'[]'`),
  },
  (t) => [
    primaryKey({ columns: [t.webhookId, t.eventId] }),
    // Index that finds the next event of each subject, and all pending deliveries.
    index('webhook_deliveries_pending').on(t.webhookId, t.subject, t.eventId).where(sql`state = 'pending'`),
    // Index that finds the deliveries of an event, for example to delete them.
    index('webhook_deliveries_event').on(t.eventId),
  ],
);

/** Last notification sent to the WebSub hub, for each feed that the service publishes. */
export const websubTopics = sqliteTable('websub_topics', {
  topic: text().primaryKey(),
  /** ETag that the feed had at the last notification. `null` if the hub was never notified. */
  etag: text(),
  pingedAt: integer('pinged_at').$type<Seconds>(),
  failedAt: integer('failed_at').$type<Seconds>(),
  failure: text(),
  pings: integer().notNull().default(0),
  failures: integer().notNull().default(0),
});

export const alertMemory = sqliteTable('alert_memory', {
  /** Owner of the stored state: 1 for alerts, 2 for service alarms. */
  id: integer().primaryKey(),
  /** Number of changes to the state. If two runs overlap, the second one fails to store its state. */
  version: integer().notNull(),
  memory: text({ mode: 'json' }).notNull(),
});

/** Alert settings of the operator, in one row. The defaults apply if the table is empty. */
export const alertSettings = sqliteTable('alert_settings', {
  id: integer().primaryKey(),
  types: text({ mode: 'json' }).$type<EventType[]>().notNull(),
  oncePerDay: integer('once_per_day', { mode: 'boolean' }).notNull(),
  quiet: text({ mode: 'json' }).$type<{ from: string; to: string }>(),
});
