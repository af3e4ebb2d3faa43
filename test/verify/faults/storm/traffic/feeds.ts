import { setTimeout as sleep } from 'node:timers/promises';
import { insist } from './insist.ts';
import type { Run } from './publisher.ts';

const FEEDS = 3;
const PAUSE = 1200;

interface Item {
  link: string;
  title: string;
  /** Epoch seconds. */
  publishedAt: number;
}

/** Other publishers' feeds, which grow and change while they are polled. */
export class Feeds {
  /** By feed, then by guid: the present contents of each. */
  readonly feeds = Array.from({ length: FEEDS }, () => new Map<string, Item>());
  readonly #run: Run;
  readonly #key: string;
  /** Of the server that `serve` answers for. */
  readonly #origin: string;

  constructor(run: Run, operatorKey: string, origin: string) {
    this.#run = run;
    this.#key = operatorKey;
    this.#origin = origin;
  }

  /** The document at a path; null where there is none. */
  serve(path: string): string | null {
    const feed = this.feeds[Number(/^\/feed\/(\d+)$/.exec(path)?.[1] ?? -1)];
    return feed ? rss([...feed]) : null;
  }

  async open(): Promise<void> {
    for (const n of this.feeds.keys()) for (let i = 0; i < 3; i++) this.#grow(n);
    const values = this.feeds.map((_, n) => ({ url: this.#address(n), domain: `wire${n}.example` }));
    await this.#ask('PUT', 'feeds', values);
  }

  async workUntil(isOver: () => boolean): Promise<void> {
    const { random } = this.#run;
    while (!isOver()) {
      const n = random.int(0, FEEDS - 1);
      if (random.chance(0.6)) this.#grow(n);
      else this.#change(n);
      await this.#ask('POST', 'feeds/poll', { urls: [this.#address(n)] });
      await sleep(PAUSE);
    }
  }

  /** Polls every feed until none fails. */
  async finish(): Promise<void> {
    for (let failed = true; failed; ) {
      const body = await this.#ask('POST', 'feeds/poll', { urls: this.feeds.map((_, n) => this.#address(n)) });
      const { polled } = JSON.parse(body).data as { polled: { result: string }[] };
      failed = polled.some(({ result }) => result === 'failed' || result === 'busy');
    }
  }

  /** Titles of the stories that must be there, by address. */
  get stories(): Map<string, string> {
    return new Map(
      this.feeds.flatMap((feed) => Array.from(feed.values(), ({ link, title }) => [link, title] as const)),
    );
  }

  #grow(n: number): void {
    const number = this.feeds[n]?.size ?? 0;
    const link = `https://wire${n}.example/story/${number}`;
    const publishedAt = Math.floor(this.#run.server.now() / 1000) - 60;
    this.feeds[n]?.set(`wire${n}-${number}`, { link, title: `Wire ${n} tells story ${number}`, publishedAt });
  }

  #change(n: number): void {
    const [guid, item] = this.#run.random.pick([...(this.feeds[n] ?? [])]);
    this.feeds[n]?.set(guid, {
      ...item,
      title: `${item.title.replace(/, again.*/, '')}, again ${Date.now() % 100_000}`,
    });
  }

  #address(n: number): string {
    return `${this.#origin}/feed/${n}`;
  }

  async #ask(method: string, path: string, body: unknown): Promise<string> {
    const headers = { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' };
    const ask = { endpoint: `${method} /manage/${path}`, path: `/manage/${path}`, method, headers };
    return (await insist(this.#run, { ...ask, body: JSON.stringify(body) })).body;
  }
}

const rss = (items: [guid: string, item: Item][]): string => `<?xml version="1.0" encoding="utf-8"?>
<rss version="2.0"><channel><title>Wire</title><link>https://wire.example/</link>
${items
  .map(
    ([guid, { link, title, publishedAt }]) =>
      `<item><guid isPermaLink="false">${guid}</guid><link>${link}</link><title>${title}</title>
      <description>All of it.</description><pubDate>${new Date(publishedAt * 1000).toUTCString()}</pubDate></item>`,
  )
  .join('\n')}
</channel></rss>`;
