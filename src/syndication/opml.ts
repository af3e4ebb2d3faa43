import { eq } from 'drizzle-orm';
import { generateOpml, type Opml, parseOpml } from 'feedsmith';
import type { Db } from '../db/client.ts';
import { feeds, sources } from '../db/schema.ts';
import type { Millis } from '../lib/time.ts';
import { domainOf } from '../lib/url.ts';
import type { WantedFeed } from './poll/store.ts';

/** All feeds as OPML 2.0; `text` and `htmlUrl` name the source, so that importing the file creates the same sources. */
export async function exportOpml(db: Db, title: string, now: Millis): Promise<string> {
  const listed = await db
    .select({ url: feeds.url, title: feeds.title, domain: feeds.domain, name: sources.name })
    .from(feeds)
    .innerJoin(sources, eq(sources.domain, feeds.domain))
    .orderBy(sources.name, feeds.id);
  const outlines = listed.map((feed) => ({
    type: 'rss',
    text: feed.name,
    title: feed.title || feed.name,
    xmlUrl: feed.url,
    htmlUrl: `https://${feed.domain}/`,
  }));
  return generateOpml({
    head: { title, dateCreated: new Date(now) },
    // OPML requires at least one outline.
    body: { outlines: outlines.length > 0 ? outlines : [{ text: 'No feeds' }] },
  });
}

/** A feed as OPML lists it; without a domain it belongs to its own host, or to that of most of its items. */
export type OutlinedFeed = Omit<WantedFeed, 'domain'> & { domain: string | undefined };

/** The feeds of an OPML file, folders opened. Throws if it is not OPML. */
export function readOpml(text: string): OutlinedFeed[] {
  const open = (outlines: Opml.Outline<string>[] = []): Opml.Outline<string>[] =>
    outlines.flatMap((outline) => [outline, ...open(outline.outlines)]);
  return open(parseOpml<string>(text).body?.outlines).flatMap(({ xmlUrl, htmlUrl, text: name, title }) => {
    if (!xmlUrl) return [];
    const [site, own] = [htmlUrl, xmlUrl].map((url) => URL.parse(url ?? ''));
    // A service that hands out feeds of many often names itself as their page.
    const isSite = site?.hostname.includes('.') && (site.host !== own?.host || site.pathname === '/');
    const domain = site && isSite ? domainOf(site) : undefined;
    return [{ url: xmlUrl, domain, name: name || title }];
  });
}
