import { and, inArray, lt, notExists, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { RETENTION_DAYS } from '../db/retention-days.ts';
import { webhookDeliveries, webhookEvents } from '../db/schema.ts';
import type { TrustedTime } from '../db/trusted-time.ts';
import { DAY, toSeconds } from '../lib/time.ts';

export function forgetEvents(db: Db, now: TrustedTime) {
  const isOld = lt(webhookEvents.at, toSeconds(now) - RETENTION_DAYS.events * DAY);
  const { eventId, state } = webhookDeliveries;
  const old = db.select({ id: webhookEvents.id }).from(webhookEvents).where(isOld);
  const delivery = db.select({ one: sql`1` }).from(webhookDeliveries).where(sql`${eventId} = ${webhookEvents.id}`);
  return [
    db.delete(webhookDeliveries).where(and(inArray(eventId, old), sql`${state} <> 'pending'`)),
    db.delete(webhookEvents).where(and(isOld, notExists(delivery))),
  ] as const;
}
