import type { Db } from '../db/client.ts';
import { DAY, type Millis, toSeconds } from '../lib/time.ts';
import { windowOf } from '../rankings/object/notify.ts';
import type { TakenOff } from '../rankings/object/taken-off.ts';
import { loadItems } from '../rankings/read/read.ts';
import { SITE } from '../rankings/site.ts';
import { recordEvents } from '../webhooks/event.ts';

/** Part of an article's unsigned clicks from which on it raises no alert. Of honest stories about one percent is taken off. */
const MUCH = 0.2;
/** Clicks taken off that may be chance. */
const FEW = 5;
/** The running hour and the 24 before it, and the articles that are named at once. */
const LOOKED = { hours: 25, limit: 20 };

/** Whether weights have taken so much off an article that it may be a fleet's. Pure. */
export const isSuspect = ({ clicks, takenOff }: TakenOff): boolean => takenOff >= FEW && takenOff >= MUCH * clicks;

/** Records, once a day each, articles of which weights take off so much that they may be a fleet’s. Returns how many were new. */
export async function recordSuspects(db: Db, windows: Env['TOPIC_WINDOW'], now: Millis): Promise<number> {
  const { articles } = await windowOf(windows, SITE).takenOff(SITE, LOOKED, now);
  const suspects = articles.filter(isSuspect);
  if (suspects.length === 0) return 0;
  const at = toSeconds(now);
  const items = await loadItems(
    db,
    suspects.map(({ contentId }) => contentId),
  );
  const events = items.flatMap(({ contentId, title, url, source }) => {
    const found = suspects.find((suspect) => suspect.contentId === contentId);
    if (!found) return [];
    const article = { id: contentId, title: title ?? '', url: url ?? '', source: source ?? '' };
    const percent = Math.round((100 * found.takenOff) / found.clicks);
    return {
      type: 'engagement.suspect' as const,
      key: `engagement.suspect:${contentId}:${Math.floor(at / DAY)}`,
      subject: `article:${contentId}`,
      at,
      data: { article, stoodOut: found.stoodOut, percent },
    };
  });
  return (await recordEvents(db, events, now)).length;
}
