import { setTimeout as sleep } from 'node:timers/promises';
import { SignJWT } from 'jose';
import { createRandom, type Random, sampler, zipf } from '../../../src/demo/random.ts';
import type { Partner } from './newsroom.ts';
import { DAY, type Service } from './services/service.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const AT_ONCE = 16;
const PATIENCE_MS = 60_000;
/** Attempts of a click whose response is missing, as in `click.js`. */
const MAX_TRIES = 200;
const CLICKED_ARTICLES = 40;
/** Part of the fleet's clicks among the day's readers, below the bound of the promise. */
const FLEET_PART = 0.1;

export interface Click {
  partner: Partner;
  contentId: number;
  address: string;
  agent?: string;
  headers?: Record<string, string>;
  /** Pseudonym that the partner signs. */
  subject?: string;
}

/** Readers of one simulated week, and the clicks that the service must have counted in the end. */
export class Readers {
  /** Expected number of counted clicks by article. */
  readonly expected = new Map<number, number>();
  /** Expected number of counted clicks by article within one hour. */
  readonly recent: { at: number; contentId: number }[] = [];
  /** Addresses and pseudonyms, which must not be stored anywhere. */
  readonly traces = new Set<string>();
  readonly outcomes = new Map<string, number>();
  /** Articles that only fleets click, with the number of clicks that each address may make count. */
  readonly targets = new Map<number, { isExact: boolean }>();
  readonly #service: () => Service;
  readonly #random: Random;
  readonly #readersPerDay: number;
  readonly #counted = new Set<string>();
  #readers = 0;

  constructor(service: () => Service, seed: number, readersPerDay: number) {
    this.#service = service;
    this.#random = createRandom(seed, 'readers');
    this.#readersPerDay = readersPerDay;
  }

  /** Readers of some hours click one article each, and some of them click again or from another device. */
  async pass(partners: readonly Partner[], articles: readonly number[], hours: number): Promise<void> {
    const chosen = articles.slice(0, CLICKED_ARTICLES);
    if (chosen.length === 0) return;
    const rank = sampler(zipf(chosen.length));
    const clicks: Click[] = [];
    for (let n = 0; n < (this.#readersPerDay / 24) * hours; n++) {
      const contentId = chosen[rank(this.#random.next())] ?? 0;
      const partner = this.#random.pick(partners);
      const click = { partner, contentId, address: this.#newAddress() };
      const subject = partner.secret ? `pseudonym-${this.#readers}` : undefined;
      clicks.push(subject ? { ...click, subject } : click);
      if (!this.#random.chance(0.1)) continue;
      clicks.push(subject ? { ...click, subject, address: this.#newAddress() } : click);
    }
    await this.click(clicks);
  }

  /** Requests of programs, prefetches, foreign pages, invalid tokens and unknown articles count for no article. */
  async disturb(partners: readonly Partner[], contentId: number): Promise<void> {
    const [bound, open] = partners;
    if (!bound || !open) return;
    const from = (partner: Partner, more: Partial<Click> = {}): Click => ({
      ...{ partner, contentId, address: this.#newAddress() },
      ...more,
    });
    const disturbances = [
      from(open, { agent: 'Googlebot/2.1 (+http://www.google.com/bot.html)' }),
      from(open, { headers: { 'Sec-Purpose': 'prefetch' } }),
      from(open, { contentId: 123_456_789 }),
      from(bound, { headers: { Origin: 'https://stranger.example' } }),
    ];
    for (const disturbance of disturbances) await this.#send(disturbance);
    // A frame or an image of a foreign page loads a tracked link.
    for (const kind of ['iframe', 'image'])
      await fetch(new URL(`/go/${contentId}?key=${open.key}`, this.#service().url), {
        redirect: 'manual',
        headers: { ...headersOf(from(open)), 'Sec-Fetch-Dest': kind, 'Sec-Fetch-Site': 'cross-site' },
      });
  }

  /** A fleet in one network clicks an article that nobody else reads. */
  async attack(partner: Partner, contentId: number, kind: 'network' | 'address'): Promise<void> {
    const count = Math.max(20, Math.floor(this.#readersPerDay * FLEET_PART));
    this.targets.set(contentId, { isExact: kind === 'network' });
    const address = (n: number) => (kind === 'address' ? '203.0.113.7' : `198.51.${n >> 8}.${n & 255}`);
    this.traces.add(address(0));
    const agent = (n: number) => (kind === 'address' ? BROWSER.replace('140', String(100 + (n % 40))) : BROWSER);
    await this.click(
      Array.from({ length: count }, (_, n) => ({ partner, contentId, address: address(n), agent: agent(n) })),
    );
  }

  /** Sends clicks until each has a response. */
  async click(clicks: readonly Click[]): Promise<void> {
    const next = clicks[Symbol.iterator]();
    await Promise.all(
      Array.from({ length: AT_ONCE }, async () => {
        for (const click of next) if ((await this.#send(click)) === 'accepted') this.#expect(click);
      }),
    );
  }

  #expect({ partner, contentId, address, agent, subject }: Click): void {
    const now = this.#service().now();
    const reader = subject ? `${partner.name} ${subject}` : `${address} ${agent ?? ''}`;
    const id = `${reader}\n${contentId}\n${Math.floor(now / DAY)}`;
    if (this.#counted.has(id)) return;
    this.#counted.add(id);
    this.expected.set(contentId, (this.expected.get(contentId) ?? 0) + 1);
    this.recent.push({ at: now, contentId });
  }

  #newAddress(): string {
    const n = this.#readers++;
    const address = `${20 + (n % 150)}.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    if (n % 50 === 0) this.traces.add(address);
    return address;
  }

  /** Returns the outcome in `X-Click`, or the status. Repeats the click while it has no response. */
  async #send(click: Click): Promise<string> {
    const { partner, contentId, subject } = click;
    if (subject) this.traces.add(subject);
    const token = subject && partner.secret ? await this.sign(subject, partner.secret) : undefined;
    const body = JSON.stringify({ key: partner.key, contentId, ...(token ? { token } : {}) });
    for (let tries = 1; ; tries++) {
      const answer = await fetch(new URL('/clicks', this.#service().url), {
        ...{ method: 'POST', headers: headersOf(click), body },
        // A server that ends may leave a request without a response.
        signal: AbortSignal.timeout(PATIENCE_MS),
      }).catch(() => null);
      await answer?.arrayBuffer().catch(() => null);
      if (answer && answer.status < 500) {
        const outcome = answer.headers.get('X-Click') ?? String(answer.status);
        this.outcomes.set(outcome, (this.outcomes.get(outcome) ?? 0) + 1);
        return outcome;
      }
      if (tries === MAX_TRIES) throw new Error(`a click has no response after ${tries} attempts: ${answer?.status}`);
      await sleep(Math.min(2000, 50 * tries));
    }
  }

  sign(subject: string, secret: string, { expiresIn = 3600, algorithm = 'HS256' } = {}): Promise<string> {
    return new SignJWT({})
      .setProtectedHeader({ alg: algorithm })
      .setSubject(subject)
      .setExpirationTime(Math.floor(this.#service().now() / 1000) + expiresIn)
      .sign(new TextEncoder().encode(secret));
  }
}

const headersOf = ({ partner, address, agent = BROWSER, headers = {} }: Click): Record<string, string> => ({
  ...{ 'User-Agent': agent, 'Content-Type': 'text/plain' },
  ...{ 'X-Forwarded-For': address, 'CF-Connecting-IP': address },
  ...(partner.origin ? { Origin: partner.origin } : {}),
  ...headers,
});
