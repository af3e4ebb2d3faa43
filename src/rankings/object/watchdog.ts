import { ne } from 'drizzle-orm';
import { topicIds } from '../../content/topics.ts';
import type { Db } from '../../db/client.ts';
import { changedArticles, computedDays, topicWindows } from '../../db/schema.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { isLate } from '../../engagement/mark-windows.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { Pace } from '../../lib/pace.ts';
import type { Millis } from '../../lib/time.ts';
import { SITE } from '../site.ts';
import { isDue } from './days/changed-articles.ts';
import { computeDays } from './days/days.ts';
import { windowOf } from './notify.ts';
import { isDiscountingEnabled } from './stored-baseline.ts';
import type { TopicWindow } from './topic-window.ts';

/** Limited, because all refreshes load aggregates from one database. */
const REFRESH_CONCURRENCY = 10;
/** The platform allows 1,000 calls per invocation. */
const MAX_WINDOWS_PER_RUN = 900;

/** Refreshes windows whose row is outdated and returns their number. */
export async function wakeLateWindows(db: Db, namespace: DurableObjectNamespace<TopicWindow>, now: number) {
  const late = await db
    .select({ topicId: topicWindows.topicId, stale: topicWindows.stale })
    .from(topicWindows)
    .where(isLate(utcHourIndex(now)))
    .orderBy(ne(topicWindows.topicId, SITE), topicWindows.hour)
    .limit(MAX_WINDOWS_PER_RUN);
  // The site sends its counts to the topic objects, so it comes first. Its failure does not stop the others.
  const isFirst = Number(late[0]?.topicId === SITE);
  const first = refreshAll(namespace, late.slice(0, isFirst), now);
  await first.catch(() => {});
  await refreshAll(namespace, late.slice(isFirst), now);
  await first;
  return late.length;
}

/** Applies article changes left pending by a lost notification or an outdated day. Reads two rows if there are none. */
export async function followLate(db: Db, env: Pick<Env, 'TOPIC_WINDOW' | 'DISCOUNTING'>, now: Millis): Promise<void> {
  try {
    const { waiting, computed } = await db.transaction({
      waiting: db.select({ id: changedArticles.id }).from(changedArticles).where(isDue(now)).limit(1),
      computed: db.select({ state: computedDays.state }).from(computedDays),
    });
    if (waiting.length === 0) return;
    if (computed[0]?.state === 'outdated') await computeDays(db, { now, isDiscounted: isDiscountingEnabled(env) });
    else await windowOf(env.TOPIC_WINDOW, SITE).followSoon(SITE, now);
  } catch (error) {
    log('daysFailed', now, { reason: reasonOf(error) });
  }
}

/** Recomputes the baseline and every ranking from the aggregates. Returns the number of rankings. */
export async function rebuildWindows(db: Db, namespace: DurableObjectNamespace<TopicWindow>, now: number) {
  const all = [SITE, ...(await topicIds(db))];
  // Without its memory, the object uses stored aggregates only.
  await windowOf(namespace, SITE).forget(SITE, now);
  await windowOf(namespace, SITE).renewBaseline(SITE, {}, now);
  // Pauses between refreshes, because readers share the thread on a self-hosted server.
  const pace = new Pace();
  for (const topicId of all) {
    const start = Date.now();
    await windowOf(namespace, topicId).refresh(topicId, now);
    await pace.pause(Date.now() - start);
  }
  return all.length;
}

/** Recomputes the baseline after an import or an operator's decision, then has every ranking republished. */
export async function renewBaseline(
  db: Db,
  namespace: DurableObjectNamespace<TopicWindow>,
  { now, isAccepted = false }: { now: number; isAccepted?: boolean },
): Promise<void> {
  if (!(await windowOf(namespace, SITE).renewBaseline(SITE, { isAccepted }, now))) return;
  const all = [SITE, ...(await topicIds(db))];
  for (let i = 0; i < all.length; i += REFRESH_CONCURRENCY)
    await Promise.all(
      all.slice(i, i + REFRESH_CONCURRENCY).map((topicId) => windowOf(namespace, topicId).reweigh(topicId, now)),
    );
}

async function refreshAll(
  namespace: DurableObjectNamespace<TopicWindow>,
  late: readonly { topicId: number; stale: number }[],
  now: number,
): Promise<void> {
  for (let i = 0; i < late.length; i += REFRESH_CONCURRENCY) {
    const some = late.slice(i, i + REFRESH_CONCURRENCY);
    // A row that is only behind needs a rollover instead of a reload.
    await Promise.all(
      some.map(({ topicId, stale }) => windowOf(namespace, topicId).refresh(topicId, now, stale !== 0)),
    );
  }
}
