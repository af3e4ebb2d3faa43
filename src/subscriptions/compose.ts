import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { hasCome } from '../db/due.ts';
import { apiKeys, dispatches, subscriptions } from '../db/schema.ts';
import { bare, field, jsonField, listed } from '../db/sql.ts';
import { trustedTime } from '../db/trusted-time.ts';
import type { Dispatch } from '../db/values.ts';
import { log, reasonOf } from '../lib/log.ts';
import { DAY, DAY_MS, dayIn, instantIn, type Millis, toMillis, toSeconds, utcDay } from '../lib/time.ts';
import { dispatchOf, loadNews, type News, toldOf } from './find.ts';
import { isLiving, NEWS, NOT_MADE } from './store.ts';

/** Makes the messages that are due: one of all that a subscription has not been told. */

/** Subscriptions that are read at once, and that one transaction writes. */
const PAGE = 1000;
const PORTION = 50;
/** Entries of what was told that are kept though it is news no more, or not there: after a restore it may come again. */
const MOST_OLD = 100;
/** Things that one message to a webhook tells; what is more follows in the next run's. */
const MOST_POSTED = 50;
/** Time of day of digests on the publisher's clock. */
const MORNING = '07:00:00';

/** When the next digest is made after a time. */
export function nextMorning(zone: string, now: Millis): Millis {
  const seconds = toSeconds(now);
  const today = instantIn(zone, `${dayIn(zone, seconds)}T${MORNING}`);
  const tomorrow = utcDay(Date.parse(dayIn(zone, seconds)) / 1000 + DAY);
  return toMillis(today > seconds ? today : instantIn(zone, `${tomorrow}T${MORNING}`));
}

/** What a new subscription must not be told, since it was there before. */
export async function alreadyThere(db: Db, follower: Parameters<typeof toldOf>[0], now: Millis): Promise<string[]> {
  return toldOf(follower, await loadNews(db, { since: now - NEWS, now, hasArticles: true }));
}

interface Made {
  id: number;
  /** As it was read: another run may have gone on meanwhile. */
  made: number;
  nextAt: Millis;
  /** Null: as it was. */
  told: string[] | null;
  /** Null: nothing is new. */
  content: Dispatch | null;
  /** Why the message has failed at once; null: it has not. */
  reason: string | null;
}

/** Longer than from one morning to the next, in days on which clocks change, too. */
const LONGEST_WAIT = 2 * DAY_MS;

const selectDue = (db: Db, now: Millis, after: Pick<typeof subscriptions.$inferSelect, 'nextAt' | 'id'> | undefined) =>
  db
    .select({
      ...getTableColumns(subscriptions),
      told: sql<string>`${subscriptions.told}`.as('told_text'),
      ownerKind: sql<typeof apiKeys.$inferSelect.kind>`${apiKeys.kind}`.as('owner_kind'),
    })
    .from(subscriptions)
    .innerJoin(apiKeys, eq(apiKeys.id, subscriptions.keyId))
    .where(
      and(
        sql`${subscriptions.via} <> 'feed'`,
        isLiving(toSeconds(now)),
        hasCome(subscriptions.nextAt, now, LONGEST_WAIT),
        after && sql`(${subscriptions.nextAt}, ${subscriptions.id}) > (${after.nextAt}, ${after.id})`,
      ),
    )
    .orderBy(subscriptions.nextAt, subscriptions.id)
    .limit(PAGE);
type Due = Awaited<ReturnType<typeof selectDue>>;

/** Makes what is due. Reads one row for each subscription that is due, and the news of two days where there is one. Returns how many messages were made. */
export async function composeDue(db: Db, { zone, now }: { zone: string; now: Millis }): Promise<number> {
  let at: ComposingTime | undefined;
  let [news, hasArticles, count, failed]: [News | null, boolean, number, unknown] = [null, false, 0, null];
  let page: Due = [];
  do {
    page = await selectDue(db, now, page.at(-1));
    const wantsArticles = page.some(({ kind }) => kind !== 'week' && kind !== 'alarms');
    if (page.length > 0 && (!news || wantsArticles > hasArticles)) {
      hasArticles = wantsArticles;
      at ??= { zone, now, isTrusted: (await trustedTime(db, now)) !== null };
      news = await loadNews(db, { since: now - NEWS, now, hasArticles });
    }
    const made = news && at ? messagesOf(page, news, at) : [];
    for (let i = 0; i < made.length; i += PORTION)
      await store(db, made.slice(i, i + PORTION), now).catch((thrown: unknown) => {
        failed ??= thrown;
      });
    count += made.filter(({ content, reason }) => content && !reason).length;
  } while (page.length === PAGE);
  if (failed) throw failed;
  return count;
}

interface ComposingTime {
  zone: string;
  now: Millis;
  /** Whether news may be forgotten by its age. */
  isTrusted: boolean;
}

/** What is to be stored of some that are due. */
function messagesOf(due: Due, news: News, { zone, now, isTrusted }: ComposingTime): Made[] {
  const recent = new Set([...news.articles.map(({ id }) => `a${id}`), ...news.events.map(({ id }) => `e${id}`)]);
  const madeOf = ({ id, made, rhythm, told, nextAt, ...follower }: (typeof due)[number]): Made[] => {
    const before = JSON.parse(told) as string[];
    const found = toldOf(follower, news);
    const unheard = found.filter((one) => !before.includes(one));
    const fresh = unheard.slice(0, follower.via === 'webhook' ? MOST_POSTED : undefined);
    const later = unheard.slice(fresh.length);
    const isOver = rhythm === 'digest' && follower.kind !== 'week' && later.length === 0;
    const next = isOver ? nextMorning(zone, now) : nextAt;
    if (fresh.length === 0 && next === nextAt) return [];
    const rest = before.filter((one) => !found.includes(one));
    const old = rest.filter((one) => !recent.has(one)).slice(0, isTrusted ? MOST_OLD : undefined);
    const kept = [...found.filter((one) => !later.includes(one)), ...rest.filter((one) => recent.has(one)), ...old];
    return [{ id, made, nextAt: next, told: kept, content: fresh.length > 0 ? dispatchOf(fresh) : null, reason: null }];
  };
  return due.flatMap((one) => {
    try {
      return madeOf(one);
    } catch (error) {
      log('messageNotMade', now, { subscription: one.id, reason: reasonOf(error) });
      const content = dispatchOf([]);
      return [{ id: one.id, made: one.made, nextAt: now + DAY_MS, told: null, content, reason: NOT_MADE }];
    }
  });
}

const v = sql.raw('v.value');

/** Of two runs at once one stores a message: the other finds that the count of messages has moved. */
async function store(db: Db, made: readonly Made[], now: Millis): Promise<void> {
  const { subscriptionId, number, state, content, firstAt, nextAt, attempts, reason } = dispatches;
  const rows = sql`json_each(${JSON.stringify(made)}) v`;
  const isSame = sql`${subscriptions.id} = ${field(v, 'id')} AND ${subscriptions.made} = ${field(v, 'made')}`;
  const hasFailed = sql`(${field(v, 'reason')} IS NOT NULL)`;
  await db.transaction(
    sql`INSERT INTO ${dispatches} (${listed(subscriptionId, number, state, content, firstAt, nextAt, attempts, reason)})
      SELECT ${subscriptions.id}, ${subscriptions.made} + 1, iif(${hasFailed}, 'failed', 'pending'), ${jsonField(v, 'content')},
        ${now}, ${now}, ${hasFailed}, ${field(v, 'reason')}
      FROM ${rows} JOIN ${subscriptions} ON ${isSame} WHERE ${field(v, 'content')} IS NOT NULL AND ${isLiving(toSeconds(now))}`,
    sql`UPDATE ${subscriptions} SET ${bare(subscriptions.made)} = ${subscriptions.made} + (${field(v, 'content')} IS NOT NULL),
      ${bare(subscriptions.told)} = iif(${hasFailed}, ${subscriptions.told}, ${jsonField(v, 'told')}), ${bare(subscriptions.nextAt)} = ${field(v, 'nextAt')}
      FROM ${rows} WHERE ${isSame}`,
  );
}
