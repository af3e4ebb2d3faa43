import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';
import { rowlessTable } from '../sql.ts';
import { DISPATCH_STATES, type Dispatch, FOLLOW_KINDS, FREQUENCIES, WAYS } from '../values.ts';

export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** Owner of the subscription. The subscription ends if its owner is removed. */
    keyId: integer('key_id').notNull(),
    kind: text({ enum: FOLLOW_KINDS }).notNull(),
    /** Id of the followed topic, story or author. Empty if the resource was deleted or none is followed. */
    ref: text().notNull(),
    name: text().notNull(),
    via: text({ enum: WAYS }).notNull(),
    /** Email address or webhook URL. `null` for a feed or for the person's own email address. */
    address: text(),
    rhythm: text({ enum: FREQUENCIES }).notNull(),
    /** SHA-256 hash of a feed's token, in hex. The token itself is not stored. */
    hash: text().unique(),
    createdAt: integer('created_at').$type<Seconds>().notNull(),
    endedAt: integer('ended_at').$type<Seconds>(),
    /** Time of the last invitation of a recipient. `null` if the address is the owner's, or is no email address. */
    invitedAt: integer('invited_at').$type<Seconds>(),
    /** Time at which the recipient confirmed. Without it, another person's address receives invitations only. */
    confirmedAt: integer('confirmed_at').$type<Seconds>(),
    nextAt: integer('next_at').$type<Millis>().notNull(),
    /** Number of the last message. A number is skipped if all items of its message were removed before it was sent. */
    made: integer().notNull().default(0),
    /** Keys of items that were already sent or that existed when the subscription began. They are not sent again. */
    sentItems: text('sent_items', { mode: 'json' }).$type<string[]>().notNull(),
  },
  (t) => [
    index('subscriptions_key').on(t.keyId),
    // Index that finds the subscriptions to a story when the story ends.
    index('subscriptions_story').on(t.ref).where(sql`kind = 'story'`),
    index('subscriptions_next').on(t.nextAt).where(sql`ended_at IS NULL AND via <> 'feed'`),
  ],
);

/** Messages to subscribers. Each message is sent at most once. */
export const dispatches = rowlessTable(
  'dispatches',
  {
    subscriptionId: integer('subscription_id').notNull(),
    /** Number of the message, from 1. Invitations of recipients have the numbers −1, −2 and so on. */
    number: integer().notNull(),
    state: text({ enum: DISPATCH_STATES }).notNull(),
    content: text({ mode: 'json' }).$type<Dispatch>().notNull(),
    firstAt: integer('first_at').$type<Millis>().notNull(),
    /** Time of the next attempt to send. In state `sending`: time after which the message counts as failed. */
    nextAt: integer('next_at').$type<Millis>().notNull(),
    attempts: integer().notNull().default(0),
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.number] }),
    index('dispatches_waiting').on(t.nextAt).where(sql`state IN ('pending', 'sending')`),
    index('dispatches_first').on(t.firstAt),
  ],
);

/** Email addresses of invited recipients, as MACs, to limit invitations and to store refusals. */
export const recipientAddresses = rowlessTable(
  'recipient_addresses',
  {
    mac: text().primaryKey(),
    /** Number of invitations since `firstAt`. */
    invitations: integer().notNull(),
    firstAt: integer('first_at').$type<Seconds>().notNull(),
    /** Time at which the recipient declined or unsubscribed. Editors cannot invite the address again. */
    declinedAt: integer('declined_at').$type<Seconds>(),
  },
  (t) => [index('recipient_addresses_first').on(t.firstAt)],
);
