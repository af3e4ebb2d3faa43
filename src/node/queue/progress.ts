import { MINUTE_MS } from '../../lib/time.ts';

const SAMPLE_MS = 1000;

export class Progress {
  #seen: { at: number; waiting: number }[] = [];

  note(waiting: number, now: number): void {
    this.#seen = this.#seen.filter(({ at }) => at > now - MINUTE_MS && at <= now);
    if (now - (this.#seen.at(-1)?.at ?? 0) >= SAMPLE_MS) this.#seen.push({ at: now, waiting });
  }

  /** Returns the time until the backlog is empty at the last minute's rate, or `null` if it is not shrinking. */
  secondsLeft(waiting: number, now: number): number | null {
    if (waiting === 0) return 0;
    const first = this.#seen.find(({ at }) => at > now - MINUTE_MS);
    if (!first || now - first.at < SAMPLE_MS || first.waiting <= waiting) return null;
    return Math.ceil((waiting * (now - first.at)) / (first.waiting - waiting) / 1000);
  }
}
