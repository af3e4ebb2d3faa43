/** Reference model of a newsroom, in plain lists. */

export type Kind = 'topic' | 'company' | 'geoGroup';
export interface Named {
  ref: string;
  name: string;
}
export interface Story {
  id: number;
  host: string;
  version?: number;
  topic: string[];
  company: string[];
  geoGroup: string[];
  source: string;
}
interface Feed {
  id: number;
  domain: string;
}
interface Kept {
  kind: Kind | 'source' | 'article';
  ref: string;
  name: string;
  /** `had` means that the article also had the merge target. */
  links: { id: number; place: number; had?: boolean }[];
  rule: boolean;
  intoRule?: boolean;
  into: string | null;
  aliases: string[];
  /** Source that had the deleted source’s own host as an alias. */
  aliasOf?: string | undefined;
  story?: Story;
  feeds?: (Feed & { host: string })[];
  days?: { day: string; place: number }[];
}

export const KINDS = ['topic', 'company', 'geoGroup'] as const;

/** Articles from feeds have ids above this one. */
export const FIRST_BROUGHT = 1000;

export class Model {
  things: Record<Kind, Map<string, string>> = { topic: new Map(), company: new Map(), geoGroup: new Map() };
  rules = new Set<string>();
  sources = new Map<string, string>();
  aliases = new Map<string, string>();
  stories = new Map<number, Story>();
  days = new Map<string, number[]>();
  trash: Kept[] = [];
  feeds = new Map<string, Feed>();
  brought = new Map<number, { story: number; version: number }>();
  readers = new Map<number, number[]>();
  unknown = new Map<number, number>();
  #lastId = FIRST_BROUGHT;

  copy(): Model {
    const copy = Object.assign(new Model(), structuredClone({ ...this }));
    copy.#lastId = this.#lastId;
    return copy;
  }

  identity(): string {
    return JSON.stringify(this, (_, value) => (value instanceof Map || value instanceof Set ? [...value] : value));
  }

  save(kind: Kind, ref: string, name: string): boolean {
    this.things[kind].set(ref, name);
    return true;
  }

  rule(kind: Kind, ref: string): boolean {
    if (this.things[kind].has(ref)) this.rules.add(`${kind} ${ref}`);
    return true;
  }

  publish(id: number, host: string, tags: Record<Kind, string[]>): boolean {
    if (KINDS.some((kind) => tags[kind].some((ref) => !this.things[kind].has(ref)))) return false;
    this.#store({ id, host, ...structuredClone(tags) });
    return true;
  }

  #store(story: Omit<Story, 'source'>): void {
    const { host } = story;
    const source = this.sources.has(host) ? host : (this.aliases.get(host) ?? host);
    if (!this.sources.has(source)) this.sources.set(source, source);
    this.stories.set(story.id, { ...story, source });
  }

  addFeed(host: string): boolean {
    if (this.feeds.has(host)) return true;
    if (!this.sources.has(host)) this.sources.set(host, host);
    this.feeds.set(host, { id: ++this.#lastId, domain: host });
    return true;
  }

  /** A deleted article from a feed stays deleted. An article that was published in another way is only recorded. */
  poll(host: string, version: number): boolean {
    const feed = this.feeds.get(host);
    if (!feed) return true;
    // A feed rejects articles on hosts that do not belong to its source.
    if (feed.domain !== host && this.aliases.get(host) !== feed.domain) return true;
    const known = this.brought.get(feed.id);
    if (known?.version === version) return true;
    const there = this.storyOfFeed(host);
    const id = there?.id ?? known?.story ?? ++this.#lastId;
    this.brought.set(feed.id, { story: id, version });
    if (Boolean(known) !== Boolean(there)) return true;
    const tagged = (kind: Kind) =>
      [...this.rules].flatMap((rule) => (rule.startsWith(`${kind} `) ? rule.slice(kind.length + 1) : [])).sort();
    this.#store({
      id,
      host,
      version,
      topic: tagged('topic'),
      company: tagged('company'),
      geoGroup: tagged('geoGroup'),
    });
    return true;
  }

  storyOfFeed(host: string): Story | undefined {
    return [...this.stories.values()].find((story) => story.version !== undefined && story.host === host);
  }

  deletedStoryOfFeed(host: string): number | undefined {
    return this.trash.findLast(({ story }) => story?.version !== undefined && story.host === host)?.story?.id;
  }

  click(id: number, reader: number): boolean {
    const readers = this.readers.get(id) ?? [];
    if (!this.stories.has(id)) this.unknown.set(id, (this.unknown.get(id) ?? 0) + 1);
    else if (!readers.includes(reader)) this.readers.set(id, [...readers, reader]);
    return true;
  }

  select(day: string, ids: number[]): boolean {
    const known = ids.filter((id) => this.stories.has(id));
    this.days.set(day, known);
    return true;
  }

  deleteStory(id: number): boolean {
    const story = this.stories.get(id);
    if (!story) return false;
    const days = [...this.days].flatMap(([day, ids]) => (ids.includes(id) ? [{ day, place: ids.indexOf(id) }] : []));
    this.#keep({ kind: 'article', ref: String(id), name: '', story: structuredClone(story), days });
    for (const { day } of days)
      this.days.set(
        day,
        (this.days.get(day) ?? []).filter((other) => other !== id),
      );
    this.stories.delete(id);
    return true;
  }

  remove(kind: Kind, ref: string): boolean {
    const name = this.things[kind].get(ref);
    if (name === undefined) return false;
    this.#keepLinks(kind, ref, name, null);
    for (const story of this.stories.values()) story[kind] = story[kind].filter((other) => other !== ref);
    this.#drop(kind, ref);
    return true;
  }

  merge(kind: Kind, ref: string, into: string): boolean {
    const name = this.things[kind].get(ref);
    if (name === undefined || !this.things[kind].has(into) || ref === into) return false;
    this.#keepLinks(kind, ref, name, into);
    for (const story of this.stories.values()) {
      story[kind] = story[kind].includes(into)
        ? story[kind].filter((other) => other !== ref)
        : story[kind].map((other) => (other === ref ? into : other));
    }
    if (this.rules.has(`${kind} ${ref}`)) this.rules.add(`${kind} ${into}`);
    this.#drop(kind, ref);
    return true;
  }

  saveSource(domain: string, name: string): boolean {
    this.sources.set(domain, name);
    return true;
  }

  nameHosts(domain: string, name: string, aliases: string[]): boolean {
    this.saveSource(domain, name);
    for (const alias of this.#aliasesOf(domain)) this.aliases.delete(alias);
    for (const alias of aliases) if (alias !== domain) this.aliases.set(alias, domain);
    return true;
  }

  removeSource(domain: string): boolean {
    const name = this.sources.get(domain);
    if (name === undefined) return false;
    const links = this.#storiesOf(domain);
    this.#keep({
      kind: 'source',
      ref: domain,
      name,
      aliases: this.#aliasesOf(domain),
      links,
      feeds: this.#feedsOf(domain),
    });
    for (const [host, feed] of this.feeds) if (feed.domain === domain) this.feeds.delete(host);
    for (const story of this.stories.values()) if (story.source === domain) story.source = story.host;
    for (const alias of this.#aliasesOf(domain)) this.aliases.delete(alias);
    this.sources.delete(domain);
    return true;
  }

  mergeSource(domain: string, into: string): boolean {
    const name = this.sources.get(domain);
    if (name === undefined || !this.sources.has(into) || domain === into) return false;
    const aliases = this.#aliasesOf(domain);
    const links = [...this.#storiesOf(domain), ...this.#storiesOf(into).map((link) => ({ ...link, had: true }))];
    const aliasOf = this.aliases.get(domain);
    this.#keep({ kind: 'source', ref: domain, name, aliases, aliasOf, into, links, feeds: this.#feedsOf(domain) });
    for (const feed of this.feeds.values()) if (feed.domain === domain) feed.domain = into;
    for (const story of this.stories.values()) if (story.source === domain) story.source = into;
    for (const host of [domain, ...aliases]) this.aliases.set(host, into);
    this.sources.delete(domain);
    return true;
  }

  restore(kind: Kept['kind'], ref: string): boolean {
    const at = this.trash.findLastIndex((kept) => kept.kind === kind && kept.ref === ref);
    const kept = this.trash[at];
    if (!kept) return false;
    if (kind === 'article') {
      const { story } = kept;
      if (!story || this.stories.has(story.id)) return false;
      if (story.version !== undefined && this.storyOfFeed(story.host)) return false;
      this.#restoreStory(kept);
    } else if (kind === 'source') {
      const own = this.sources.get(ref);
      if (own !== undefined && own !== ref) return false;
      this.#restoreSource(kept);
    } else {
      if (this.things[kind].has(ref)) return false;
      this.things[kind].set(ref, kept.name);
      if (kept.rule) this.rules.add(`${kind} ${ref}`);
      const { into } = kept;
      for (const { id, place, had } of kept.links) {
        const story = this.stories.get(id);
        if (!story || story[kind].includes(ref)) continue;
        const at = into === null || had ? -1 : story[kind].indexOf(into);
        if (at < 0) story[kind].splice(place, 0, ref);
        else story[kind][at] = ref;
      }
      // All rules have the same word. Undoing the merge therefore removes the rule that the merge added.
      if (into !== null && kept.rule && !kept.intoRule) this.rules.delete(`${kind} ${into}`);
    }
    this.trash.splice(at, 1);
    return true;
  }

  #restoreStory({ story, days = [] }: Kept): void {
    if (!story) return;
    const known = (kind: Kind) => story[kind].filter((ref) => this.things[kind].has(ref));
    this.#store({ ...story, topic: known('topic'), company: known('company'), geoGroup: known('geoGroup') });
    for (const { day, place } of days) {
      const ids = this.days.get(day);
      if (ids && !ids.includes(story.id)) ids.splice(place, 0, story.id);
    }
  }

  #restoreSource({ ref, name, aliases, aliasOf, into, links, feeds = [] }: Kept): void {
    const hosts = [ref, ...aliases];
    // Sources that were created only for new articles are merged into the restored source.
    const created = aliases.filter((host) => this.sources.get(host) === host);
    for (const host of created) this.sources.delete(host);
    for (const feed of this.feeds.values()) if (created.includes(feed.domain)) feed.domain = ref;
    for (const [alias, of] of this.aliases) if (created.includes(of)) this.aliases.set(alias, ref);
    for (const story of this.stories.values()) {
      const owner = this.sources.get(story.source);
      const isOthers = owner !== undefined && owner !== story.source && ![ref, into].includes(story.source);
      const link = links.find(({ id }) => id === story.id);
      const mayMove = !link?.had && (!isOthers || link !== undefined);
      const isOfHost = mayMove && hosts.includes(story.host) && [...hosts, into ?? ref].includes(story.source);
      if (isOfHost || created.includes(story.source)) story.source = ref;
    }
    for (const [host, feed] of this.feeds)
      if (feeds.some(({ id }) => id === feed.id)) this.feeds.set(host, { ...feed, domain: ref });
    for (const { host, ...feed } of feeds) if (!this.feeds.has(host)) this.feeds.set(host, { ...feed, domain: ref });
    for (const host of into === null ? aliases : hosts) this.aliases.delete(host);
    for (const alias of aliases) this.aliases.set(alias, ref);
    if (aliasOf !== undefined) this.aliases.set(ref, aliasOf);
    this.sources.set(ref, name);
  }

  #feedsOf(domain: string): (Feed & { host: string })[] {
    return [...this.feeds].flatMap(([host, feed]) => (feed.domain === domain ? [{ host, ...feed }] : []));
  }

  #storiesOf(domain: string): Kept['links'] {
    return [...this.stories.values()].flatMap(({ id, source }) => (source === domain ? [{ id, place: 0 }] : []));
  }

  #aliasesOf(domain: string): string[] {
    return [...this.aliases].flatMap(([alias, of]) => (of === domain ? [alias] : [])).sort();
  }

  #keepLinks(kind: Kind, ref: string, name: string, into: string | null): void {
    const links = [...this.stories.values()].flatMap((story) =>
      story[kind].includes(ref)
        ? [{ id: story.id, place: story[kind].indexOf(ref), had: into !== null && story[kind].includes(into) }]
        : [],
    );
    const [rule, intoRule] = [ref, into].map((one) => this.rules.has(`${kind} ${one}`));
    this.#keep({ kind, ref, name, links, into, rule: rule ?? false, intoRule: intoRule ?? false });
  }

  #keep(kept: Partial<Kept> & Pick<Kept, 'kind' | 'ref' | 'name'>): void {
    this.trash.push({ links: [], rule: false, into: null, aliases: [], ...kept });
  }

  #drop(kind: Kind, ref: string): void {
    this.rules.delete(`${kind} ${ref}`);
    this.things[kind].delete(ref);
  }

  snapshot(): unknown {
    const named = (kind: Kind, refs: string[]) => refs.map((ref) => `${ref}: ${this.things[kind].get(ref)}`);
    return {
      topics: [...this.things.topic].map(([ref, name]) => `${ref}: ${name}`).sort(),
      companies: [...this.things.company].map(([ref, name]) => `${ref}: ${name}`).sort(),
      geoGroups: [...this.things.geoGroup].map(([ref, name]) => `${ref}: ${name}`).sort(),
      rules: [...this.rules].sort(),
      sources: [...this.sources].map(([domain, name]) => `${domain}: ${name}`).sort(),
      aliases: [...this.aliases].map(([alias, domain]) => `${alias}: ${domain}`).sort(),
      days: [...this.days].map(([day, ids]) => `${day}: ${ids.join(' ')}`).sort(),
      feeds: [...this.feeds].map(([host, { domain }]) => `${host}: ${domain}`).sort(),
      readers: [...this.readers].map(([id, readers]) => `${id}: ${readers.length}`).sort(),
      unknown: [...this.unknown].map(([id, times]) => `${id}: ${times}`).sort(),
      stories: [...this.stories.values()]
        .sort((a, b) => nameOf(a).localeCompare(nameOf(b)))
        .map(({ topic, company, geoGroup, source, ...story }) => ({
          name: nameOf(story),
          topics: named('topic', topic),
          companies: named('company', company),
          geoGroups: geoGroup,
          source: `${source}: ${this.sources.get(source) ?? source}`,
        })),
    };
  }
}

/** The newsroom assigns the ids of articles from feeds, so the model names these articles by host and version. */
const nameOf = ({ id, host, version }: Pick<Story, 'id' | 'host' | 'version'>): string =>
  version === undefined ? `${id}` : `${host} in version ${version}`;
