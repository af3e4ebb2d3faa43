import { eq } from 'drizzle-orm';
import { getDomain } from 'tldts';
import type { Db } from '../../db/client.ts';
import { sourceAliases, sources } from '../../db/schema.ts';
import type { ItemIdentity } from '../../db/values.ts';
import { domainOf, isGoogleNews } from '../../lib/url.ts';
import type { FeedSource } from '../read/content-type.ts';

/** Whose stories a feed may bring. */
export interface Publishers {
  /** Hosts of the feed's own site: of its source, and of its address. Empty: a document sent by an operator, which may bring any story. */
  own: readonly string[];
  /** Other hosts, their subdomains included. */
  publishes: readonly string[];
  /** It may bring any story. */
  aggregator: boolean;
  /** The host that the feed says it is of; null: it says none. */
  channel?: string | null;
  /** The host that most of its items have; null: there is none. */
  main?: string | null;
}

/** Most items are so many, and this share. */
const LEAST_ITEMS = 3;
const MOST_OF = 0.8;

/** The host that most stories have, in the form of a source's domain; null: there is none. `urls`: addresses of the stories. */
export function mainHost(urls: readonly string[]): string | null {
  const hosts = urls.filter((url) => !isGoogleNews(url)).map((url) => domainOf(new URL(url)));
  const least = Math.max(LEAST_ITEMS, urls.length * MOST_OF);
  const [main] = Object.entries(Object.groupBy(hosts, (host) => host)).filter(([, of = []]) => of.length >= least);
  return main?.[0] ?? null;
}

/** `own`: of the feed's site; `allowed`: another's that it may bring; `foreign`: left out. */
export type Ownership = 'own' | 'allowed' | 'foreign';

export function ownershipOf(url: string, { own, publishes, aggregator, channel, main }: Publishers): Ownership {
  const host = domainOf(new URL(url));
  if (own.length === 0 || own.some((site) => isSameSite(host, site))) return 'own';
  const isSaid = host === main || (channel && isSameSite(host, channel));
  return isSaid || aggregator || publishes.some((other) => isUnder(host, other)) ? 'allowed' : 'foreign';
}

/** One site is all that one owner has registered: `rss.example.co.uk` and `example.co.uk`, but not `a.github.io` and `b.github.io`. */
export function isSameSite(host: string, other: string): boolean {
  if (host === other) return true;
  const site = siteOf(host);
  return site !== null && site === siteOf(other);
}

/** The registered name above a host; null if it is an address or has none. */
export const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true });

const isUnder = (host: string, other: string) => host === other || host.endsWith(`.${other}`);

export type LoadedSource = FeedSource &
  Pick<Publishers, 'publishes' | 'aggregator'> & {
    aliases: string[];
    /** Pages of its new items are read. */
    readPages: boolean;
    itemIdentity: ItemIdentity;
    itemRules: string[];
  };

const UNKNOWN: Omit<LoadedSource, 'domain'> = {
  name: '',
  client: null,
  publishes: [],
  aggregator: false,
  readPages: false,
  itemIdentity: 'link',
  itemRules: [],
  aliases: [],
};

/** A feed's source. `aliases`: hosts that were merged into it, whose stories are its own. */
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
  if (!source) return { ...UNKNOWN, domain };
  return { ...source, aliases: aliases.map(({ alias }) => alias) };
}
