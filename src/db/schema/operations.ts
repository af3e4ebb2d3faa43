import { integer, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Millis, Seconds } from '../../lib/time.ts';

/** Last completed run of each scheduled job. */
export const jobRuns = sqliteTable('job_runs', {
  job: text().primaryKey(),
  at: integer().$type<Millis>().notNull(),
  milliseconds: integer().notNull(),
});

/** Last failure of each scheduled job. */
export const jobFailures = sqliteTable('job_failures', {
  job: text().primaryKey(),
  at: integer().$type<Millis>().notNull(),
  reason: text().notNull(),
});

/** Counts that are too expensive to compute per request. */
export const counts = sqliteTable('counts', {
  name: text({ enum: ['articles'] }).primaryKey(),
  count: integer().notNull(),
  at: integer().$type<Millis>().notNull(),
});

/** Lock with one row while a backup is being restored. */
export const restoreLock = sqliteTable('restore_lock', {
  /** Always 1, because the table has a single row. */
  id: integer().primaryKey(),
  startedAt: integer('started_at').$type<Seconds>().notNull(),
});

/** Progress of loading the demo newsroom. An interrupted load resumes with the same newsroom. */
export const demoLoad = sqliteTable('demo_load', {
  /** Always 1, because the table has a single row. */
  id: integer().primaryKey(),
  /** Reference time of the demo data. */
  now: integer().notNull(),
  /** Time of completion; null while the load is incomplete. */
  loadedAt: integer('loaded_at').$type<Seconds>(),
});

/** State of the service's clock, in one row. Before data is deleted by age, the clock is compared with this state. */
export const serviceClock = sqliteTable('service_clock', {
  /** Always 1, because the table has a single row. */
  id: integer().primaryKey(),
  /** Newest trusted time. */
  newest: integer().$type<Millis>().notNull(),
  /** Time of the last check, whether trusted or not. */
  seen: integer().$type<Millis>().notNull(),
  /** Minutes of running time since the clock became doubtful. */
  minutes: integer().notNull().default(0),
  /** Time after the last clock jump, as shown by the new clock; null if the clock never jumped. */
  jumpedAt: integer('jumped_at').$type<Millis>(),
  /** Size of the last jump in milliseconds; negative if the clock went back. */
  jump: integer().$type<Millis>().notNull().default(0),
  /** Uptime of the machine at the last check, in seconds; null if unknown. */
  uptime: integer().$type<Seconds>(),
});
