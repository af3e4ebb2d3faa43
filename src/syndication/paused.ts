/** First words of the reason that is stored for a paused feed. Feeds that no longer exist have other reasons. */
const PAUSED_BY = 'Paused by ';

export const pausedBy = (actor: string): string => PAUSED_BY + actor;

export const isPaused = ({ nextPoll, reason }: { nextPoll: string | number | null; reason: string | null }): boolean =>
  nextPoll === null && (reason?.startsWith(PAUSED_BY) ?? false);
