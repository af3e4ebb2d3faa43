import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';

/** What the service remembers of its own work. */

/** When each scheduled job was last completed. */
export const jobRuns = sqliteTable('job_runs', {
  job: text().primaryKey(),
  /** Epoch milliseconds. */
  at: integer().notNull(),
  milliseconds: integer().notNull(),
});

/** How each job failed the last time, if it ever has. */
export const jobFailures = sqliteTable('job_failures', {
  job: text().primaryKey(),
  /** Epoch milliseconds. */
  at: integer().notNull(),
  reason: text().notNull(),
});

/** Counts that are too expensive for every request. */
export const counts = sqliteTable('counts', {
  name: text({ enum: ['articles'] }).primaryKey(),
  count: integer().notNull(),
  /** Epoch milliseconds. */
  at: integer().notNull(),
});

/** Has a row while a backup is being restored. */
export const restoreLock = sqliteTable('restore_lock', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** Epoch seconds. */
  startedAt: integer('started_at').notNull(),
});

/** How far the demo newsroom was loaded: an interrupted load is resumed with the same newsroom. */
export const demoLoad = sqliteTable('demo_load', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** Epoch seconds that the demo is relative to. */
  now: integer().notNull(),
  /** Epoch seconds; null: not completely loaded. */
  loadedAt: integer('loaded_at'),
});
