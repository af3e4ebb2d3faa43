/**
 * First words of the reason stored for a paused feed. A paused feed has no next poll; the reason distinguishes it from
 * a feed that no longer exists.
 */
const PAUSED_BY = 'Paused by ';

export const pausedBy = (actor: string): string => PAUSED_BY + actor;

/** Returns true if a feed is paused. `nextPoll` is `null` if the feed is not polled. */
export const isPaused = ({ nextPoll, reason }: { nextPoll: string | number | null; reason: string | null }): boolean =>
  nextPoll === null && (reason?.startsWith(PAUSED_BY) ?? false);
