import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { objectOf } from '../db/json.ts';
import { webhookDeliveries, webhookEvents } from '../db/schema.ts';
import { DELIVERY_STATES, type DeliveryState, EVENT_TYPES, type EventType } from '../db/values.ts';
import { type Listing, orderByKey } from '../search/listing.ts';

/** What has happened, and what came of sending it: newest first. */

const eventRow = z.object({
  id: z.int(),
  type: z.enum(EVENT_TYPES),
  subject: z.string(),
  at: z.int(),
  data: z.record(z.string(), z.unknown()),
});
export type EventRow = z.output<typeof eventRow>;

const EVENT = objectOf(webhookEvents, ['id', 'type', 'subject', 'at', 'data']);
const byEvent = orderByKey(sql`${webhookEvents.id}`, z.int());

interface EventFilter {
  type: EventType | undefined;
  subject: string | undefined;
}

const conditions = ({ type, subject }: EventFilter) => [
  ...(type === undefined ? [] : [sql`${webhookEvents.type} = ${type}`]),
  ...(subject === undefined ? [] : [sql`${webhookEvents.subject} = ${subject}`]),
];

export const eventListing = (filter: EventFilter): Listing<EventRow> => ({
  row: EVENT,
  shape: eventRow,
  from: sql`${webhookEvents}`,
  where: conditions(filter),
  order: byEvent,
  isDescending: true,
  sort: '-id',
});

const attempt = z.object({
  at: z.int(),
  status: z.int().nullable(),
  milliseconds: z.int(),
  reason: z.string().nullable(),
  excerpt: z.string(),
});
const deliveryRow = z.object({
  event: eventRow,
  state: z.enum(DELIVERY_STATES),
  attempts: z.int(),
  nextAt: z.int(),
  log: z.array(attempt),
});
export type DeliveryRow = z.output<typeof deliveryRow>;

const DELIVERY = objectOf(webhookDeliveries, ['state', 'attempts', 'nextAt', 'log']);

/** The deliveries to a webhook. Reads two rows for each, and those that `state` leaves out. */
export const deliveryListing = (
  webhook: number,
  { state, ...filter }: EventFilter & { state: DeliveryState | undefined },
): Listing<DeliveryRow> => ({
  row: sql`json_insert(${DELIVERY}, '$.event', ${EVENT})`,
  shape: deliveryRow,
  from: sql`${webhookDeliveries} JOIN ${webhookEvents} ON ${webhookEvents.id} = ${webhookDeliveries.eventId}`,
  where: [
    sql`${webhookDeliveries.webhookId} = ${webhook}`,
    ...(state === undefined ? [] : [sql`${webhookDeliveries.state} = ${state}`]),
    ...conditions(filter),
  ],
  order: orderByKey(sql`${webhookDeliveries.eventId}`, z.int()),
  isDescending: true,
  sort: `-id ${webhook}`,
});
