import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
/** Milliseconds that a request waits for its answer. */
const PATIENCE = 15_000;

export interface Answered {
  /** 0: there was no answer. */
  status: number;
  milliseconds: number;
  /** It says when to ask again. */
  retryAfter: boolean;
}

/** Readers of many addresses, each with a question that nobody else asks, so that no cache answers it. */
export class Crowd {
  readonly #url: URL;
  readonly #key: string;
  readonly #articles: number;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 4000 });
  /** Clicks that were acknowledged, each of a reader of its own. */
  accepted = 0;
  /** Clicks without an answer: nobody can say whether they were accepted. */
  unanswered = 0;
  #asked = 0;

  constructor(url: URL, key: string, articles: number) {
    this.#url = url;
    this.#key = key;
    this.#articles = articles;
  }

  /** So many who ask again as soon as they are answered. */
  async steadily(readers: number, milliseconds: number): Promise<Answered[]> {
    const answers: Answered[] = [];
    const end = Date.now() + milliseconds;
    const reader = async () => {
      while (Date.now() < end) answers.push(await this.#ask());
    };
    await Promise.all(Array.from({ length: readers }, reader));
    return answers;
  }

  /** So many questions a second, whether they are answered or not. */
  async atRate(rate: number, milliseconds: number): Promise<Answered[]> {
    const asked: Promise<Answered>[] = [];
    const start = Date.now();
    for (; Date.now() < start + milliseconds; await sleep(5))
      for (const due = ((Date.now() - start) / 1000) * rate; asked.length < due; ) asked.push(this.#ask());
    return Promise.all(asked);
  }

  #ask(): Promise<Answered> {
    const n = this.#asked++;
    const address = `10.${(n >> 16) & 255}.${(n >> 8) & 255}.${n & 255}`;
    const headers = { 'User-Agent': BROWSER, 'X-Forwarded-For': address, 'X-API-Key': this.#key };
    const colour = (n % 0x1000000).toString(16).padStart(6, '0');
    const began = performance.now();
    const body = n % 10 < 2 ? JSON.stringify({ key: this.#key, contentId: 1 + (n % this.#articles) }) : null;
    const path = body
      ? '/clicks'
      : n % 10 < 4
        ? `/api/v2/topics/trending/?limit=${1 + (n % 50)}`
        : `/api/v2/feed/?accent=${colour}`;
    return new Promise((resolve) => {
      const end = (status: number, retryAfter: boolean) => {
        if (body && status === 0) this.unanswered++;
        resolve({ status, retryAfter, milliseconds: performance.now() - began });
      };
      const sent = request(new URL(path, this.#url).href, {
        ...{ agent: this.#agent, timeout: PATIENCE, method: body ? 'POST' : 'GET' },
        headers: body ? { ...headers, 'Content-Type': 'text/plain' } : headers,
      });
      sent.on('response', (response) => {
        response.resume();
        if (response.headers['x-click'] === 'accepted') this.accepted++;
        const retryAfter = response.headers['retry-after'] !== undefined;
        response.on('close', () => end(response.complete ? (response.statusCode ?? 0) : 0, retryAfter));
      });
      sent.on('timeout', () => sent.destroy());
      sent.on('error', () => end(0, false));
      sent.end(body);
    });
  }
}
