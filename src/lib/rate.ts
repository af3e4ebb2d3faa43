import type { Millis } from './time.ts';
import { TtlCache } from './ttl-cache.ts';

const WINDOW_S = 60;

/** Number of units per window that are counted without calling the limiter. Each call costs time or a disk write. */
const FREE_UNITS = 5;

interface RateRule {
  quota: number;
  sample?: number;
  unasked?: number;
}

interface Window {
  units: number;
  ends: Millis;
}

export interface Allowance {
  isAllowed: boolean;
  /** Units left in this isolate. Other isolates may have used some of them. */
  remaining: number;
  resets: number;
}

/** Approximate rate limit. Isolates count locally and call the limiter from unit 6 on. (docs/decisions.md#C14) */
export class RequestRate {
  readonly policy: string;
  readonly #quota: number;
  readonly #sample: number;
  readonly #unasked: number;
  readonly #windows = new TtlCache<Window>({ ttl: WINDOW_S * 1000, capacity: 50_000 });

  constructor({ quota, sample = 1, unasked = FREE_UNITS }: RateRule) {
    this.#quota = quota;
    this.#sample = sample;
    this.#unasked = unasked;
    this.policy = `"default";q=${quota};w=${WINDOW_S}`;
  }

  /** Counts `units` of a client. `client` is a hash or id, never an address. */
  async take(client: string, binding: RateLimit, now: Millis, units = 1, quota = this.#quota): Promise<Allowance> {
    const window = this.#windowOf(client, now);
    const before = window.units;
    window.units += units;
    const isAllowed = window.units <= quota && (await this.#ask(client, binding, before, window.units));
    // The limiter receives only a sample of units, so after a refusal the client is refused until the window ends.
    if (!isAllowed) window.units = Math.max(window.units, quota);
    return {
      isAllowed,
      remaining: isAllowed ? Math.max(0, quota - window.units) : 0,
      resets: secondsUntil(window.ends, now),
    };
  }

  /** Returns the seconds until a client that has used up its quota may continue, or 0. Counts no units. */
  exhausted(client: string, now: number): number {
    const window = this.#windows.get(client, now);
    return window && window.units >= this.#quota ? secondsUntil(window.ends, now) : 0;
  }

  #windowOf(client: string, now: number): Window {
    const known = this.#windows.get(client, now);
    if (known) return known;
    const window = { units: 0, ends: now + WINDOW_S * 1000 };
    this.#windows.set(client, window, now);
    return window;
  }

  /** If the limiter fails, the request is allowed, because the disk of a self-hosted server may be full. */
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

/** Sets the rate-limit headers of the IETF draft unless an error response has already set them. */
export function setAllowanceHeaders(headers: Headers, { policy }: RequestRate, { remaining, resets }: Allowance): void {
  headers.set('RateLimit-Policy', policy);
  if (!headers.has('RateLimit')) headers.set('RateLimit', `"default";r=${remaining};t=${resets}`);
}
