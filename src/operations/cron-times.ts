/** When the scheduled jobs (`jobs.ts`) run: a look each minute, the watchdog and the polls every five, housekeeping once a day. wrangler.toml has the same. */
export const CRONS = { minutely: '* * * * *', frequent: '*/5 * * * *', daily: '17 3 * * *' } as const;

/** Jobs of a self-hosted server alone: they copy its state, and try the newest copy. */
export const COPY_JOBS = ['copy', 'trial'];
