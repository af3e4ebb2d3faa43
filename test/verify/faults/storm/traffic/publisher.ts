import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../../../src/demo/random.ts';
import { utcDay } from '../../../../../src/lib/time.ts';
import type { Answer } from '../../../../bench/lib/http.ts';
import {
  type Article,
  CLICKED,
  COMPANIES,
  GROUPS,
  makeArticle,
  makeProbe,
  makeTopic,
  PASSING,
  PROBES,
  SOURCES,
  TOPICS,
  type Topic,
} from '../newsroom.ts';
import type { Ask, Server } from '../server.ts';
import type { Figures } from '../verdict.ts';

const PAUSE = 300;
const TRIES = 400;

/** Repeats a request until it succeeds. Throws if it is rejected, unless `isDone` accepts the response. */
export async function insist(
  { server, figures }: { server: Server; figures: Figures },
  { endpoint, path, ...ask }: Ask & { endpoint: string; path: string },
  isDone: (answer: Answer, attempt: number) => boolean = () => false,
): Promise<Answer> {
  for (let attempt = 0; attempt < TRIES; attempt++) {
    const { up } = server;
    const answer = await server.ask(path, ask);
    figures.record(endpoint, answer, up);
    if (answer && (answer.status === 200 || isDone(answer, attempt))) return answer;
    if (answer && answer.status < 500) throw new Error(`${endpoint}: ${answer.status} ${answer.body.slice(0, 500)}`);
    await sleep(PAUSE);
  }
  throw new Error(`${endpoint}: no success in ${TRIES} attempts`);
}

const PUBLISHER_PAUSE = 150;
const DAY = 86_400;

export interface Run {
  server: Server;
  figures: Figures;
  random: Random;
  seed: number;
}

export interface Selection {
  articles: number[];
  version: number;
}

export class Publisher {
  readonly articles = new Map<number, Article>();
  readonly topics = new Map<number, Topic>();
  readonly selections = new Map<string, Selection>();
  changes = 0;
  onlyClicked = false;
  readonly #revisions = new Map<number, number>();
  readonly #run: Run;
  readonly #key: string;
  readonly #start: number;

  constructor(run: Run, operatorKey: string, start: number) {
    this.#run = run;
    this.#key = operatorKey;
    this.#start = start;
  }

  async open(probes: number): Promise<void> {
    const probeTopics = Array.from({ length: Math.ceil(probes / PROBES.perTopic) }, (_, i) => PROBES.topic + i);
    const groups = Object.entries(GROUPS).map(([slug, countries]) => ({ slug, name: slug, countries }));
    await this.#put('geo-groups', groups);
    await this.#put('sources', SOURCES);
    await this.#put('companies', COMPANIES);
    await this.#saveTopics([...TOPICS, ...probeTopics].map((id) => makeTopic(id)));
    const ids = Array.from({ length: PASSING.from + 19 }, (_, i) => i + 1);
    await this.#saveArticles(ids.map((id) => makeArticle(this.#run.seed, id, 0, this.#start)));
    await this.#saveArticles(Array.from({ length: probes }, (_, i) => makeProbe(i, this.#start)));
  }

  async workUntil(isOver: () => boolean): Promise<void> {
    while (!isOver()) {
      await this.#change();
      await sleep(PUBLISHER_PAUSE);
    }
  }

  #change(): Promise<void> {
    const { random } = this.#run;
    const passing = [...this.articles.keys()].filter((id) => id >= PASSING.from && id <= PASSING.to);
    const kind = random.weighted(
      ['publish', 'retag', 'remove', 'rename', 'select'] as const,
      (each) => ({ publish: 30, retag: 25, remove: 15, rename: 12, select: 18 })[each],
    );
    if (this.onlyClicked) return this.#saveArticles([this.#revised(random.int(1, CLICKED))]);
    if (kind === 'rename') return this.#rename(random.pick(TOPICS));
    if (kind === 'select') return this.#select();
    if (kind === 'remove' && passing.length > 10) return this.#remove(random.pick(passing));
    const [low, high] = kind === 'retag' ? [1, CLICKED] : [PASSING.from, PASSING.to];
    const ids = new Set(Array.from({ length: random.int(1, 4) }, () => random.int(low, high)));
    return this.#saveArticles(Array.from(ids, (id) => this.#revised(id)));
  }

  #revised(id: number): Article {
    const revision = (this.#revisions.get(id) ?? 0) + 1;
    this.#revisions.set(id, revision);
    return makeArticle(this.#run.seed, id, revision, this.#start);
  }

  async #saveArticles(list: readonly Article[]): Promise<void> {
    await this.#put('articles', list.map(asInput));
    for (const article of list) this.articles.set(article.id, article);
  }

  async #saveTopics(list: readonly Topic[]): Promise<void> {
    await this.#put('topics', list);
    for (const topic of list) this.topics.set(topic.id, topic);
  }

  #rename(id: number): Promise<void> {
    const revision = (this.#revisions.get(-id) ?? 0) + 1;
    this.#revisions.set(-id, revision);
    return this.#saveTopics([makeTopic(id, revision)]);
  }

  async #remove(id: number): Promise<void> {
    // If the article is missing, an earlier attempt removed it and its response was lost.
    await this.#ask('DELETE', `articles/${id}`, undefined, ({ status }, attempt) => status === 404 && attempt > 0);
    this.articles.delete(id);
    // Deleting an article also removes it from selections, which changes their versions.
    for (const [date, { articles, version }] of this.selections)
      if (articles.includes(id))
        this.selections.set(date, { articles: articles.filter((one) => one !== id), version: version + 1 });
  }

  /** A conflict with an earlier attempt of the same change counts as a success. */
  async #select(): Promise<void> {
    const { random, server } = this.#run;
    const date = utcDay(server.now() / 1000 + random.int(-1, 2) * DAY);
    const chosen = random.shuffle([...this.articles.keys()].filter((id) => id < PROBES.article)).slice(0, 5);
    const before = this.selections.get(date) ?? { articles: [], version: 0 };
    const isMine = ({ status, body }: Answer, attempt: number) =>
      status === 409 && attempt > 0 && String(JSON.parse(body).current.articles) === String(chosen);
    await this.#ask('PUT', `recommended/${date}`, { articles: chosen, version: before.version }, isMine);
    const isSame = String(before.articles) === String(chosen);
    this.selections.set(date, { articles: chosen, version: before.version + (isSame ? 0 : 1) });
  }

  async #put(collection: string, values: readonly object[]): Promise<void> {
    const { body } = await this.#ask('PUT', collection, values);
    const { rejected } = JSON.parse(body).data;
    if (rejected.length > 0) throw new Error(`${collection}: ${JSON.stringify(rejected[0])}`);
  }

  async #ask(method: string, path: string, body?: unknown, isDone?: Parameters<typeof insist>[2]): Promise<Answer> {
    const answer = await insist(
      this.#run,
      {
        endpoint: `${method} /manage/${path.replace(/\/.*/, '/…')}`,
        path: `/manage/${path}`,
        method,
        headers: { Authorization: `Bearer ${this.#key}`, 'Content-Type': 'application/json' },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      },
      isDone,
    );
    this.changes++;
    return answer;
  }
}

const asInput = ({ publishedAt, ...article }: Article) => ({
  ...article,
  publishedAt: new Date(publishedAt * 1000).toISOString(),
});

const KEYRING_PAUSE = 1500;
/** Time within which a revoked key stops working everywhere, in milliseconds. */
const GRACE = 60_000;
const MAX_ACTIVE_KEYS = 12;

export class Keyring {
  readonly living = new Set<string>();
  /** Revoked keys, with the time of revocation in epoch milliseconds of this machine. */
  readonly revoked = new Map<string, number>();
  readonly #run: Run;

  constructor(run: Run) {
    this.#run = run;
  }

  async workUntil(isOver: () => boolean): Promise<void> {
    const { random } = this.#run;
    while (!isOver()) {
      if (this.living.size < 4 || (this.living.size < MAX_ACTIVE_KEYS && random.chance(0.5))) await this.make();
      else await this.#revoke(random.pick([...this.living]));
      await this.check(random.pick([...this.living, ...this.revoked.keys()]));
      await sleep(KEYRING_PAUSE);
    }
  }

  async make(): Promise<void> {
    this.living.add(String(await this.#run.server.control('POST', 'keys', 'secret')));
  }

  async #revoke(key: string): Promise<void> {
    await this.#run.server.control('DELETE', 'keys', key);
    this.living.delete(key);
    this.revoked.set(key, Date.now());
  }

  /** An active key must work, and a key revoked a minute ago must not. */
  async check(key: string): Promise<void> {
    const { figures } = this.#run;
    const asked = Date.now();
    const ask = { endpoint: 'GET a feed with any key', path: '/api/v2/feed/?limit=1', headers: { 'X-API-Key': key } };
    const { status } = await insist(this.#run, ask, ({ status }) => status === 401);
    const revoked = this.revoked.get(key);
    if (status === 401 && revoked === undefined) figures.violated('an active key is rejected');
    // During a database outage, keys used in the past hour stay valid, because revocations cannot be read.
    if (status === 200 && revoked !== undefined && asked > revoked + GRACE && !figures.isDatabaseOut)
      figures.violated(`a key works ${Math.round((asked - revoked) / 1000)} s after it was revoked`);
  }

  async checkAll(): Promise<void> {
    for (const key of [...this.living, ...this.revoked.keys()]) await this.check(key);
  }
}

const FEEDS = 3;
const FEEDS_PAUSE = 1200;

interface Item {
  link: string;
  title: string;
  publishedAt: number;
}

export class Feeds {
  readonly feeds = Array.from({ length: FEEDS }, () => new Map<string, Item>());
  readonly #run: Run;
  readonly #key: string;
  readonly #origin: string;

  constructor(run: Run, operatorKey: string, origin: string) {
    this.#run = run;
    this.#key = operatorKey;
    this.#origin = origin;
  }

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
      await sleep(FEEDS_PAUSE);
    }
  }

  async finish(): Promise<void> {
    for (let failed = true; failed; ) {
      const body = await this.#ask('POST', 'feeds/poll', { urls: this.feeds.map((_, n) => this.#address(n)) });
      const { polled } = JSON.parse(body).data as { polled: { result: string }[] };
      failed = polled.some(({ result }) => result === 'failed' || result === 'busy');
    }
  }

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
