/** Schedules of the jobs in `jobs.ts`. They must match wrangler.toml. */
export const CRONS = { minutely: '* * * * *', frequent: '*/5 * * * *', daily: '17 3 * * *' } as const;

/** Jobs that only a self-hosted server runs: they copy its state and test the newest copy. */
export const COPY_JOBS = ['copy', 'trial'];
