import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { compileFunction } from 'node:vm';
import { ROOT } from '../../../src/command/paths.ts';

const GLOBALS = ['document', 'location', 'window', 'addEventListener', 'navigator', 'screen', 'Request', 'fetch'];

let script: ReturnType<typeof compileFunction> | undefined;

/**
 * A page with the served `click.js` and one link that its reader follows. It stays open until `click.js` sends no more
 * requests. `post` resolves to `null` without a response.
 */
function clickOnPage(key: string, contentId: number, post: (body: string) => Promise<number | null>): void {
  script ??= compileFunction(readFileSync(join(ROOT, 'public/click.js'), 'utf8'), GLOBALS);
  const listeners = new Map<string, (event: object) => void>();
  const listen = (type: string, listener: (event: object) => void) => listeners.set(type, listener);
  const fetch = async (_: string, { body }: { body: string }) => {
    const status = await post(body);
    if (status === null) throw new TypeError('Failed to fetch');
    return { status };
  };
  const document = { currentScript: { src: 'http://newsgauge.test/click.js', dataset: { key } }, referrer: '' };
  script(
    document,
    { hostname: 'news.example', search: '' },
    { addEventListener: listen },
    listen,
    {},
    { width: 1920, height: 1080 },
    Request,
    fetch,
  );
  const link = { matches: () => true, closest: () => null, dataset: { contentId: String(contentId) } };
  listeners.get('click')?.({ type: 'click', composedPath: () => [link] });
}

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const PATIENCE = 35_000;
/** Time after which a page is closed even if it still retries, in milliseconds. */
const LIFE = 120_000;
/** HTTP status after which `click.js` never retries. */
const GONE = 410;

/** The click was `unanswered`, so it may or may not have been accepted. */
export type Answer = 'accepted' | 'unanswered' | 'refused';

/** Each reader clicks once, on an article of their own, whose count shows the result. */
export class Traffic {
  readonly answers = new Map<number, Answer>();
  readonly acceptedAt = new Map<number, number>();
  readonly refusals = new Map<number, number>();
  readonly #key: string;
  readonly #articles: number;
  /** Each reader has a separate connection, because waiting for a shared one would distort the measured times. */
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8000 });
  readonly #underway = new Set<Promise<void>>();
  #next = 1;

  readonly #pages: boolean;

  constructor(key: string, articles: number, { pages = false } = {}) {
    this.#key = key;
    this.#articles = articles;
    this.#pages = pages;
  }

  /** Status of the first attempt of each click that was not accepted at once, by article id. 0 means no response. */
  readonly misses = new Map<number, number>();

  count(answer: Answer): number {
    return [...this.answers.values()].filter((one) => one === answer).length;
  }

  /** Number of clicks sent, which is the article id of the last one. */
  sent = (): number => this.#next - 1;

  async flow(url: URL, rate: number, isOver: () => boolean): Promise<void> {
    const start = Date.now();
    for (let sent = 0; !isOver(); await sleep(10)) {
      for (const due = ((Date.now() - start) / 1000) * rate; sent < due && this.#next <= this.#articles; sent++) {
        const click = this.#send(url, this.#next++);
        this.#underway.add(click);
        void click.finally(() => this.#underway.delete(click));
      }
    }
  }

  once(url: URL): Promise<void> {
    return this.#send(url, this.#next++);
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underway);
  }

  async #send(url: URL, contentId: number): Promise<void> {
    const status = await (this.#pages ? this.#click(url, contentId) : this.#ask(url, contentId));
    if (status === 202) this.acceptedAt.set(contentId, Date.now());
    if (status !== null && status !== 202) this.refusals.set(status, (this.refusals.get(status) ?? 0) + 1);
    this.answers.set(contentId, status === 202 ? 'accepted' : status === null ? 'unanswered' : 'refused');
  }

  /** Resolves to the last status that a page got before it stopped retrying. */
  #click(url: URL, contentId: number): Promise<number | null> {
    return new Promise((resolve) => {
      let attempts = 0;
      const closesAt = Date.now() + LIFE;
      clickOnPage(this.#key, contentId, async (body) => {
        const status = await this.#post(url, contentId, body);
        if (++attempts === 1 && status !== 202) this.misses.set(contentId, status ?? 0);
        const asksAgain = status === null || status === 429 || status >= 500;
        if (asksAgain && Date.now() < closesAt) return status;
        resolve(status);
        return asksAgain ? GONE : status;
      });
    });
  }

  #ask(url: URL, contentId: number): Promise<number | null> {
    return this.#post(url, contentId, JSON.stringify({ key: this.#key, contentId }));
  }

  #post = (url: URL, contentId: number, body: string) => post(new URL('/clicks', url), contentId, body, this.#agent);
}

/** Sends a body from a unique address. Resolves to the status, or to `null` without a response. */
export function post(url: URL, contentId: number, body: string, agent: Agent): Promise<number | null> {
  const address = `10.${contentId >> 16}.${(contentId >> 8) & 255}.${contentId & 255}`;
  const headers = {
    'User-Agent': BROWSER,
    'Content-Type': 'text/plain',
    'X-Forwarded-For': address,
    'CF-Connecting-IP': address,
  };
  return new Promise((resolve) => {
    const sent = request(url.href, { method: 'POST', headers, agent, timeout: PATIENCE });
    sent.on('response', (response) => {
      response.resume();
      response.on('close', () => resolve(response.complete ? (response.statusCode ?? null) : null));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => resolve(null));
    sent.end(body);
  });
}
