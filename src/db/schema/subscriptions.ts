import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';
import { rowlessTable } from '../sql.ts';
import { DISPATCH_STATES, type Dispatch, FOLLOWED, RHYTHMS, WAYS } from '../values.ts';

/** What people follow, and what they are sent of it. */

export const subscriptions = sqliteTable(
  'subscriptions',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    /** The person, or the key, with whom it ends. */
    keyId: integer('key_id').notNull(),
    kind: text({ enum: FOLLOWED }).notNull(),
    /** Id of the topic, story or author; empty: there is one only, or it has been deleted. */
    ref: text().notNull(),
    /** What is followed, in words. */
    name: text().notNull(),
    via: text({ enum: WAYS }).notNull(),
    /** Of mail or a webhook; null: the person's own mail address, or a feed. */
    address: text(),
    rhythm: text({ enum: RHYTHMS }).notNull(),
    /** SHA-256 of a feed's token, hex. The token itself is nowhere. */
    hash: text().unique(),
    createdAt: integer('created_at').$type<Seconds>().notNull(),
    endedAt: integer('ended_at').$type<Seconds>(),
    /** When it is looked at next. */
    nextAt: integer('next_at').$type<Millis>().notNull(),
    /** Number of the last message; one is left out where what was told no longer counts as told. */
    made: integer().notNull().default(0),
    /** What it has been told of the last days, or was there when it began. */
    told: text('already_told', { mode: 'json' }).$type<string[]>().notNull(),
  },
  (t) => [
    index('subscriptions_key').on(t.keyId),
    // Looked up when a story ends.
    index('subscriptions_story').on(t.ref).where(sql`kind = 'story'`),
    // What is to be looked at.
    index('subscriptions_next').on(t.nextAt).where(sql`ended_at IS NULL AND via <> 'feed'`),
  ],
);

/** Messages to those who follow something: each is sent once at most. */
export const dispatches = rowlessTable(
  'dispatches',
  {
    subscriptionId: integer('subscription_id').notNull(),
    /** Of its messages, from 1 on. */
    number: integer().notNull(),
    state: text({ enum: DISPATCH_STATES }).notNull(),
    content: text({ mode: 'json' }).$type<Dispatch>().notNull(),
    firstAt: integer('first_at').$type<Millis>().notNull(),
    /** No attempt before this time; of one that is being sent, when it counts as failed. */
    nextAt: integer('next_at').$type<Millis>().notNull(),
    attempts: integer().notNull().default(0),
    /** Why the last attempt failed, in words. */
    reason: text(),
  },
  (t) => [
    primaryKey({ columns: [t.subscriptionId, t.number] }),
    index('dispatches_waiting').on(t.nextAt).where(sql`state IN ('pending', 'sending')`),
    index('dispatches_first').on(t.firstAt),
  ],
);
