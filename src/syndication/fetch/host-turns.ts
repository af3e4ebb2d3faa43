import { DAY, MINUTE, type Millis, SECOND_MS, type Seconds, toSeconds } from '../../lib/time.ts';
import { MAX_WAIT_SECONDS, MIN_INTERVAL } from '../poll-interval.ts';

/** This module allows one request per second and host, and no requests to paused hosts. (docs/decisions.md#S15) */

export interface HostRest {
  until: Seconds;
  /** Current pause between requests, in seconds. Each 429 response doubles it, and each success halves it. */
  gap: number;
}

export interface HostClock {
  now: () => Millis;
  wait: (milliseconds: number) => Promise<void>;
}

export class HostRests extends Error {
  readonly until: Seconds;

  constructor(host: string, until: Seconds) {
    super(`${host} returned 429 (too many requests)`);
    this.until = until;
  }
}

const FIRST_GAP = MINUTE;
const MIN_STORED_GAP_SECONDS = 8;
const PAUSE_MS = SECOND_MS;
/** Maximum plausible wait for a host. A longer wait means that the clock was set back, and is ignored. */
const MAX_QUEUE_MS = 10 * PAUSE_MS;
const MAX_HOSTS = 1000;

const lastTurns = new Map<string, Millis>();

export class HostTurns {
  readonly #clock: HostClock;
  readonly #rests: Map<string, HostRest>;
  readonly #store: (host: string, rest: HostRest | null) => Promise<void>;
  readonly #last: Map<string, Millis>;

  constructor(
    clock: HostClock,
    rests: ReadonlyMap<string, HostRest>,
    store: (host: string, rest: HostRest | null) => Promise<void>,
    last = lastTurns,
  ) {
    this.#clock = clock;
    this.#rests = new Map(rests);
    this.#store = store;
    this.#last = last;
  }

  /** Returns the end of a host's pause. Ignores implausibly long pauses, which a fast clock caused. */
  restOf(host: string): Seconds | null {
    const until = this.#rests.get(host)?.until ?? 0;
    const left = until - toSeconds(this.#clock.now());
    return left > 0 && left <= MAX_WAIT_SECONDS ? until : null;
  }

  pauseOf(host: string): Millis {
    const left = (this.#last.get(host) ?? 0) + PAUSE_MS - this.#clock.now();
    return left > MAX_QUEUE_MS ? 0 : Math.max(0, left);
  }

  async take(host: string): Promise<void> {
    this.#check(host);
    const pause = this.pauseOf(host);
    this.#remember(host, this.#clock.now() + pause);
    if (pause === 0) return;
    await this.#clock.wait(pause);
    this.#check(host);
  }

  /** Pauses a host after a 429 response, for at least `wait` seconds. Returns the end of the pause. */
  async refuse(host: string, wait: Seconds = MIN_INTERVAL): Promise<Seconds> {
    const gap = Math.min(DAY, Math.max(FIRST_GAP, (this.#rests.get(host)?.gap ?? 0) * 2));
    const until = toSeconds(this.#clock.now()) + Math.max(gap, Math.min(wait, MAX_WAIT_SECONDS));
    await this.#set(host, { until, gap });
    return until;
  }

  async note(host: string): Promise<void> {
    const { gap = 0 } = this.#rests.get(host) ?? {};
    if (gap === 0) return;
    await this.#set(
      host,
      gap / 2 < MIN_STORED_GAP_SECONDS ? null : { until: toSeconds(this.#clock.now()) + gap / 2, gap: gap / 2 },
    );
  }

  #check(host: string): void {
    const until = this.restOf(host);
    if (until !== null) throw new HostRests(host, until);
  }

  #remember(host: string, at: Millis): void {
    if (this.#last.size >= MAX_HOSTS)
      for (const [other, turn] of this.#last) if (turn + PAUSE_MS < at) this.#last.delete(other);
    this.#last.set(host, at);
  }

  async #set(host: string, rest: HostRest | null): Promise<void> {
    if (rest) this.#rests.set(host, rest);
    else this.#rests.delete(host);
    await this.#store(host, rest);
  }
}
