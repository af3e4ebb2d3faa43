import type { Millis } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';

/** Maximum number of links that a reader follows in ten seconds. Link scanners follow more. */
const MAX_LINKS_PER_PERIOD = 5;
const PERIOD_MS = 10_000;
/** Maximum number of links that a reader follows in two seconds. Mail gateways follow all links of an email at once. */
const MAX_QUICK_LINKS = 2;
const QUICK_PERIOD_MS = 2000;

const recentLinks = new TtlCache<Map<number, number>>({ ttl: PERIOD_MS, capacity: 50_000 });

/** Returns true for a reader's third link in two seconds or sixth in ten. `limiter` counts across isolates. */
export async function isBurst(reader: string, contentId: number, limiter: RateLimit, now: Millis): Promise<boolean> {
  const links = recentLinks.get(reader, now) ?? new Map<number, number>();
  for (const [link, at] of links) if (at <= now - PERIOD_MS) links.delete(link);
  const isKnown = links.delete(contentId);
  links.set(contentId, now);
  const [oldest] = links.keys();
  if (links.size > MAX_LINKS_PER_PERIOD + 1 && oldest !== undefined) links.delete(oldest);
  recentLinks.set(reader, links, now);
  const isWithin = isKnown || (await limiter.limit({ key: reader })).success;
  const quick = [...links.values()].filter((at) => at > now - QUICK_PERIOD_MS).length;
  return quick > MAX_QUICK_LINKS || links.size > MAX_LINKS_PER_PERIOD || !isWithin;
}
