import * as z from 'zod';
import { DELIVERY_STATES, EVENT_TYPES } from '../../../db/values.ts';
import { router } from '../../../http/base.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { choice, shaped } from '../../../http/params.ts';
import { postOf } from '../../../webhooks/consumer.ts';
import { deliveryListing, eventListing } from '../../../webhooks/event-listings.ts';
import { replay } from '../../../webhooks/manage.ts';
import { wakeDue } from '../../../webhooks/queue.ts';
import { sendTest } from '../../../webhooks/send-test.ts';
import { count } from '../../shapes.ts';
import { cursor, limit, loadPage, PAGE_FIELDS, pageFields } from '../list-parameters.ts';
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

/** What has happened that webhooks are sent, whether one asked for it or not. */
export const manageEvents = router();

const filters = {
  type: choice(EVENT_TYPES, undefined).describe('Only events of this type'),
  subject: shaped(/^[\s\S]{1,200}$/u, 'at most 200 characters').describe('Only events about this, such as `topic:47`'),
};

manageEvents.get(
  '/',
  endpoint(
    {
      operationId: 'getEvents',
      summary: 'What has happened in the last 30 days, newest first',
      tag: 'Management',
      query: z.object({ ...filters, cursor, limit }),
      data: z.object({ events: z.array(eventShape), ...pageFields }),
      example: { events: [EVENT], ...PAGE_FIELDS },
    },
    async ({ var: { db } }, { query: { cursor, limit, ...asked } }) => {
      const { rows, ...page } = await loadPage(db, eventListing(asked), { cursor, limit });
      return { events: rows.map(toEvent), ...page };
    },
  ),
);

manageWebhooks.get(
  '/:id/deliveries',
  endpoint(
    {
      operationId: 'getDeliveries',
      summary: 'What a webhook was sent in the last 30 days or is to be sent, newest first',
      tag: 'Management',
      path: webhookPath,
      errors: [404],
      query: z.object({
        state: choice(DELIVERY_STATES, undefined).describe('Only deliveries in this state'),
        ...filters,
        cursor,
        limit,
      }),
      data: z.object({ deliveries: z.array(deliveryShape), ...pageFields }),
      example: { deliveries: [DELIVERY], ...PAGE_FIELDS },
    },
    async (c, { path: { id }, query: { cursor, limit, ...asked } }) => {
      await webhookOf(c, id);
      const { rows, ...page } = await loadPage(c.var.db, deliveryListing(id, asked), { cursor, limit });
      return { deliveries: rows.map(toDelivery), ...page };
    },
  ),
);

manageWebhooks.post(
  '/:id/test',
  endpoint(
    {
      operationId: 'testWebhook',
      summary: 'Send a webhook a message of the type `test`, now and once',
      tag: 'Management',
      path: webhookPath,
      errors: [404],
      data: z.object({ delivered: z.boolean(), attempt: attemptShape }),
      example: { delivered: false, attempt: ATTEMPT },
    },
    async (c, { path: { id } }) => {
      const attempt = await sendTest(postOf(c.env), await webhookOf(c, id));
      return { delivered: attempt.reason === null, attempt: toAttempt(attempt) };
    },
  ),
);

const MAX_EVENTS = 1000;

manageWebhooks.post(
  '/:id/replay',
  endpoint(
    {
      operationId: 'replayWebhook',
      summary: 'Send a webhook events again: those named, or all that were given up',
      tag: 'Management',
      path: webhookPath,
      errors: [404],
      input: {
        schema: z.object({
          events: z
            .array(z.int({ error: 'must be an event id' }), { error: 'must be a list' })
            .max(MAX_EVENTS, { error: `must hold at most ${MAX_EVENTS} values` })
            .optional()
            .describe('Ids of events; left out: all that were given up'),
        }),
        example: { events: [EVENT.id] },
      },
      data: z.object({ replayed: count }),
      example: { replayed: 1 },
    },
    async (c, { path: { id }, input: { events } }) => {
      const { db, now } = c.var;
      await webhookOf(c, id);
      const replayed = await replay(db, id, events ?? null, now);
      await wakeDue(db, c.env.WEBHOOKS, now);
      return { replayed };
    },
  ),
);
