import { eq } from 'drizzle-orm';
import { Parser } from 'htmlparser2';
import type { Db } from '../db/client.ts';
import { feeds, sources } from '../db/schema.ts';
import { element, xmlDocument } from '../delivery/xml.ts';
import type { Millis } from '../lib/time.ts';
import { domainOf } from '../lib/url.ts';
import type { WantedFeed } from './poll/feed-store.ts';

/** Exports feeds as OPML 2.0. `text` and `htmlUrl` describe the source, so that an import recreates it. */
export async function exportOpml(db: Db, title: string, now: Millis): Promise<string> {
  const listed = await db
    .select({ url: feeds.url, title: feeds.title, domain: feeds.domain, name: sources.name })
    .from(feeds)
    .innerJoin(sources, eq(sources.domain, feeds.domain))
    .orderBy(sources.name, feeds.id);
  const outlines = listed.map((feed) =>
    element('outline', {
      text: feed.name,
      type: 'rss',
      xmlUrl: feed.url,
      htmlUrl: `https://${feed.domain}/`,
      title: feed.title || feed.name,
    }),
  );
  const created = element('dateCreated', {}, new Date(now).toUTCString());
  const head = element('head', {}, element('title', {}, title), created);
  // OPML requires at least one `outline` element.
  const body = element('body', {}, ...(outlines.length > 0 ? outlines : [element('outline', { text: 'No feeds' })]));
  return xmlDocument(element('opml', { version: '2.0' }, head, body));
}

/** Feed in OPML. Without a domain, it belongs to the host of its URL or to the host of most of its items. */
export type OutlinedFeed = Omit<WantedFeed, 'domain'> & { domain: string | undefined };

/** Reads the feeds in all folders of an OPML file. Throws if the text is not OPML. */
export function readOpml(text: string): OutlinedFeed[] {
  return outlinesOf(text).flatMap(({ xmlurl: url = '', htmlurl = '', text: name = '', title = '' }) => {
    if (!url) return [];
    const [site, own] = [htmlurl, url].map((each) => URL.parse(each));
    // A site on the feed's own host must be the home page, because hosting services often name their own site.
    const isSite = site?.hostname.includes('.') && (site.host !== own?.host || site.pathname === '/');
    const domain = site && isSite ? domainOf(site) : undefined;
    return [{ url, domain, name: name || title || undefined }];
  });
}

/** Maximum nesting of elements. Parsing time grows with the square of the nesting. */
const MAX_DEPTH = 100;

function outlinesOf(text: string): Record<string, string>[] {
  const found: Record<string, string>[] = [];
  let root = '';
  let isWhole = false;
  let depth = 0;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        root ||= name;
        if (++depth > MAX_DEPTH) throw new Error(`it nests more than ${MAX_DEPTH} elements`);
        if (name !== 'outline') return;
        found.push(Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key, value.trim()])));
      },
      onclosetag(name, isImplied) {
        depth--;
        isWhole ||= name === root && !isImplied;
      },
    },
    { recognizeSelfClosing: true, lowerCaseTags: true, lowerCaseAttributeNames: true },
  );
  parser.end(text);
  if (root !== 'opml') throw new Error('it is not OPML');
  if (!isWhole) throw new Error('it is truncated');
  return found;
}
