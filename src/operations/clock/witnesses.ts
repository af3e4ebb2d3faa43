import { eq, isNotNull } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { feedHubs, feeds } from '../../db/schema.ts';
import { MINUTE_MS, type Millis, SECOND_MS } from '../../lib/time.ts';
import type { Reach } from '../../syndication/fetch/fetch.ts';
import { publicUrl } from '../../syndication/fetch/public-url.ts';

/** This module compares the clock with the `Date` headers of witnesses: hosts of polled feeds and WebSub hubs. */

const MAX_DIFFERENCE_MS: Millis = 10 * MINUTE_MS;
const MIN_WITNESSES = 2;
const MAX_WITNESSES = 6;
const WITNESS_TIMEOUT_MS: Millis = 8 * SECOND_MS;

/** Host whose time is compared. `sites` are its own domain and the feed's domain, which may have the same owner. */
interface Witness {
  url: string;
  sites: readonly string[];
}

interface Testimony extends Pick<Witness, 'sites'> {
  date: Millis;
  at: Millis;
}

/** Returns true if hosts of at least two sites confirm the clock, and more hosts confirm it than contradict it. */
export function isAgreed(testimonies: readonly Testimony[]): boolean {
  const agreeing = countIndependent(testimonies.filter(({ date, at }) => Math.abs(date - at) <= MAX_DIFFERENCE_MS));
  const differing = countIndependent(testimonies.filter(({ date, at }) => Math.abs(date - at) > MAX_DIFFERENCE_MS));
  return agreeing >= MIN_WITNESSES && agreeing > differing;
}

function countIndependent(testimonies: readonly Pick<Testimony, 'sites'>[]): number {
  const taken = new Set<string>();
  let count = 0;
  for (const { sites } of testimonies) {
    if (sites.some((site) => taken.has(site))) continue;
    for (const site of sites) taken.add(site);
    count++;
  }
  return count;
}

/** Returns true if hosts of polled feeds and WebSub hubs confirm the clock. Reads every feed. */
export async function areWitnessesAgreed(db: Db, reach: Reach, clock: () => Millis): Promise<boolean> {
  const { url, domain } = feeds;
  const polled = await db.select({ url, domain }).from(feeds).where(isNotNull(feeds.nextAt));
  const hubs = await db
    .select({ url: feedHubs.hub, domain })
    .from(feedHubs)
    .innerJoin(feeds, eq(feeds.id, feedHubs.feedId));
  const known = [...polled, ...hubs].flatMap((each) => {
    const host = URL.parse(each.url)?.host;
    return host ? [{ url: each.url, sites: [...new Set([ownedDomainOf(host), ownedDomainOf(each.domain)])] }] : [];
  });
  const testimonies = await Promise.all(pickWitnesses(known).map((witness) => ask(witness, reach, clock)));
  return isAgreed(testimonies.flatMap((testimony) => testimony ?? []));
}

function pickWitnesses(known: readonly Witness[]): Witness[] {
  const shuffled = known.map((witness) => ({ witness, by: Math.random() })).sort((a, b) => a.by - b.by);
  const found: Witness[] = [];
  for (const { witness } of shuffled)
    if (found.length < MAX_WITNESSES && countIndependent([...found, witness]) > found.length) found.push(witness);
  return found;
}

async function ask({ url, sites }: Witness, reach: Reach, clock: () => Millis): Promise<Testimony | null> {
  const checked = publicUrl(url, reach.allowed);
  if (!checked.url) return null;
  try {
    const response = await reach.fetch(checked.url.href, {
      method: 'HEAD',
      redirect: 'manual',
      signal: AbortSignal.timeout(reach.timeout ?? WITNESS_TIMEOUT_MS),
      headers: reach.agent ? { 'User-Agent': reach.agent } : {},
      cache: 'no-store',
    });
    await response.body?.cancel();
    const date = Date.parse(response.headers.get('Date') ?? '');
    // A cached response contains the time at which it was created, so its age is added.
    const age = Number(response.headers.get('Age') ?? 0);
    return Number.isNaN(date) || !(age >= 0) ? null : { sites, date: date + age * SECOND_MS, at: clock() };
  } catch {
    return null;
  }
}

/** Returns the registered part of a host name: two labels, or three below `co.uk` and similar suffixes. */
export function ownedDomainOf(host: string): string {
  const labels = host.split('.');
  if (/^[\d.]+(:\d+)?$|^\[/.test(host) || labels.length < 3) return host;
  const isShared = /^[a-z]{2}$/.test(labels.at(-1) ?? '') && /^[a-z]{2,3}$/.test(labels.at(-2) ?? '');
  return labels.slice(isShared ? -3 : -2).join('.');
}
