import { DurableObject } from 'cloudflare:workers';
import { and, asc, gt, ne } from 'drizzle-orm';
import { type Db, openDb } from '../../db/client.ts';
import { topicWindows } from '../../db/schema.ts';
import type { ClickCell } from '../../engagement/cells.ts';
import type { TrafficBaseline } from '../../engagement/discounting.ts';
import { utcHourIndex, windowsAt } from '../../engagement/hours.ts';
import { isBehind, markAllWindows } from '../../engagement/mark-windows.ts';
import { mutex } from '../../lib/async-control.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { HOUR_MS, MINUTE_MS, type Millis, toMillis, toSeconds } from '../../lib/time.ts';
import { rankTopic } from '../math/rank-topic.ts';
import { SiteRanker } from '../math/site-ranker.ts';
import { objectName, SITE } from '../site.ts';
import type { SiteDiscounts } from './discounted.ts';
import { loadCells, loadFacts } from './load.ts';
import { publish, publishedState } from './publish.ts';
import { type BaselineSource, isDiscountingEnabled, readBasis, storeBaseline } from './stored-baseline.ts';
import { type RecentCells, readCells, storeCells } from './stored-window.ts';
import { UnsentCounts } from './unsent.ts';
import { type CurveOf, type HourlySeries, RankingWindow } from './window.ts';

/** Minimum time between publications. Under load, one write then covers many clicks. */
const PUBLISH_INTERVAL_MS: Millis = 1_000;
/** Must stay below 10 s, when the platform hibernates. The site publishes within two checks of the last click. */
const IDLE_CHECK_MS: Millis = 9_000;
/** Maximum age of the site ranking while clicks keep arriving and no reader requests it. */
const MAX_RANKING_AGE_MS: Millis = 5 * MINUTE_MS;
/** Limited, because all topic objects share one database. */
const SEND_CONCURRENCY = 20;
/** Far below the platform's limit of 32 MB per call. */
const MAX_CELLS_PER_CALL = 20_000;
const STAGGER_MS: Millis = 500;
const RETRY_MS = MINUTE_MS;
/** The platform allows 1,000 calls per invocation. */
const MAX_TOPICS_PER_RUN = 900;
/** Limited, because each object is billed while it waits for the shared database. */
const ROLLOVER_CONCURRENCY = 4;
/** Time after the full hour by which the watchdog has rolled over every topic. */
const WATCHDOG_DELAY_MS = 10 * MINUTE_MS;
/** Maximum numbers in a row's recent cells. Above it, cells are packed into the object's storage. */
const MAX_RECENT_NUMBERS = 16_000;
const FOLLOW_DELAY_MS: Millis = 50;
/** Minimum time between packings. A constantly busy object stays in memory and would never read the packed cells. */
const MIN_PACKING_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * State of an instance's aggregates. Before `current`, counts wait in `#earlyCells`, because a running query may read
 * older aggregates. A failed load restores the previous state. `isOutdated` prohibits the use of stored cells.
 */
type LoadState =
  | { state: 'absent'; isOutdated: boolean }
  | { state: 'loading'; from: Absent | Stale; isOutdated: boolean }
  | { state: 'current'; window: RankingWindow }
  | Stale;
type Absent = Extract<LoadState, { state: 'absent' }>;
interface Stale {
  state: 'stale';
  window: RankingWindow;
}

/**
 * Rankings of one topic or of the site (topic 0). Storage and the published row restore an evicted object without
 * aggregates. Only alarms wake the object, so that it can hibernate between publications.
 */
export class TopicWindow extends DurableObject<Env> {
  #id: number | null = null;
  #loadState: LoadState = { state: 'absent', isOutdated: false };
  readonly #earlyCells: ClickCell[] = [];
  /** Whether received or due changes are unpublished. */
  #isDirty = false;
  #publishedAt: Millis = 0;
  #publishedHour = 0;
  #version = 0;
  /** Whether the site object wakes this object at the full hour. */
  #isRolledOverBySite = false;
  /** Stale stamp of the published row when the window was loaded. */
  #staleStamp = 0;
  /** Version of the published row when the window was loaded or published. */
  #known: Millis = 0;
  #baseline: { hour: number; baseline: TrafficBaseline } | null = null;
  #packing = 0;
  #packedAt: Millis = 0;
  /** Time of the alarm. `null` if unknown, because an earlier instance may have set it. Infinite without an alarm. */
  #alarmAt: Millis | null = null;
  /** Resolves to true if the previous instance left no unpublished data. Read it before this instance sets an alarm. */
  #cleanStart: Promise<boolean> | null = null;
  #runningAlarmAt: Millis | null = null;
  #ranker = new SiteRanker();
  /** Unsent counts of the site object. `#sentHour`: last hour for which every topic received all its counts. */
  readonly #unsent = new UnsentCounts();
  #sentHour = 0;
  #lastRolledOver = { hour: 0, topicId: SITE };
  /** Next time to apply article changes to days. Site only. A new instance checks at once. */
  #followAt: Millis = 0;
  /** Time of the last clicks. `#isAwaited`: whether anything besides clicks requires a publication. */
  #receivedAt: Millis = 0;
  #isAwaited = false;
  /** Runs publications one at a time. Each includes everything received before it starts. */
  readonly #exclusively = mutex();

  /**
   * Receives absolute counts, in any order and any number of times. Resolves once they are published or an alarm is
   * set. `isOneOfMany` always sets an alarm, so that the caller does not wait for many publications.
   */
  notify(topicId: number, cells: ClickCell[], now = Date.now(), isOneOfMany = false): Promise<void> {
    return this.receiveCounts(topicId, cells, now, isOneOfMany);
  }

  async receiveCounts(topicId: number, cells: ClickCell[], now: Millis, isOneOfMany: boolean): Promise<void> {
    this.#identify(topicId, now);
    for (const cell of cells) this.#noteCell(cell);
    if (!this.#isDirty) return;
    const isDue = now - this.#publishedAt >= PUBLISH_INTERVAL_MS;
    await this.#hadCleanStart();
    if (isDue && !isOneOfMany) await this.#publish(now);
    else await this.#armAt(isDue ? now + turnOf(topicId) : this.#publishedAt + PUBLISH_INTERVAL_MS, topicId);
  }

  /** Receives the counts of a click batch. Site only. Publication follows on request, when clicks pause, or hourly. */
  async receive(cells: ClickCell[], topics: ReadonlyMap<number, readonly number[]>, now = Date.now()): Promise<void> {
    this.#identify(SITE, now);
    if (cells.length === 0) return;
    for (const cell of cells) {
      this.#noteCell(cell);
      for (const topicId of topics.get(cell.contentId) ?? []) this.#unsent.note(topicId, [cell]);
    }
    this.#isDirty = true;
    this.#receivedAt = now;
    await this.#hadCleanStart();
    await this.#armAt(now + IDLE_CHECK_MS, SITE);
  }

  /** Updates outdated rankings for a reader. Site only. A ranking under a second old waits until that second ends. */
  async ask(asked: readonly number[] | 'topics' | 'all', now = Date.now()): Promise<void> {
    this.#identify(SITE, now);
    if (this.#loadState.state === 'absent' && this.#earlyCells.length === 0 && (await this.#hasSentAll())) return;
    await this.#sendUnsent(asked, now);
    const isSite = typeof asked === 'string' ? asked === 'all' : asked.includes(SITE);
    if (!isSite || !this.#isDirty) return;
    this.#isAwaited = true;
    if (now - this.#publishedAt >= PUBLISH_INTERVAL_MS) await this.#publish(now);
    else await this.#armAt(this.#publishedAt + PUBLISH_INTERVAL_MS, SITE);
  }

  /** Returns true for a new instance whose row lists no unsent counts. Reads one row. */
  async #hasSentAll(): Promise<boolean> {
    if (this.#loadState.state !== 'absent' || this.#loadState.isOutdated || !(await this.#hadCleanStart()))
      return false;
    const { version, stale, recent } = await publishedState(this.#primary(), SITE);
    return version === 0 || (stale === 0 && recent?.unsent?.length === 0);
  }

  async #sendUnsent(asked: readonly number[] | string, now: Millis): Promise<number> {
    const window = await this.#exclusively(() => this.#upToDate(this.#hourAt(now)));
    const unsentTopics = this.#unsent.topics().filter((id) => typeof asked === 'string' || asked.includes(id));
    // Publication is needed, because the row lists the topics that lack counts.
    if (unsentTopics.length > 0) this.#isDirty = true;
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
    const object = this.#object(topicId);
    for (let i = 0; i < cells.length; i += MAX_CELLS_PER_CALL)
      await object.receiveCounts(
        topicId,
        cells.slice(i, i + MAX_CELLS_PER_CALL),
        now,
        i + MAX_CELLS_PER_CALL < cells.length,
      );
  }

  /** Reloads the aggregates and publishes. `isAnew` also discards unsent and early counts. */
  async refresh(topicId: number, now = Date.now(), isAnew = true): Promise<void> {
    if (isAnew) await this.forget(topicId, now);
    else {
      this.#identify(topicId, now);
      this.#baseline = null;
      this.#outdate();
    }
    await this.#publish(now);
  }

  /** Discards all counts, because a restored database no longer contains them. */
  async forget(topicId: number, now = Date.now()): Promise<void> {
    this.#identify(topicId, now);
    await this.#unsent.forget();
    await this.#exclusively(async () => {
      this.#baseline = null;
      this.#earlyCells.length = 0;
      this.#outdate();
      this.#loadState = { state: 'absent', isOutdated: true };
    });
  }

  /** Refreshes after a delay, so that many article changes cause one refresh. */
  async refreshSoon(topicId: number, now = Date.now()): Promise<void> {
    this.#identify(topicId, now);
    this.#outdate();
    this.#followAt = 0;
    await this.#armAt(Math.max(now, this.#publishedAt) + PUBLISH_INTERVAL_MS, topicId);
  }

  /** Applies article changes to days after a delay, if a notification was lost or an article is due for publication. */
  async followSoon(topicId: number, now = Date.now()): Promise<void> {
    this.#identify(topicId, now);
    this.#followAt = 0;
    await this.#armAt(now + PUBLISH_INTERVAL_MS, topicId);
  }

  /** Returns the baseline of an hour. The site object computes the baseline if it is due. */
  async shares(topicId: number, hour: number, now = Date.now()): Promise<TrafficBaseline> {
    this.#identify(topicId, now);
    return this.#exclusively(async () => {
      const window = await this.#upToDate(hour);
      const basis = await readBasis(this.#primary(), hour);
      const baseline = await this.#computeBaseline(hour, window, basis, now);
      const isLate = baseline !== basis.inForce && this.#publishedHour === hour;
      if (isLate) this.ctx.waitUntil(this.#reweighAll(now));
      return baseline;
    });
  }

  /** Republishes this hour's rankings, which may use a baseline from before the first samples. */
  async #reweighAll(now: Millis): Promise<void> {
    const db = this.#primary();
    try {
      await this.reweigh(SITE, now);
      const rows = await db
        .select({ id: topicWindows.topicId })
        .from(topicWindows)
        .where(ne(topicWindows.topicId, SITE));
      for (const { id } of rows) await this.#object(id).reweigh(id, now);
    } catch {
      await db.run(markAllWindows);
    }
  }

  /** Recomputes the current baseline. Returns false if no article contributes. `isAccepted` lifts the growth limit. */
  async renewBaseline(topicId: number, { isAccepted = false }, now = Date.now()): Promise<boolean> {
    this.#identify(topicId, now);
    if (!isDiscountingEnabled(this.env)) return false;
    return this.#exclusively(async () => {
      const hour = this.#hourAt(now);
      const window = await this.#upToDate(hour);
      const { inForce, anchor } = await readBasis(this.#primary(), hour);
      const basis = { isDue: true, inForce, anchor: isAccepted ? null : anchor };
      return (await this.#computeBaseline(hour, window, basis, now, isAccepted)) !== inForce;
    });
  }

  async reweigh(topicId: number, now = Date.now()): Promise<void> {
    this.#identify(topicId, now);
    this.#baseline = null;
    this.#isDirty = true;
    this.#isAwaited = true;
    await this.#armAt(Math.max(now, this.#publishedAt) + PUBLISH_INTERVAL_MS, topicId);
  }

  /** Returns the engagement per hour of the selected articles, without reading aggregates. */
  curve(topicId: number, of: CurveOf, now = Date.now()): Promise<HourlySeries> {
    return this.#withCurrentWindow(topicId, now, ({ window, hour, baseline }) =>
      window.curve(of, { windows: windowsAt(hour), baseline, wants: 'curve' }, toSeconds(now)),
    );
  }

  /** Returns the discounted clicks of the last `hours` hours, without reading aggregates. */
  discounted(
    topicId: number,
    { hours, limit }: { hours: number; limit: number },
    now = Date.now(),
  ): Promise<SiteDiscounts> {
    return this.#withCurrentWindow(topicId, now, ({ window, hour, baseline }) => {
      const range = { from: hour - hours + 1, to: hour + 1 };
      const minGrowth = Number(this.env.GROWTH_MIN_CLICKS);
      return window.discounted(range, baseline, { limit, minGrowth, now: toSeconds(now) });
    });
  }

  #withCurrentWindow<T>(
    topicId: number,
    now: Millis,
    ask: (known: { window: RankingWindow; hour: number; baseline: TrafficBaseline | null }) => T,
  ): Promise<T> {
    this.#identify(topicId, now);
    return this.#exclusively(async () => {
      const hour = this.#hourAt(now);
      const window = await this.#upToDate(hour);
      await this.#loadUnknownFacts(window, this.#primary());
      return ask({ window, hour, baseline: await this.#baselineAt(hour, window, now) });
    });
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    this.#runningAlarmAt = info?.scheduledTime ?? Number.NaN;
    await this.handleAlarm(Date.now());
    this.#runningAlarmAt = null;
  }

  /** Rolls over to the current hour when the site object calls. Sets an alarm if that fails. */
  async rollOver(topicId: number, now: Millis): Promise<void> {
    this.#identify(topicId, now);
    await this.handleAlarm(now);
  }

  /** Catches every error and sets the next alarm, because the platform gives up on an alarm that keeps failing. */
  async handleAlarm(now: Millis): Promise<void> {
    const topicId = this.#topicId;
    this.#followClockBack(now);
    try {
      // A pending alarm prevents hibernation just as clicks do.
      if (this.#isBusy(now)) await this.#armAt(now + IDLE_CHECK_MS, topicId);
      else await this.#publishAndRollOver(now);
    } catch (error) {
      log('windowFailed', now, { topic: topicId, reason: reasonOf(error) });
      await this.#armAt(now + RETRY_MS, topicId);
    }
    if (topicId === SITE) await this.#follow(now);
  }

  async #publishAndRollOver(now: Millis): Promise<void> {
    await this.#publish(now);
    if (this.#topicId === SITE && this.#sentHour !== this.#publishedHour) await this.#rollTopicsOver(now);
  }

  /** Applies one slice of article changes per alarm to stay within the platform's limits per invocation. */
  async #follow(now: Millis): Promise<void> {
    if (now >= this.#followAt) {
      try {
        this.#followAt = Number.POSITIVE_INFINITY;
        // Imported lazily, because most isolates never need this module.
        const { followChanges } = await import('./days/changed-articles.ts');
        const next = await followChanges(this.#primary(), now);
        if (next !== null) this.#followAt = Math.min(this.#followAt, next);
      } catch (error) {
        log('daysFailed', now, { reason: reasonOf(error) });
        this.#followAt = now + RETRY_MS;
      }
    }
    if (this.#followAt < Number.POSITIVE_INFINITY) await this.#armAt(Math.max(this.#followAt, now + FOLLOW_DELAY_MS));
  }

  /** Sends unsent counts and rolls idle topics over, because an alarm in each topic object would cost a row write. */
  async #rollTopicsOver(now: Millis): Promise<void> {
    const hour = this.#publishedHour;
    const most = Math.max(0, MAX_TOPICS_PER_RUN - (await this.#sendUnsent('topics', now)));
    const after = this.#lastRolledOver.hour === hour ? this.#lastRolledOver.topicId : SITE;
    const moved = await this.#selectTopicsBehind(hour, { after, most });
    await inTurn(moved, ROLLOVER_CONCURRENCY, ({ id }) => this.#object(id).rollOver(id, now));
    this.#lastRolledOver = { hour, topicId: moved.at(-1)?.id ?? after };
    if (moved.length === most) return this.#armAt(now + PUBLISH_INTERVAL_MS);
    this.#sentHour = hour;
    await this.#armHour(hour, now);
  }

  #selectTopicsBehind(
    hour: number,
    { after = SITE, most }: { after?: number; most: number },
  ): Promise<{ id: number }[]> {
    const { topicId } = topicWindows;
    return this.#primary()
      .select({ id: topicId })
      .from(topicWindows)
      .where(and(gt(topicId, after), isBehind(hour)))
      .orderBy(asc(topicId))
      .limit(most);
  }

  #isBusy(now: Millis): boolean {
    const isFresh = now - this.#publishedAt < MAX_RANKING_AGE_MS && this.#sentHour === this.#hourAt(now);
    return isFresh && !this.#isAwaited && now - this.#receivedAt < IDLE_CHECK_MS;
  }

  #noteCell(cell: ClickCell): void {
    if (this.#loadState.state === 'absent' || this.#loadState.state === 'loading') {
      this.#earlyCells.push(cell);
      this.#isDirty = true;
    } else if (this.#loadState.window.note(cell)) this.#isDirty = true;
  }

  #outdate(): void {
    const loadState = this.#loadState;
    this.#loadState =
      'window' in loadState ? { state: 'stale', window: loadState.window } : { ...loadState, isOutdated: true };
    this.#isDirty = true;
    this.#isAwaited = true;
  }

  #beginLoad(from: Absent | Stale): void {
    this.#loadState = { state: 'loading', from, isOutdated: false };
  }

  #endLoad(window: RankingWindow): void {
    for (const cell of this.#earlyCells.splice(0)) window.note(cell);
    const isOutdated = this.#loadState.state === 'loading' && this.#loadState.isOutdated;
    this.#loadState = { state: isOutdated ? 'stale' : 'current', window };
    // The aggregates may contain unpublished counts, which would be ignored as known when they are received.
    this.#isDirty = true;
  }

  #failLoad(): void {
    if (this.#loadState.state !== 'loading') return;
    const { from, isOutdated } = this.#loadState;
    this.#loadState = from.state === 'absent' ? { state: 'absent', isOutdated: from.isOutdated || isOutdated } : from;
  }

  /** Returns the current hour of the windows. Ignores small backward steps of the clock. */
  #hourAt(now: Millis): number {
    const known = 'window' in this.#loadState ? this.#loadState.window.hour : 0;
    return isAhead(known, now) ? utcHourIndex(now) : Math.max(utcHourIndex(now), known);
  }

  /** Recovers after a fast clock is set back: unblocks publications and reloads packed cells. */
  #followClockBack(asked: Millis): void {
    // A job may pass an earlier time, but only the real clock counts here.
    const now = Math.max(asked, Date.now());
    if (this.#publishedAt > now + PUBLISH_INTERVAL_MS) this.#publishedAt = 0;
    if (this.#packedAt > now) this.#packedAt = 0;
    if ('window' in this.#loadState && isAhead(this.#loadState.window.hour, now)) this.#outdate();
  }

  /** Returns the current window and loads it if necessary. The caller must hold `#exclusively`. */
  async #upToDate(hour: number): Promise<RankingWindow> {
    const loadState = this.#loadState;
    if (loadState.state === 'current') return loadState.window;
    if (loadState.state === 'loading') throw new Error('the window is already being loaded');
    this.#beginLoad(loadState);
    try {
      const window = await this.#load(hour, loadState.state === 'absent' && !loadState.isOutdated);
      this.#endLoad(window);
      return window;
    } catch (error) {
      this.#failLoad();
      throw error;
    }
  }

  #publish(now: Millis): Promise<void> {
    return this.#exclusively(() => this.#publishNow(now));
  }

  async #publishNow(now: Millis): Promise<void> {
    const topicId = this.#topicId;
    const hour = this.#hourAt(now);
    const window = await this.#upToDate(hour);
    const isDue = (window.dueAt ?? Number.POSITIVE_INFINITY) <= toSeconds(now);
    if (this.#isDirty || isDue || this.#publishedHour !== hour) {
      this.#isDirty = false;
      this.#isAwaited = false;
      try {
        await this.#publishWindow(window, hour, now);
      } catch (error) {
        this.#isDirty = true;
        throw error;
      }
    }
    const next = window.dueAt;
    await this.#armHour(hour, now);
    if (next !== null) await this.#armAt(toMillis(next));
    if (this.#loadState.state === 'stale') {
      this.#isDirty = true;
      await this.#armAt(now + PUBLISH_INTERVAL_MS, topicId);
    }
  }

  /** Sets the alarm for the next hour. The site sets it after its topics have rolled over. */
  async #armHour(hour: number, now: Millis): Promise<void> {
    if (!('window' in this.#loadState) || this.#loadState.window.isEmpty || this.#isRolledOverBySite) return;
    if (this.#topicId !== SITE || this.#sentHour === hour) await this.#armAt((hour + 1) * HOUR_MS);
    else if (this.#runningAlarmAt === null) await this.#armAt(now + IDLE_CHECK_MS);
  }

  async #publishWindow(window: RankingWindow, hour: number, now: Millis): Promise<void> {
    const topicId = this.#topicId;
    const db = this.#primary();
    await this.#loadUnknownFacts(window, db);
    const baseline = await this.#baselineAt(hour, window, now);
    // Frees the ranking of the previous hour before all articles are scored again.
    if (hour !== window.hour) this.#ranker = new SiteRanker();
    window.roll(hour, baseline);
    const articles = window.engagement(toSeconds(now));
    const minClicks = Number(this.env.AUDIENCE_MIN_CLICKS);
    const ranking =
      topicId === SITE
        ? this.#ranker.rank(articles, window.orders, { hour, minClicks, baseline, together: window.together })
        : rankTopic(topicId, articles, { orders: window.orders, baseline });
    // A new ranking must not look older if the clock steps back.
    this.#version = Math.max(now, this.#version + 1);
    const known = await publish(db, {
      topicId,
      version: this.#version,
      known: this.#known,
      hour,
      ranking,
      stale: this.#staleStamp,
      recent: this.#recent(window, now),
    });
    // Articles changed without notification, an earlier instance published late, or the topic id was reused.
    if (known === null) this.#outdate();
    else this.#known = known;
    this.#publishedAt = now;
    this.#publishedHour = hour;
    // `isClicked` uses the same condition.
    this.#isRolledOverBySite = topicId !== SITE && ranking.counters.engagement7d + ranking.counters.before7d > 0;
  }

  #recent(window: RankingWindow, now: Millis): string | null {
    if (window.recentNumbers > MAX_RECENT_NUMBERS) {
      if (now - this.#packedAt < MIN_PACKING_INTERVAL_MS) return null;
      storeCells(this.ctx.storage.kv, ++this.#packing, window.pack());
      this.#packedAt = now;
    }
    const unsent = this.#topicId === SITE ? { unsent: this.#unsent.topics() } : {};
    return JSON.stringify({ number: this.#packing, ...window.recent(), ...unsent } satisfies RecentCells);
  }

  async #baselineAt(hour: number, window: RankingWindow, now: Millis): Promise<TrafficBaseline | null> {
    if (!isDiscountingEnabled(this.env)) return null;
    if (this.#baseline?.hour !== hour) this.#baseline = { hour, baseline: await this.#findBaseline(hour, window, now) };
    return this.#baseline.baseline;
  }

  async #findBaseline(hour: number, window: RankingWindow, now: Millis): Promise<TrafficBaseline> {
    const basis = await readBasis(this.#primary(), hour);
    if (!basis.isDue) return basis.inForce;
    if (this.#topicId === SITE) return this.#computeBaseline(hour, window, basis, now);
    return this.#object(SITE).shares(SITE, hour, now);
  }

  async #computeBaseline(
    hour: number,
    window: RankingWindow,
    { isDue, inForce, anchor }: BaselineSource,
    now: Millis,
    isAccepted = false,
  ): Promise<TrafficBaseline> {
    if (!isDue) return inForce;
    const db = this.#primary();
    await this.#loadUnknownFacts(window, db);
    const made = window.samples(hour, { inForce, anchor }, toSeconds(now));
    await storeBaseline(db, hour, made, isAccepted);
    return made.baseline ?? inForce;
  }

  async #loadUnknownFacts(window: RankingWindow, db: Db): Promise<void> {
    const topicId = this.#topicId;
    const asked = window.unknown();
    if (asked.length === 0) return;
    const found = await loadFacts(db, asked);
    window.learn(asked, topicId === SITE ? found : found.filter(({ topics }) => topics.includes(topicId)));
  }

  /** Loads the window. If `isFirst`, the window may be restored from the object's storage instead of the aggregates. */
  async #load(hour: number, isFirst: boolean): Promise<RankingWindow> {
    const canUseStored = isFirst && (await this.#hadCleanStart());
    // The state is read first, so that publication detects a change made during the load.
    const state = await publishedState(this.#primary(), this.#topicId);
    const stored = canUseStored && state.stale === 0 ? this.#readStored(state.recent) : null;
    const window = stored ?? (await this.#loadAll(hour, state.recent?.number ?? 1));
    if (this.#loadState.state === 'loading' && this.#loadState.from.state === 'absent' && this.#topicId === SITE) {
      this.#unsent.noteWhole((stored && state.recent?.unsent) || window.topics());
      // An earlier instance may have stopped during a rollover.
      const isEarly = state.version < state.hour * HOUR_MS + WATCHDOG_DELAY_MS;
      const isCutOff = isEarly && (await this.#selectTopicsBehind(state.hour, { most: 1 })).length > 0;
      this.#sentHour = isCutOff ? 0 : state.hour || hour;
    }
    // The clock of an earlier instance may have been fast.
    this.#version = Math.max(this.#version, state.version);
    this.#staleStamp = state.stale;
    this.#known = state.version;
    return window;
  }

  /** Returns true if the previous instance published everything, which only an alarm at a full hour proves. */
  #hadCleanStart(): Promise<boolean> {
    this.#cleanStart ??= this.#checkCleanStart().catch((error) => {
      this.#cleanStart = null;
      throw error;
    });
    return this.#cleanStart;
  }

  async #checkCleanStart(): Promise<boolean> {
    const alarm = this.#runningAlarmAt ?? (await this.ctx.storage.getAlarm());
    return alarm === null || isHeartbeat(alarm);
  }

  #readStored(recent: RecentCells | null): RankingWindow | null {
    if (!recent) return null;
    const stored = readCells(this.ctx.storage.kv);
    if (!stored || recent.number > stored.number) return null;
    this.#packing = stored.number;
    const window = new RankingWindow(stored.cells, [...stored.facts, ...recent.facts], this.#wants);
    for (const cell of recent.cells) window.note(cell);
    return window;
  }

  async #loadAll(hour: number, number: number): Promise<RankingWindow> {
    const topicId = this.#topicId;
    const loaded = await loadCells(this.#primary(), topicId, hour);
    this.#packing = Math.max(this.#packing, number);
    storeCells(this.ctx.storage.kv, this.#packing, loaded);
    return new RankingWindow(loaded.cells, loaded.facts, this.#wants);
  }

  get #wants() {
    return this.#topicId === SITE ? 'hourly' : 'sets';
  }

  #object(topicId: number): DurableObjectStub<TopicWindow> {
    const { TOPIC_WINDOW } = this.env;
    return TOPIC_WINDOW.get(TOPIC_WINDOW.idFromName(objectName(topicId)));
  }

  /** Opens the primary database, because replicas may lack received counts. */
  #primary(): Db {
    return openDb(this.env.DB.withSession('first-primary'));
  }

  /** Setting an alarm writes a row. With `topicId`, data is unpublished, so the time must not look like a heartbeat. */
  async #armAt(time: Millis, topicId?: number): Promise<void> {
    if (this.#alarmAt === null) {
      const set = await this.ctx.storage.getAlarm();
      this.#alarmAt ??= set ?? Number.POSITIVE_INFINITY;
    }
    const looksLikeHeartbeat = (at: Millis) => topicId !== undefined && isHeartbeat(at);
    if (this.#alarmAt < time && looksLikeHeartbeat(this.#alarmAt)) return this.#setAlarm(this.#alarmAt - 1);
    if (this.#alarmAt <= time) return;
    await this.#setAlarm(looksLikeHeartbeat(time) ? time - 1 : time);
  }

  async #setAlarm(time: Millis): Promise<void> {
    this.#alarmAt = time;
    try {
      await this.ctx.storage.setAlarm(time);
    } catch (error) {
      this.#alarmAt = null;
      throw error;
    }
  }

  #identify(topicId: number, now: Millis): void {
    this.#followClockBack(now);
    if (this.#id === topicId) return;
    if (this.ctx.storage.kv.get('topicId') !== topicId) this.ctx.storage.kv.put('topicId', topicId);
    this.#id = topicId;
  }

  get #topicId(): number {
    this.#id ??= this.ctx.storage.kv.get<number>('topicId') ?? SITE;
    return this.#id;
  }
}

/** Returns true if the clock was set back since `hour`. Tolerates a difference of one hour between machines. */
const isAhead = (hour: number, now: Millis): boolean => hour > utcHourIndex(now) + 1;

/** Runs tasks with limited concurrency. Throws the first error after all tasks have run. */
async function inTurn<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>): Promise<void> {
  const failed: unknown[] = [];
  for (let i = 0; i < all.length; i += atOnce)
    await Promise.all(all.slice(i, i + atOnce).map((one) => work(one).catch((error) => failed.push(error))));
  if (failed.length > 0) throw failed[0];
}

/** An alarm at a full hour means that no data is unpublished. */
const isHeartbeat = (alarm: Millis): boolean => alarm % HOUR_MS === 0;

const turnOf = (topicId: number): Millis => (((topicId * 2_654_435_761) % 1000) * STAGGER_MS) / 1000;
