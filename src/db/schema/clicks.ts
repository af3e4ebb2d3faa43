import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import { CLICK_COLUMNS } from '../click-columns.ts';
import { counting, ring, rowlessTable } from '../sql.ts';

/** Clicks, and what came of them. */

/** What a row of the ledger stands for: a list that a reader has seen in an hour, a click, a reader who has seen an article at a place. */
export const LEDGER_KINDS = ['list', 'click', 'place'] as const;

/**
 * Ledger and aggregates are split into five partitions of five days, used as a ring (`src/engagement/partitions.ts`):
 * old rows are dropped with their table, which writes no rows. None has rowids, so that a row costs one write.
 */
const ledger = (n: number) =>
  rowlessTable(`click_ids_${n}`, {
    /** `clickId`, `viewId` or `placeId`. */
    id: text().primaryKey(),
    /** The consumer's attempt that wrote it. */
    nonce: integer().notNull(),
    /** Place in `LEDGER_KINDS`. */
    kind: integer().notNull(),
  });

const aggregates = (n: number) =>
  rowlessTable(
    `click_hours_${n}`,
    {
      contentId: integer('content_id').notNull(),
      /** Hours since the epoch. */
      hour: integer().notNull(),
      ...counting(CLICK_COLUMNS),
    },
    (t) => [primaryKey({ columns: [t.contentId, t.hour] })],
  );

export const CLICK_IDS = ring(ledger);
export const CLICK_HOURS = ring(aggregates);

/** Numbers of clicks by hour and outcome: for the status page, not for rankings. */
export const clickOutcomes = rowlessTable(
  'click_outcomes',
  { hour: integer().notNull(), outcome: text().notNull(), clicks: integer().notNull() },
  (t) => [primaryKey({ columns: [t.hour, t.outcome] })],
);

/** Sums of `click_outcomes` over all hours before `through`, which are never reduced when old hours are deleted. */
export const clickTotals = sqliteTable('click_totals', {
  outcome: text().primaryKey(),
  clicks: integer().notNull(),
  /** Hours since the epoch; the same in each row that was written together. */
  through: integer().notNull(),
});

/** Networks of the publisher’s own staff, whose clicks are not counted. */
export const staffSettings = sqliteTable('staff_settings', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** Addresses, ranges and networks, such as `["192.0.2.7", "AS64496"]`. */
  networks: text({ mode: 'json' }).$type<string[]>().notNull(),
});

/** Numbers of clicks on articles that do not exist. At most 1,000 ids, and id 0 for all others. */
export const unknownClicks = sqliteTable('unknown_clicks', {
  contentId: integer('content_id').primaryKey(),
  /** Hours since the epoch of the last one. */
  lastHour: integer('last_hour').notNull(),
  clicks: integer().notNull(),
});

/** Messages that could not be counted, for an operator to look at and replay. */
export const deadLetters = sqliteTable('dead_letters', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().$type<Seconds>().notNull(),
  /** The queue's id: a redelivered message is stored once. */
  messageId: text('message_id').notNull().unique(),
  reason: text({ enum: ['malformed', 'tooOld', 'failed'] }).notNull(),
  /** The message as it was. */
  body: text({ mode: 'json' }).$type<unknown>().notNull(),
});
