import * as z from 'zod';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { DELIVERY_STATES, EVENT_TYPES } from '../../../db/values.ts';
import { operations } from '../../../http/endpoint.ts';
import { choice, shaped } from '../../../lib/formats/params.ts';
import { randomHex } from '../../../lib/hash/hash.ts';
import { toSeconds } from '../../../lib/time.ts';
import { postOf } from '../../../webhooks/consumer.ts';
import { deliveryListing, eventListing } from '../../../webhooks/event-listings.ts';
import { wakeDue } from '../../../webhooks/queue.ts';
import { webhookBodyOf } from '../../../webhooks/send/body.ts';
import type { Post } from '../../../webhooks/send/deliver-webhooks.ts';
import { type Sent, sendWebhook } from '../../../webhooks/send/send.ts';
import { webhookSecrets } from '../../../webhooks/send/signature.ts';
import { replay, type StoredWebhook } from '../../../webhooks/webhook-resource.ts';
import { count } from '../../shapes.ts';
import { cursor, listLimit, loadListingPage, PAGE_FIELDS, pageFields } from '../list-parameters.ts';
import {
  ATTEMPT,
  attemptShape,
  DELIVERY,
  deliveryShape,
  EVENT,
  eventShape,
  toAttempt,
  toDelivery,
  toEvent,
} from './webhook-shapes.ts';
import { manageWebhooks, webhookOf, webhookPath } from './webhooks.ts';

/** Sends a test message, even to a disabled webhook. The message is not stored. */
async function sendTest({ db, kv, reach, clock }: Post, webhook: StoredWebhook): Promise<Sent> {
  const { url, name, format, signer } = webhook;
  const now = clock();
  const secrets = await webhookSecrets({ db, kv }, signer, now);
  const body = webhookBodyOf({ type: 'test', at: toSeconds(now), data: { webhook: name } }, format);
  return sendWebhook(reach, { url, id: `test_${randomHex(16)}`, body, secrets }, now);
}

const filters = {
  type: choice(EVENT_TYPES, undefined).describe('Only events of this type'),
  subject: shaped(/^[\s\S]{1,200}$/u, 'at most 200 characters').describe(
    'Only events about this subject, such as `topic:47`',
  ),
};

export const manageEvents = operations('Management').get('/', {
  operationId: 'getEvents',
  summary: `List events of the last ${RETENTION_DAYS.events} days`,
  query: z.object({ ...filters, cursor, limit: listLimit }),
  data: z.object({ events: z.array(eventShape), ...pageFields }),
  example: { events: [EVENT], ...PAGE_FIELDS },
  answer: async ({ var: { db } }, { query: { cursor, limit, ...params } }) => {
    const { rows, ...page } = await loadListingPage(db, eventListing(params), { cursor, limit });
    return { events: rows.map(toEvent), ...page };
  },
});

manageWebhooks.get('/:id/deliveries', {
  operationId: 'getDeliveries',
  summary: 'List deliveries of a webhook',
  path: webhookPath,
  query: z.object({
    state: choice(DELIVERY_STATES, undefined).describe('Only deliveries in this state'),
    ...filters,
    cursor,
    limit: listLimit,
  }),
  data: z.object({ deliveries: z.array(deliveryShape), ...pageFields }),
  example: { deliveries: [DELIVERY], ...PAGE_FIELDS },
  answer: async (c, { path: { id }, query: { cursor, limit, ...params } }) => {
    await webhookOf(c, id);
    const { rows, ...page } = await loadListingPage(c.var.db, deliveryListing(id, params), { cursor, limit });
    return { deliveries: rows.map(toDelivery), ...page };
  },
});

manageWebhooks.post('/:id/test', {
  operationId: 'testWebhook',
  summary: 'Send a test message to a webhook',
  path: webhookPath,
  data: z.object({ delivered: z.boolean(), attempt: attemptShape }),
  example: { delivered: false, attempt: ATTEMPT },
  answer: async (c, { path: { id } }) => {
    const { attempt } = await sendTest(postOf(c.env), await webhookOf(c, id));
    return { delivered: attempt.reason === null, attempt: toAttempt(attempt) };
  },
});

const MAX_EVENTS = 1000;

manageWebhooks.post('/:id/replay', {
  operationId: 'replayWebhook',
  summary: 'Resend events to a webhook',
  path: webhookPath,
  input: {
    schema: z.object({
      events: z
        .array(z.int({ error: 'must be an event id' }))
        .max(MAX_EVENTS)
        .optional()
        .describe('Event ids (default: all failed deliveries)'),
    }),
    example: { events: [EVENT.id] },
  },
  data: z.object({ replayed: count }),
  example: { replayed: 1 },
  answer: async (c, { path: { id }, input: { events } }) => {
    const { db, now } = c.var;
    await webhookOf(c, id);
    const replayed = await replay(db, id, events ?? null, now);
    await wakeDue(db, c.env.WEBHOOKS, now);
    return { replayed };
  },
});
