import { eq } from 'drizzle-orm';
import { getDomain } from 'tldts';
import type { Db } from '../../db/client.ts';
import { sourceAliases, sources } from '../../db/schema.ts';
import type { ItemIdentity } from '../../db/values.ts';
import { domainOf, isGoogleNews } from '../../lib/url.ts';
import type { FeedSource } from '../read/content-type.ts';

export interface Publishers {
  /** Hosts of the source and of the feed URL. Empty if an operator sent the document, which may contain any article. */
  own: readonly string[];
  publishes: readonly string[];
  aggregator: boolean;
  channel?: string | null;
  main?: string | null;
}

const MIN_ITEMS_OF_MAIN_HOST = 3;
const MIN_SHARE_OF_MAIN_HOST = 0.8;

export function mainHost(urls: readonly string[]): string | null {
  const hosts = urls.filter((url) => !isGoogleNews(url)).map((url) => domainOf(new URL(url)));
  const least = Math.max(MIN_ITEMS_OF_MAIN_HOST, urls.length * MIN_SHARE_OF_MAIN_HOST);
  const [main] = Object.entries(Object.groupBy(hosts, (host) => host)).filter(([, of = []]) => of.length >= least);
  return main?.[0] ?? null;
}

export type Ownership = 'own' | 'allowed' | 'foreign';

export function ownershipOf(url: string, { own, publishes, aggregator, channel, main }: Publishers): Ownership {
  const host = domainOf(new URL(url));
  if (own.length === 0 || own.some((site) => isSameSite(host, site))) return 'own';
  const isSaid = host === main || (channel && isSameSite(host, channel));
  return isSaid || aggregator || publishes.some((other) => isUnder(host, other)) ? 'allowed' : 'foreign';
}

/** Compares registered domains. `rss.news.co.uk` and `news.co.uk` match. `a.github.io` and `b.github.io` do not. */
export function isSameSite(host: string, other: string): boolean {
  if (host === other) return true;
  const site = registeredDomainOf(host);
  return site !== null && site === registeredDomainOf(other);
}

/** Returns the registered domain of a host, or `null` for an IP address or public suffix. */
export const registeredDomainOf = (host: string) => getDomain(host, { allowPrivateDomains: true });

const isUnder = (host: string, other: string) => host === other || host.endsWith(`.${other}`);

export type LoadedSource = FeedSource &
  Pick<Publishers, 'publishes' | 'aggregator'> & {
    aliases: string[];
    readPages: boolean;
    itemIdentity: ItemIdentity;
    itemRules: string[];
  };

const UNKNOWN_PUBLISHER: Omit<LoadedSource, 'domain'> = {
  name: '',
  client: null,
  publishes: [],
  aggregator: false,
  readPages: false,
  itemIdentity: 'link',
  itemRules: [],
  aliases: [],
};

export async function loadSource(db: Db, domain: string): Promise<LoadedSource> {
  const { name, client, publishes, aggregator, readPages, itemIdentity, itemRules } = sources;
  const {
    source: [source],
    aliases,
  } = await db.transaction({
    source: db
      .select({ domain: sources.domain, name, client, publishes, aggregator, readPages, itemIdentity, itemRules })
      .from(sources)
      .where(eq(sources.domain, domain)),
    aliases: db.select({ alias: sourceAliases.alias }).from(sourceAliases).where(eq(sourceAliases.domain, domain)),
  });
  if (!source) return { ...UNKNOWN_PUBLISHER, domain };
  return { ...source, aliases: aliases.map(({ alias }) => alias) };
}
