import { createRandom, type Random } from '../../../src/demo/random.ts';
import { askManage } from '../../support/servers/receiver.ts';
import type { Service } from './services/service.ts';
import { type Item, type Sources, TOPICS } from './sources.ts';

/** Publisher that embeds the feed. The first is bound to its site, and the last signs its readers. */
export interface Partner {
  name: string;
  key: string;
  id: number;
  origin: string | null;
  secret: string | null;
}

export interface FeedItem {
  id: string;
  url: string;
  title: string;
  _article: { topics: { id: number }[] };
}

interface CreatedKey {
  key: string;
  secret: string | null;
  stored: { id: number };
}

const EDITORS = ['desk', 'tags', 'edits', 'merges'] as const;
const PAGE = 100;
export const OWN_SITE = 'https://own.example/';

/** The publisher's keys and people, and what their articles must look like in the end. */
export class Newsroom {
  readonly partners: Partner[] = [];
  readonly keys: string[] = [];
  /** Titles and topics that editors set, by link. */
  readonly edited = new Map<string, { title?: string; topics?: number[] }>();
  /** Selected articles by day. */
  readonly selections = new Map<string, number[]>();
  secret = '';
  webhookSecret = '';
  readonly #service: () => Service;
  readonly #random: Random;
  readonly #editors = new Map<(typeof EDITORS)[number], string>();
  #pages = 0;

  constructor(service: () => Service, seed: number) {
    this.#service = service;
    this.#random = createRandom(seed, 'editors');
  }

  manage<T = unknown>(method: string, path: string, body?: unknown, key = this.#service().operator): Promise<T> {
    return askManage<T>({ url: this.#service().url, key }, method, path, body);
  }

  /** Creates keys, topics, rules and feeds. */
  async open(sources: Sources, receiver: string): Promise<void> {
    const create = async (body: object): Promise<CreatedKey> => {
      const created = await this.manage<CreatedKey>('POST', 'keys', body);
      this.keys.push(created.key, ...(created.secret ? [created.secret] : []));
      return created;
    };
    for (const editor of EDITORS)
      this.#editors.set(editor, (await create({ kind: 'operator', name: `Editor of ${editor}` })).key);
    this.secret = (await create({ kind: 'secret', name: 'Analyst' })).key;
    const partners = [
      { name: 'Bound', origin: 'https://bound.example', sign: false },
      { name: 'Open', origin: null, sign: false },
      { name: 'Signing', origin: null, sign: true },
    ];
    for (const { name, origin, sign } of partners) {
      const { key, secret, stored } = await create({
        ...{ kind: 'publishable', name, sign },
        ...(origin ? { origins: [origin] } : {}),
      });
      this.partners.push({ name, key, id: stored.id, origin, secret });
    }
    const { secret } = await this.manage<{ secret: string }>('POST', 'webhooks', {
      ...{ name: 'Newsroom', url: `${receiver}/hook`, events: ['selection.published', 'source.failed'] },
    });
    this.webhookSecret = secret;
    await this.manage(
      'PUT',
      'topics',
      TOPICS.map(({ id, name, word }) => topicOf(id, name, word)),
    );
    await this.manage(
      'PUT',
      'rules',
      TOPICS.map(({ id, word }) => ({ kind: 'topic', ref: String(id), words: [word] })),
    );
    await this.manage('PUT', 'feeds', sources.feeds);
  }

  /** The editors' next work. `items` are the newest articles of the feed. */
  async pass(turn: number, items: readonly FeedItem[]): Promise<void> {
    const work = [this.#select, this.#tag, this.#edit, this.#merge][turn % 6];
    if (work && items.length >= 10) await work.call(this, items, turn);
  }

  async #select(items: readonly FeedItem[]): Promise<void> {
    const date = new Date(this.#service().now()).toISOString().slice(0, 10);
    const articles = this.#random
      .shuffle(items.slice(0, 10))
      .slice(0, 5)
      .map(({ id }) => Number(id));
    await this.manage('PUT', `recommended/${date}`, { articles }, this.#editors.get('desk'));
    this.selections.set(date, articles);
  }

  /** Sets the topics of an article, and undoes every second such change. */
  async #tag(items: readonly FeedItem[], turn: number): Promise<void> {
    const item = this.#random.pick(items.filter(({ url }) => !this.edited.has(url)));
    const before = item._article.topics.map(({ id }) => id);
    const topics = [this.#random.int(1, TOPICS.length)];
    await this.#change('tags', item, { topics });
    const isUndone = turn % 12 < 6 && String(before) !== String(topics);
    if (isUndone) await this.#undo('tags', 'article', item.id);
    this.edited.set(item.url, { topics: isUndone ? before : topics });
  }

  async #edit(items: readonly FeedItem[], turn: number): Promise<void> {
    const item = this.#random.pick(items.filter(({ url }) => !this.edited.has(url)));
    const title = `${item.title}, edited in turn ${turn}`;
    await this.#change('edits', item, { title });
    this.edited.set(item.url, { title });
  }

  /** Merges a new topic into another one, and undoes every second merge. */
  async #merge(items: readonly FeedItem[], turn: number): Promise<void> {
    const item = this.#random.pick(items.filter(({ url }) => !this.edited.has(url)));
    const id = 100 + turn;
    await this.manage('PUT', 'topics', [topicOf(id, `Extra ${id}`, `extra${id}`)], this.#editors.get('merges'));
    await this.#change('merges', item, { topics: [id] });
    await this.manage('POST', `topics/${id}/merge`, { into: 1 }, this.#editors.get('merges'));
    const isUndone = turn % 12 < 6;
    if (isUndone) await this.#undo('merges', 'topic', String(id));
    this.edited.set(item.url, { topics: [isUndone ? id : 1] });
  }

  async #change(editor: (typeof EDITORS)[number], { id }: FeedItem, change: object): Promise<void> {
    const stored = await this.manage<Record<string, unknown>>('GET', `articles/${id}`);
    const { url, title, introduction, publishedAt, contentType, topics } = stored;
    const line = { id: Number(id), url, title, introduction, publishedAt, contentType, topics, ...change };
    await this.manage('PUT', 'articles', [line], this.#editors.get(editor));
  }

  async #undo(editor: (typeof EDITORS)[number], kind: string, ref: string): Promise<void> {
    const { entries } = await this.manage<{ entries: { change: string }[] }>(
      'GET',
      `audit?kind=${kind}&ref=${ref}&limit=1`,
    );
    await this.manage('POST', `audit/${entries[0]?.change}/revert`, {}, this.#editors.get(editor));
  }

  /** Publishes a story that is not from a source, and returns its id. `age`: time since its publication. */
  async publish(name: string, topic: number, age: number): Promise<number> {
    const url = `${OWN_SITE}${name}`;
    const publishedAt = new Date(this.#service().now() - age).toISOString();
    const article = { url, title: `Story ${name}`, introduction: '', publishedAt };
    await this.manage('PUT', 'articles', [{ ...article, contentType: 'article', topics: [topic] }]);
    const [stored] = await this.#service().rows<{ id: number }>(`SELECT id FROM articles WHERE url = '${url}'`);
    return stored?.id ?? 0;
  }

  async read<T>(path: string, key = this.secret): Promise<T> {
    const response = await fetch(new URL(path, this.#service().url), { headers: { Authorization: `Bearer ${key}` } });
    if (response.status !== 200) throw new Error(`${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as T;
  }

  /** Reads a feed from its first page. A unique colour bypasses caches. */
  async walk(query: string, most = Number.POSITIVE_INFINITY): Promise<FeedItem[]> {
    const items: FeedItem[] = [];
    const accent = (this.#pages++).toString(16).padStart(6, '0');
    for (let path: string | null = `/api/v2/feed/?limit=${PAGE}&accent=${accent}&${query}`; path; ) {
      const page: { items: FeedItem[]; next_url?: string } = await this.read(path);
      items.push(...page.items);
      const next: URL | null = page.next_url && items.length < most ? new URL(page.next_url) : null;
      path = next && next.pathname + next.search;
    }
    return items;
  }

  /** Reads all articles of the sources. Their addresses are compared without scheme and `www`. */
  async walkSources(query = ''): Promise<FeedItem[]> {
    const items = (await this.walk(query)).filter(({ url }) => !url.startsWith(OWN_SITE));
    return items.map((item) => ({ ...item, url: item.url.replace('http://www.', 'https://') }));
  }

  /** Title and topics that an item of a source must have. */
  mustBe({ link, title, topic }: Item): { title: string; topics: number[] } {
    return { title, topics: [topic], ...this.edited.get(link) };
  }
}

const topicOf = (id: number, name: string, slug: string) => ({ id, name, slug, description: '', category: 1 });
