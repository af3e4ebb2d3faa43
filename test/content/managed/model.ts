/** The oracle: what a newsroom holds after each change, in plain lists. */

export type Kind = 'topic' | 'company' | 'geoGroup';
export interface Named {
  ref: string;
  name: string;
}
export interface Story {
  id: number;
  host: string;
  topic: string[];
  company: string[];
  geoGroup: string[];
  /** Domain of its source. */
  source: string;
}
interface Kept {
  kind: Kind | 'source' | 'article';
  ref: string;
  name: string;
  links: { id: number; place: number }[];
  rule: boolean;
  into: string | null;
  aliases: string[];
  story?: Story;
  days?: { day: string; place: number }[];
}

export const KINDS = ['topic', 'company', 'geoGroup'] as const;

export class Model {
  things: Record<Kind, Map<string, string>> = { topic: new Map(), company: new Map(), geoGroup: new Map() };
  rules = new Set<string>();
  sources = new Map<string, string>();
  aliases = new Map<string, string>();
  stories = new Map<number, Story>();
  days = new Map<string, number[]>();
  trash: Kept[] = [];

  copy(): Model {
    return Object.assign(new Model(), structuredClone({ ...this }));
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
    const source = this.sources.has(host) ? host : (this.aliases.get(host) ?? host);
    if (!this.sources.has(source)) this.sources.set(source, source);
    this.stories.set(id, { id, host, ...structuredClone(tags), source });
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

  removeSource(domain: string): boolean {
    const name = this.sources.get(domain);
    if (name === undefined) return false;
    this.#keep({ kind: 'source', ref: domain, name, aliases: this.#aliasesOf(domain) });
    for (const story of this.stories.values()) if (story.source === domain) story.source = story.host;
    for (const alias of this.#aliasesOf(domain)) this.aliases.delete(alias);
    this.sources.delete(domain);
    return true;
  }

  mergeSource(domain: string, into: string): boolean {
    const name = this.sources.get(domain);
    if (name === undefined || !this.sources.has(into) || domain === into) return false;
    const aliases = this.#aliasesOf(domain);
    this.#keep({ kind: 'source', ref: domain, name, aliases, into });
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
      if (!kept.story || this.stories.has(kept.story.id)) return false;
      this.#restoreStory(kept);
    } else if (kind === 'source') {
      const own = this.sources.get(ref);
      if (own !== undefined && own !== ref) return false;
      this.#restoreSource(kept);
    } else {
      if (this.things[kind].has(ref)) return false;
      this.things[kind].set(ref, kept.name);
      if (kept.rule) this.rules.add(`${kind} ${ref}`);
      for (const { id, place } of kept.links) {
        const story = this.stories.get(id);
        if (story && !story[kind].includes(ref)) story[kind].splice(place, 0, ref);
      }
    }
    this.trash.splice(at, 1);
    return true;
  }

  #restoreStory({ story, days = [] }: Kept): void {
    if (!story) return;
    const known = (kind: Kind) => story[kind].filter((ref) => this.things[kind].has(ref));
    this.publish(story.id, story.host, {
      topic: known('topic'),
      company: known('company'),
      geoGroup: known('geoGroup'),
    });
    for (const { day, place } of days) {
      const ids = this.days.get(day);
      if (ids && !ids.includes(story.id)) ids.splice(place, 0, story.id);
    }
  }

  #restoreSource({ ref, name, aliases, into }: Kept): void {
    const hosts = [ref, ...aliases];
    for (const host of aliases) if (this.sources.get(host) === host) this.sources.delete(host);
    for (const story of this.stories.values()) {
      if (hosts.includes(story.host) && [...hosts, into ?? ref].includes(story.source)) story.source = ref;
    }
    for (const host of hosts) this.aliases.delete(host);
    for (const alias of aliases) this.aliases.set(alias, ref);
    this.sources.set(ref, name);
  }

  #aliasesOf(domain: string): string[] {
    return [...this.aliases].flatMap(([alias, of]) => (of === domain ? [alias] : [])).sort();
  }

  #keepLinks(kind: Kind, ref: string, name: string, into: string | null): void {
    const links = [...this.stories.values()].flatMap((story) =>
      story[kind].includes(ref) ? [{ id: story.id, place: story[kind].indexOf(ref) }] : [],
    );
    this.#keep({ kind, ref, name, links, rule: this.rules.has(`${kind} ${ref}`), into });
  }

  #keep(kept: Partial<Kept> & Pick<Kept, 'kind' | 'ref' | 'name'>): void {
    this.trash.push({ links: [], rule: false, into: null, aliases: [], ...kept });
  }

  #drop(kind: Kind, ref: string): void {
    this.rules.delete(`${kind} ${ref}`);
    this.things[kind].delete(ref);
  }

  /** What the database must hold, in words. */
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
      stories: [...this.stories.values()]
        .sort((a, b) => a.id - b.id)
        .map(({ id, topic, company, geoGroup, source }) => ({
          id,
          topics: named('topic', topic),
          companies: named('company', company),
          geoGroups: geoGroup,
          source: `${source}: ${this.sources.get(source) ?? source}`,
        })),
    };
  }
}
