import { isDeepStrictEqual } from 'node:util';
import { RISK_MANAGEMENT_TOPIC } from '../../../src/content/types.ts';
import type { Site } from '../../browser/support/server.ts';

/** Collections of content, in the order in which they can be sent. */
export const KINDS = ['topics', 'companies', 'sources', 'geo-groups', 'articles', 'rules'] as const;
export type Kind = (typeof KINDS)[number];

export interface ContentRecord extends Record<string, unknown> {
  /** Key in the page’s addresses, such as `12` or `topic/12`. */
  key: string;
}

/** Stored content, by collection. Each list is in the order of its keys. */
export type Content = Record<Kind | 'recommended' | 'tags', ContentRecord[]>;

const HOUR_MS = 3_600_000;
const DAYS = ['2026-01-30', '2026-02-01'];
const ARTICLES = 8;
const numbers = (count: number) => Array.from({ length: count }, (_, i) => i + 1);
const NAMES = {
  topics: ['Cyber', 'Marine', 'Aviation', 'Flood damage', 'Łódź & Søn', 'مخاطر'],
  companies: ['Varnholt Re', 'Lindqvarn', 'Østby Mutual', 'Kestrel'],
  sources: ['Premium Ledger', 'The Claims Post', 'Risk Wire'],
};

/** Returns the newsroom that each sequence begins with. `now` is the publication time of its newest article. */
const startingContent = (now: number): Record<Kind, Record<string, unknown>[]> => ({
  topics: [
    ...NAMES.topics.map((name, i) => ({ id: i + 1, name, slug: `topic-${i + 1}`, category: 1 + (i % 2) })),
    { id: RISK_MANAGEMENT_TOPIC, name: 'Risk Management', slug: 'risk-management', category: 2 },
  ],
  companies: NAMES.companies.map((name, i) => ({ id: i + 1, name, organisationType: 'Carrier' })),
  sources: NAMES.sources.map((name, i) => ({ domain: `source-${i + 1}.example`, name })),
  'geo-groups': [
    { slug: 'nordics', name: 'Nordics', countries: ['DK', 'NO', 'SE'] },
    { slug: 'alps', name: 'Alps', countries: ['AT', 'CH'] },
  ],
  articles: numbers(ARTICLES).map((id) => ({
    id,
    url: `https://source-${1 + (id % 3)}.example/${id}`,
    title: `Satellite story ${id}`,
    introduction: id % 2 ? 'A glacier melts & “floods” the valley.' : 'A ship sinks.',
    contentType: 'article',
    publishedAt: new Date(now - id * HOUR_MS).toISOString(),
    topics: [1 + (id % 5), ...(id % 3 ? [] : [6])],
    companies: id % 2 ? [1 + (id % 4)] : [],
    geoGroups: id % 4 ? [] : ['nordics'],
  })),
  rules: [
    { kind: 'topic', ref: '2', words: ['ship', 'vessel'] },
    { kind: 'topic', ref: '4', words: ['glacier'] },
    { kind: 'geoGroup', ref: 'alps', words: ['valley'] },
  ],
});

/** Fields that follow the last change of a record, and so differ after an undo. */
const TIMES = ['modifiedAt'];

/** Name of each list in its response, and an order. */
const LISTS: Record<Kind, [name: string, sort: string]> = {
  topics: ['topics', 'id'],
  companies: ['companies', 'id'],
  sources: ['sources', 'domain'],
  'geo-groups': ['geoGroups', 'slug'],
  articles: ['articles', '-id'],
  rules: ['rules', 'kind'],
};

const keyOf = (kind: Kind, row: Record<string, unknown>): string =>
  kind === 'rules' ? `${row.kind}/${row.ref}` : String(row.id ?? row.domain ?? row.slug);

export class Newsroom {
  readonly #site: Site;
  readonly #key: string;
  readonly #start: ReturnType<typeof startingContent>;
  #content: Content | null = null;

  constructor(site: Site, key: string) {
    this.#site = site;
    this.#key = key;
    this.#start = startingContent(Math.floor(Date.now() / HOUR_MS) * HOUR_MS);
  }

  /** Reads all content by the API, and from the database the tags that rules added or editors excluded. */
  async read(): Promise<Content> {
    const lists = KINDS.map(async (kind) => {
      const [name, sort] = LISTS[kind];
      const answer = await this.#ask<Record<string, unknown>>('GET', `${kind}?limit=100&sort=${sort}`);
      if (answer.next) throw new Error(`${kind}: more than one page`);
      const rows = answer[name] as Record<string, unknown>[];
      return [kind, rows.map((row) => withKey(keyOf(kind, row), row))] as const;
    });
    const days = DAYS.map(async (day) => {
      const { articles } = await this.#ask<{ articles: { contentId: number }[] }>('GET', `recommended/${day}`);
      return { key: day, articles: articles.map(({ contentId }) => contentId) };
    });
    const tags = this.#site.db.prepare('SELECT id AS key, rule_tags FROM articles').all<ContentRecord>();
    const [all, recommended, { results }] = await Promise.all([Promise.all(lists), Promise.all(days), tags]);
    const content = {
      ...Object.fromEntries(all),
      recommended,
      tags: results.map(({ key, ...row }) => withKey(String(key), row)),
    } as unknown as Content;
    for (const records of Object.values(content)) records.sort((a, b) => (a.key < b.key ? -1 : 1));
    return content;
  }

  /** Restores what every sequence begins with. */
  async reset(): Promise<Content> {
    const now = await this.read();
    if (this.#content && isDeepStrictEqual(now, this.#content)) return now;
    for (const kind of KINDS.toReversed())
      for (const { key } of now[kind])
        if (!this.#start[kind].some((row) => keyOf(kind, row) === key)) await this.#ask('DELETE', `${kind}/${key}`);
    await this.#site.publish(this.#start);
    await this.#site.db.prepare('UPDATE articles SET rule_tags = NULL').run();
    for (const [i, day] of DAYS.entries())
      await this.#ask('PUT', `recommended/${day}`, { articles: [i + 1, i + 3, 8] });
    this.#content = await this.read();
    return this.#content;
  }

  async #ask<T>(method: string, path: string, body?: object): Promise<T> {
    const response = await fetch(new URL(`/manage/${path}`, this.#site.url), {
      method,
      headers: { Authorization: `Bearer ${this.#key}` },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return ((await response.json()) as { data: T }).data;
  }
}

const withKey = (key: string, row: Record<string, unknown>): ContentRecord => ({
  ...Object.fromEntries(Object.entries(row).filter(([name]) => !TIMES.includes(name))),
  key,
});

/** Lists the differences of two states of the content, as `topics 3: {…} → {…}`. */
export const differences = (before: Content, after: Content): string[] =>
  (Object.keys(before) as (keyof Content)[]).flatMap((kind) => {
    const [was, is] = [before, after].map((content) => new Map(content[kind].map((record) => [record.key, record])));
    const keys = [...new Set([...(was?.keys() ?? []), ...(is?.keys() ?? [])])];
    return keys
      .filter((key) => JSON.stringify(was?.get(key)) !== JSON.stringify(is?.get(key)))
      .map((key) => `${kind} ${key}: ${JSON.stringify(was?.get(key))} → ${JSON.stringify(is?.get(key))}`);
  });

/** Lists the records of `before` that are missing in `after`, as `topics 3`. */
export const lostRecords = (before: Content, after: Content): string[] =>
  KINDS.flatMap((kind) => {
    const left = new Set(after[kind].map(({ key }) => key));
    return before[kind].filter(({ key }) => !left.has(key)).map(({ key }) => `${kind} ${key}`);
  });
