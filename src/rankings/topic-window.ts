import { DurableObject } from 'cloudflare:workers';
import { openDb } from '../db/client.ts';
import { type ArticleFacts, type HourTotal, hourOf, type RollingWindow } from '../engagement/window.ts';
import { log, reasonOf } from '../lib/log.ts';
import { loadWindow, SITE } from './load.ts';
import { publish, publishedState } from './publish.ts';
import { rankSite, rankTopic } from './ranking.ts';

/** One article's total in one hour with what rankings need to know of it. */
export interface Told {
  total: HourTotal;
  facts: ArticleFacts;
}

/** Between two publications of an object at least this long, so that a click costs less the more there are. */
const INTERVAL = 3_000;
/** An object with something unpublished has an alarm within this time: should it die, its successor publishes then. */
const SAFETY = 60_000;
/** The full hour's heartbeats are spread over this time, so that not all objects meet in the database at once. */
const SPREAD = 60_000;
const HOUR = 3_600_000;

/**
 * The rolling windows of one topic, or of the whole site (topic 0): a cache of the stored aggregates with a heartbeat.
 *
 * It keeps totals in memory, publishes rankings to `topic_windows`, and stores nothing but its topic and its alarm; after
 * an eviction it loads the aggregates anew. Times are epoch milliseconds.
 */
export class TopicWindow extends DurableObject<Env> {
  #window: RollingWindow | null = null;
  #loading = false;
  /** Told since the last load began: what its query read may be older. */
  #early: Told[] = [];
  /** Counts the reasons to load the window anew; it is up to date where `#loaded` has caught up. */
  #staleness = 1;
  #loaded = 0;
  #dirty = false;
  #publishedAt = 0;
  #publishedHour = 0;
  #nonEmpty = false;
  #version = 0;
  /** Of the published row when the window was loaded. */
  #mark = 0;
  #timer: ReturnType<typeof setTimeout> | null = null;
  /** Null: not known, for a predecessor may have left one. */
  #alarmAt: number | null = null;
  #publishing: Promise<void> = Promise.resolve();

  /**
   * Takes note of absolute totals that stand in the aggregates. Returns when they are published, or when an alarm stands
   * that will publish them; told twice, late or out of order they change nothing.
   */
  async tell(topicId: number, told: Told[], now = Date.now()): Promise<void> {
    this.#know(topicId);
    for (const each of told) this.#note(each);
    if (this.#dirty) await this.#publishSoon(now);
  }

  /** Loads the aggregates anew and publishes: after articles have changed, on rebuild, and where the watchdog finds it late. */
  async refresh(topicId: number, now = Date.now()): Promise<void> {
    this.#know(topicId);
    this.#staleness++;
    await this.#publish(now);
  }

  /** As `refresh`, but some seconds later, so that many changes make one. */
  async refreshSoon(topicId: number, now = Date.now()): Promise<void> {
    this.#know(topicId);
    this.#staleness++;
    this.#dirty = true;
    await this.#publishLater(now);
  }

  override async alarm(): Promise<void> {
    this.#alarmAt = Number.POSITIVE_INFINITY;
    await this.beat(Date.now());
  }

  /** The heartbeat. The platform gives up on an alarm that keeps failing, so it catches everything and arms the next. */
  async beat(now: number): Promise<void> {
    try {
      await this.#publish(now);
      if (this.#nonEmpty) await this.#armAt((hourOf(now) + 1) * HOUR + this.#spread(this.#topicId));
    } catch (error) {
      log('windowFailed', now, { topic: this.#topicId, reason: reasonOf(error) });
      await this.#armAt(now + SAFETY);
    }
  }

  #note(told: Told): void {
    if (!this.#window || this.#loading) {
      this.#early.push(told);
      this.#dirty = true;
      return;
    }
    const news = this.#window.tell(told.total, told.facts);
    if (news === 'late') this.#staleness++;
    if (news !== 'known') this.#dirty = true;
  }

  async #publishSoon(now: number): Promise<void> {
    if (now - this.#publishedAt >= INTERVAL && this.#timer === null) await this.#publish(now);
    else await this.#publishLater(now);
  }

  async #publishLater(now: number): Promise<void> {
    await this.#armAt(now + SAFETY);
    this.#timer ??= setTimeout(
      () => {
        this.#timer = null;
        void this.beat(Date.now());
      },
      Math.max(0, Math.min(INTERVAL, this.#publishedAt + INTERVAL - now)),
    );
  }

  /** One publication after the other; each takes in all that was told before it begins. */
  #publish(now: number): Promise<void> {
    const run = this.#publishing.then(() => this.#publishNow(now));
    this.#publishing = run.catch(() => {});
    return run;
  }

  async #publishNow(now: number): Promise<void> {
    const topicId = this.#topicId;
    const hour = hourOf(now);
    const window = this.#isCurrent(hour) ?? (await this.#load(hour));
    if (window === this.#window && !this.#dirty && this.#publishedHour === hour) return;
    this.#window = window;
    this.#dirty = false;
    const articles = [...window.engagement()];
    const ranking = topicId === SITE ? rankSite(articles) : rankTopic(topicId, articles);
    // A clock that steps back must not make a new ranking look older than the last.
    this.#version = Math.max(now, this.#version + 1);
    try {
      const isTaken = await publish(this.#primary(), {
        topicId,
        version: this.#version,
        hour,
        ranking,
        mark: this.#mark,
      });
      // Articles have changed, and whoever changed them could not say so here.
      if (!isTaken) this.#staleness++;
    } catch (error) {
      this.#dirty = true;
      throw error;
    }
    this.#publishedAt = now;
    this.#publishedHour = hour;
    this.#nonEmpty = articles.length > 0;
    if (this.#nonEmpty) await this.#armAt((hour + 1) * HOUR + this.#spread(topicId));
    if (this.#loaded !== this.#staleness) {
      this.#dirty = true;
      await this.#publishLater(now);
    }
  }

  #isCurrent(hour: number): RollingWindow | null {
    return this.#window?.hour === hour && this.#loaded === this.#staleness ? this.#window : null;
  }

  async #load(hour: number): Promise<RollingWindow> {
    const staleness = this.#staleness;
    // What was told before is in what is read now, and may have been of an article that has left the topic since.
    this.#early = [];
    this.#loading = true;
    try {
      // First, so that what changes meanwhile is seen when it is published.
      const { version, mark } = await publishedState(this.#primary(), this.#topicId);
      const loaded = await loadWindow(this.#primary(), this.#topicId, hour);
      // Of a predecessor, whose clock may have been ahead: it must not make this one's rankings look old.
      this.#version ||= version;
      this.#mark = mark;
      this.#loaded = staleness;
      for (const { total, facts } of this.#early.splice(0)) {
        // An hour that is sealed in what was read just now: whether the total was in it, only another look can tell.
        if (loaded.tell(total, facts) === 'late') this.#staleness++;
      }
      return loaded;
    } finally {
      this.#loading = false;
    }
  }

  /** Rankings must hold all that was told, so they never come from a replica. */
  #primary() {
    return openDb(this.env.DB.withSession('first-primary'));
  }

  /** Sets the alarm to a time, unless one stands that comes earlier. Asking is cheap, setting writes a row. */
  async #armAt(time: number): Promise<void> {
    if (this.#alarmAt === null) {
      const standing = await this.ctx.storage.getAlarm();
      this.#alarmAt ??= standing ?? Number.POSITIVE_INFINITY;
    }
    if (this.#alarmAt <= time) return;
    this.#alarmAt = time;
    try {
      await this.ctx.storage.setAlarm(time);
    } catch (error) {
      this.#alarmAt = null;
      throw error;
    }
  }

  #know(topicId: number): void {
    if (this.ctx.storage.kv.get('topicId') !== topicId) this.ctx.storage.kv.put('topicId', topicId);
  }

  get #topicId(): number {
    return this.ctx.storage.kv.get<number>('topicId') ?? SITE;
  }

  #spread(topicId: number): number {
    return ((topicId * 2_654_435_761) % 1000) * (SPREAD / 1000);
  }
}
