import { DurableObject } from 'cloudflare:workers';
import { type Db, openDb } from '../../db/client.ts';
import type { Cell } from '../../engagement/cells.ts';
import { hourOf } from '../../engagement/hours.ts';
import type { SiteShares } from '../../engagement/weight.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { mutex } from '../../lib/mutex.ts';
import { HOUR_MS, MINUTE_MS, toSeconds } from '../../lib/time.ts';
import { rankTopic } from '../math/rank-topic.ts';
import { SiteRanker } from '../math/site-ranker.ts';
import { objectName, SITE } from '../site.ts';
import { loadCells, loadFacts } from './load.ts';
import { publish, publishedState } from './publish.ts';
import { areWeighed, readShares, storeShares } from './shares.ts';
import { type RecentCells, readCells, storeCells } from './stored-window.ts';
import type { SiteOff } from './taken-off.ts';
import { RankingWindow } from './window.ts';

/** Least time between two publications of an object, so that a click costs less the more there are. */
const INTERVAL = 3_000;
/** Many objects that are notified together publish within this time, one after the other. */
const TURN = 500;
/** After a failure the object tries again within this time. */
const SAFETY = MINUTE_MS;
/** The full hour's heartbeats are spread over this time, so that the objects do not all query the database at once. */
const SPREAD = MINUTE_MS;
/** Most numbers (hours, columns, counts) in a published row besides its rankings; more are packed into the object's own storage. */
const RECENT = 16_000;
/** Least milliseconds between two packings: a busy object never sleeps, so it would not read them. */
const PACKING = 600_000;

/**
 * The rankings of one topic, or of the whole site (topic 0): a cache of the stored aggregates with a heartbeat.
 *
 * It keeps cells in memory and publishes rankings to `topic_windows`. Its own storage holds packed cells, its row the newer
 * ones: after an eviction it reads these and no aggregates. It wakes by alarm only, so that it can hibernate
 * between two publications. Times are epoch milliseconds.
 */
export class TopicWindow extends DurableObject<Env> {
  /** The topic, as it is stored. */
  #id: number | null = null;
  #window: RankingWindow | null = null;
  /** Received while no window was loaded: the aggregates that a query reads may be older. */
  #early: Cell[] = [];
  #isLoading = false;
  /** Counts the reasons to load the aggregates again; the window is up to date when `#loaded` has caught up. */
  #staleness = 1;
  #loaded = 0;
  #isDirty = false;
  #publishedAt = 0;
  #publishedHour = 0;
  #version = 0;
  /** Mark of the published row when the window was loaded. */
  #mark = 0;
  #shares: { hour: number; shares: SiteShares | null } | null = null;
  /** Number of the last packing, and when it was. */
  #packing = 0;
  #packedAt = 0;
  /** Null: unknown, because an earlier instance may have set one. */
  #alarmAt: number | null = null;
  /** Whether this instance began with everything published, asked before it sets an alarm of its own. */
  #wasClean: Promise<boolean> | null = null;
  /** The time of the alarm that is running. */
  #rungAt: number | null = null;
  /** Of the site's object: ranks what has changed since its last publication. */
  readonly #ranker = new SiteRanker();
  /** Publications run one at a time; each includes everything received before it begins. */
  readonly #exclusively = mutex();

  /**
   * Receives absolute counts from the aggregates. Returns when they are published, or when an alarm is set
   * that will publish them. Repeated, late or unordered counts change nothing. One of many objects that are notified together
   * always sets an alarm, so that the caller does not wait for all their publications.
   */
  async notify(topicId: number, cells: Cell[], now = Date.now(), isOneOfMany = false): Promise<void> {
    this.#know(topicId);
    for (const cell of cells) this.#note(cell);
    if (!this.#isDirty) return;
    const isDue = now - this.#publishedAt >= INTERVAL;
    await this.#beganClean();
    if (isDue && !isOneOfMany) await this.#publish(now);
    else await this.#armAt(isDue ? now + (spreadOf(topicId) % TURN) : this.#publishedAt + INTERVAL, topicId);
  }

  /** Loads the aggregates again and publishes: on rebuild, and where the watchdog finds the row late. */
  async refresh(topicId: number, now = Date.now()): Promise<void> {
    this.#know(topicId);
    this.#staleness++;
    this.#isDirty = true;
    await this.#publish(now);
  }

  /** As `refresh`, but some seconds later, so that many changes of articles make one. */
  async refreshSoon(topicId: number, now = Date.now()): Promise<void> {
    this.#know(topicId);
    this.#staleness++;
    this.#isDirty = true;
    await this.#armAt(Math.max(now, this.#publishedAt) + INTERVAL, topicId);
  }

  /** The shares of an hour; the site's object computes them on first request. */
  async shares(topicId: number, hour: number, now = Date.now()): Promise<SiteShares | null> {
    this.#know(topicId);
    return this.#exclusively(async () => {
      const window = this.#current() ?? (await this.#load(hour));
      this.#window = window;
      return this.#sharesAt(hour, window, now);
    });
  }

  /** What weights take off in the running hour and those before it, `hours` in all. Reads no aggregate. */
  async takenOff(
    topicId: number,
    { hours, limit }: { hours: number; limit: number },
    now = Date.now(),
  ): Promise<SiteOff> {
    this.#know(topicId);
    return this.#exclusively(async () => {
      const hour = Math.max(hourOf(now), this.#window?.hour ?? 0);
      const window = this.#current() ?? (await this.#load(hour));
      this.#window = window;
      await this.#learn(window, this.#primary());
      const shares = await this.#sharesAt(hour, window, now);
      const range = { from: hour - hours + 1, to: hour + 1 };
      return window.takenOff(range, shares, { limit, now: toSeconds(now) });
    });
  }

  override async alarm(info?: AlarmInvocationInfo): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    this.#rungAt = info?.scheduledTime ?? Number.NaN;
    await this.beat(Date.now());
    this.#rungAt = null;
  }

  /** The heartbeat. The platform gives up on an alarm that keeps failing, so it catches everything and sets the next. */
  async beat(now: number): Promise<void> {
    const topicId = this.#topicId;
    try {
      // While clicks keep arriving, the next alarm is one interval away: cheaper than one for them and one for the hour.
      if (this.#isDirty) await this.#armAt(now + INTERVAL, topicId);
      await this.#publish(now);
    } catch (error) {
      log('windowFailed', now, { topic: topicId, reason: reasonOf(error) });
      await this.#armAt(now + SAFETY, topicId);
    }
  }

  #note(cell: Cell): void {
    if (!this.#window || this.#isLoading) {
      this.#early.push(cell);
      this.#isDirty = true;
    } else if (this.#window.note(cell)) this.#isDirty = true;
  }

  #publish(now: number): Promise<void> {
    return this.#exclusively(() => this.#publishNow(now));
  }

  async #publishNow(now: number): Promise<void> {
    const topicId = this.#topicId;
    // If the clock steps back, the windows do not.
    const hour = Math.max(hourOf(now), this.#window?.hour ?? 0);
    const seconds = toSeconds(now);
    const window = this.#current() ?? (await this.#load(hour));
    this.#window = window;
    const isDue = (window.dueAt ?? Number.POSITIVE_INFINITY) <= seconds;
    if (this.#isDirty || isDue || this.#publishedHour !== hour) {
      this.#isDirty = false;
      try {
        await this.#publishWindow(window, hour, now);
      } catch (error) {
        this.#isDirty = true;
        throw error;
      }
    }
    const next = window.dueAt;
    if (!window.isEmpty) await this.#armAt((hour + 1) * HOUR_MS + spreadOf(topicId));
    if (next !== null) await this.#armAt(next * 1000);
    if (this.#loaded !== this.#staleness) {
      this.#isDirty = true;
      await this.#armAt(now + INTERVAL, topicId);
    }
  }

  async #publishWindow(window: RankingWindow, hour: number, now: number): Promise<void> {
    const topicId = this.#topicId;
    const db = this.#primary();
    await this.#learn(window, db);
    window.roll(hour, await this.#sharesAt(hour, window, now));
    const articles = window.engagement(toSeconds(now));
    const minClicks = Number(this.env.AUDIENCE_MIN_CLICKS);
    const ranking =
      topicId === SITE
        ? this.#ranker.rank(articles, window.orders, { hour, minClicks })
        : rankTopic(topicId, articles, window.orders);
    // A clock that steps back must not make a new ranking look older than the last.
    this.#version = Math.max(now, this.#version + 1);
    const isTaken = await publish(db, {
      topicId,
      version: this.#version,
      hour,
      ranking,
      stale: this.#mark,
      recent: this.#recent(window, now),
    });
    // Articles have changed and the notification did not arrive, or an earlier instance has published late.
    if (!isTaken) this.#staleness++;
    this.#publishedAt = now;
    this.#publishedHour = hour;
  }

  /** The cells for the row; packs them first if there are too many. */
  #recent(window: RankingWindow, now: number): string | null {
    if (window.recentNumbers > RECENT) {
      if (now - this.#packedAt < PACKING) return null;
      storeCells(this.ctx.storage.kv, ++this.#packing, window.pack());
      this.#packedAt = now;
    }
    return JSON.stringify({ number: this.#packing, ...window.recent() } satisfies RecentCells);
  }

  /** The shares of an hour: the stored ones, otherwise computed by the site's object. */
  async #sharesAt(hour: number, window: RankingWindow, now: number): Promise<SiteShares | null> {
    if (!areWeighed(this.env)) return null;
    if (this.#shares?.hour !== hour) {
      this.#shares = { hour, shares: await this.#findShares(hour, window, now) };
    }
    return this.#shares.shares;
  }

  async #findShares(hour: number, window: RankingWindow, now: number): Promise<SiteShares | null> {
    const db = this.#primary();
    const { own, before } = await readShares(db, hour);
    if (own) return own.shares;
    if (this.#topicId !== SITE) {
      const { TOPIC_WINDOW } = this.env;
      return TOPIC_WINDOW.get(TOPIC_WINDOW.idFromName(objectName(SITE))).shares(SITE, hour, now);
    }
    await this.#learn(window, db);
    const made = window.votes(hour, before, toSeconds(now));
    return (await storeShares(db, hour, made)).shares;
  }

  /** Loads the facts of articles that were never clicked before. */
  async #learn(window: RankingWindow, db: Db): Promise<void> {
    const topicId = this.#topicId;
    const asked = window.unknown();
    if (asked.length === 0) return;
    const found = await loadFacts(db, asked);
    window.learn(asked, topicId === SITE ? found : found.filter(({ topics }) => topics.includes(topicId)));
  }

  #current(): RankingWindow | null {
    return this.#loaded === this.#staleness ? this.#window : null;
  }

  async #load(hour: number): Promise<RankingWindow> {
    const staleness = this.#staleness;
    const isFresh = this.#loaded === 0 && staleness === 1 && (await this.#beganClean());
    // Counts received before are in what is read now, or come again because they were not acknowledged.
    const early = this.#early.splice(0);
    this.#isLoading = true;
    try {
      // First, so that a change in the meantime is noticed at publication.
      const state = await publishedState(this.#primary(), this.#topicId);
      const kept = isFresh && state.stale === 0 ? this.#readKept(state.recent) : null;
      const window = kept ?? (await this.#loadAll(hour, state.recent?.number ?? 1));
      // An earlier instance's clock may have been ahead; this one's rankings must not look older.
      this.#version = Math.max(this.#version, state.version);
      this.#mark = state.stale;
      this.#loaded = staleness;
      // The aggregates may hold counts that were not published and are no news when they are received.
      this.#isDirty = true;
      for (const cell of [...early, ...this.#early.splice(0)]) window.note(cell);
      return window;
    } catch (error) {
      this.#early.unshift(...early);
      throw error;
    } finally {
      this.#isLoading = false;
    }
  }

  /** Whether everything received before this instance began has been published: an alarm for anything but the hour means no. */
  #beganClean(): Promise<boolean> {
    this.#wasClean ??= this.#findClean().catch((error) => {
      this.#wasClean = null;
      throw error;
    });
    return this.#wasClean;
  }

  async #findClean(): Promise<boolean> {
    const alarm = this.#rungAt ?? (await this.ctx.storage.getAlarm());
    return alarm === null || alarm % HOUR_MS === spreadOf(this.#topicId);
  }

  #readKept(recent: RecentCells | null): RankingWindow | null {
    if (!recent) return null;
    const kept = readCells(this.ctx.storage.kv);
    if (!kept || recent.number > kept.number) return null;
    this.#packing = kept.number;
    const window = new RankingWindow(kept.cells, [...kept.facts, ...recent.facts], this.#wants);
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
    return this.#topicId === SITE ? 'hourly' : 'readers';
  }

  /** Rankings must include all received counts, so they are never read from a replica. */
  #primary(): Db {
    return openDb(this.env.DB.withSession('first-primary'));
  }

  /**
   * Sets the alarm to a time, unless an earlier one is set. `topicId` is given if something waits to be published: such an
   * alarm is never taken for a heartbeat, from which the next instance knows that nothing was left. Reading an alarm is cheap, setting one writes a row.
   */
  async #armAt(time: number, topicId?: number): Promise<void> {
    if (this.#alarmAt === null) {
      const set = await this.ctx.storage.getAlarm();
      this.#alarmAt ??= set ?? Number.POSITIVE_INFINITY;
    }
    const isHeartbeat = (at: number) => topicId !== undefined && at % HOUR_MS === spreadOf(topicId);
    if (this.#alarmAt < time && isHeartbeat(this.#alarmAt)) return this.#setAlarm(this.#alarmAt - 1);
    if (this.#alarmAt <= time) return;
    await this.#setAlarm(isHeartbeat(time) ? time - 1 : time);
  }

  async #setAlarm(time: number): Promise<void> {
    this.#alarmAt = time;
    try {
      await this.ctx.storage.setAlarm(time);
    } catch (error) {
      this.#alarmAt = null;
      throw error;
    }
  }

  #know(topicId: number): void {
    if (this.#id === topicId) return;
    if (this.ctx.storage.kv.get('topicId') !== topicId) this.ctx.storage.kv.put('topicId', topicId);
    this.#id = topicId;
  }

  get #topicId(): number {
    this.#id ??= this.ctx.storage.kv.get<number>('topicId') ?? SITE;
    return this.#id;
  }
}

/** When an object's heartbeat comes, in milliseconds after the full hour; the site's comes first because the others need its shares. */
const spreadOf = (topicId: number): number => (((topicId * 2_654_435_761) % 1000) * SPREAD) / 1000;
