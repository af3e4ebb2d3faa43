import { DurableObject } from 'cloudflare:workers';
import { and, asc, gt, ne } from 'drizzle-orm';
import { type Db, openDb } from '../../db/client.ts';
import { topicWindows } from '../../db/schema.ts';
import type { Cell } from '../../engagement/cells.ts';
import { hourOf, windowsAt } from '../../engagement/hours.ts';
import { isBehind, markAllWindows } from '../../engagement/mark-windows.ts';
import type { Shares } from '../../engagement/weight.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { mutex } from '../../lib/running.ts';
import { HOUR_MS, MINUTE_MS, type Millis, toMillis, toSeconds } from '../../lib/time.ts';
import { rankTopic } from '../math/rank-topic.ts';
import { SiteRanker } from '../math/site-ranker.ts';
import { objectName, SITE } from '../site.ts';
import { areWeighed, readBasis, type SharesBasis, storeShares } from './class-shares.ts';
import { loadCells, loadFacts } from './load.ts';
import { publish, publishedState } from './publish.ts';
import { type RecentCells, readCells, storeCells } from './stored-window.ts';
import type { SiteOff } from './taken-off.ts';
import { Unsent } from './unsent.ts';
import { type Curve, type CurveOf, RankingWindow } from './window.ts';

/** Least time between two publications of an object, so that a click costs less the more there are. */
const PUBLISH_INTERVAL_MS: Millis = 1_000;
/** Within twice this after the last clicks the site's object stores its ranking; it looks as often, before the platform lets it sleep, after ten seconds. */
const IDLE_CHECK_MS: Millis = 9_000;
/** While clicks keep arriving and nobody asks, it stores its ranking as often. */
const MAX_RANKING_AGE_MS: Millis = 5 * MINUTE_MS;
/** Topics that are told at the same time: all write to one database. */
const SEND_CONCURRENCY = 20;
/** Cells in one call, far below the platform's limit of 32 MB. */
const MAX_CELLS_PER_CALL = 20_000;
/** Many objects that are notified together publish within this time, one after the other. */
const STAGGER_MS: Millis = 500;
/** After a failure the object tries again within this time. */
const RETRY_MS = MINUTE_MS;
/** Topics that the site's object tells or has move on in one go: the platform lets it make 1,000 calls. */
const MAX_TOPICS_PER_RUN = 900;
/** And of these at the same time: each waits for the others at the one database, and is paid for meanwhile. */
const ROLLOVER_CONCURRENCY = 4;
/** So long after the full hour the watchdog has come to topics that have not moved on. */
const WATCHDOG_DELAY_MS = 10 * MINUTE_MS;
/** Most numbers (hours, columns, counts) in a published row besides its rankings; more are packed into the object's own storage. */
const MAX_RECENT_NUMBERS = 16_000;
/** Time between two slices of changed articles that days follow. */
const FOLLOW_DELAY_MS: Millis = 50;
/** Least time between two packings: a busy object never sleeps, so it would not read them. */
const MIN_PACKING_INTERVAL_MS = 10 * MINUTE_MS;

/**
 * What an instance has of its topic's aggregates. Counts that are received in `absent` and `loading` wait in `#earlyCells`: the aggregates
 * that a query reads may be older. In `current` and `stale` they go into the window.
 *
 *     absent ─── load ──▶ loading ── loaded ──▶ current
 *       ▲                 │  │  ▲                  │
 *       └──── failed ─────┘  │  │ load             │ outdate: `refresh`, `refreshSoon`,
 *              loaded, but   │  │                  │ or the row was not taken
 *        outdated meanwhile  ▼  │                  │
 *                           stale ◀────────────────┘
 *
 * What fails goes back to where it began; `forget` leads from everywhere to `absent`. `isOutdated`: a reason to read the aggregates has come since, so that what this object keeps
 * of itself is not used.
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
 * The rankings of one topic, or of the whole site (topic 0): a cache of the stored aggregates. The site's has a heartbeat, which moves the others on.
 *
 * It keeps cells in memory and publishes rankings to `topic_windows`. Its own storage holds packed cells, its row the newer
 * ones: after an eviction it reads these and no aggregates. It wakes by alarm only, so that it can hibernate
 * between two publications.
 */
export class TopicWindow extends DurableObject<Env> {
  /** The topic, as it is stored. */
  #id: number | null = null;
  #loadState: LoadState = { state: 'absent', isOutdated: false };
  readonly #earlyCells: Cell[] = [];
  /** Something was received, or may be read, that is not published. */
  #isDirty = false;
  #publishedAt: Millis = 0;
  #publishedHour = 0;
  #version = 0;
  /** Whether the site's object wakes this one at the full hour. */
  #isRolledOverBySite = false;
  /** Mark of the published row when the window was loaded. */
  #staleStamp = 0;
  /** Version of the published row when the window was loaded or published. */
  #known: Millis = 0;
  #shares: { hour: number; shares: Shares } | null = null;
  /** Number of the last packing, and when it was. */
  #packing = 0;
  #packedAt: Millis = 0;
  /** Infinite: none; null: unknown, because an earlier instance may have set one. */
  #alarmAt: Millis | null = null;
  /** Whether this instance began with everything published, asked before it sets an alarm of its own. */
  #cleanStart: Promise<boolean> | null = null;
  /** The time of the alarm that is running. */
  #runningAlarmAt: Millis | null = null;
  /** Used by the site's object only: ranks what has changed since its last publication. */
  #ranker = new SiteRanker();
  /** Used by the site's object only: what topics have not been told, and the hour in which all were. */
  readonly #unsent = new Unsent();
  #sentHour = 0;
  /** The last topic that has moved on to an hour, of those that do so one after the other. */
  #lastRolledOver = { hour: 0, topicId: SITE };
  /** Used by the site's object only: when days follow changed articles again. A new instance asks for itself. */
  #followAt: Millis = 0;
  /** When clicks were last received, and whether something else waits for a publication. */
  #receivedAt: Millis = 0;
  #isAwaited = false;
  /** Publications run one at a time; each includes everything received before it begins. */
  readonly #exclusively = mutex();

  /**
   * Receives absolute counts from the aggregates. Returns when they are published, or when an alarm is set
   * that will publish them. Repeated, late or unordered counts change nothing. One of many objects that are notified together
   * always sets an alarm, so that the caller does not wait for all their publications.
   */
  notify(topicId: number, cells: Cell[], now = Date.now(), isOneOfMany = false): Promise<void> {
    return this.tell(topicId, cells, now, isOneOfMany);
  }

  /** As `notify`: what the site's object calls. */
  async tell(topicId: number, cells: Cell[], now: Millis, isOneOfMany: boolean): Promise<void> {
    this.#identify(topicId, now);
    for (const cell of cells) this.#noteCell(cell);
    if (!this.#isDirty) return;
    const isDue = now - this.#publishedAt >= PUBLISH_INTERVAL_MS;
    await this.#hadCleanStart();
    if (isDue && !isOneOfMany) await this.#publish(now);
    else await this.#armAt(isDue ? now + turnOf(topicId) : this.#publishedAt + PUBLISH_INTERVAL_MS, topicId);
  }

  /**
   * What the site's object receives of every batch of clicks: absolute counts, and the topics of their articles. Returns when an alarm is
   * set. Nothing is published until somebody asks, the clicks pause, or the hour ends.
   */
  async receive(cells: Cell[], topics: ReadonlyMap<number, readonly number[]>, now = Date.now()): Promise<void> {
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

  /**
   * Stores rankings for a reader, where they say less than has been counted: those of these topics (0 is the site), or of every topic.
   * Asked of the site's object. One that was stored within the last second is stored again when that is over.
   */
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

  /** Whether an instance that has just begun has nothing to tell anybody, as its row says. One row read. */
  async #hasSentAll(): Promise<boolean> {
    if (this.#loadState.state !== 'absent' || this.#loadState.isOutdated || !(await this.#hadCleanStart()))
      return false;
    const { version, stale, recent } = await publishedState(this.#primary(), SITE);
    return version === 0 || (stale === 0 && recent?.unsent?.length === 0);
  }

  /** Tells the objects of topics what they lack, and waits until they have stored it, or have set an alarm for it. Returns how many were told. */
  async #sendUnsent(asked: readonly number[] | string, now: Millis): Promise<number> {
    const window = await this.#exclusively(() => this.#upToDate(this.#hourAt(now)));
    const unsentTopics = this.#unsent.topics().filter((id) => typeof asked === 'string' || asked.includes(id));
    // The row says who lacks something.
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

  async #sendCells(topicId: number, cells: Cell[], now: Millis): Promise<void> {
    const object = this.#object(topicId);
    for (let i = 0; i < cells.length; i += MAX_CELLS_PER_CALL)
      await object.tell(topicId, cells.slice(i, i + MAX_CELLS_PER_CALL), now, i + MAX_CELLS_PER_CALL < cells.length);
  }

  /** Loads the aggregates again and publishes: where the watchdog finds the row late. `isAnew`: what it knows beside them may not be so any more. */
  async refresh(topicId: number, now = Date.now(), isAnew = true): Promise<void> {
    if (isAnew) await this.forget(topicId, now);
    else {
      this.#identify(topicId, now);
      this.#shares = null;
      this.#outdate();
    }
    await this.#publish(now);
  }

  /** Forgets what this object knows of clicks: where the database has gone back to an earlier minute it is not so any more. */
  async forget(topicId: number, now = Date.now()): Promise<void> {
    this.#identify(topicId, now);
    await this.#unsent.forget();
    await this.#exclusively(async () => {
      this.#shares = null;
      this.#earlyCells.length = 0;
      this.#outdate();
      this.#loadState = { state: 'absent', isOutdated: true };
    });
  }

  /** As `refresh`, but some seconds later, so that many changes of articles make one. */
  async refreshSoon(topicId: number, now = Date.now()): Promise<void> {
    this.#identify(topicId, now);
    this.#outdate();
    this.#followAt = 0;
    await this.#armAt(Math.max(now, this.#publishedAt) + PUBLISH_INTERVAL_MS, topicId);
  }

  /** Has days follow changed articles soon: a job calls it if the notification got lost or an article is published. */
  async followSoon(topicId: number, now = Date.now()): Promise<void> {
    this.#identify(topicId, now);
    this.#followAt = 0;
    await this.#armAt(now + PUBLISH_INTERVAL_MS, topicId);
  }

  /** The shares in force in an hour; the site's object makes them where they are due. */
  async shares(topicId: number, hour: number, now = Date.now()): Promise<Shares> {
    this.#identify(topicId, now);
    return this.#exclusively(async () => {
      const window = await this.#upToDate(hour);
      const basis = await readBasis(this.#primary(), hour);
      const shares = await this.#makeShares(hour, window, basis, now);
      const isLate = shares !== basis.inForce && this.#publishedHour === hour;
      if (isLate) this.ctx.waitUntil(this.#reweighAll(now));
      return shares;
    });
  }

  /** Shares were made within an hour in which this object, and others, have published by those before: nobody had voted until then. */
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

  /**
   * Makes the shares of the running hour anew: on rebuild, and after an import. False where nothing has voted, so that they are what they
   * were. `isAccepted`: an operator takes the votes as they are.
   */
  async renewShares(topicId: number, { isAccepted = false }, now = Date.now()): Promise<boolean> {
    this.#identify(topicId, now);
    if (!areWeighed(this.env)) return false;
    return this.#exclusively(async () => {
      const hour = this.#hourAt(now);
      const window = await this.#upToDate(hour);
      const { inForce, anchor } = await readBasis(this.#primary(), hour);
      const basis = { isDue: true, inForce, anchor: isAccepted ? null : anchor };
      return (await this.#makeShares(hour, window, basis, now, isAccepted)) !== inForce;
    });
  }

  /** Publishes soon by the shares that are in force now. */
  async reweigh(topicId: number, now = Date.now()): Promise<void> {
    this.#identify(topicId, now);
    this.#shares = null;
    this.#isDirty = true;
    this.#isAwaited = true;
    await this.#armAt(Math.max(now, this.#publishedAt) + PUBLISH_INTERVAL_MS, topicId);
  }

  /** Engagement by hour, of what is asked for of this object's articles. Reads no aggregate. */
  curve(topicId: number, of: CurveOf, now = Date.now()): Promise<Curve> {
    return this.#withCurrentWindow(topicId, now, ({ window, hour, shares }) =>
      window.curve(of, { windows: windowsAt(hour), shares, wants: 'curve' }, toSeconds(now)),
    );
  }

  /** What weights take off in the running hour and those before it, `hours` in all. Reads no aggregate. */
  takenOff(topicId: number, { hours, limit }: { hours: number; limit: number }, now = Date.now()): Promise<SiteOff> {
    return this.#withCurrentWindow(topicId, now, ({ window, hour, shares }) => {
      const range = { from: hour - hours + 1, to: hour + 1 };
      const minGrowth = Number(this.env.GROWTH_MIN_CLICKS);
      return window.takenOff(range, shares, { limit, minGrowth, now: toSeconds(now) });
    });
  }

  /** Asks the window when it knows everything that has been received, and the shares of the running hour. */
  #withCurrentWindow<T>(
    topicId: number,
    now: Millis,
    ask: (known: { window: RankingWindow; hour: number; shares: Shares | null }) => T,
  ): Promise<T> {
    this.#identify(topicId, now);
    return this.#exclusively(async () => {
      const hour = this.#hourAt(now);
      const window = await this.#upToDate(hour);
      await this.#loadUnknownFacts(window, this.#primary());
      return ask({ window, hour, shares: await this.#sharesAt(hour, window, now) });
    });
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    this.#runningAlarmAt = info?.scheduledTime ?? Number.NaN;
    await this.beat(Date.now());
    this.#runningAlarmAt = null;
  }

  /** The hour has come: what the site's object calls. Where it fails the object has set an alarm. */
  async moveOn(topicId: number, now: Millis): Promise<void> {
    this.#identify(topicId, now);
    await this.beat(now);
  }

  /** The heartbeat. The platform gives up on an alarm that keeps failing, so it catches everything and sets the next. */
  async beat(now: Millis): Promise<void> {
    const topicId = this.#topicId;
    this.#followClockBack(now);
    try {
      // An alarm keeps the object from sleep as clicks do.
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

  /** Has days follow a slice of the changed articles: each has an alarm of its own, so that none exceeds what the platform lets one do. */
  async #follow(now: Millis): Promise<void> {
    if (now >= this.#followAt) {
      try {
        this.#followAt = Number.POSITIVE_INFINITY;
        // Most isolates never need it, so it is no part of their start.
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

  /**
   * The site's object tells those of topics what they lack, and has the others publish whose rows are of an earlier hour: an alarm of each of them
   * would be a row.
   */
  async #rollTopicsOver(now: Millis): Promise<void> {
    const hour = this.#publishedHour;
    const most = Math.max(0, MAX_TOPICS_PER_RUN - (await this.#sendUnsent('topics', now)));
    const after = this.#lastRolledOver.hour === hour ? this.#lastRolledOver.topicId : SITE;
    const moved = await this.#selectTopicsBehind(hour, { after, most });
    await inTurn(moved, ROLLOVER_CONCURRENCY, ({ id }) => this.#object(id).moveOn(id, now));
    this.#lastRolledOver = { hour, topicId: moved.at(-1)?.id ?? after };
    if (moved.length === most) return this.#armAt(now + PUBLISH_INTERVAL_MS);
    this.#sentHour = hour;
    await this.#armHour(hour, now);
  }

  /** Topics whose rows are of an earlier hour, in the order of their ids. */
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

  /** Whether clicks keep arriving, and all that this alarm is for is that they are stored before the object sleeps. */
  #isBusy(now: Millis): boolean {
    const isFresh = now - this.#publishedAt < MAX_RANKING_AGE_MS && this.#sentHour === this.#hourAt(now);
    return isFresh && !this.#isAwaited && now - this.#receivedAt < IDLE_CHECK_MS;
  }

  #noteCell(cell: Cell): void {
    if (this.#loadState.state === 'absent' || this.#loadState.state === 'loading') {
      this.#earlyCells.push(cell);
      this.#isDirty = true;
    } else if (this.#loadState.window.note(cell)) this.#isDirty = true;
  }

  /** The aggregates must be read again, and what they make published. */
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
    // The aggregates may hold counts that were not published and are no news when they are received.
    this.#isDirty = true;
  }

  #failLoad(): void {
    if (this.#loadState.state !== 'loading') return;
    const { from, isOutdated } = this.#loadState;
    this.#loadState = from.state === 'absent' ? { state: 'absent', isOutdated: from.isOutdated || isOutdated } : from;
  }

  /** The hour of the windows: if the clock steps back a little, they do not. */
  #hourAt(now: Millis): number {
    const known = 'window' in this.#loadState ? this.#loadState.window.hour : 0;
    return isAhead(known, now) ? hourOf(now) : Math.max(hourOf(now), known);
  }

  /** Where the clock was ahead and has been set back nothing waits for it: what a window has packed away since is read again. */
  #followClockBack(asked: Millis): void {
    // A job may ask for an earlier time than it is; only the clock itself is followed.
    const now = Math.max(asked, Date.now());
    if (this.#publishedAt > now + PUBLISH_INTERVAL_MS) this.#publishedAt = 0;
    if (this.#packedAt > now) this.#packedAt = 0;
    if ('window' in this.#loadState && isAhead(this.#loadState.window.hour, now)) this.#outdate();
  }

  /** The window, loaded where it is not current. Runs exclusively. */
  async #upToDate(hour: number): Promise<RankingWindow> {
    const loadState = this.#loadState;
    if (loadState.state === 'current') return loadState.window;
    if (loadState.state === 'loading') throw new Error('a window is loaded by one at a time');
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

  /** Sets the alarm of the next hour; the site's when topics have moved on to this one: one that is cut off meanwhile is rung again by the platform. */
  async #armHour(hour: number, now: Millis): Promise<void> {
    if (!('window' in this.#loadState) || this.#loadState.window.isEmpty || this.#isRolledOverBySite) return;
    if (this.#topicId !== SITE || this.#sentHour === hour) await this.#armAt((hour + 1) * HOUR_MS);
    else if (this.#runningAlarmAt === null) await this.#armAt(now + IDLE_CHECK_MS);
  }

  async #publishWindow(window: RankingWindow, hour: number, now: Millis): Promise<void> {
    const topicId = this.#topicId;
    const db = this.#primary();
    await this.#loadUnknownFacts(window, db);
    const shares = await this.#sharesAt(hour, window, now);
    // What was ranked is of another hour: it is freed before all articles are scored anew.
    if (hour !== window.hour) this.#ranker = new SiteRanker();
    window.roll(hour, shares);
    const articles = window.engagement(toSeconds(now));
    const minClicks = Number(this.env.AUDIENCE_MIN_CLICKS);
    const ranking =
      topicId === SITE
        ? this.#ranker.rank(articles, window.orders, { hour, minClicks, shares, together: window.together })
        : rankTopic(topicId, articles, { orders: window.orders, shares });
    // A clock that steps back must not make a new ranking look older than the last.
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
    // Articles have changed and the notification did not arrive, an earlier instance has published late, or the topic is another one.
    if (known === null) this.#outdate();
    else this.#known = known;
    this.#publishedAt = now;
    this.#publishedHour = hour;
    // As `isClicked` has it.
    this.#isRolledOverBySite = topicId !== SITE && ranking.counters.engagement7d + ranking.counters.before7d > 0;
  }

  /** The cells for the row; packs them first if there are too many. */
  #recent(window: RankingWindow, now: Millis): string | null {
    if (window.recentNumbers > MAX_RECENT_NUMBERS) {
      if (now - this.#packedAt < MIN_PACKING_INTERVAL_MS) return null;
      storeCells(this.ctx.storage.kv, ++this.#packing, window.pack());
      this.#packedAt = now;
    }
    const unsent = this.#topicId === SITE ? { unsent: this.#unsent.topics() } : {};
    return JSON.stringify({ number: this.#packing, ...window.recent(), ...unsent } satisfies RecentCells);
  }

  /** The shares in force in an hour; null: weights are off. */
  async #sharesAt(hour: number, window: RankingWindow, now: Millis): Promise<Shares | null> {
    if (!areWeighed(this.env)) return null;
    if (this.#shares?.hour !== hour) this.#shares = { hour, shares: await this.#findShares(hour, window, now) };
    return this.#shares.shares;
  }

  async #findShares(hour: number, window: RankingWindow, now: Millis): Promise<Shares> {
    const basis = await readBasis(this.#primary(), hour);
    if (!basis.isDue) return basis.inForce;
    if (this.#topicId === SITE) return this.#makeShares(hour, window, basis, now);
    return this.#object(SITE).shares(SITE, hour, now);
  }

  /** Makes the site's shares where they are due, and returns those in force. */
  async #makeShares(
    hour: number,
    window: RankingWindow,
    { isDue, inForce, anchor }: SharesBasis,
    now: Millis,
    isAccepted = false,
  ): Promise<Shares> {
    if (!isDue) return inForce;
    const db = this.#primary();
    await this.#loadUnknownFacts(window, db);
    const made = window.votes(hour, { inForce, anchor }, toSeconds(now));
    await storeShares(db, hour, made, isAccepted);
    return made.shares ?? inForce;
  }

  /** Loads the facts of articles that were never clicked before. */
  async #loadUnknownFacts(window: RankingWindow, db: Db): Promise<void> {
    const topicId = this.#topicId;
    const asked = window.unknown();
    if (asked.length === 0) return;
    const found = await loadFacts(db, asked);
    window.learn(asked, topicId === SITE ? found : found.filter(({ topics }) => topics.includes(topicId)));
  }

  /** `isFirst`: what this object keeps of itself will do, if it is all that was received. */
  async #load(hour: number, isFirst: boolean): Promise<RankingWindow> {
    const canUseStored = isFirst && (await this.#hadCleanStart());
    // First, so that a change in the meantime is noticed at publication.
    const state = await publishedState(this.#primary(), this.#topicId);
    const stored = canUseStored && state.stale === 0 ? this.#readStored(state.recent) : null;
    const window = stored ?? (await this.#loadAll(hour, state.recent?.number ?? 1));
    if (this.#loadState.state === 'loading' && this.#loadState.from.state === 'absent' && this.#topicId === SITE) {
      this.#unsent.noteWhole((stored && state.recent?.unsent) || window.topics());
      // An earlier instance may have ended while it moved topics on.
      const isEarly = state.version < state.hour * HOUR_MS + WATCHDOG_DELAY_MS;
      const isCutOff = isEarly && (await this.#selectTopicsBehind(state.hour, { most: 1 })).length > 0;
      this.#sentHour = isCutOff ? 0 : state.hour || hour;
    }
    // An earlier instance's clock may have been ahead; this one's rankings must not look older.
    this.#version = Math.max(this.#version, state.version);
    this.#staleStamp = state.stale;
    this.#known = state.version;
    return window;
  }

  /** Whether everything received before this instance began has been published: an alarm for anything but the hour means no. */
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

  /** Rankings must include all received counts, so they are never read from a replica. */
  #primary(): Db {
    return openDb(this.env.DB.withSession('first-primary'));
  }

  /**
   * Sets the alarm to a time, unless an earlier one is set. `topicId` is given if something waits to be published: such an
   * alarm is never taken for a heartbeat, from which the next instance knows that nothing was left. Reading an alarm is cheap, setting one writes a row.
   */
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

/** Whether an hour is of another clock: full hours may differ by one. */
const isAhead = (hour: number, now: Millis): boolean => hour > hourOf(now) + 1;

/** Does something with each, so many at a time. What fails is thrown when all have been tried. */
async function inTurn<T>(all: readonly T[], atOnce: number, work: (one: T) => Promise<unknown>): Promise<void> {
  const failed: unknown[] = [];
  for (let i = 0; i < all.length; i += atOnce)
    await Promise.all(all.slice(i, i + atOnce).map((one) => work(one).catch((error) => failed.push(error))));
  if (failed.length > 0) throw failed[0];
}

/** Whether an alarm is that of a full hour, for which nothing waits but time. */
const isHeartbeat = (alarm: Millis): boolean => alarm % HOUR_MS === 0;

/** When one of many objects publishes that are told together. */
const turnOf = (topicId: number): Millis => (((topicId * 2_654_435_761) % 1000) * STAGGER_MS) / 1000;
