import { ne } from 'drizzle-orm';
import { topicIds } from '../../content/topics.ts';
import type { Db } from '../../db/client.ts';
import { changedArticles, computedDays, topicWindows } from '../../db/schema.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { isOutdatedWindow } from '../../engagement/mark-windows.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { Pace } from '../../lib/pace.ts';
import type { Millis } from '../../lib/time.ts';
import { SITE } from '../site.ts';
import { isChangeDue } from './days/changed-articles.ts';
import { computeDays, daysRunOf } from './days/days.ts';
import { siteCoordinator, topicWindow, type WindowObjects } from './stubs.ts';

/** Number of rankings reloaded at once. It is limited, because all objects load counts from one database. */
const REFRESH_CONCURRENCY = 10;
/** Maximum number of rankings reloaded per run. The platform allows 1,000 calls per invocation. */
const MAX_WINDOWS_PER_RUN = 900;

export async function wakeLateWindows(db: Db, env: WindowObjects, now: number) {
  const late = await db
    .select({ topicId: topicWindows.topicId, stale: topicWindows.stale })
    .from(topicWindows)
    .where(isOutdatedWindow(utcHourIndex(now)))
    .orderBy(ne(topicWindows.topicId, SITE), topicWindows.hour)
    .limit(MAX_WINDOWS_PER_RUN);
  // The site comes first, because its object sends counts to the topics. If it fails, the topics still follow.
  const isSite = ({ topicId }: { topicId: number }) => topicId === SITE;
  // Counts need not be reloaded if only the hour has passed and no article has changed.
  const first = inBatches(late.filter(isSite), ({ stale }) => siteCoordinator(env).refresh(now, stale !== 0));
  await first.catch(() => {});
  await inBatches(
    late.filter((row) => !isSite(row)),
    ({ topicId, stale }) => topicWindow(env, topicId).refresh(topicId, now, stale !== 0),
  );
  await first;
  return late.length;
}

/** Updates daily engagement after a lost notification, or if a day is outdated. Reads two rows if nothing is due. */
export async function followLate(
  db: Db,
  env: Pick<Env, 'SITE_COORDINATOR' | 'DISCOUNTING' | 'TIME_ZONE'>,
  now: Millis,
): Promise<void> {
  try {
    const { waiting, computed } = await db.transaction({
      waiting: db.select({ id: changedArticles.id }).from(changedArticles).where(isChangeDue(now)).limit(1),
      computed: db.select({ state: computedDays.state }).from(computedDays),
    });
    if (waiting.length === 0) return;
    if (computed[0]?.state === 'outdated') await computeDays(db, daysRunOf(env, now));
    else await siteCoordinator(env).followSoon(now);
  } catch (error) {
    log('daysFailed', now, { reason: reasonOf(error) });
  }
}

/** Recomputes the baseline and every ranking from the aggregates. Returns the number of rankings. */
export async function rebuildWindows(db: Db, env: WindowObjects, now: number) {
  const ids = await topicIds(db);
  const site = siteCoordinator(env);
  // The object must discard its counts first, so that only counts from the database remain.
  await site.forget(now);
  await site.renewBaseline({}, now);
  const topics = ids.map((id) => () => topicWindow(env, id).refresh(id, now));
  // Pauses between rankings let a self-hosted server respond to readers, who share the thread.
  const pace = new Pace();
  for (const refresh of [() => site.refresh(now), ...topics]) {
    const start = Date.now();
    await refresh();
    await pace.pause(Date.now() - start);
  }
  return ids.length + 1;
}

/** Recomputes the baseline after an import or an operator's decision. Then publishes every ranking again. */
export async function renewBaseline(
  db: Db,
  env: WindowObjects,
  { now, isAccepted = false }: { now: number; isAccepted?: boolean },
): Promise<void> {
  const site = siteCoordinator(env);
  if (!(await site.renewBaseline({ isAccepted }, now))) return;
  const topics = (await topicIds(db)).map((id) => () => topicWindow(env, id).reweigh(id, now));
  await inBatches([() => site.reweigh(now), ...topics], (reweigh) => reweigh());
}

async function inBatches<T>(all: readonly T[], refresh: (one: T) => Promise<unknown>): Promise<void> {
  for (let i = 0; i < all.length; i += REFRESH_CONCURRENCY)
    await Promise.all(all.slice(i, i + REFRESH_CONCURRENCY).map(refresh));
}
