import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Site, startSite } from '../../browser/support/server.ts';

export interface Ping {
  /** Time of the notification, in epoch milliseconds. */
  at: number;
  topic: string;
  status: number;
  type: string;
  link: string;
  body: string;
}

export type Manner = 'well' | 'fails' | 'redirects' | 'denies';

/** A small WebSub hub (https://www.w3.org/TR/websub/) that verifies subscribers and distributes changed topics. */
export class Hub {
  readonly pings: Ping[] = [];
  readonly hosts = new Map<string, string>();
  manner: Manner = 'well';
  refused = 0;
  /** Lease that the hub grants, in seconds. */
  lease = 864_000;
  readonly asked: { mode: string; topic: string; callback: string; secret: string; isMeant: boolean }[] = [];
  readonly #server: Server;
  readonly #subscribers = new Map<string, Set<string>>();

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => (response.headersSent ? response : response.writeHead(500)).end());
    });
  }

  static async start(): Promise<Hub> {
    const hub = new Hub();
    await new Promise<void>((resolve) => hub.#server.listen(0, '127.0.0.1', resolve));
    return hub;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const asked = new URLSearchParams(await textOf(request));
    const given = (name: string) => asked.get(`hub.${name}`) ?? '';
    const mode = given('mode');
    if (mode === 'subscribe' || mode === 'unsubscribe') {
      const { callback, topic, secret } = {
        callback: given('callback'),
        topic: given('topic'),
        secret: given('secret'),
      };
      if (this.manner === 'fails' || this.manner === 'redirects') return this.#refuse(response);
      const isDenied = this.manner === 'denies';
      const isMeant = await this.question(callback, { mode: isDenied ? 'denied' : mode, topic });
      this.asked.push({ mode, topic, callback, secret, isMeant });
      const others = [...this.#of(topic)].filter((other) => other !== callback);
      if (isMeant && !isDenied)
        this.#subscribers.set(topic, new Set(mode === 'subscribe' ? [...others, callback] : others));
      response.writeHead(isMeant ? 202 : 400).end();
    } else if (given('mode') === 'publish') await this.#publish(given('url'), response);
    else response.writeHead(400).end();
  }

  async #publish(topic: string, response: ServerResponse): Promise<void> {
    if (this.manner !== 'well') return this.#refuse(response);
    const at = Date.now();
    response.writeHead(202).end();
    const { origin, pathname } = new URL(topic);
    const document = await fetch((this.hosts.get(origin) ?? origin) + pathname);
    const body = await document.text();
    const [type, link] = ['Content-Type', 'Link'].map((name) => document.headers.get(name) ?? '') as [string, string];
    this.pings.push({ at, topic, status: document.status, type, link, body });
    const headers = { 'Content-Type': type, Link: `<${this.url}>; rel="hub", <${topic}>; rel="self"` };
    for (const callback of this.#of(topic)) await fetch(callback, { method: 'POST', body, headers });
  }

  #refuse(response: ServerResponse): void {
    this.refused++;
    response.writeHead(this.manner === 'fails' ? 503 : 307, { Location: this.url }).end();
  }

  at(address: string): string {
    const { origin } = new URL(address);
    return (this.hosts.get(origin) ?? origin) + address.slice(origin.length);
  }

  /** Sends a verification request to a subscriber. Returns true if it confirms. */
  async question(callback: string, { mode, topic }: { mode: string; topic: string }): Promise<boolean> {
    const challenge = crypto.randomUUID();
    const url = new URL(this.at(callback));
    for (const [name, value] of Object.entries({ mode, topic, challenge, lease_seconds: String(this.lease) }))
      url.searchParams.set(`hub.${name}`, value);
    const answer = await fetch(url);
    return answer.ok && (await answer.text()) === challenge;
  }

  /** Sends a signed body to a topic's last subscriber. Returns the status of the response. */
  async hand(
    topic: string,
    { body = '<rss/>', secret, hash = 'sha256' }: { body?: string; secret?: string; hash?: string } = {},
  ) {
    const last = this.asked.findLast((one) => one.topic === topic && one.mode === 'subscribe');
    if (!last) throw new Error(`no subscriber to ${topic}`);
    const signature = `${hash}=${createHmac(hash, secret ?? last.secret)
      .update(body)
      .digest('hex')}`;
    return (await fetch(this.at(last.callback), { method: 'POST', body, headers: { 'X-Hub-Signature': signature } }))
      .status;
  }

  #of(topic: string): ReadonlySet<string> {
    return this.#subscribers.get(topic) ?? new Set();
  }
}

export class Subscriber {
  readonly received: { at: number; body: string; type: string }[] = [];
  readonly #server: Server;
  readonly #topics = new Set<string>();

  private constructor() {
    this.#server = createServer(async (request, response) => {
      const query = new URL(request.url ?? '/', 'http://subscriber').searchParams;
      if (request.method === 'POST') {
        const body = await textOf(request);
        this.received.push({ at: Date.now(), body, type: request.headers['content-type'] ?? '' });
        response.writeHead(204).end();
      } else if (this.#topics.has(query.get('hub.topic') ?? '')) response.end(query.get('hub.challenge'));
      else response.writeHead(404).end();
    });
  }

  static async start(): Promise<Subscriber> {
    const subscriber = new Subscriber();
    await new Promise<void>((resolve) => subscriber.#server.listen(0, '127.0.0.1', resolve));
    return subscriber;
  }

  /** Subscribes as a feed reader does, with the hub and URL given in the feed. Returns the hub's status. */
  async subscribe(hub: string, topic: string): Promise<number> {
    this.#topics.add(topic);
    const callback = `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/`;
    const body = new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.topic': topic, 'hub.callback': callback });
    return (await fetch(hub, { method: 'POST', body })).status;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

/** A publisher with feeds that refer to a hub. Each path is a feed. */
export class Paper {
  reads = 0;
  hub = '';
  readonly #stories: string[] = [];
  readonly #server: Server;

  private constructor() {
    this.#server = createServer((request, response) => {
      this.reads++;
      response.writeHead(200, { 'Content-Type': 'application/rss+xml' }).end(this.#feed(request.url ?? '/'));
    });
  }

  static async start(): Promise<Paper> {
    const paper = new Paper();
    await new Promise<void>((resolve) => paper.#server.listen(0, '127.0.0.1', resolve));
    return paper;
  }

  get origin(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  publish(): string {
    const title = `Harbour report ${this.#stories.length + 1}`;
    this.#stories.unshift(title);
    return title;
  }

  #feed(path: string): string {
    const items = this.#stories.slice(0, 20).map((title) => {
      const link = `https://paper.example${path}/${title.replaceAll(' ', '-')}`;
      return `<item><title>${title}</title><link>${link}</link><guid>${link}</guid><pubDate>${new Date().toUTCString()}</pubDate></item>`;
    });
    return `<rss version="2.0" xmlns:atom="http://www.w3.org/2005/Atom"><channel><title>Paper</title><link>https://paper.example/</link>
<atom:link rel="hub" href="${this.hub}"/><atom:link rel="self" href="${this.origin}${path}"/>${items.join('')}</channel></rss>`;
  }

  close(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }
}

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

export interface Stage {
  site: Site;
  hub: Hub;
  subscriber: Subscriber;
  paper: Paper;
  secret: string;
  operator: string;
  close(): Promise<void>;
}

/** Public origin of the service as the hub knows it. Requests under other host names get the same topics. */
const PUBLIC = 'https://news.example';
export const CRON = '*/5 * * * *';

export async function setStage(): Promise<Stage> {
  const [hub, subscriber, paper] = [await Hub.start(), await Subscriber.start(), await Paper.start()];
  paper.hub = hub.url;
  const hosts = [hub.url, paper.origin].map((url) => new URL(url).host);
  const site = await startSite({ WEBSUB_HUB: hub.url, PUBLIC_URL: PUBLIC, FEED_ALLOW_HOSTS: hosts.join(',') });
  hub.hosts.set(PUBLIC, site.url.origin);
  const [secret, operator] = [await site.makeKey('secret'), await site.makeKey('operator')];
  return {
    site,
    hub,
    subscriber,
    paper,
    secret,
    operator,
    async close() {
      await site.dispose();
      hub.close();
      subscriber.close();
      paper.close();
    },
  };
}

let published = 0;

/** Returns the article's URL and the time of the response in epoch milliseconds. */
export async function publishOne(
  { site, operator }: Stage,
  publishedAt = new Date(),
): Promise<{ url: string; at: number }> {
  const url = `https://ledger.example/story-${++published}-${Date.now()}`;
  const facts = { contentType: 'article', topics: [], companies: [], countries: [], geoGroups: [] };
  const article = {
    url,
    title: `Story ${published}`,
    introduction: '',
    publishedAt: publishedAt.toISOString(),
    ...facts,
  };
  const response = await fetch(new URL('/manage/articles', site.url), {
    method: 'PUT',
    headers: { Authorization: `Bearer ${operator}` },
    body: JSON.stringify([article]),
  });
  if (!response.ok) throw new Error(`publishing: ${response.status} ${await response.text()}`);
  return { url, at: Date.now() };
}

/** Waits until `look` returns a value. Throws after `patience` milliseconds. */
export async function found<T>(look: () => T | undefined | Promise<T | undefined>, patience = 10_000): Promise<T> {
  const until = Date.now() + patience;
  for (;;) {
    const value = await look();
    if (value !== undefined) return value;
    if (Date.now() > until) throw new Error(`not found within ${patience / 1000} seconds`);
    await sleep(10);
  }
}

export async function answerOf({ site }: Stage, key: string, path: string): Promise<Response> {
  const response = await fetch(new URL(path, site.url), { headers: { Authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}

export async function manage<T>({ site, operator }: Stage, method: string, path: string, body?: object): Promise<T> {
  const headers = { Authorization: `Bearer ${operator}`, 'Content-Type': 'application/json' };
  const init = { method, headers, ...(body ? { body: JSON.stringify(body) } : {}) };
  const response = await fetch(new URL(`/manage/${path}`, site.url), init);
  const { data } = (await response.json()) as { data: T };
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(data)}`);
  return data;
}

/** Adds a feed of the paper, polls it once, and lets the service subscribe. Returns the feed's URL. */
export async function follow(stage: Stage, path: string): Promise<string> {
  const url = stage.paper.origin + path;
  await manage(stage, 'PUT', 'feeds', [{ url, domain: 'paper.example' }]);
  await manage(stage, 'POST', 'feeds/poll', { urls: [url] });
  await stage.site.cron(CRON);
  return url;
}

export async function stored(stage: Stage, title: string, patience = 15_000): Promise<number> {
  const until = Date.now() + patience;
  for (;;) {
    const { articles } = await manage<{ articles: { title: string }[] }>(stage, 'GET', 'articles?limit=100');
    if (articles.some((one) => one.title === title)) return Date.now();
    if (Date.now() > until) throw new Error(`${title} is not stored after ${patience} ms`);
    await sleep(50);
  }
}
