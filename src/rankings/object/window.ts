import {
  type Cell,
  type Counts,
  isCovered,
  newer,
  type PackedCells,
  Packer,
  placeOf,
  type Visit,
  visitCells,
} from '../../engagement/cells.ts';
import { type ComputedBaseline, classShares } from '../../engagement/class-shares.ts';
import { FIRST, WIDTH } from '../../engagement/columns.ts';
import { firstHour, type HourRange, isWithin, windowsAt } from '../../engagement/hours.ts';
import { add, type Hourly, type Scale, scoreOf } from '../../engagement/score.ts';
import type { Shares } from '../../engagement/weight.ts';
import { firstAt } from '../../lib/first-at.ts';
import type { Seconds } from '../../lib/time.ts';
import { type ArticleFacts, SharedFacts } from '../facts.ts';
import { PreviousOrders } from '../math/previous-orders.ts';
import { type Engagement, Scores } from '../math/scores.ts';
import { type SiteOff, takenOffIn } from './taken-off.ts';

/** From this part of all articles on, changing a list costs more than making it again. */
const MAX_CHANGED_FRACTION = 0.1;

/** An article, or everything that has these topics. */
export interface CurveOf {
  contentId: number | null;
  topics: readonly number[];
}

/** The clicked hours of `7d`, oldest first, and the first hour of which a click is known. */
export interface Curve {
  hours: readonly number[];
  engagement: readonly number[];
  first: number | null;
}

/**
 * The last answer of `engagement`. `listed` is mended where articles have changed, `unlisted` is made from all.
 *
 *     unlisted ── engagement ──▶ listed ◀──┐ note: an article changes
 *        ▲                         │  └────┘
 *        └── roll, pack, or an article is due
 */
type Listing = { state: 'unlisted' } | { state: 'listed'; articles: readonly Engagement[] };
const UNLISTED: Listing = { state: 'unlisted' };

/**
 * The cells of a topic's articles, or of all, over the hours that rankings need, and their scores. Cells are packed;
 * newer cells override packed ones. A score is kept until the article's cells, the hour or the shares change.
 */
export class RankingWindow {
  readonly #wants: 'sets' | 'hourly';
  #packed: PackedCells;
  /** By article, then hour: these replace packed ones. */
  readonly #recent = new Map<number, Map<number, Counts>>();
  readonly #facts = new Map<number, ArticleFacts>();
  readonly #shared = new SharedFacts();
  /** Articles with clicks that no longer exist or belong to another topic. */
  readonly #absent = new Set<number>();
  readonly #scores = new Scores();
  #listing = UNLISTED;
  /** Since the last answer of `engagement`. */
  readonly #changed = new Set<number>();
  #ids: number[] | null = null;
  /** How many numbers were noted since the last packing, repetitions included. */
  #recentNumbers = 0;
  #dueAt: Seconds | null = null;
  #isEmpty = true;
  #hour = 0;
  #shares: Shares | null = null;
  /** Orders of the previous windows; they rarely change. */
  #orders = new PreviousOrders();

  constructor(packed: PackedCells, facts: Iterable<ArticleFacts>, wants: 'sets' | 'hourly') {
    this.#packed = packed;
    for (const article of facts) this.#facts.set(article.id, this.#shared.of(article));
    this.#wants = wants;
  }

  get hour(): number {
    return this.#hour;
  }

  get orders(): PreviousOrders {
    return this.#orders;
  }

  /** Adds a cell; order and repetition do not matter. False if it is already known. */
  note({ contentId, hour, counts }: Cell): boolean {
    if (this.#absent.has(contentId)) return false;
    const hours = this.#recent.get(contentId) ?? new Map<number, Counts>();
    const known = hours.get(hour) ?? this.#packedCell(contentId, hour);
    if (isCovered(counts, known)) return false;
    hours.set(hour, newer(known, counts));
    this.#recentNumbers += counts.length + 2;
    if (!this.#recent.has(contentId)) this.#ids = null;
    this.#recent.set(contentId, hours);
    this.#scores.delete(contentId);
    this.#changed.add(contentId);
    this.#forgetOrdersFor([hour]);
    return true;
  }

  /** Every cell of a topic's articles. */
  cellsOf(topicId: number): Cell[] {
    return this.#articleIds().flatMap((contentId) => {
      const cells: Cell[] = [];
      if (this.#facts.get(contentId)?.topics.includes(topicId))
        this.#visit(contentId, (hour, counts, length) => {
          cells.push({ contentId, hour, counts: Array.from(counts.subarray(0, length)) });
        });
      return cells;
    });
  }

  /** The topics of all articles. */
  topics(): Set<number> {
    return new Set(Array.from(this.#facts.values()).flatMap(({ topics }) => topics));
  }

  /** Articles with cells but without facts. */
  unknown(): number[] {
    return Array.from(this.#recent.keys()).filter((id) => !this.#facts.has(id));
  }

  /** Sets the facts of the `requested` articles that belong here; the others are forgotten. */
  learn(requested: readonly number[], facts: readonly ArticleFacts[]): void {
    for (const article of facts) {
      this.#facts.set(article.id, this.#shared.of(article));
      this.#forgetOrdersFor(this.#recent.get(article.id)?.keys() ?? []);
    }
    for (const id of requested) {
      if (this.#facts.has(id)) continue;
      this.#absent.add(id);
      this.#recent.delete(id);
      this.#changed.delete(id);
    }
    this.#ids = null;
  }

  /** Previous windows have changed where an article has clicks of earlier hours. */
  #forgetOrdersFor(hours: Iterable<number>): void {
    for (const hour of hours) if (hour < this.#hour - 1) this.#orders = new PreviousOrders();
  }

  /** Moves to an hour and its shares. */
  roll(hour: number, shares: Shares | null): void {
    if (hour === this.#hour && shares === this.#shares) return;
    this.#hour = hour;
    this.#shares = shares;
    this.#scores.clear();
    this.#listing = UNLISTED;
    this.#orders = new PreviousOrders();
  }

  /**
   * Every article that is published by `now` and has clicks in a window, in ascending order of ids. Articles that have
   * not changed since the last call are the same objects.
   */
  engagement(now: Seconds): readonly Engagement[] {
    if (this.#dueAt !== null && this.#dueAt <= now) {
      this.#orders = new PreviousOrders();
      this.#listing = UNLISTED;
    }
    const articles = this.#isMended(this.#listing) ? this.#update(this.#listing.articles, now) : this.#listAll(now);
    this.#listing = { state: 'listed', articles };
    return articles;
  }

  #isMended(listing: Listing): listing is Extract<Listing, { state: 'listed' }> {
    return listing.state === 'listed' && this.#changed.size <= MAX_CHANGED_FRACTION * listing.articles.length;
  }

  #listAll(now: Seconds): Engagement[] {
    this.#dueAt = null;
    this.#isEmpty = true;
    for (const id of this.#changed) if (this.#facts.has(id)) this.#changed.delete(id);
    return this.#articleIds().flatMap((id) => this.#published(id, now) ?? []);
  }

  #update(listed: readonly Engagement[], now: Seconds): readonly Engagement[] {
    const articles = [...listed];
    for (const id of this.#changed) {
      // Clicked while facts were loaded: it is listed when its own are known.
      if (!this.#facts.has(id)) continue;
      this.#changed.delete(id);
      const article = this.#published(id, now);
      if (!article) continue;
      const place = firstAt(articles.length, (i) => (articles[i]?.id ?? 0) < id);
      articles.splice(place, articles[place]?.id === id ? 1 : 0, article);
    }
    return articles;
  }

  /** An article, scored; null if it is unknown or not published by `now`. */
  #published(id: number, now: Seconds): Engagement | null {
    const facts = this.#facts.get(id);
    if (!facts) return null;
    if (facts.publishedAt > now) {
      this.#dueAt = Math.min(this.#dueAt ?? facts.publishedAt, facts.publishedAt);
      return null;
    }
    const article = this.#scores.get(id) ?? this.#score(id, facts);
    if (article.week() > 0 || article.weekBefore() > 0 || this.#isAhead(id)) this.#isEmpty = false;
    return article;
  }

  #score(id: number, facts: ArticleFacts): Engagement {
    const scale = { windows: windowsAt(this.#hour), shares: this.#shares, wants: this.#wants };
    return this.#scores.set(
      facts,
      scoreOf((visit) => this.#visit(id, visit), scale),
    );
  }

  /** The hours of `7d` of articles as if all their clicks were on one. */
  readonly together = (ids: readonly number[]): Hourly =>
    this.#together(ids, { windows: windowsAt(this.#hour), shares: this.#shares, wants: 'hourly' });

  /** The engagement by hour of `7d` of what is published by `now` and has all these topics, or of one such article. */
  curve({ contentId, topics }: CurveOf, scale: Scale, now: Seconds): Curve {
    const ids = (contentId === null ? this.#articleIds() : [contentId]).filter((id) => {
      const facts = this.#facts.get(id);
      return facts && facts.publishedAt <= now && topics.every((topic) => facts.topics.includes(topic));
    });
    const { hours, ticks, first } = this.#together(ids, scale);
    return { hours, engagement: ticks, first };
  }

  /** `first`: the first hour of which a click is known. */
  #together(ids: readonly number[], scale: Scale): Hourly & { first: number | null } {
    const hours = new Map<number, Int32Array>();
    for (const id of ids)
      this.#visit(id, (hour, counts, length) => {
        const columns = hours.get(hour) ?? new Int32Array(WIDTH);
        hours.set(hour, columns);
        add(columns, 0, counts, length);
      });
    const cells = [...hours].sort(([a], [b]) => a - b);
    const visit = (visit: Visit) => {
      for (const [hour, columns] of cells) {
        const counts = Array.from(columns).flatMap((n, i) => (n > 0 ? [i, n] : []));
        visit(hour, Int32Array.from(counts), counts.length);
      }
    };
    const hourly = scoreOf(visit, scale).hourly ?? { hours: [], weights: [], ticks: [] };
    return { ...hourly, first: cells[0]?.[0] ?? null };
  }

  /** When the next known article is published; null if there is none. */
  get dueAt(): Seconds | null {
    return this.#dueAt;
  }

  /** Whether no window has any engagement, nor will have of what is known. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  get shares(): Shares | null {
    return this.#shares;
  }

  /** The shares of an hour from the votes of all articles published by `now`, weighed by those in force and bound to `anchor`. */
  votes(
    hour: number,
    { inForce, anchor }: Record<'inForce' | 'anchor', Shares | null>,
    now: Seconds,
  ): ComputedBaseline {
    const { votes } = windowsAt(hour);
    const columns = new Int32Array(WIDTH);
    const voter = (id: number) => {
      columns.fill(0);
      this.#visit(id, (at, counts, length) => {
        if (isWithin(votes, at)) add(columns, 0, counts, length);
      });
      return { parts: columns, classes: columns, offset: FIRST.network };
    };
    const ids = this.#articleIds().filter((id) => (this.#facts.get(id)?.publishedAt ?? now + 1) <= now);
    return classShares(voters(ids, voter), inForce, anchor);
  }

  /** What weights take off the articles that are published by `now`, over a range of hours. */
  takenOff(
    range: HourRange,
    shares: Shares | null,
    { now, ...asked }: { limit: number; minGrowth: number; now: Seconds },
  ): SiteOff {
    const facts = this.#articleIds().flatMap((id) => this.#facts.get(id) ?? []);
    const articles = facts
      .filter(({ publishedAt }) => publishedAt <= now)
      .map((facts) => ({ facts, visit: (visit: Visit) => this.#visit(facts.id, visit) }));
    return takenOffIn(articles, { range, shares, ...asked });
  }

  get recentNumbers(): number {
    return this.#recentNumbers;
  }

  /** Everything that is not packed yet. */
  recent() {
    const cells = Array.from(this.#recent).flatMap(([contentId, hours]) =>
      Array.from(hours, ([hour, counts]) => ({ contentId, hour, counts })),
    );
    const facts = Array.from(this.#recent.keys()).flatMap((id) =>
      placeOf(this.#packed, id) < 0 ? (this.#facts.get(id) ?? []) : [],
    );
    return { cells, facts };
  }

  /** Packs everything that windows may still need, and returns it with the facts of its articles. */
  pack(): { cells: PackedCells; facts: ArticleFacts[] } {
    const packer = new Packer();
    const first = firstHour(this.#hour);
    const facts: ArticleFacts[] = [];
    for (const id of this.#articleIds()) {
      const known = this.#facts.get(id);
      if (!known) continue;
      let isEmpty = true;
      this.#visit(id, (hour, counts, length) => {
        if (hour < first) return;
        if (isEmpty) packer.article(id);
        isEmpty = false;
        packer.cell(hour, counts, length);
      });
      if (isEmpty) this.#facts.delete(id);
      else facts.push(known);
      // What is left was clicked while its facts are loaded.
      this.#recent.delete(id);
    }
    this.#packed = packer.finish();
    this.#listing = UNLISTED;
    this.#recentNumbers = this.recent().cells.reduce((sum, { counts }) => sum + counts.length + 2, 0);
    this.#ids = null;
    return { cells: this.#packed, facts };
  }

  /** Whether an article has clicks of hours to come: where they were accepted, the clock may be ahead by a little. */
  #isAhead(id: number): boolean {
    let isAhead = false;
    this.#visit(id, (hour) => {
      if (hour > this.#hour) isAhead = true;
    });
    return isAhead;
  }

  #articleIds(): number[] {
    this.#ids ??= [...new Set([...this.#packed.ids, ...this.#recent.keys()])].sort((a, b) => a - b);
    return this.#ids;
  }

  #visit(id: number, visit: Visit): void {
    const recent = this.#recent.get(id);
    const place = placeOf(this.#packed, id);
    if (!recent) {
      if (place >= 0) visitCells(this.#packed, place, visit);
      return;
    }
    const later = [...recent].sort(([a], [b]) => a - b);
    let next = 0;
    const visitRecent = (before: number) => {
      for (let entry = later[next]; entry && entry[0] < before; entry = later[++next]) {
        visit(entry[0], Int32Array.from(entry[1]), entry[1].length);
      }
    };
    if (place >= 0) {
      visitCells(this.#packed, place, (hour, counts, length) => {
        visitRecent(hour);
        if (!recent.has(hour)) visit(hour, counts, length);
      });
    }
    visitRecent(Number.POSITIVE_INFINITY);
  }

  #packedCell(id: number, wanted: number): Counts {
    let found: Counts = [];
    const place = placeOf(this.#packed, id);
    if (place < 0) return found;
    visitCells(this.#packed, place, (hour, counts, length) => {
      if (hour === wanted) found = Array.from(counts.subarray(0, length));
    });
    return found;
  }
}

/** One at a time: all are computed in the same buffers. */
function* voters<V>(ids: readonly number[], voter: (id: number) => V): Iterable<V> {
  for (const id of ids) yield voter(id);
}
