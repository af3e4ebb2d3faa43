/** First words of the reason stored for a paused feed. Other reasons are stored for feeds that no longer exist. */
const PAUSED_BY = 'Paused by ';

export const pausedBy = (actor: string): string => PAUSED_BY + actor;

export const isPaused = ({ nextPoll, reason }: { nextPoll: string | number | null; reason: string | null }): boolean =>
  nextPoll === null && (reason?.startsWith(PAUSED_BY) ?? false);
