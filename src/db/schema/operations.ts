import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';

export const jobRuns = sqliteTable('job_runs', {
  job: text().primaryKey(),
  at: integer().$type<Millis>().notNull(),
  milliseconds: integer().notNull(),
});

export const jobFailures = sqliteTable('job_failures', {
  job: text().primaryKey(),
  at: integer().$type<Millis>().notNull(),
  reason: text().notNull(),
});

export const counts = sqliteTable('counts', {
  name: text({ enum: ['articles'] }).primaryKey(),
  count: integer().notNull(),
  at: integer().$type<Millis>().notNull(),
});

/** Restore lock. The table has one row while a backup is being restored, and is otherwise empty. */
export const restoreLock = sqliteTable('restore_lock', {
  id: integer().primaryKey(),
  startedAt: integer('started_at').$type<Seconds>().notNull(),
});

/** Progress of loading the demo newsroom, in one row. After an interruption, loading resumes from this row. */
export const demoLoad = sqliteTable('demo_load', {
  id: integer().primaryKey(),
  now: integer().notNull(),
  loadedAt: integer('loaded_at').$type<Seconds>(),
});

/** Last readings of the clock, in one row. Before the service deletes data by age, it checks the clock against them. */
export const serviceClock = sqliteTable('service_clock', {
  id: integer().primaryKey(),
  /** Latest time of the clock that was trusted. */
  newest: integer().$type<Millis>().notNull(),
  /** Time of the last clock check, whether trusted or not. */
  seen: integer().$type<Millis>().notNull(),
  /** Minutes that the service has run since it stopped trusting the clock. */
  minutes: integer().notNull().default(0),
  /** Time that the clock showed just after its last jump. */
  jumpedAt: integer('jumped_at').$type<Millis>(),
  /** Size of the last clock jump in milliseconds. Negative if the clock went back. */
  jump: integer().$type<Millis>().notNull().default(0),
  /** Uptime of the machine at the last clock check, in seconds. */
  uptime: integer().$type<Seconds>(),
});
