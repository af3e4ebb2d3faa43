import { and, eq } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { sourceAliases, sources } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { isSameSite, registeredDomainOf } from './publishers.ts';

/** This module rejects articles that belong to another source with feeds of its own. (docs/decisions.md#S14) */

export interface Bringer {
  domain: string;
  publishes: readonly string[];
}

/** Returns the only source that may provide a host's articles, or `null` if one of `bringers` may provide them. */
export type ClaimantOf = (host: string, bringers: readonly Bringer[]) => string | null;

export async function loadClaimants(db: Db, hosts: Iterable<string>, known: readonly string[]): Promise<ClaimantOf> {
  const unknownHosts = [...new Set(hosts)].filter((host) => !known.includes(host));
  if (unknownHosts.length === 0) return () => null;
  const names = [...new Set(unknownHosts.flatMap(namesOver))];
  const { stored, aliased } = await db.transaction({
    stored: db
      .select({ domain: sources.domain })
      .from(sources)
      .where(and(inList(sources.domain, names), eq(sources.hasFeeds, true))),
    aliased: db
      .select({ host: sourceAliases.alias, domain: sourceAliases.domain })
      .from(sourceAliases)
      .innerJoin(sources, eq(sources.domain, sourceAliases.domain))
      .where(and(inList(sourceAliases.alias, names), eq(sources.hasFeeds, true))),
  });
  const owners = new Map([
    ...aliased.map(({ host, domain }) => [host, domain] as const),
    ...stored.map(({ domain }) => [domain, domain] as const),
  ]);
  return (host, bringers) => {
    const name = namesOver(host).find((each) => owners.has(each));
    const owner = name && owners.get(name);
    if (!name || !owner) return null;
    const isFree = bringers.some(
      ({ domain, publishes }) =>
        domain === owner ||
        // If only a parent domain of the host belongs to a source, every source of the site may provide its articles.
        (name !== host && isSameSite(host, domain)) ||
        publishes.includes(owner) ||
        publishes.includes(host),
    );
    return isFree ? null : owner;
  };
}

function namesOver(host: string): string[] {
  const name = host.replace(/:\d+$/, '');
  const site = registeredDomainOf(name);
  const parts = name.split('.');
  const above = parts.map((_, i) => parts.slice(i).join('.')).filter((each) => site && each.length >= site.length);
  return [...new Set([host, name, ...above])];
}
