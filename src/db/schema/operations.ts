import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';

/** What the service remembers of its own work. */

/** When each scheduled job was last completed. */
export const jobRuns = sqliteTable('job_runs', {
  job: text().primaryKey(),
  at: integer().$type<Millis>().notNull(),
  milliseconds: integer().notNull(),
});

/** How each job failed the last time, if it ever has. */
export const jobFailures = sqliteTable('job_failures', {
  job: text().primaryKey(),
  at: integer().$type<Millis>().notNull(),
  reason: text().notNull(),
});

/** Counts that are too expensive for every request. */
export const counts = sqliteTable('counts', {
  name: text({ enum: ['articles'] }).primaryKey(),
  count: integer().notNull(),
  at: integer().$type<Millis>().notNull(),
});

/** Has a row while a backup is being restored. */
export const restoreLock = sqliteTable('restore_lock', {
  /** Always 1. */
  id: integer().primaryKey(),
  startedAt: integer('started_at').$type<Seconds>().notNull(),
});

/** How far the demo newsroom was loaded: an interrupted load is resumed with the same newsroom. */
export const demoLoad = sqliteTable('demo_load', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** What the demo is relative to. */
  now: integer().notNull(),
  /** Null: not completely loaded. */
  loadedAt: integer('loaded_at').$type<Seconds>(),
});

/** State of the service's clock, in one row. Deletion by age compares the clock with it. */
export const serviceClock = sqliteTable('service_clock', {
  /** Always 1. */
  id: integer().primaryKey(),
  /** The newest time of a clock that was trusted. */
  newest: integer().$type<Millis>().notNull(),
  /** Time of the last check of the clock, trusted or not. */
  seen: integer().$type<Millis>().notNull(),
  /** Minutes of running time since the clock is in doubt. */
  minutes: integer().notNull().default(0),
  /** When the clock was last seen to jump, by its time after the jump; null: never. */
  jumpedAt: integer('jumped_at').$type<Millis>(),
  /** Milliseconds of that jump; negative: it went back. */
  jump: integer().$type<Millis>().notNull().default(0),
  /** The uptime of the machine at the last look, in seconds; null: not known. */
  uptime: integer().$type<Seconds>(),
});
