import type { Millis } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';

/** Most links that a reader follows within the period; more come from a program that scans them all. */
const LINKS = 5;
const PERIOD_MS = 10_000;
/** Most links within two seconds: gateways of mail follow all links of a message at once. */
const QUICK_LINKS = 2;
const QUICK_PERIOD_MS = 2000;

/** When a reader last followed which link, in this isolate. */
const followed = new TtlCache<Map<number, number>>({ ttl: PERIOD_MS, capacity: 50_000 });

/**
 * Whether a followed link is at least the third of a reader within two seconds, or the sixth within ten. This isolate's memory is exact; `limiter`
 * (five in ten seconds) knows about other isolates. The same link does not count twice.
 */
export async function isBurst(reader: string, contentId: number, limiter: RateLimit, now: Millis): Promise<boolean> {
  const links = followed.get(reader, now) ?? new Map<number, number>();
  for (const [link, at] of links) if (at <= now - PERIOD_MS) links.delete(link);
  const isKnown = links.delete(contentId);
  links.set(contentId, now);
  // The newest six are enough to recognise a program that follows thousands.
  const [oldest] = links.keys();
  if (links.size > LINKS + 1 && oldest !== undefined) links.delete(oldest);
  followed.set(reader, links, now);
  const isWithin = isKnown || (await limiter.limit({ key: reader })).success;
  const quick = [...links.values()].filter((at) => at > now - QUICK_PERIOD_MS).length;
  return quick > QUICK_LINKS || links.size > LINKS || !isWithin;
}
