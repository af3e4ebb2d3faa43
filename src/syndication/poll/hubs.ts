import { and, eq, ne, or, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { feedHubs } from '../../db/schema.ts';
import { publicUrl } from '../fetch/public-url.ts';
import type { FeedDocument } from '../read/entry.ts';

export interface NamedHub {
  hub: string;
  topic: string;
}

interface Naming extends Pick<FeedDocument, 'hubs' | 'self'> {
  /** `Link` header of the response, which takes precedence over links in the document. */
  header: string;
  base: string;
}

/** Returns the first permitted hub (https://www.w3.org/TR/websub/#discovery), or `null` if hub or topic is missing. */
export function hubOf({ header, base, hubs, self }: Naming, allowed: ReadonlySet<string>): NamedHub | null {
  const links = [...header.slice(0, 10_000).matchAll(/<([^<>]*)>((?:\s*;\s*[\w*-]+\s*=\s*(?:"[^"]*"|[^\s",;]+))*)/g)];
  const linked = (rel: string) =>
    links.flatMap(([, url = '', rest = '']) => {
      const [, quoted, bare] = /;\s*rel\s*=\s*(?:"([^"]*)"|([^\s",;]+))/i.exec(rest) ?? [];
      return (quoted ?? bare ?? '').toLowerCase().split(/\s+/).includes(rel) ? [url] : [];
    });
  const own = linked('hub').length > 0 ? { hubs: linked('hub'), self: linked('self')[0] ?? self } : { hubs, self };
  const topic = own.self && URL.parse(own.self, base)?.href;
  const hub = own.hubs
    .map((url) => URL.parse(url, base)?.href ?? '')
    .find((url) => url.length <= MAX_URL_LENGTH && publicUrl(url, allowed).url);
  return hub && topic && topic.length <= MAX_URL_LENGTH ? { hub, topic } : null;
}

const MAX_URL_LENGTH = 2000;

/** Stores a feed's hub and drops the previous one. Writes only if the hub changed. */
export async function noteHub(db: Db, feedId: number, named: NamedHub | null): Promise<void> {
  const isFeed = and(eq(feedHubs.feedId, feedId), eq(feedHubs.wanted, true));
  const known = await db.select({ hub: feedHubs.hub, topic: feedHubs.topic }).from(feedHubs).where(isFeed);
  const isSame =
    known.length === (named ? 1 : 0) && known.every(({ hub, topic }) => hub === named?.hub && topic === named.topic);
  if (isSame) return;
  const again = { wanted: true, askAt: 0, asked: 0 };
  const isOther = named ? or(ne(feedHubs.hub, named.hub), ne(feedHubs.topic, named.topic)) : sql`true`;
  await db.transaction(
    db.update(feedHubs).set({ wanted: false, askAt: 0, asked: 0 }).where(and(isFeed, isOther)),
    ...(named
      ? [
          db
            .insert(feedHubs)
            .values({ feedId, ...named })
            .onConflictDoUpdate({ target: [feedHubs.feedId, feedHubs.hub, feedHubs.topic], set: again }),
        ]
      : []),
  );
}
