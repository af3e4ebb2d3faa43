import { TtlCache } from '../lib/ttl-cache.ts';

/** Links that a reader follows within the period, at most; who follows more is a program that looks at them all. */
const LINKS = 5;
const PERIOD_MS = 10_000;

/** When a reader last followed which link, in this isolate. */
const followed = new TtlCache<Map<number, number>>({ ttl: PERIOD_MS, capacity: 50_000 });

/**
 * Whether a followed link is the sixth or a later one of a reader within ten seconds. This isolate's memory is exact; `limiter`
 * (five in ten seconds) knows what other isolates have seen. The same link again is no further one. `now`: epoch milliseconds.
 */
export async function isBurst(reader: string, contentId: number, limiter: RateLimit, now: number): Promise<boolean> {
  const links = followed.get(reader, now) ?? new Map<number, number>();
  for (const [link, at] of links) if (at <= now - PERIOD_MS) links.delete(link);
  const isKnown = links.delete(contentId);
  links.set(contentId, now);
  // Of a program that follows thousands, the newest six are enough to know it by.
  const [oldest] = links.keys();
  if (links.size > LINKS + 1 && oldest !== undefined) links.delete(oldest);
  followed.set(reader, links, now);
  const isWithin = isKnown || (await limiter.limit({ key: reader })).success;
  return links.size > LINKS || !isWithin;
}
