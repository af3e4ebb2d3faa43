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
  /** Whether the counts may be loaded from the object's storage instead of the database. */
  canUseStored: boolean;
}

/** Counts of an object instance. Counts that arrive during a load wait until it ends. */
export class LoadedWindow {
  #loadState: LoadState = { state: 'absent', isOutdated: false };
  readonly #earlyCells: ClickCell[] = [];

  /** Counts of this instance, possibly outdated. `null` before the first load and during any load. */
  get window(): RankingWindow | null {
    return 'window' in this.#loadState ? this.#loadState.window : null;
  }

  get current(): RankingWindow | null {
    return this.#loadState.state === 'current' ? this.#loadState.window : null;
  }

  get isStale(): boolean {
    return this.#loadState.state === 'stale';
  }

  /** Whether this instance has neither loaded counts nor received any count or change. */
  get isUntouched(): boolean {
    return this.#loadState.state === 'absent' && !this.#loadState.isOutdated && this.#earlyCells.length === 0;
  }

  /** Adds the counts of an article in one hour. Returns false if the counts are already known. */
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

  /** Discards all counts. Must not be called during a load. */
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

  /** Returns the current hour for rankings. If the clock steps back slightly, the hour stays the same. */
  hourAt(now: Millis): number {
    const known = this.window?.hour ?? 0;
    return isAhead(known, now) ? utcHourIndex(now) : Math.max(utcHourIndex(now), known);
  }

  isAhead(now: Millis): boolean {
    return this.window !== null && isAhead(this.window.hour, now);
  }
}

/** Returns true if the clock was set back to before `hour`. The clocks of machines may differ by one hour. */
const isAhead = (hour: number, now: Millis): boolean => hour > utcHourIndex(now) + 1;
