/** A paused feed has no next poll, and this reason, so that pages can tell it from a feed that is gone. */
const PAUSED_BY = 'Paused by ';

export const pausedBy = (actor: string): string => PAUSED_BY + actor;

/** `nextPoll`: `null` if the feed is not polled. */
export const isPaused = ({ nextPoll, reason }: { nextPoll: string | number | null; reason: string | null }): boolean =>
  nextPoll === null && (reason?.startsWith(PAUSED_BY) ?? false);
