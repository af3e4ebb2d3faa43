/** A state that changes only after its opposite has held for a while. Pure. */

export interface Streak {
  is: boolean;
  /** Since when the opposite holds without a break, in the caller's unit; null: it does not hold. */
  since: number | null;
}

/** What an observation says: `null` leaves the state as it is, and ends what spoke against it. */
export interface Sign {
  is: boolean;
  /** How long it must hold before the state follows; the caller's unit. */
  dwell: number;
}

/**
 * The state after an observation at `at`, and since when what changed it has held (null: nothing changed). An opposite that ceases
 * and comes back begins again.
 */
export function follow(state: Streak, sign: Sign, at: number): { state: Streak; changedSince: number | null } {
  if (sign.is === state.is) return { state: { is: state.is, since: null }, changedSince: null };
  const since = state.since ?? at;
  if (at - since < sign.dwell) return { state: { is: state.is, since }, changedSince: null };
  return { state: { is: sign.is, since: null }, changedSince: since };
}
