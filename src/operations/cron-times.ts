/** Schedules of the jobs in `jobs.ts`. They must match wrangler.toml. */
export const CRONS = { minutely: '* * * * *', frequent: '*/5 * * * *', daily: '17 3 * * *' } as const;

/** Jobs that only a self-hosted server runs. They make snapshots of its state, and test a restore of the newest one. */
export const COPY_JOBS = ['copy', 'trial'];
