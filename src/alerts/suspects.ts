import { and, eq, gt } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { webhookEvents } from '../db/schema.ts';
import { DAY, type Millis, toSeconds } from '../lib/time.ts';
import { windowOf } from '../rankings/object/notify.ts';
import type { Standout } from '../rankings/object/standouts.ts';
import type { SiteOff, TakenOff } from '../rankings/object/taken-off.ts';
import { loadItems } from '../rankings/read/read.ts';
import { SITE } from '../rankings/site.ts';
import { recordEvents } from '../webhooks/event.ts';

/** Part of an article's unsigned clicks from which on it raises no alert. Of honest stories about one percent is taken off. */
const MUCH = 0.2;
/** Clicks taken off that may be chance. */
const FEW = 5;
/** Part of the site's unsigned clicks from which one sender's matter, even if they change no ranking. */
const SITE_PART = 0.1;
/** Seconds for which further articles of a sender are repeats: longer than the hours that are looked at. */
const REPEATS = 2 * DAY;
/** The running hour and the 24 before it, and the articles that are named at once. */
const LOOKED = { hours: 25, limit: 20 };

/** Whether weights have taken so much off an article that it may be a fleet's. Pure. */
export const isSuspect = ({ clicks, takenOff }: TakenOff): boolean => takenOff >= FEW && takenOff >= MUCH * clicks;

const TYPE = 'engagement.suspect';

interface Sender {
  /** Its article that loses most. */
  contentId: number;
  takenOff: number;
  buckets: Set<string>;
  changesRanking: boolean;
}

/** Whether known buckets explain what stands out: all networks of it, all prefixes, or all browsers if it has neither. */
function isRepeat(buckets: readonly string[], known: ReadonlySet<string>): boolean {
  const of = (kind: string) => buckets.filter((bucket) => bucket.startsWith(kind));
  const kinds = [of('network'), of('prefix')].filter((own) => own.length > 0);
  return (kinds.length > 0 ? kinds : [of('browser')]).some(
    (own) => own.length > 0 && own.every((bucket) => known.has(bucket)),
  );
}

/**
 * Returns the senders of suspect clicks that matter and are new: their clicks change a ranking, or are a part of the site's. `known`: the
 * buckets of each that was recorded before. Pure.
 */
export function newSenders(
  { clicks, articles, standouts }: Pick<SiteOff, 'clicks' | 'articles' | 'standouts'>,
  known: readonly ReadonlySet<string>[],
): Sender[] {
  const senders: Sender[] = [];
  const standoutOf = new Map<number, Standout>(standouts.map((standout) => [standout.contentId, standout]));
  for (const { contentId, takenOff } of articles.filter(isSuspect)) {
    const { buckets = [], changesRanking = false } = standoutOf.get(contentId) ?? {};
    const sender = senders.find((other) => isRepeat(buckets, other.buckets));
    if (!sender) senders.push({ contentId, takenOff, buckets: new Set(buckets), changesRanking });
    else {
      sender.takenOff += takenOff;
      sender.changesRanking ||= changesRanking;
      for (const bucket of buckets) sender.buckets.add(bucket);
    }
  }
  return senders.filter(
    ({ buckets, takenOff, changesRanking }) =>
      (changesRanking || takenOff >= SITE_PART * clicks) && !known.some((own) => isRepeat([...buckets], own)),
  );
}

/**
 * Records senders whose clicks may be a fleet's and matter, each with the article that loses most; repeats of a sender are one event.
 * Returns how many were new.
 */
export async function recordSuspects(db: Db, windows: Env['TOPIC_WINDOW'], now: Millis): Promise<number> {
  const site = await windowOf(windows, SITE).takenOff(SITE, LOOKED, now);
  if (!site.articles.some(isSuspect)) return 0;
  const at = toSeconds(now);
  const recorded = await db
    .select({ key: webhookEvents.key })
    .from(webhookEvents)
    .where(and(eq(webhookEvents.type, TYPE), gt(webhookEvents.at, at - REPEATS)));
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
    const percent = Math.round((100 * found.takenOff) / found.clicks);
    return {
      type: TYPE as typeof TYPE,
      key: `${TYPE}:${contentId}:${Math.floor(at / DAY)}:${[...sender.buckets].join(',')}`,
      subject: `article:${contentId}`,
      at,
      data: { article, stoodOut: found.stoodOut, percent },
    };
  });
  return (await recordEvents(db, events, now)).length;
}
