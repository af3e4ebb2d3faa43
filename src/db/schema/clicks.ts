import { integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import { CLICK_COLUMNS } from '../click-columns.ts';
import { counterColumns, ring, rowlessTable } from '../sql.ts';

/** Events that a ledger row records: a reader saw a list, clicked an article, or saw an article at a position. */
export const LEDGER_KINDS = ['list', 'click', 'place'] as const;

/** The ledger detects duplicate reports. Its tables are reused in turn, because dropping a table writes no rows. */
const ledger = (n: number) =>
  rowlessTable(`click_ids_${n}`, { id: text().primaryKey(), nonce: integer().notNull(), kind: integer().notNull() });

const aggregates = (n: number) =>
  rowlessTable(
    `click_hours_${n}`,
    {
      contentId: integer('content_id').notNull(),
      /** UTC hour of the clicks, in hours since the epoch. */
      hour: integer().notNull(),
      ...counterColumns(CLICK_COLUMNS),
    },
    (t) => [primaryKey({ columns: [t.contentId, t.hour] })],
  );

export const CLICK_IDS = ring(ledger);
export const CLICK_HOURS = ring(aggregates);

export const clickOutcomes = rowlessTable(
  'click_outcomes',
  { hour: integer().notNull(), outcome: text().notNull(), clicks: integer().notNull() },
  (t) => [primaryKey({ columns: [t.hour, t.outcome] })],
);

/** Sums of `click_outcomes` for all hours before `through`. Deleting old hours does not reduce these sums. */
export const clickTotals = sqliteTable('click_totals', {
  outcome: text().primaryKey(),
  clicks: integer().notNull(),
  /** Hour at which the sums end, in hours since the epoch. Sums that are written together have the same end. */
  through: integer().notNull(),
});

/** Networks of the publisher’s staff, whose clicks are not counted. The table has one row. */
export const staffSettings = sqliteTable('staff_settings', {
  id: integer().primaryKey(),
  /** Addresses, address ranges and networks of the staff: `["192.0.2.7", "AS64496"]`. */
  networks: text({ mode: 'json' }).$type<string[]>().notNull(),
});

/** Clicks on unknown articles. The first 1,000 ids have counts of their own, and id 0 counts all others. */
export const unknownClicks = sqliteTable('unknown_clicks', {
  contentId: integer('content_id').primaryKey(),
  lastHour: integer('last_hour').notNull(),
  clicks: integer().notNull(),
});

/** Queue messages whose clicks could not be counted. An operator can replay them. */
export const deadLetters = sqliteTable('dead_letters', {
  id: integer().primaryKey({ autoIncrement: true }),
  at: integer().$type<Seconds>().notNull(),
  /** Id of a message in the queue, which prevents a redelivered message from being stored twice. */
  messageId: text('message_id').notNull().unique(),
  reason: text({ enum: ['malformed', 'tooOld', 'failed'] }).notNull(),
  body: text({ mode: 'json' }).$type<unknown>().notNull(),
});
