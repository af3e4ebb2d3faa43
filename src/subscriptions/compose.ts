import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { isTimeDue } from '../db/due.ts';
import { apiKeys, dispatches, subscriptions } from '../db/schema.ts';
import { bare, jsonField, jsonValue, listed } from '../db/sql.ts';
import { trustedTime } from '../db/trusted-time.ts';
import type { Dispatch } from '../db/values.ts';
import { log, reasonOf } from '../lib/log.ts';
import { DAY, DAY_MS, dayIn, instantIn, type Millis, toMillis, toSeconds, utcDay } from '../lib/time.ts';
import { dispatchOf, loadNews, type News, selectNews } from './news.ts';
import { isConfirmed, isLiving, NEWS, NOT_MADE } from './store.ts';

/** This module composes due messages. Each subscription gets one message with all its new items. */

const SUBSCRIPTIONS_PER_PAGE = 1000;
const SUBSCRIPTIONS_PER_PORTION = 50;
/** Maximum number of old entries in `sentItems`. Without them, a deleted and restored item would be sent again. */
const MAX_OLD_ENTRIES = 100;
/** Maximum number of items per webhook message. The next run sends the rest. */
const MAX_THINGS_PER_POST = 50;
const MORNING = '07:00:00';

export function nextMorning(zone: string, now: Millis): Millis {
  const seconds = toSeconds(now);
  const today = instantIn(zone, `${dayIn(zone, seconds)}T${MORNING}`);
  const tomorrow = utcDay(Date.parse(dayIn(zone, seconds)) / 1000 + DAY);
  return toMillis(today > seconds ? today : instantIn(zone, `${tomorrow}T${MORNING}`));
}

/** Returns the ids of items that are older than a new subscription, and must not be sent to it. */
export async function alreadyThere(db: Db, follower: Parameters<typeof selectNews>[0], now: Millis): Promise<string[]> {
  return selectNews(follower, await loadNews(db, { since: now - NEWS, now, hasArticles: true }));
}

interface Made {
  id: number;
  /** Number of messages composed before this run. If the stored number differs, a concurrent run has composed one. */
  made: number;
  nextAt: Millis;
  sentItems: string[] | null;
  content: Dispatch | null;
  reason: string | null;
}

/** Maximum plausible time until the next message. It is longer than one day, because a day can have 25 hours. */
const MAX_WAIT_MS = 2 * DAY_MS;

const selectDue = (db: Db, now: Millis, after: Pick<typeof subscriptions.$inferSelect, 'nextAt' | 'id'> | undefined) =>
  db
    .select({
      ...getTableColumns(subscriptions),
      sentItems: sql<string>`${subscriptions.sentItems}`.as('sent_items_text'),
      ownerKind: sql<typeof apiKeys.$inferSelect.kind>`${apiKeys.kind}`.as('owner_kind'),
    })
    .from(subscriptions)
    .innerJoin(apiKeys, eq(apiKeys.id, subscriptions.keyId))
    .where(
      and(
        sql`${subscriptions.via} <> 'feed'`,
        isLiving(toSeconds(now)),
        isConfirmed,
        isTimeDue(subscriptions.nextAt, now, MAX_WAIT_MS),
        after && sql`(${subscriptions.nextAt}, ${subscriptions.id}) > (${after.nextAt}, ${after.id})`,
      ),
    )
    .orderBy(subscriptions.nextAt, subscriptions.id)
    .limit(SUBSCRIPTIONS_PER_PAGE);
type Due = Awaited<ReturnType<typeof selectDue>>;

/** Composes all due messages and returns their number. Reads one row per due subscription, and two days of news. */
export async function composeDue(db: Db, { zone, now }: { zone: string; now: Millis }): Promise<number> {
  let at: ComposingTime | undefined;
  let [news, hasArticles, count, failed]: [News | null, boolean, number, unknown] = [null, false, 0, null];
  let page: Due = [];
  do {
    page = await selectDue(db, now, page.at(-1));
    const wantsArticles = page.some(({ kind }) => kind !== 'week' && kind !== 'alerts');
    if (page.length > 0 && (!news || wantsArticles > hasArticles)) {
      hasArticles = wantsArticles;
      at ??= { zone, now, isTrusted: (await trustedTime(db, now)) !== null };
      news = await loadNews(db, { since: now - NEWS, now, hasArticles });
    }
    const made = news && at ? messagesOf(page, news, at) : [];
    for (let i = 0; i < made.length; i += SUBSCRIPTIONS_PER_PORTION)
      await store(db, made.slice(i, i + SUBSCRIPTIONS_PER_PORTION), now).catch((thrown: unknown) => {
        failed ??= thrown;
      });
    count += made.filter(({ content, reason }) => content && !reason).length;
  } while (page.length === SUBSCRIPTIONS_PER_PAGE);
  if (failed) throw failed;
  return count;
}

interface ComposingTime {
  zone: string;
  now: Millis;
  isTrusted: boolean;
}

function messagesOf(due: Due, news: News, { zone, now, isTrusted }: ComposingTime): Made[] {
  const recent = new Set([...news.articles.map(({ id }) => `a${id}`), ...news.events.map(({ id }) => `e${id}`)]);
  const madeOf = ({ id, made, rhythm, sentItems, nextAt, ...follower }: (typeof due)[number]): Made[] => {
    const before = JSON.parse(sentItems) as string[];
    const found = selectNews(follower, news);
    const unheard = found.filter((one) => !before.includes(one));
    const fresh = unheard.slice(0, follower.via === 'webhook' ? MAX_THINGS_PER_POST : undefined);
    const later = unheard.slice(fresh.length);
    const isOver = rhythm === 'digest' && follower.kind !== 'week' && later.length === 0;
    const next = isOver ? nextMorning(zone, now) : nextAt;
    if (fresh.length === 0 && next === nextAt) return [];
    const rest = before.filter((one) => !found.includes(one));
    const old = rest.filter((one) => !recent.has(one)).slice(0, isTrusted ? MAX_OLD_ENTRIES : undefined);
    const newSentItems = [
      ...found.filter((one) => !later.includes(one)),
      ...rest.filter((one) => recent.has(one)),
      ...old,
    ];
    return [
      {
        id,
        made,
        nextAt: next,
        sentItems: newSentItems,
        content: fresh.length > 0 ? dispatchOf(fresh) : null,
        reason: null,
      },
    ];
  };
  return due.flatMap((one) => {
    try {
      return madeOf(one);
    } catch (error) {
      log('messageNotMade', now, { subscription: one.id, reason: reasonOf(error) });
      const content = dispatchOf([]);
      return [{ id: one.id, made: one.made, nextAt: now + DAY_MS, sentItems: null, content, reason: NOT_MADE }];
    }
  });
}

const v = sql.raw('v.value');

/** Stores composed messages. Ignores a message if a concurrent run has composed one for the same subscription. */
async function store(db: Db, made: readonly Made[], now: Millis): Promise<void> {
  const { subscriptionId, number, state, content, firstAt, nextAt, attempts, reason } = dispatches;
  const rows = sql`json_each(${JSON.stringify(made)}) v`;
  const isSame = sql`${subscriptions.id} = ${jsonValue(v, 'id')} AND ${subscriptions.made} = ${jsonValue(v, 'made')}`;
  const hasFailed = sql`(${jsonValue(v, 'reason')} IS NOT NULL)`;
  await db.transaction(
    sql`INSERT INTO ${dispatches} (${listed(subscriptionId, number, state, content, firstAt, nextAt, attempts, reason)})
      SELECT ${subscriptions.id}, ${subscriptions.made} + 1, iif(${hasFailed}, 'failed', 'pending'), ${jsonField(v, 'content')},
        ${now}, ${now}, ${hasFailed}, ${jsonValue(v, 'reason')}
      FROM ${rows} JOIN ${subscriptions} ON ${isSame} WHERE ${jsonValue(v, 'content')} IS NOT NULL AND ${isLiving(toSeconds(now))} AND ${isConfirmed}`,
    sql`UPDATE ${subscriptions} SET ${bare(subscriptions.made)} = ${subscriptions.made} + (${jsonValue(v, 'content')} IS NOT NULL),
      ${bare(subscriptions.sentItems)} = iif(${hasFailed}, ${subscriptions.sentItems}, ${jsonField(v, 'sentItems')}), ${bare(subscriptions.nextAt)} = ${jsonValue(v, 'nextAt')}
      FROM ${rows} WHERE ${isSame}`,
  );
}
