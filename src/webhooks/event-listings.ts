import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { webhookDeliveries, webhookEvents } from '../db/schema.ts';
import { equals, objectOf } from '../db/sql.ts';
import type { DeliveryState, EventType } from '../db/values.ts';
import { type Listing, orderByKey } from '../search/listing.ts';

const EVENT_COLUMNS = ['id', 'type', 'subject', 'at', 'data'] as const;
export type EventRow = Pick<typeof webhookEvents.$inferSelect, (typeof EVENT_COLUMNS)[number]>;

const EVENT = objectOf(webhookEvents, EVENT_COLUMNS);
const byEvent = orderByKey(sql`${webhookEvents.id}`, z.int());

interface EventFilter {
  type: EventType | undefined;
  subject: string | undefined;
}

const conditions = ({ type, subject }: EventFilter) =>
  equals([webhookEvents.type, webhookEvents.subject], [type, subject]);

export const eventListing = (filter: EventFilter): Listing<EventRow> => ({
  row: EVENT,
  shape: z.custom<EventRow>(),
  from: sql`${webhookEvents}`,
  where: conditions(filter),
  order: byEvent,
  isDescending: true,
  sort: '-id',
});

const DELIVERY_COLUMNS = ['state', 'attempts', 'nextAt', 'log'] as const;
export type DeliveryRow = Pick<typeof webhookDeliveries.$inferSelect, (typeof DELIVERY_COLUMNS)[number]> & {
  event: EventRow;
};

const DELIVERY = objectOf(webhookDeliveries, DELIVERY_COLUMNS);

/** Lists the deliveries of a webhook. Reads two rows per delivery, including those that the filter excludes. */
export const deliveryListing = (
  webhook: number,
  { state, ...filter }: EventFilter & { state: DeliveryState | undefined },
): Listing<DeliveryRow> => ({
  row: sql`json_insert(${DELIVERY}, '$.event', ${EVENT})`,
  shape: z.custom<DeliveryRow>(),
  from: sql`${webhookDeliveries} JOIN ${webhookEvents} ON ${webhookEvents.id} = ${webhookDeliveries.eventId}`,
  where: [
    sql`${webhookDeliveries.webhookId} = ${webhook}`,
    ...equals([webhookDeliveries.state], [state]),
    ...conditions(filter),
  ],
  order: orderByKey(sql`${webhookDeliveries.eventId}`, z.int()),
  isDescending: true,
  sort: `-id ${webhook}`,
});
