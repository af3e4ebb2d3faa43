import { DurableObject } from 'cloudflare:workers';
import { and, asc, gt, ne } from 'drizzle-orm';
import { topicWindows } from '../../db/schema.ts';
import type { ClickCell } from '../../engagement/cells.ts';
import type { TrafficBaseline } from '../../engagement/discounting.ts';
import { windowsAt } from '../../engagement/hours.ts';
import { isBehind, markAllWindows } from '../../engagement/mark-windows.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { HOUR_MS, MINUTE_MS, type Millis, toSeconds } from '../../lib/time.ts';
import { SiteRanker } from '../math/site-ranker.ts';
import { SITE } from '../site.ts';
import type { SiteDiscounts } from './discounted.ts';
import { PUBLISH_INTERVAL_MS, type PublishedState, RETRY_MS, WindowStore } from './store/window-store.ts';
import { type BaselineSource, isDiscountingEnabled, readBasis, storeBaseline } from './stored-baseline.ts';
import { topicWindow } from './stubs.ts';
import { UnsentCounts } from './unsent-counts.ts';
import type { CurveOf, HourlySeries, RankingWindow } from './window.ts';

/** Interval of checks for new clicks. It must be below 10 s, after which the platform hibernates an idle object. */
const IDLE_CHECK_MS: Millis = 9_000;
/** Maximum age of the site ranking while clicks keep arriving and no reader requests it. */
const MAX_RANKING_AGE_MS: Millis = 5 * MINUTE_MS;
/** Number of topics to which counts are sent at once. It is limited because all topic objects share one database. */
const SEND_CONCURRENCY = 20;
/** Maximum number of hourly counts per call, far below the platform's limit of 32 MB. */
const MAX_CELLS_PER_CALL = 20_000;
/** Maximum number of topics called per alarm. The platform allows 1,000 calls per invocation. */
const MAX_TOPICS_PER_RUN = 900;
/** Number of topics that switch to a new hour at once. It is low, because each object is billed while it waits. */
const ROLLOVER_CONCURRENCY = 4;
/** Time after the full hour by which the watchdog job has made every topic switch to the new hour. */
const WATCHDOG_DELAY_MS = 10 * MINUTE_MS;
const FOLLOW_DELAY_MS: Millis = 50;

/**
 * Durable Object with the site's rankings. It receives all clicks, and sends their counts to topic objects on request
 * and at the full hour. It also computes the baseline and updates daily engagement after article changes.
 */
export class SiteCoordinator extends DurableObject<Env> {
  #ranker = new SiteRanker();
  readonly #unsent = new UnsentCounts();
  /** Last hour for which every topic object has received all its counts. */
  #sentHour = 0;
  #lastRolledOver = { hour: 0, topicId: SITE };
  /** Time of the next update of daily engagement after article changes. A new instance updates immediately. */
  #followAt: Millis = 0;
  #receivedAt: Millis = 0;
  readonly #store = new WindowStore({
    env: () => this.env,
    storage: () => this.ctx.storage,
    detail: 'hourly',
    rowId: () => SITE,
    isMember: () => true,
    rank: async (window, { hour, baseline, now }) => {
      // Otherwise, the ranking of the previous hour would stay in memory while all articles are scored again.
      if (hour !== window.hour) this.#ranker = new SiteRanker();
      window.roll(hour, baseline);
      await window.score(toSeconds(now));
      const minClicks = Number(this.env.AUDIENCE_MIN_CLICKS);
      const articles = window.engagement(toSeconds(now));
      const { orders, together } = window;
      return this.#ranker.rank(articles, orders, { hour, minClicks, baseline, together });
    },
    dueBaseline: (hour, window, basis, now) => this.#computeBaseline(hour, window, basis, now),
    armNextHour: (hour, now) => this.#armNextHour(hour, now),
    afterFirstLoad: (window, loaded) => this.#noteUnsent(window, loaded),
    unsentTopics: () => this.#unsent.topics(),
  });

  /** Receives the counts of a click batch. Publishes when a reader requests it, clicks pause or the hour ends. */
  async receive(cells: ClickCell[], topics: ReadonlyMap<number, readonly number[]>, now = Date.now()): Promise<void> {
    this.#store.followClockBack(now);
    if (cells.length === 0) return;
    for (const cell of cells) {
      this.#store.note(cell);
      for (const topicId of topics.get(cell.contentId) ?? []) this.#unsent.note(topicId, [cell]);
    }
    this.#store.markDirty();
    this.#receivedAt = now;
    await this.#store.alarm.hadCleanStart();
    await this.#store.alarm.wakeToPublishAt(now + IDLE_CHECK_MS);
  }

  /** Receives total counts and publishes them soon. The caller also sends the counts to the topic objects. */
  async notify(cells: ClickCell[], now = Date.now(), isOneOfMany = false): Promise<void> {
    this.#store.followClockBack(now);
    await this.#store.receive(cells, now, isOneOfMany);
  }

  /** Updates the outdated rankings that a reader requests, but each ranking at most once per second. */
  async ask(selection: readonly number[] | 'topics' | 'all', now = Date.now()): Promise<void> {
    this.#store.followClockBack(now);
    if (this.#store.isUntouched && (await this.#hasSentAll())) return;
    await this.#sendUnsent(selection, now);
    const isSite = typeof selection === 'string' ? selection === 'all' : selection.includes(SITE);
    if (!isSite || !this.#store.isDirty) return;
    this.#store.awaitPublication();
    if (this.#store.isDue(now)) await this.#store.publish(now);
    else await this.#store.alarm.wakeToPublishAt(this.#store.publishedAt + PUBLISH_INTERVAL_MS);
  }

  /** Returns true if an earlier instance sent all counts, according to the stored ranking. Reads one row. */
  async #hasSentAll(): Promise<boolean> {
    if (!(await this.#store.alarm.hadCleanStart())) return false;
    const { version, stale, recent } = await this.#store.published();
    return version === 0 || (stale === 0 && recent?.unsent?.length === 0);
  }

  async #sendUnsent(selection: readonly number[] | string, now: Millis): Promise<number> {
    const window = await this.#store.exclusively(() => this.#store.upToDate(this.#store.hourAt(now)));
    const unsentTopics = this.#unsent.topics().filter((id) => typeof selection === 'string' || selection.includes(id));
    // The stored ranking lists the topics that lack counts, so it must be written again.
    if (unsentTopics.length > 0) this.#store.markDirty();
    await inTurn(unsentTopics, SEND_CONCURRENCY, (id) =>
      this.#unsent.send(
        id,
        () => window.cellsOf(id),
        (cells) => this.#sendCells(id, cells, now),
      ),
    );
    return unsentTopics.length;
  }

  async #sendCells(topicId: number, cells: ClickCell[], now: Millis): Promise<void> {
    const object = topicWindow(this.env, topicId);
    for (let i = 0; i < cells.length; i += MAX_CELLS_PER_CALL)
      await object.receiveCounts(
        topicId,
        cells.slice(i, i + MAX_CELLS_PER_CALL),
        now,
        i + MAX_CELLS_PER_CALL < cells.length,
      );
  }

  /** Records topics that may lack counts, which an earlier instance received but may not have sent to them. */
  async #noteUnsent(
    window: RankingWindow,
    { hour, row, isRestored }: { hour: number; row: PublishedState; isRestored: boolean },
  ): Promise<void> {
    this.#unsent.noteWhole((isRestored && row.recent?.unsent) || window.topics());
    // An earlier instance may have stopped while topics were switching to the new hour.
    const isEarly = row.version < row.hour * HOUR_MS + WATCHDOG_DELAY_MS;
    const isCutOff = isEarly && (await this.#selectTopicsBehind(row.hour, { most: 1 })).length > 0;
    this.#sentHour = isCutOff ? 0 : row.hour || hour;
  }

  async refresh(now = Date.now(), isAnew = true): Promise<void> {
    this.#store.followClockBack(now);
    if (isAnew) await this.#unsent.forget();
    await this.#store.refresh(now, isAnew);
  }

  /** Discards all counts in memory after a restore, because the restored database may not contain them. */
  async forget(now = Date.now()): Promise<void> {
    this.#store.followClockBack(now);
    await this.#unsent.forget();
    await this.#store.forget();
  }

  /** Reloads counts and updates daily engagement after a delay, so that many article changes cause one reload. */
  async refreshSoon(now = Date.now()): Promise<void> {
    this.#store.followClockBack(now);
    this.#store.outdate();
    this.#followAt = 0;
    await this.#store.publishSoon(now);
  }

  /** Updates daily engagement soon, if an article is due for publication or a notification of a change was lost. */
  async followSoon(now = Date.now()): Promise<void> {
    this.#store.followClockBack(now);
    this.#followAt = 0;
    await this.#store.alarm.wakeToPublishAt(now + PUBLISH_INTERVAL_MS);
  }

  /** Returns the baseline of an hour. If a new baseline is due, computes it first. */
  async shares(hour: number, now = Date.now()): Promise<TrafficBaseline> {
    this.#store.followClockBack(now);
    return this.#store.exclusively(async () => {
      const window = await this.#store.upToDate(hour);
      const basis = await readBasis(this.#store.primary(), hour);
      const baseline = await this.#computeBaseline(hour, window, basis, now);
      const isLate = baseline !== basis.inForce && this.#store.publishedHour === hour;
      if (isLate) this.ctx.waitUntil(this.#reweighAll(now));
      return baseline;
    });
  }

  /** Republishes this hour's rankings, because they may have used an older baseline. */
  async #reweighAll(now: Millis): Promise<void> {
    const db = this.#store.primary();
    try {
      await this.reweigh(now);
      const rows = await db
        .select({ id: topicWindows.topicId })
        .from(topicWindows)
        .where(ne(topicWindows.topicId, SITE));
      for (const { id } of rows) await topicWindow(this.env, id).reweigh(id, now);
    } catch {
      await db.run(markAllWindows);
    }
  }

  /** Recomputes the baseline. Returns false if no article contributes to it. `isAccepted` disables the growth limit. */
  async renewBaseline({ isAccepted = false }, now = Date.now()): Promise<boolean> {
    this.#store.followClockBack(now);
    if (!isDiscountingEnabled(this.env)) return false;
    return this.#store.exclusively(async () => {
      const hour = this.#store.hourAt(now);
      const window = await this.#store.upToDate(hour);
      const { inForce, anchor } = await readBasis(this.#store.primary(), hour);
      const basis = { isDue: true, inForce, anchor: isAccepted ? null : anchor };
      return (await this.#computeBaseline(hour, window, basis, now, isAccepted)) !== inForce;
    });
  }

  async #computeBaseline(
    hour: number,
    window: RankingWindow,
    { isDue, inForce, anchor }: BaselineSource,
    now: Millis,
    isAccepted = false,
  ): Promise<TrafficBaseline> {
    if (!isDue) return inForce;
    const db = this.#store.primary();
    await this.#store.loadUnknownFacts(window, db);
    const made = window.samples(hour, { inForce, anchor }, toSeconds(now));
    await storeBaseline(db, hour, made, isAccepted);
    return made.baseline ?? inForce;
  }

  async reweigh(now = Date.now()): Promise<void> {
    this.#store.followClockBack(now);
    await this.#store.reweigh(now);
  }

  /** Returns the hourly engagement of articles from memory, without reading counts from the database. */
  curve(of: CurveOf, now = Date.now()): Promise<HourlySeries> {
    return this.#withCurrentWindow(now, ({ window, hour, baseline }) =>
      window.curve(of, { windows: windowsAt(hour), baseline, wants: 'curve' }, toSeconds(now)),
    );
  }

  /** Returns the discounted clicks of the last `hours` hours from memory, without reading counts from the database. */
  async discounted({ hours, limit }: { hours: number; limit: number }, now = Date.now()): Promise<SiteDiscounts> {
    // This module is loaded on demand, because instances that only serve readers never need it.
    const { discountsIn } = await import('./discounted.ts');
    return this.#withCurrentWindow(now, ({ window, hour, baseline }) => {
      const range = { from: hour - hours + 1, to: hour + 1 };
      const minGrowth = Number(this.env.GROWTH_MIN_CLICKS);
      return discountsIn(window.clicked(toSeconds(now)), { range, baseline, limit, minGrowth });
    });
  }

  #withCurrentWindow<T>(
    now: Millis,
    ask: (known: { window: RankingWindow; hour: number; baseline: TrafficBaseline | null }) => T | Promise<T>,
  ): Promise<T> {
    this.#store.followClockBack(now);
    return this.#store.exclusively(async () => {
      const hour = this.#store.hourAt(now);
      const window = await this.#store.upToDate(hour);
      await this.#store.loadUnknownFacts(window, this.#store.primary());
      return ask({ window, hour, baseline: await this.#store.baselineAt(hour, window, now) });
    });
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    await this.#store.alarm.run(info, () => this.handleAlarm(Date.now()));
  }

  async handleAlarm(now: Millis): Promise<void> {
    this.#store.followClockBack(now);
    await this.#store.attempt(now, async () => {
      // The alarm keeps the object in memory while clicks arrive.
      if (this.#isBusy(now)) return this.#store.alarm.wakeToPublishAt(now + IDLE_CHECK_MS);
      await this.#store.publish(now);
      if (this.#sentHour !== this.#store.publishedHour) await this.#rollTopicsOver(now);
    });
    await this.#follow(now);
  }

  #isBusy(now: Millis): boolean {
    const isFresh = now - this.#store.publishedAt < MAX_RANKING_AGE_MS && this.#sentHour === this.#store.hourAt(now);
    return isFresh && !this.#store.isAwaited && now - this.#receivedAt < IDLE_CHECK_MS;
  }

  /** Applies a limited number of article changes per alarm, because the platform limits the work per invocation. */
  async #follow(now: Millis): Promise<void> {
    if (now >= this.#followAt) {
      try {
        this.#followAt = Number.POSITIVE_INFINITY;
        // This module is loaded on demand, because most instances never need it.
        const { followChanges } = await import('./days/changed-articles.ts');
        const next = await followChanges(this.#store.primary(), now);
        if (next !== null) this.#followAt = Math.min(this.#followAt, next);
      } catch (error) {
        log('daysFailed', now, { reason: reasonOf(error) });
        this.#followAt = now + RETRY_MS;
      }
    }
    if (this.#followAt < Number.POSITIVE_INFINITY)
      await this.#store.alarm.wakeAt(Math.max(this.#followAt, now + FOLLOW_DELAY_MS));
  }

  /** Sends remaining counts to topics and moves idle topics to the new hour. Alarms in all topics would cost more. */
  async #rollTopicsOver(now: Millis): Promise<void> {
    const hour = this.#store.publishedHour;
    const most = Math.max(0, MAX_TOPICS_PER_RUN - (await this.#sendUnsent('topics', now)));
    const after = this.#lastRolledOver.hour === hour ? this.#lastRolledOver.topicId : SITE;
    const moved = await this.#selectTopicsBehind(hour, { after, most });
    await inTurn(moved, ROLLOVER_CONCURRENCY, ({ id }) => topicWindow(this.env, id).rollOver(id, now));
    this.#lastRolledOver = { hour, topicId: moved.at(-1)?.id ?? after };
    if (moved.length === most) return this.#store.alarm.wakeAt(now + PUBLISH_INTERVAL_MS);
    this.#sentHour = hour;
    await this.#store.armNextHour(hour, now);
  }

  #selectTopicsBehind(
    hour: number,
    { after = SITE, most }: { after?: number; most: number },
  ): Promise<{ id: number }[]> {
    const { topicId } = topicWindows;
    return this.#store
      .primary()
      .select({ id: topicId })
      .from(topicWindows)
      .where(and(gt(topicId, after), isBehind(hour)))
      .orderBy(asc(topicId))
      .limit(most);
  }

  /** Sets the alarm for the next hour only after all topics have switched, so that an interrupted run is repeated. */
  async #armNextHour(hour: number, now: Millis): Promise<void> {
    const { alarm } = this.#store;
    if (this.#sentHour === hour) await alarm.wakeAt((hour + 1) * HOUR_MS);
    else if (!alarm.isRunning) await alarm.wakeAt(now + IDLE_CHECK_MS);
  }
}

/** Runs tasks, at most `atOnce` at a time. Throws the first error after all tasks have ended. */
async function inTurn<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>): Promise<void> {
  const failed: unknown[] = [];
  for (let i = 0; i < all.length; i += atOnce)
    await Promise.all(all.slice(i, i + atOnce).map((one) => work(one).catch((error) => failed.push(error))));
  if (failed.length > 0) throw failed[0];
}
