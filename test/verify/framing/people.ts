import { Agent, request } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { MARK } from './attack.ts';

const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0';
const PATIENCE = 120_000;
const PAUSE = { operator: 50, reader: 100 };

export interface Answer {
  status: number;
  headers: Record<string, unknown>;
  json: { data?: Record<string, unknown>; _query?: Record<string, unknown>; reason?: string } | null;
}

interface Question {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  body?: string;
  fits: (answer: Answer) => boolean;
}

/** A client with one request at a time on a persistent connection that recognises each response. */
class Person {
  readonly findings: string[] = [];
  right = 0;
  refused = 0;
  asked = 0;
  readonly #url: URL;
  readonly #name: string;
  #agent = new Agent({ keepAlive: true, maxSockets: 1 });

  constructor(url: URL, name: string) {
    this.#url = url;
    this.#name = name;
  }

  protected become(localAddress: string): void {
    this.#agent.destroy();
    this.#agent = new Agent({ keepAlive: true, maxSockets: 1, localAddress } as never);
  }

  leave(): void {
    this.#agent.destroy();
  }

  /** Returns true for the right response. Any other is a finding. `refused` counts responses of a busy service. */
  protected async ask({
    method = 'GET',
    path,
    headers = {},
    body,
    fits,
  }: Question): Promise<'right' | 'refused' | 'wrong'> {
    this.asked++;
    const answer = await this.#send(method, path, headers, body);
    if (typeof answer !== 'string') {
      if (answer.status === 503 && answer.json?.reason === 'unavailable') {
        this.refused++;
        await sleep(200);
        return 'refused';
      }
      if (fits(answer)) {
        this.right++;
        return 'right';
      }
    }
    const got = typeof answer === 'string' ? answer : `${answer.status} ${JSON.stringify(answer.json)?.slice(0, 160)}`;
    this.findings.push(`${this.#name} at ${this.#url.port} sent ${method} ${path} and received: ${got}`);
    return 'wrong';
  }

  #send(method: string, path: string, headers: Record<string, string>, body?: string): Promise<Answer | string> {
    return new Promise((resolve) => {
      const length = body === undefined ? {} : { 'Content-Length': Buffer.byteLength(body) };
      const { hostname: host, port } = this.#url;
      const sent = request({
        host,
        port,
        method,
        path,
        agent: this.#agent,
        timeout: PATIENCE,
        headers: { 'User-Agent': BROWSER, ...length, ...headers },
      });
      sent.on('response', async (response) => {
        const text = await response.toArray().then(
          (parts) => Buffer.concat(parts).toString(),
          () => null,
        );
        if (text === null) resolve('an interrupted response');
        else resolve({ status: response.statusCode ?? 0, headers: response.headers, json: parsed(text) });
      });
      sent.on('timeout', () => sent.destroy(new Error('timed out')));
      sent.on('error', (error) => resolve(error.message));
      sent.end(body);
    });
  }
}

const parsed = (text: string): Answer['json'] => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

export class Operator extends Person {
  /** Changes such as `create article 7`. The value is true if the service acknowledged the change. */
  readonly made = new Map<string, boolean>();
  readonly #key: string;
  #id: number;

  constructor(url: URL, key: string, first: number) {
    super(url, 'the operator');
    this.#key = key;
    this.#id = first;
  }

  async work(isOver: () => boolean): Promise<void> {
    while (!isOver()) await this.#cycle(this.#id++);
    this.leave();
  }

  async #cycle(id: number): Promise<void> {
    const title = `${MARK}${id}`;
    const path = `/manage/articles/${id}`;
    const isOwn = ({ status, json }: Answer) => status === 200 && json?.data?.id === id && json.data.title === title;
    const put = { method: 'PUT', path, body: JSON.stringify(article(id, title)), fits: isOwn };
    if (!(await this.#change(`create article ${id}`, put))) return;
    await this.#ask({ path, fits: isOwn });
    await this.#ask({ path: `/manage/keys?asked=${id}`, fits: ({ json }) => Array.isArray(json?.data?.keys) });
    await this.#ask({ path: '/manage/keys/1', fits: ({ json }) => json?.data?.id === 1 && 'lastUsed' in json.data });
    await this.#ask({ path: `/manage/status?asked=${id}`, fits: ({ json }) => 'queue' in (json?.data ?? {}) });
    const gone = ({ json }: Answer) => json?.data?.deleted === true;
    await this.#change(`delete article ${id}`, { method: 'DELETE', path, fits: gone });
  }

  async #change(what: string, question: Question): Promise<boolean> {
    const said = await this.#ask(question);
    if (said !== 'refused') this.made.set(what, said === 'right');
    return said === 'right';
  }

  async #ask(question: Question) {
    await sleep(PAUSE.operator);
    const type = question.body ? { 'Content-Type': 'application/json' } : {};
    return this.ask({ ...question, headers: { Authorization: `Bearer ${this.#key}`, ...type } });
  }
}

export const article = (id: number, title: string) => ({
  id,
  title,
  url: `https://news.example/${id}`,
  contentType: 'article',
  publishedAt: '2026-01-01T00:00:00Z',
});

/** Clicks per address before the reader switches to another one, below the limit per minute. */
const PER_ADDRESS = 50;

export class Reader extends Person {
  clicks = { acknowledged: 0, unknown: 0 };
  readonly #key: string;
  readonly #contentId: number;
  readonly #number: number;
  #asked = 0;

  constructor(url: URL, { key, contentId, number }: { key: string; contentId: number; number: number }) {
    super(url, 'a reader');
    this.#key = key;
    this.#contentId = contentId;
    this.#number = number;
  }

  async read(isOver: () => boolean): Promise<void> {
    for (; !isOver(); this.#asked++) {
      if (this.#asked % PER_ADDRESS === 0)
        this.become(
          `127.${this.#number + 1}.${(this.#asked / PER_ADDRESS / 250) | 0}.${((this.#asked / PER_ADDRESS) % 250) + 1}`,
        );
      await this.#search(`word${this.#number}x${this.#asked}`);
      await this.#click();
    }
    this.leave();
  }

  async #search(word: string): Promise<void> {
    await sleep(PAUSE.reader);
    const isOwn = ({ status, json }: Answer) => status === 200 && json?._query?.searchTerms === word;
    const path = `/api/v2/feed/?searchTerms=${word}`;
    await this.ask({ path, headers: { 'X-API-Key': this.#key }, fits: isOwn });
  }

  async #click(): Promise<void> {
    await sleep(PAUSE.reader);
    const body = JSON.stringify({ key: this.#key, contentId: this.#contentId });
    const headers = { 'Content-Type': 'text/plain' };
    const isTaken = ({ status, headers }: Answer) => status === 202 && headers['x-click'] === 'accepted';
    const said = await this.ask({ method: 'POST', path: '/clicks', headers, body, fits: isTaken });
    if (said === 'right') this.clicks.acknowledged++;
    if (said === 'wrong') this.clicks.unknown++;
  }
}
