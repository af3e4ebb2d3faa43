import { desc, eq, inArray, or } from 'drizzle-orm';
import { urlIn } from '../../content/articles/url-hash.ts';
import { loadTagger } from '../../content/rules/rules.ts';
import type { Db } from '../../db/client.ts';
import { articles, sourceAliases, sources } from '../../db/schema.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { addressesOf, domainOf } from '../../lib/url.ts';
import { FeedFault } from '../fault.ts';
import { fetchFeed, type Reach } from '../fetch/fetch.ts';
import { publicUrl } from '../fetch/public-url.ts';
import { readOpml } from '../opml.ts';
import { decode } from '../read/decode.ts';
import type { PageElements } from './elements.ts';
import { readPage } from './read-page.ts';

const MAX_FEEDS = 20;
const MAX_LISTED_FEEDS = 200;

/** Fetches a page with the limits for feeds and proposes an article. Throws a `FeedFault` if the page is unreadable. */
export async function propose(db: Db, reach: Reach, address: string, now: Millis) {
  const known = { url: address, etag: null, lastModified: null };
  const fetched = await fetchFeed(reach, known, toSeconds(now));
  if (fetched.kind !== 'body')
    throw new FeedFault(fetched.kind === 'unchanged' ? 'returned no content' : fetched.reason);
  const { text } = decode(fetched.bytes, fetched.contentType);
  const domain = domainOf(new URL(fetched.url));
  const listed = isFeed(text) ? [fetched.url] : isOpml(text) ? listedIn(text) : null;
  if (listed)
    return {
      article: null,
      source: await sourceOf(db, domain, domain),
      ...publicOf(listed, MAX_LISTED_FEEDS, reach.allowed),
      existing: null,
    };
  const { page, article, site } = readPage(text, fetched.url, now);
  const tags = (await loadTagger(db)).tags(article);
  const [existing] = await db
    .select({ id: articles.id })
    .from(articles)
    .where(urlIn(addressesOf(article.url)))
    .limit(1);
  return {
    article: { ...article, authors: article.authors.map((name) => ({ name })), tags },
    source: await sourceOf(db, domain, site || domain),
    ...publicOf(feedsOf(page, fetched.url), MAX_FEEDS, reach.allowed),
    existing: existing?.id ?? null,
  };
}

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

const begins = (text: string, element: string): boolean =>
  new RegExp(`^\\s*(?:<\\?xml[^>]*>\\s*)?(?:<!--(?:(?!-->)[\\s\\S])*-->\\s*)*<(?:${element})[\\s>]`).test(
    text.slice(0, 5000),
  );
const isFeed = (text: string): boolean => begins(text, 'rss|feed|rdf:RDF');
const isOpml = (text: string): boolean => begins(text, 'opml');

function listedIn(text: string): string[] {
  try {
    return readOpml(text).map(({ url }) => url);
  } catch {
    throw new FeedFault('is a list of feeds that cannot be read');
  }
}

const feedsOf = ({ feeds }: PageElements, address: string): string[] =>
  feeds.flatMap((href) => URL.parse(href, address)?.href.replace(/#.*$/s, '') ?? []);

function publicOf(found: readonly string[], most: number, allowed: ReadonlySet<string>) {
  const open = [...new Set(found)].filter((url) => url.length <= 2000 && publicUrl(url, allowed).url);
  return { feeds: open.slice(0, most), feedsLeft: Math.max(0, open.length - most) };
}
