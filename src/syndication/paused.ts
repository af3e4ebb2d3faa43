/** A feed that an operator has paused has no next poll, and this as its reason. Pure, so that pages tell it from one that is gone. */
const PAUSED_BY = 'Paused by ';

/** `actor`: name of the key. */
export const pausedBy = (actor: string): string => PAUSED_BY + actor;

/** `nextPoll`: when it is polled next; null: not at all. */
export const isPaused = ({ nextPoll, reason }: { nextPoll: string | number | null; reason: string | null }): boolean =>
  nextPoll === null && (reason?.startsWith(PAUSED_BY) ?? false);
