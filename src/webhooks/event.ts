import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Db, Query, type Statement } from '../db/client.ts';
import { listed } from '../db/columns.ts';
import { field, inList, jsonField } from '../db/json.ts';
import { webhookDeliveries, webhookEvents } from '../db/schema.ts';
import { type EventType, SERVICE_ALARMS } from '../db/values.ts';
import type { Millis, Seconds } from '../lib/time.ts';
import { type Receiver, receives, selectReceivers } from './receivers.ts';

const topic = z.object({ id: z.int(), name: z.string(), slug: z.string() });
const article = z.object({ id: z.int(), title: z.string(), url: z.string(), source: z.string() });
const rank = z.int().positive();

/** What each type of event says. Clicks are never counted in them. */
export const EVENT_DATA = {
  /** `previousRank` null: it had no engagement before. */
  'topic.entered_top_ten': z.object({ topic, rank, previousRank: rank.nullable() }),
  /** `rank` null: it has no engagement now. */
  'topic.left_top_ten': z.object({ topic, rank: rank.nullable(), previousRank: rank }),
  /** Percent; `interval` and `cause` as in `/insights/trending-topics/growth/`. */
  'topic.grows': z.object({
    topic,
    growthPercent: z.number().nullable(),
    interval: z.tuple([z.number(), z.number()]).nullable(),
    confidence: z.enum(['high', 'low']),
    cause: z.object({ article: z.null(), source: z.string() }).nullable(),
  }),
  /** Its place in `/insights/rising-content/`. */
  'story.rises': z.object({ article, rank }),
  'source.failed': z.object({
    source: z.object({ domain: z.string(), name: z.string() }),
    feed: z.string(),
    since: z.iso.datetime(),
    reason: z.string(),
  }),
  /** `version` counts the publications of a day. */
  'selection.published': z.object({ date: z.iso.date(), version: z.int(), articles: z.array(article) }),
  'article.matched': z.object({
    search: z.object({ slug: z.string(), name: z.string() }),
    article: article.extend({ publishedAt: z.iso.datetime() }),
  }),
  /** `detail`: what is wrong, in a sentence. */
  'service.alarm': z.object({ alarm: z.enum(SERVICE_ALARMS), since: z.iso.datetime(), detail: z.string() }),
  'service.recovered': z.object({ alarm: z.enum(SERVICE_ALARMS), since: z.iso.datetime(), until: z.iso.datetime() }),
} as const satisfies Record<EventType, z.ZodType>;

/** Something that happened and that webhooks may be sent. (docs/decisions.md#H1) */
export type WebhookEvent = {
  [T in EventType]: {
    type: T;
    /** Names the happening, such as `topic.grows:47:2026-01-31`: what is detected twice is recorded once. */
    key: string;
    /** What it is about, such as `topic:47`: events about one subject are delivered in the order in which they were recorded. */
    subject: string;
    at: Seconds;
    data: z.output<(typeof EVENT_DATA)[T]>;
  };
}[EventType];

const keyOf = z.object({ key: z.string() }).transform(({ key }) => key);

/**
 * Records events, and in the same transaction what each webhook is to be sent of them. Returns those that are new. What is due is
 * sent by the next run of the cron at the latest, without a call of `wakeDue`. `receivers`: left out, all
 * that are switched on. `further`: statements of the same transaction.
 */
export async function recordEvents(
  db: Db,
  detected: readonly WebhookEvent[],
  now: Millis,
  receivers?: readonly Receiver[],
  further: readonly Statement[] = [],
): Promise<WebhookEvent[]> {
  const events = [...new Map(detected.map((event) => [event.key, event])).values()];
  if (events.length === 0) return [];
  const recording = crypto.randomUUID();
  const keys = events.map(({ key }) => key);
  const { recorded } = await db.transaction({
    events: insertEvents(events, recording),
    deliveries: insertDeliveries(events, receivers ?? (await selectReceivers(db)), { recording, now }),
    recorded: new Query(
      keyOf,
      sql`SELECT ${webhookEvents.key} AS key FROM ${webhookEvents}
        WHERE ${inList(webhookEvents.key, keys)} AND ${webhookEvents.recording} = ${recording}`,
    ),
    further,
  });
  return events.filter(({ key }) => recorded.includes(key));
}

const row = sql.raw('v.value');

function insertEvents(events: readonly WebhookEvent[], recording: string): SQL {
  const { type, key, subject, at, data } = webhookEvents;
  return sql`INSERT OR IGNORE INTO ${webhookEvents} (${listed(type, key, subject, at, data, webhookEvents.recording)})
    SELECT ${field(row, 'type')}, ${field(row, 'key')}, ${field(row, 'subject')}, ${field(row, 'at')},
      ${jsonField(row, 'data')}, ${recording} FROM json_each(${JSON.stringify(events)}) v
    WHERE NOT EXISTS (SELECT 1 FROM ${webhookEvents} WHERE ${webhookEvents.key} = ${field(row, 'key')}) ORDER BY v.key`;
}

/** Of events that this recording has added only. */
function insertDeliveries(
  events: readonly WebhookEvent[],
  receivers: readonly Receiver[],
  { recording, now }: { recording: string; now: number },
): SQL {
  const wanted = events.flatMap((event) =>
    receivers
      .filter((receiver) => receives(receiver, event))
      .map(({ id }) => ({ key: event.key, webhook: id, subject: event.subject })),
  );
  const { webhookId, eventId, subject, state, nextAt, firstAt } = webhookDeliveries;
  return sql`INSERT INTO ${webhookDeliveries} (${listed(webhookId, eventId, subject, state, nextAt, firstAt)})
    SELECT ${field(row, 'webhook')}, ${webhookEvents.id}, ${field(row, 'subject')}, 'pending', ${now}, ${now}
    FROM json_each(${JSON.stringify(wanted)}) v JOIN ${webhookEvents} ON ${webhookEvents.key} = ${field(row, 'key')}
    WHERE ${webhookEvents.recording} = ${recording}`;
}
