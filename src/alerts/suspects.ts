import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { webhookEvents } from '../db/schema.ts';
import { DAY, type Millis, toSeconds } from '../lib/time.ts';
import type { Standout } from '../rankings/object/concentrated-buckets.ts';
import type { Discounted, SiteDiscounts } from '../rankings/object/discounted.ts';
import { siteCoordinator } from '../rankings/object/stubs.ts';
import { loadItems } from '../rankings/read/read-rankings.ts';
import { recordEvents } from '../webhooks/event.ts';

/** Minimum fraction of discounted clicks of a suspicious article. Legitimate articles have about one percent. */
const MIN_SUSPECT_FRACTION = 0.2;
const MIN_SUSPECT_CLICKS = 5;
/** A sender with at least this fraction of the site's unsigned clicks is reported even if it changes no ranking. */
const MIN_SITE_FRACTION = 0.1;
/** Time for which a recorded sender is not recorded again. It is longer than the inspected hours. */
const REPEAT_WINDOW_S = 2 * DAY;
const INSPECTED = { hours: 25, limit: 20 };

/** Returns true if so many clicks on an article were discounted that a sender may have flooded it. */
export const isSuspect = ({ clicks, discounted }: Discounted): boolean =>
  discounted >= MIN_SUSPECT_CLICKS && discounted >= MIN_SUSPECT_FRACTION * clicks;

const TYPE = 'engagement.suspicious';

interface Sender {
  contentId: number;
  discounted: number;
  buckets: Set<string>;
  changesRanking: boolean;
}

/**
 * Returns true if the sender was recorded before. A sender is recognised by its network buckets, its prefix buckets or,
 * without these, its browser buckets.
 */
function isRepeat(buckets: readonly string[], known: ReadonlySet<string>): boolean {
  const of = (kind: string) => buckets.filter((bucket) => bucket.startsWith(kind));
  const kinds = [of('network'), of('prefix')].filter((own) => own.length > 0);
  return (kinds.length > 0 ? kinds : [of('browser')]).some(
    (own) => own.length > 0 && own.every((bucket) => known.has(bucket)),
  );
}

/** Selects new senders of suspicious clicks that change a ranking or make up much of the site's clicks. */
export function newSenders(
  { clicks, articles, standouts }: Pick<SiteDiscounts, 'clicks' | 'articles' | 'standouts'>,
  known: readonly ReadonlySet<string>[],
): Sender[] {
  const senders: Sender[] = [];
  const standoutOf = new Map<number, Standout>(standouts.map((standout) => [standout.contentId, standout]));
  for (const { contentId, discounted } of articles.filter(isSuspect)) {
    const { buckets = [], changesRanking = false } = standoutOf.get(contentId) ?? {};
    const sender = senders.find((other) => isRepeat(buckets, other.buckets));
    if (!sender) senders.push({ contentId, discounted, buckets: new Set(buckets), changesRanking });
    else {
      sender.discounted += discounted;
      sender.changesRanking ||= changesRanking;
      for (const bucket of buckets) sender.buckets.add(bucket);
    }
  }
  return senders.filter(
    ({ buckets, discounted, changesRanking }) =>
      (changesRanking || discounted >= MIN_SITE_FRACTION * clicks) && !known.some((own) => isRepeat([...buckets], own)),
  );
}

/** Records each new sender of suspicious clicks once, with its most discounted article. Returns their number. */
export async function recordSuspects(db: Db, env: Pick<Env, 'SITE_COORDINATOR'>, now: Millis): Promise<number> {
  const site = await siteCoordinator(env).discounted(INSPECTED, now);
  if (!site.articles.some(isSuspect)) return 0;
  const at = toSeconds(now);
  const recorded = await db
    .select({ key: webhookEvents.key })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.type, TYPE), gt(webhookEvents.at, at - REPEAT_WINDOW_S)));
  const senders = newSenders(
    site,
    recorded.map(({ key }) => new Set(key.split(':').at(-1)?.split(','))),
  );
  const items = await loadItems(
    db,
    senders.map(({ contentId }) => contentId),
  );
  const events = items.flatMap(({ contentId, title, url, source }) => {
    const found = site.articles.find((article) => article.contentId === contentId);
    const sender = senders.find((one) => one.contentId === contentId);
    if (!found || !sender) return [];
    const article = { id: contentId, title: title ?? '', url: url ?? '', source: source ?? '' };
    const percent = Math.round((100 * found.discounted) / found.clicks);
    return {
      type: TYPE as typeof TYPE,
      key: `${TYPE}:${contentId}:${Math.floor(at / DAY)}:${[...sender.buckets].join(',')}`,
      subject: `article:${contentId}`,
      at,
      data: { article, concentratedIn: found.concentratedIn, percent },
    };
  });
  return (await recordEvents(db, events, now)).length;
}
