import type { ClickCell } from '../../../engagement/cells.ts';
import { utcHourIndex } from '../../../engagement/hours.ts';
import type { Millis } from '../../../lib/time.ts';
import type { RankingWindow } from '../window.ts';

/**
 * State of an instance's aggregates. Until it is `current`, counts wait in `#earlyCells`, because a running query may
 * read older aggregates. A failed load restores the previous state. If `isOutdated`, stored counts are not used.
 *
 *     absent ── begin ─▶ loading ── end ─▶ current ── outdate ─▶ stale ── begin ─▶ loading
 *                           └── end, if outdated during the load ─▶ stale
 */
type LoadState =
  | { state: 'absent'; isOutdated: boolean }
  | { state: 'loading'; from: Absent | Stale; isOutdated: boolean }
  | { state: 'current'; window: RankingWindow }
  | Stale;
type Absent = Extract<LoadState, { state: 'absent' }>;
interface Stale {
  state: 'stale';
  window: RankingWindow;
}

export interface LoadStart {
  /** Whether this instance loads its first window. */
  isFirst: boolean;
  /** Whether the window may be restored from the object's storage instead of the aggregates. */
  canUseStored: boolean;
}

/** Window of an instance, and counts that wait until the window is loaded. */
export class LoadedWindow {
  #loadState: LoadState = { state: 'absent', isOutdated: false };
  readonly #earlyCells: ClickCell[] = [];

  /** Window of this instance, which may be stale. `null` before the first load and while a load is running. */
  get window(): RankingWindow | null {
    return 'window' in this.#loadState ? this.#loadState.window : null;
  }

  get current(): RankingWindow | null {
    return this.#loadState.state === 'current' ? this.#loadState.window : null;
  }

  get isStale(): boolean {
    return this.#loadState.state === 'stale';
  }

  /** Whether a new instance has neither loaded a window nor received any count or change. */
  get isUntouched(): boolean {
    return this.#loadState.state === 'absent' && !this.#loadState.isOutdated && this.#earlyCells.length === 0;
  }

  /** Adds the counts of an article and hour. Returns false if they are already known. */
  note(cell: ClickCell): boolean {
    const { window } = this;
    if (window) return window.note(cell);
    this.#earlyCells.push(cell);
    return true;
  }

  outdate(): void {
    const loadState = this.#loadState;
    this.#loadState =
      'window' in loadState ? { state: 'stale', window: loadState.window } : { ...loadState, isOutdated: true };
  }

  /** Discards all counts. This must not happen during a load. */
  forget(): void {
    this.#earlyCells.length = 0;
    this.#loadState = { state: 'absent', isOutdated: true };
  }

  begin(): LoadStart {
    const from = this.#loadState;
    if (from.state === 'loading' || from.state === 'current') throw new Error('the window is already being loaded');
    this.#loadState = { state: 'loading', from, isOutdated: false };
    const isFirst = from.state === 'absent';
    return { isFirst, canUseStored: isFirst && !from.isOutdated };
  }

  end(window: RankingWindow): void {
    for (const cell of this.#earlyCells.splice(0)) window.note(cell);
    const isOutdated = this.#loadState.state === 'loading' && this.#loadState.isOutdated;
    this.#loadState = { state: isOutdated ? 'stale' : 'current', window };
  }

  fail(): void {
    if (this.#loadState.state !== 'loading') return;
    const { from, isOutdated } = this.#loadState;
    this.#loadState = from.state === 'absent' ? { state: 'absent', isOutdated: from.isOutdated || isOutdated } : from;
  }

  /** Returns the current hour of the windows. Ignores small backward steps of the clock. */
  hourAt(now: Millis): number {
    const known = this.window?.hour ?? 0;
    return isAhead(known, now) ? utcHourIndex(now) : Math.max(utcHourIndex(now), known);
  }

  /** Returns true if the clock was set back since the window's hour. */
  isAhead(now: Millis): boolean {
    return this.window !== null && isAhead(this.window.hour, now);
  }
}

/** Returns true if the clock was set back to before `hour`. Tolerates a difference of one hour between machines. */
const isAhead = (hour: number, now: Millis): boolean => hour > utcHourIndex(now) + 1;
