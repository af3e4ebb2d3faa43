/** Which scheduled jobs should have run again. Pure: the page of operators marks the same ones. */

const HOUR = 3600;
/** Seconds from one success to the next, at most: most jobs run every five minutes. */
const DUE: Record<string, number> = { retention: 26 * HOUR, backup: 26 * HOUR, trialRestore: 26 * HOUR };
const SOON_DUE = 900;

export const isOverdue = ({ job, ageSeconds }: { job: string; ageSeconds: number }): boolean =>
  ageSeconds > (DUE[job] ?? SOON_DUE);
