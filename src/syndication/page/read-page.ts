import { Parser } from 'htmlparser2';

/** What a web page says of itself: Open Graph, Dublin Core, JSON-LD, and its own elements. */
export interface PageFacts {
  /** By lower-case name or property, in the order of the page. */
  meta: ReadonlyMap<string, string[]>;
  title: string;
  canonical: string | null;
  /** Addresses of feeds, as they stand. */
  feeds: string[];
  /** Objects of JSON-LD, also those inside a graph. */
  things: Record<string, unknown>[];
}

/** Most characters that are parsed: enough for any head. */
const LONGEST = 2_000_000;
const MOST_THINGS = 200;
const FEED_TYPES = /^application\/(rss|atom|rdf)\+xml|^application\/feed\+json|^text\/xml$/i;

export function readPage(html: string): PageFacts {
  const meta = new Map<string, string[]>();
  const feeds: string[] = [];
  const blocks: string[] = [];
  let canonical: string | null = null;
  let title = '';
  let inside: 'title' | 'json' | null = null;
  const parser = new Parser({
    onopentag(name, { property, name: key, content, rel = '', href, type = '' }) {
      const named = (property ?? key)?.toLowerCase();
      const rels = rel.toLowerCase().split(/\s+/);
      if (name === 'meta' && named && content) meta.set(named, [...(meta.get(named) ?? []), content]);
      if (name === 'link' && href && rels.includes('canonical')) canonical ??= href;
      if (name === 'link' && href && rels.includes('alternate') && FEED_TYPES.test(type)) feeds.push(href);
      if (name === 'title' && title === '') inside = 'title';
      if (name === 'script' && type.toLowerCase() === 'application/ld+json') {
        inside = 'json';
        blocks.push('');
      }
    },
    ontext(text) {
      if (inside === 'title') title += text;
      if (inside === 'json') blocks.push((blocks.pop() ?? '') + text);
    },
    onclosetag(name) {
      if (name === 'title' || name === 'script') inside = null;
    },
  });
  parser.write(html.slice(0, LONGEST));
  parser.end();
  return { meta, title, canonical, feeds, things: blocks.flatMap(thingsOf).slice(0, MOST_THINGS) };
}

/** The objects of a block: itself, a list of them, or a graph. A block that is not JSON has none. */
function thingsOf(json: string): Record<string, unknown>[] {
  try {
    return [JSON.parse(json)].flat().flatMap((thing) => (isObject(thing) ? [thing, ...graphOf(thing)] : []));
  } catch {
    return [];
  }
}

const graphOf = (thing: Record<string, unknown>) => [thing['@graph'] ?? []].flat().filter(isObject);

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
