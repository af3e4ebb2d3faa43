import { eq, sql } from 'drizzle-orm';
import { getDomain } from 'tldts';
import type { Db } from '../../db/client.ts';
import { sourceAliases, sources } from '../../db/schema.ts';
import { domainOf } from '../../lib/url.ts';
import type { FeedSource } from '../read/content-type.ts';

/** Whose stories a feed may bring. */
export interface Publishers {
  /** Hosts of the feed's own site: of its source, and of its address. Empty: a document sent by an operator, which may bring any story. */
  own: readonly string[];
  /** Other hosts, their subdomains included. */
  publishes: readonly string[];
  /** It may bring any story. */
  aggregator: boolean;
}

/** `own`: of the feed's site; `allowed`: another's that it may bring; `foreign`: left out. */
export type Ownership = 'own' | 'allowed' | 'foreign';

export function ownershipOf(url: string, { own, publishes, aggregator }: Publishers): Ownership {
  const host = domainOf(new URL(url));
  if (own.length === 0 || own.some((site) => isSameSite(host, site))) return 'own';
  return aggregator || publishes.some((other) => isUnder(host, other)) ? 'allowed' : 'foreign';
}

/** One site is all that one owner has registered: `rss.example.co.uk` and `example.co.uk`, but not `a.github.io` and `b.github.io`. */
function isSameSite(host: string, other: string): boolean {
  if (host === other) return true;
  const site = siteOf(host);
  return site !== null && site === siteOf(other);
}

const siteOf = (host: string) => getDomain(host, { allowPrivateDomains: true });

const isUnder = (host: string, other: string) => host === other || host.endsWith(`.${other}`);

const ALIASES = sql<string>`(SELECT json_group_array(${sourceAliases.alias}) FROM ${sourceAliases} WHERE ${sourceAliases.domain} = ${sources.domain})`;

/** A feed's source. `aliases`: hosts that were merged into it, whose stories are its own. */
export async function loadSource(
  db: Db,
  domain: string,
): Promise<FeedSource & Pick<Publishers, 'publishes' | 'aggregator'> & { aliases: string[] }> {
  const { name, client, publishes, aggregator } = sources;
  const [source] = await db
    .select({ domain: sources.domain, name, client, publishes, aggregator, aliases: ALIASES.as('aliases') })
    .from(sources)
    .where(eq(sources.domain, domain));
  if (!source) return { domain, name: '', client: null, publishes: [], aggregator: false, aliases: [] };
  return { ...source, aliases: JSON.parse(source.aliases) };
}
