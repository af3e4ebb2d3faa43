const PREFIXES: ReadonlyMap<string, string> = new Map([
  ['http://www.w3.org/2005/atom', 'atom'],
  ['http://purl.org/atom/ns#', 'atom'],
  ['http://purl.org/rss/1.0', 'rss'],
  ['http://purl.org/rss/2.0', 'rss'],
  ['http://purl.org/net/rss1.1#', 'rss'],
  ['http://my.netscape.com/rdf/simple/0.9', 'rss'],
  ['http://channel.netscape.com/rdf/simple/0.9', 'rss'],
  ['http://backend.userland.com/rss', 'rss'],
  ['http://backend.userland.com/rss2', 'rss'],
  ['http://blogs.law.harvard.edu/tech/rss', 'rss'],
  ['http://www.w3.org/1999/02/22-rdf-syntax-ns#', 'rdf'],
  ['http://purl.org/dc/elements/1.1', 'dc'],
  ['http://purl.org/dc/elements/1.0', 'dc'],
  ['http://purl.org/dc/terms', 'dcterms'],
  ['http://purl.org/rss/1.0/modules/content', 'content'],
  ['http://purl.org/rss/1.0/modules/syndication', 'sy'],
  ['http://search.yahoo.com/mrss', 'media'],
  ['http://video.search.yahoo.com/mrss', 'media'],
  ['http://www.itunes.com/dtds/podcast-1.0.dtd', 'itunes'],
  ['http://rssnamespace.org/feedburner/ext/1.0', 'feedburner'],
  ['http://www.youtube.com/xml/schemas/2015', 'yt'],
  ['http://www.w3.org/1999/xhtml', 'xhtml'],
]);

const MAX_DECLARATIONS = 100;

export class Namespaces {
  readonly #declared = new Map<string, string>();
  #own: string | null = null;

  declare(attribute: string, value: string): (() => void) | null {
    const prefix = /^xmlns(?::(.+))?$/i.exec(attribute)?.slice(1).join('').toLowerCase();
    if (prefix === undefined) return null;
    const usual = PREFIXES.get(value.trim().toLowerCase().replace(/\/$/, ''));
    const before = this.#declared.get(prefix);
    if (usual === before || (before === undefined && this.#declared.size >= MAX_DECLARATIONS)) return null;
    if (usual === undefined) this.#declared.delete(prefix);
    else this.#declared.set(prefix, usual);
    return () => (before === undefined ? this.#declared.delete(prefix) : this.#declared.set(prefix, before));
  }

  nameOf(written: string): string {
    const [prefix, local] = this.#split(written);
    return prefix === '' || prefix === 'rss' || prefix === this.#own ? local : `${prefix}:${local}`;
  }

  /** Returns the local name of the root element. From then on, elements with the root's prefix belong to the feed. */
  rootName(written: string): string {
    const [prefix, local] = this.#split(written);
    this.#own = local === 'rdf' ? null : prefix;
    return local;
  }

  #split(written: string): [prefix: string, local: string] {
    const [first = '', ...rest] = written.toLowerCase().split(':');
    const prefix = rest.length > 0 ? first : '';
    return [this.#declared.get(prefix) ?? prefix, rest.length > 0 ? rest.join(':') : first];
  }
}
