import type { Millis } from './time.ts';
import { TtlCache } from './ttl-cache.ts';

/** Seconds of the rate-limit bindings' period in wrangler.toml. */
const WINDOW = 60;

/** Asking the binding costs a call, on a self-hosted server a write to disk; a window's first units go without, and most readers use no more. */
const UNASKED = 5;

interface Rule {
  /** Units that a client may use in a window. */
  quota: number;
  /** The binding in wrangler.toml counts one in so many units. */
  sample?: number;
  /** Units of a window that the binding does not count. */
  unasked?: number;
}

interface Window {
  units: number;
  ends: Millis;
}

/** What is left to a client. */
export interface Allowance {
  isAllowed: boolean;
  /** Units left, as far as this isolate knows; others may have been used elsewhere. */
  remaining: number;
  /** Seconds until the window ends. */
  resets: number;
}

/**
 * A rate limit by client over windows of a minute. Each isolate counts for itself and asks the platform's binding, which
 * counts for a whole location, from the sixth unit on. Where that refuses, the isolate does too until its own window ends. It limits
 * abuse and is no accounting. (docs/decisions.md#C14)
 */
export class RequestRate {
  readonly policy: string;
  readonly #quota: number;
  readonly #sample: number;
  readonly #unasked: number;
  readonly #windows = new TtlCache<Window>({ ttl: WINDOW * 1000, capacity: 50_000 });

  constructor({ quota, sample = 1, unasked = UNASKED }: Rule) {
    this.#quota = quota;
    this.#sample = sample;
    this.#unasked = unasked;
    this.policy = `"default";q=${quota};w=${WINDOW}`;
  }

  /**
   * Counts `units` of a client (a hash or an id; never an address itself). `quota`: in place of the
   * rule's.
   */
  async take(client: string, binding: RateLimit, now: Millis, units = 1, quota = this.#quota): Promise<Allowance> {
    const window = this.#windowOf(client, now);
    const before = window.units;
    window.units += units;
    const isAllowed = window.units <= quota && (await this.#ask(client, binding, before, window.units));
    // The binding counts a sample only: by this the units between two of its refusals are refused, too.
    if (!isAllowed) window.units = Math.max(window.units, quota);
    return {
      isAllowed,
      remaining: isAllowed ? Math.max(0, quota - window.units) : 0,
      resets: secondsUntil(window.ends, now),
    };
  }

  /** Seconds until a client's window ends where it has nothing left, else 0. Counts nothing. */
  exhausted(client: string, now: number): number {
    const window = this.#windows.get(client, now);
    return window && window.units >= this.#quota ? secondsUntil(window.ends, now) : 0;
  }

  #windowOf(client: string, now: number): Window {
    const known = this.#windows.get(client, now);
    if (known) return known;
    const window = { units: 0, ends: now + WINDOW * 1000 };
    this.#windows.set(client, window, now);
    return window;
  }

  /**
   * Tells the binding of the units from `before` to `after`, each `sample` of them once, by the first; false as soon as it refuses. One
   * that fails, as it writes on a self-hosted server whose disk may be full, refuses nobody.
   */
  async #ask(client: string, binding: RateLimit, before: number, after: number): Promise<boolean> {
    const samples = (units: number) => Math.ceil(Math.max(0, units - this.#unasked) / this.#sample);
    try {
      for (let i = samples(before); i < samples(after); i++)
        if (!(await binding.limit({ key: client })).success) return false;
    } catch {}
    return true;
  }
}

const secondsUntil = (ends: number, now: number): number => Math.max(1, Math.ceil((ends - now) / 1000));

/** Says by the IETF's draft what the policy is, what is left, and for how long that holds; a refusal has said it already. */
export function sayAllowance(headers: Headers, { policy }: RequestRate, { remaining, resets }: Allowance): void {
  headers.set('RateLimit-Policy', policy);
  if (!headers.has('RateLimit')) headers.set('RateLimit', `"default";r=${remaining};t=${resets}`);
}
