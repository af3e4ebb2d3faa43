import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../src/demo/random.ts';
import { COMPANY_TYPES, SENIORITIES } from '../../../src/engagement/audiences.ts';

/** Milliseconds between two clicks of a sender. */
const PAUSE = 40;
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';

export interface JournalClick {
  contentId: number;
  address: string;
  companyType: string | null;
  seniority: string | null;
}

/** Every click that readers have made, and how far each has come. */
export class Journal {
  readonly clicks: JournalClick[] = [];
  sent = 0;
  acknowledged = 0;
  resent = 0;
  unreachable = 0;
  readonly #random: Random;
  readonly #articles: number;
  readonly #known = new Set<string>();
  #pending: JournalClick[] = [];
  /** Acknowledged, and not known to be counted. */
  #open = new Set<JournalClick>();
  #underway = 0;
  #closed = false;

  constructor(random: Random, articles: number) {
    this.#random = random;
    this.#articles = articles;
  }

  /** Sends what waits, then new clicks up to a number of all, until `end`. */
  async sendUntil(end: number, clicks: number, url: URL, key: string): Promise<void> {
    while (Date.now() < end && !this.#closed) {
      const click = this.#pending.shift() ?? (this.clicks.length < clicks ? this.#newClick() : undefined);
      if (click) await this.#send(click, url, key);
      await sleep(PAUSE);
    }
  }

  /** Ends all sending: nothing is left to be sent. */
  close(): void {
    this.#closed = true;
  }

  async #send(click: JournalClick, url: URL, key: string): Promise<void> {
    const { contentId, address, companyType, seniority } = click;
    this.sent++;
    this.#underway++;
    const answer = await fetch(new URL('/clicks', url), {
      method: 'POST',
      body: JSON.stringify({ key, contentId, companyType, seniority }),
      headers: { 'User-Agent': BROWSER, 'CF-Connecting-IP': address, 'Content-Type': 'text/plain' },
      signal: AbortSignal.timeout(10_000),
    }).catch(() => null);
    this.#underway--;
    if (answer?.status === 202) {
      this.acknowledged++;
      this.#open.add(click);
    } else if (answer && answer.status !== 503)
      throw new Error(`a click is refused: ${answer.status} ${await answer.text()}`);
    else {
      this.unreachable++;
      this.#pending.push(click);
    }
  }

  /** Readers of three clicks each, a tenth of which they make twice. */
  #newClick(): JournalClick {
    for (;;) {
      const reader = Math.floor(this.clicks.length / 3);
      const contentId = 1 + Math.floor(this.#random.next() ** 2 * this.#articles);
      const address = `10.${reader >> 16}.${(reader >> 8) & 255}.${reader & 255}`;
      if (this.#known.has(`${address} ${contentId}`)) continue;
      this.#known.add(`${address} ${contentId}`);
      const click = {
        contentId,
        address,
        companyType: this.#random.pick([null, ...COMPANY_TYPES]),
        seniority: this.#random.pick([null, ...SENIORITIES]),
      };
      this.clicks.push(click);
      if (this.#random.chance(0.1)) this.#pending.push(click);
      return click;
    }
  }

  /** What was acknowledged may be lost. */
  killed(): void {
    this.resent += this.#open.size;
    this.#pending.push(...this.#open);
    this.#open.clear();
  }

  /** The server says how many clicks it has counted: where that is all there are, none of them can be lost any more. */
  counted(clicks: number): boolean {
    if (clicks !== this.clicks.length || this.#pending.length > 0 || this.#underway > 0) return false;
    this.#open.clear();
    return true;
  }
}
