import { desc, eq, inArray, or } from 'drizzle-orm';
import { Parser } from 'htmlparser2';
import { loadTagger } from '../../content/rules/load-tagger.ts';
import type { ContentType } from '../../content/types.ts';
import type { Db } from '../../db/client.ts';
import { inList } from '../../db/json.ts';
import { articles, sourceAliases, sources } from '../../db/schema.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { addressesOf, canonicalUrl, domainOf } from '../../lib/url.ts';
import type { Tags } from '../../tagging/tags.ts';
import { FeedFault } from '../fault.ts';
import { fetchFeed, type Reach } from '../fetch/fetch.ts';
import { publicUrl } from '../fetch/public-url.ts';
import { ownershipOf } from '../poll/publishers.ts';
import { decode } from '../read/decode.ts';
import { cutAtWord, readHtml } from '../read/html.ts';

/** What a web page says of itself: Open Graph, Dublin Core, JSON-LD, and its own elements. */
interface PageFacts {
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

function readPage(html: string): PageFacts {
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

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** What can be known of an article from its address alone. */
interface Proposal {
  url: string;
  title: string;
  introduction: string;
  /** RFC 3339; null: the page does not say. */
  publishedAt: string | null;
  contentType: ContentType;
  paywalled: boolean;
  image: { url: string; width: number | null; height: number | null; alt: string } | null;
  /** By the rules as they are. */
  tags: Tags;
}

const MAX_TITLE = 500;
const MAX_INTRODUCTION = 2000;
const MOST_FEEDS = 20;

/** Reads a page by the guard and the bounds of feeds, and proposes an article. Throws `FeedFault`. */
export async function propose(db: Db, reach: Reach, address: string, now: Millis) {
  const known = { url: address, etag: null, lastModified: null };
  const fetched = await fetchFeed(reach, known, toSeconds(now));
  if (fetched.kind !== 'body') throw new FeedFault(fetched.kind === 'unchanged' ? 'answered nothing' : fetched.reason);
  const { text } = decode(fetched.bytes, fetched.contentType);
  const domain = domainOf(new URL(fetched.url));
  if (isFeed(text))
    return { article: null, source: await sourceOf(db, domain, domain), feeds: [fetched.url], existing: null };
  const page = readPage(text);
  const article = articleOf(page, fetched.url);
  const tags = (await loadTagger(db)).tags(article);
  const [existing] = await db
    .select({ id: articles.id })
    .from(articles)
    .where(inList(articles.url, addressesOf(article.url)))
    .limit(1);
  return {
    article: { ...article, tags },
    source: await sourceOf(db, domain, nameOf(page) || domain),
    feeds: feedsOf(page, fetched.url, reach.allowed),
    existing: existing?.id ?? null,
  };
}

/** The stored source of a host, its own before one that has it as a further domain; else one to be made. */
async function sourceOf(db: Db, host: string, name: string) {
  const further = db.select({ domain: sourceAliases.domain }).from(sourceAliases).where(eq(sourceAliases.alias, host));
  const [stored] = await db
    .select({ domain: sources.domain, name: sources.name })
    .from(sources)
    .where(or(eq(sources.domain, host), inArray(sources.domain, further)))
    .orderBy(desc(eq(sources.domain, host)))
    .limit(1);
  return { ...(stored ?? { domain: host, name }), stored: stored !== undefined };
}

const isFeed = (text: string): boolean =>
  /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[\s\S]*?-->\s*)*<(?:rss|feed|rdf:RDF)[\s>]/.test(text.slice(0, 5000));

function articleOf(page: PageFacts, address: string): Omit<Proposal, 'tags'> {
  const { meta, things } = page;
  const first = (...names: string[]) =>
    names
      .flatMap((name) => meta.get(name) ?? [])
      .map(plain)
      .find(Boolean) ?? '';
  const thing = things.find(({ '@type': type }) => ARTICLE_TYPES.test([type].flat().join(' '))) ?? {};
  const said = (name: string) => (typeof thing[name] === 'string' ? plain(thing[name]) : '');
  const title =
    first('og:title') || said('headline') || first('dc.title', 'dcterms.title', 'twitter:title') || plain(page.title);
  const introduction =
    first('og:description') ||
    said('description') ||
    first('description', 'dc.description', 'dcterms.description', 'twitter:description');
  const date =
    first('article:published_time') ||
    said('datePublished') ||
    first('dc.date', 'dc.date.issued', 'dcterms.issued', 'dcterms.date', 'date');
  return {
    url: ownAddress(page.canonical ?? first('og:url'), address),
    title: cutAtWord(title, MAX_TITLE),
    introduction: cutAtWord(introduction, MAX_INTRODUCTION),
    publishedAt: instant(date),
    contentType: kindOf(first('og:type'), [thing['@type']].flat().join(' ')),
    paywalled: /^false$/i.test(String(thing.isAccessibleForFree)),
    image: imageOf(page, thing, address),
  };
}

const ARTICLE_TYPES = /Article|BlogPosting|Report|VideoObject|PodcastEpisode|LiveBlogPosting|WebPage/;

function kindOf(openGraph: string, type: string): ContentType {
  if (openGraph.startsWith('video') || /VideoObject/.test(type)) return 'video';
  if (/PodcastEpisode/.test(type)) return 'podcast';
  return /\bReport\b/.test(type) ? 'report' : 'article';
}

const plain = (text: string): string => readHtml(text).text;

/** What the page says is its address, if that is of the same site. */
function ownAddress(said: string, address: string): string {
  const url = URL.parse(said, address)?.href;
  const canonical = url ? canonicalUrl(url) : null;
  const here = canonicalUrl(address) ?? address;
  if (!canonical) return here;
  const site = { own: [domainOf(new URL(address))], publishes: [], aggregator: false };
  return ownershipOf(canonical, site) === 'own' ? canonical : here;
}

function instant(text: string): string | null {
  const ms = Date.parse(text);
  const isSaid = /\d{4}/.test(text) && Number.isFinite(ms) && ms >= 0 && ms < Date.UTC(2100, 0, 1);
  return isSaid ? `${new Date(ms).toISOString().slice(0, 19)}Z` : null;
}

function imageOf({ meta }: PageFacts, thing: Record<string, unknown>, address: string): Proposal['image'] {
  const [drawn] = [thing.image ?? []].flat();
  const said = meta.get('og:image')?.[0] ?? (isObject(drawn) ? drawn.url : drawn);
  const url = typeof said === 'string' ? URL.parse(said, address) : null;
  const canonical = url && /^https?:$/.test(url.protocol) ? canonicalUrl(url.href) : null;
  if (!canonical || canonical.length > 2000) return null;
  const size = (name: string) => {
    const pixels = Number(meta.get(`og:image:${name}`)?.[0]);
    return Number.isInteger(pixels) && pixels > 0 && pixels <= 100_000 ? pixels : null;
  };
  return {
    url: canonical,
    width: size('width'),
    height: size('height'),
    alt: plain(meta.get('og:image:alt')?.[0] ?? '').slice(0, 1000),
  };
}

/** How the site calls itself. */
function nameOf({ meta, things }: PageFacts): string {
  const publisher = things.map((thing) => thing.publisher).find(isObject);
  const said =
    meta.get('og:site_name')?.[0] ??
    meta.get('dc.publisher')?.[0] ??
    (typeof publisher?.name === 'string' ? publisher.name : '');
  return plain(said).slice(0, 200);
}

function feedsOf({ feeds }: PageFacts, address: string, allowed: ReadonlySet<string>): string[] {
  const found = feeds.flatMap((href) => URL.parse(href, address)?.href.replace(/#.*$/s, '') ?? []);
  return [...new Set(found)].filter((url) => url.length <= 2000 && publicUrl(url, allowed).url).slice(0, MOST_FEEDS);
}
