import * as z from 'zod';
import { cleanText } from '../../../content/input.ts';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { DELIVERY_STATES, type DeliveryAttempt, EVENT_TYPES, WEBHOOK_FORMATS } from '../../../db/values.ts';
import { rfc3339, toSeconds } from '../../../lib/time.ts';
import type { DeliveryRow, EventRow } from '../../../webhooks/event-listings.ts';
import type { StoredWebhook } from '../../../webhooks/webhook-resource.ts';
import { count, time } from '../../shapes.ts';

const MAX_FILTERS = { topics: 100, searches: 100 };

export const timeOfDay = z
  .string()
  .regex(/^([01]\d|2[0-3]):[0-5]\d$/, { error: 'must be a time of day such as 22:00' });

const quiet = z
  .object({ from: timeOfDay, to: timeOfDay })
  .refine(({ from, to }) => from !== to, { error: 'must not begin and end at the same time' })
  .nullable()
  .describe('Quiet hours in the publisher’s time zone; events are sent afterwards');

export const webhookInput = z
  .object({
    name: cleanText(200).refine((text) => text !== '', { error: 'must be the name of its owner' }),
    url: z.string().max(2000).describe('Public http or https URL'),
    format: z
      .enum(WEBHOOK_FORMATS)
      .default('standard')
      .describe('`standard` sends the event as JSON, `slack` and `teams` send a chat message'),
    events: z
      .array(z.enum(EVENT_TYPES))
      .min(1, { error: 'must contain an event type' })
      .transform((types) => [...new Set(types)])
      .describe('Event types that the webhook receives'),
    topics: z
      .array(z.int({ error: 'must be a topic id' }).positive({ error: 'must be a topic id' }), {
        error: 'must be a list or null',
      })
      .max(MAX_FILTERS.topics, { error: `must contain at most ${MAX_FILTERS.topics} values` })
      .nullable()
      .default(null)
      .describe('Topics whose events the webhook receives; null for all topics'),
    searches: z
      .array(z.string({ error: 'must be a slug' }))
      .max(MAX_FILTERS.searches)
      .default([])
      .transform((slugs) => [...new Set(slugs)])
      .describe('Slugs of saved searches for `article.matched`'),
    quiet: quiet.default(null),
    enabled: z.boolean().default(true),
  })
  .meta({ id: 'WebhookInput' });

export const webhookShape = z
  .object({
    id: z.int(),
    name: z.string(),
    url: z.string(),
    format: z.enum(WEBHOOK_FORMATS),
    events: z.array(z.enum(EVENT_TYPES)),
    topics: z.array(z.int()).nullable(),
    searches: z.array(z.string()),
    quiet,
    enabled: z.boolean(),
    disabledReason: z
      .string()
      .nullable()
      .describe('Reason why the service disabled the webhook; null if it is enabled'),
    created: time,
  })
  .meta({ id: 'Webhook', description: 'Details of a webhook, without its secret' });

export const toWebhook = ({ signer: _, createdAt, ...webhook }: StoredWebhook): z.output<typeof webhookShape> => ({
  ...webhook,
  created: rfc3339(createdAt),
});

export const BOARD_INPUT = {
  name: 'News room',
  url: 'https://chat.example/hooks/news',
  format: 'standard' as const,
  events: ['topic.entered_top_ten' as const, 'article.matched' as const],
  topics: null,
  searches: ['floods-in-europe'],
  quiet: { from: '22:00', to: '07:00' },
  enabled: true,
};
export const BOARD = { id: 1, ...BOARD_INPUT, disabledReason: null, created: '2026-01-30T09:00:00Z' };

export const deliveryTotals = z
  .object({ pending: count, delivered: count, failed: count })
  .describe(`Deliveries of the last ${RETENTION_DAYS.events} days by state`);
export const TOTALS = { pending: 0, delivered: 41, failed: 1 };

export const eventShape = z
  .object({
    id: z.int(),
    type: z.enum(EVENT_TYPES),
    subject: z.string().describe('Subject, such as `topic:47`'),
    at: time,
    data: z.record(z.string(), z.unknown()).describe('Data as sent to webhooks'),
  })
  .meta({ id: 'WebhookEvent' });

export const EVENT = {
  id: 87,
  type: 'topic.entered_top_ten' as const,
  subject: 'topic:12',
  at: '2026-01-30T09:00:00Z',
  data: { topic: { id: 12, name: 'Cyber', slug: 'cyber' }, rank: 4, previousRank: 14 },
};

export const toEvent = ({ at, ...event }: EventRow): z.output<typeof eventShape> => ({ ...event, at: rfc3339(at) });

export const attemptShape = z
  .object({
    at: time,
    status: z.int().nullable().describe('Status of the response; null without a response'),
    milliseconds: count,
    reason: z.string().nullable().describe('Reason of the failure; null if the attempt succeeded'),
    excerpt: z.string().describe('Beginning of the response to a failed attempt'),
  })
  .meta({ id: 'WebhookAttempt' });

export const ATTEMPT = {
  at: '2026-01-30T09:00:02Z',
  status: 503,
  milliseconds: 120,
  reason: 'returned 503',
  excerpt: 'Down for maintenance',
};

export const deliveryShape = z
  .object({
    event: eventShape,
    state: z
      .enum(DELIVERY_STATES)
      .describe('`failed` means abandoned after 24 hours, or because its article is no longer published'),
    attempts: count,
    next: time.nullable().describe('Earliest time of the next attempt; null if there is none'),
    log: z.array(attemptShape).describe('Up to 25 latest attempts, newest last'),
  })
  .meta({ id: 'WebhookDelivery' });

export const DELIVERY = {
  event: EVENT,
  state: 'pending' as const,
  attempts: 1,
  next: '2026-01-30T09:00:07Z',
  log: [ATTEMPT],
};

const inSeconds = (milliseconds: number) => rfc3339(toSeconds(milliseconds));

export const toAttempt = (attempt: DeliveryAttempt): z.output<typeof attemptShape> => ({
  ...attempt,
  at: inSeconds(attempt.at),
});

export const toDelivery = ({ event, state, attempts, nextAt, log }: DeliveryRow): z.output<typeof deliveryShape> => ({
  event: toEvent(event),
  state,
  attempts,
  log: log.map(toAttempt),
  next: state === 'pending' ? inSeconds(nextAt) : null,
});
