import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Site, startSite } from '../../browser/support/server.ts';

/** A topic of which the hub was told, and what it found there. */
export interface Ping {
  /** Epoch milliseconds. */
  at: number;
  topic: string;
  status: number;
  type: string;
  link: string;
  body: string;
}

/** How the hub answers what it is told. */
export type Manner = 'well' | 'fails' | 'redirects';

/**
 * A small WebSub hub (https://www.w3.org/TR/websub/) on loopback: verifies who subscribes, fetches a topic when it is told of
 * a change, and hands the document to the subscribers.
 */
export class Hub {
  readonly pings: Ping[] = [];
  /** Where the servers of public origins really are. */
  readonly hosts = new Map<string, string>();
  manner: Manner = 'well';
  /** How often it was told and refused. */
  refused = 0;
  readonly #server: Server;
  readonly #subscribers = new Map<string, Set<string>>();

  private constructor() {
    this.#server = createServer((request, response) => {
      this.#answer(request, response).catch(() => response.writeHead(500).end());
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
    if (given('mode') === 'subscribe') {
      const isMeant = await verify(given('callback'), given('topic'));
      if (isMeant) this.#subscribers.set(given('topic'), new Set([...this.#of(given('topic')), given('callback')]));
      response.writeHead(isMeant ? 202 : 400).end();
    } else if (given('mode') === 'publish') await this.#publish(given('url'), response);
    else response.writeHead(400).end();
  }

  async #publish(topic: string, response: ServerResponse): Promise<void> {
    if (this.manner !== 'well') {
      this.refused++;
      response.writeHead(this.manner === 'fails' ? 503 : 307, { Location: this.url }).end();
      return;
    }
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

  #of(topic: string): ReadonlySet<string> {
    return this.#subscribers.get(topic) ?? new Set();
  }
}

/** Asks a subscriber whether it meant to subscribe. */
async function verify(callback: string, topic: string): Promise<boolean> {
  const challenge = crypto.randomUUID();
  const url = new URL(callback);
  for (const [name, value] of Object.entries({ mode: 'subscribe', topic, challenge, lease_seconds: '864000' }))
    url.searchParams.set(`hub.${name}`, value);
  const answer = await fetch(url);
  return answer.ok && (await answer.text()) === challenge;
}

/** A subscriber: answers the hub's question, and keeps what it is handed. */
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

  /** Subscribes as a feed reader does: by the hub and the address that the feed itself names. Returns the hub's status. */
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

async function textOf(request: IncomingMessage): Promise<string> {
  let text = '';
  for await (const part of request) text += part;
  return text;
}

/** The real Worker with a hub, a subscriber and keys. */
export interface Stage {
  site: Site;
  hub: Hub;
  subscriber: Subscriber;
  secret: string;
  operator: string;
  close(): Promise<void>;
}

/** Where the hub thinks the service is; whoever asks by another name gets the same topics. */
const PUBLIC = 'https://news.example';
export const CRON = '*/5 * * * *';

export async function setStage(): Promise<Stage> {
  const [hub, subscriber] = [await Hub.start(), await Subscriber.start()];
  const site = await startSite({ WEBSUB_HUB: hub.url, PUBLIC_URL: PUBLIC, FEED_ALLOW_HOSTS: new URL(hub.url).host });
  hub.hosts.set(PUBLIC, site.url.origin);
  const [secret, operator] = [await site.makeKey('secret'), await site.makeKey('operator')];
  return {
    site,
    hub,
    subscriber,
    secret,
    operator,
    async close() {
      await site.dispose();
      hub.close();
      subscriber.close();
    },
  };
}

let articles = 0;

/** Publishes one article; returns its address and when the service had answered, in epoch milliseconds. */
export async function publishOne(
  { site, operator }: Stage,
  publishedAt = new Date(),
): Promise<{ url: string; at: number }> {
  const url = `https://ledger.example/story-${++articles}-${Date.now()}`;
  const facts = { contentType: 'article', topics: [], companies: [], countries: [], geoGroups: [] };
  const article = {
    url,
    title: `Story ${articles}`,
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

/** Waits until something is found; throws after `patience` milliseconds. */
export async function found<T>(look: () => T | undefined, patience = 10_000): Promise<T> {
  const until = Date.now() + patience;
  for (;;) {
    const value = look();
    if (value !== undefined) return value;
    if (Date.now() > until) throw new Error(`not found within ${patience / 1000} seconds`);
    await sleep(10);
  }
}

/** What the API answers a key. */
export async function answerOf({ site }: Stage, key: string, path: string): Promise<Response> {
  const response = await fetch(new URL(path, site.url), { headers: { Authorization: `Bearer ${key}` } });
  if (!response.ok) throw new Error(`${path}: ${response.status} ${await response.text()}`);
  return response;
}
