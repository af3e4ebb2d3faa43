import { type ComputedBaseline, computeBaseline } from '../../engagement/baseline.ts';
import {
  type CellCounts,
  type ClickCell,
  cellPlaceOf,
  isCovered,
  newer,
  type PackedCells,
  Packer,
  type Visit,
  visitCells,
} from '../../engagement/cells.ts';
import { COLUMN_COUNT, FIRST } from '../../engagement/columns.ts';
import type { TrafficBaseline } from '../../engagement/discounting.ts';
import { firstHour, isWithin, windowsAt } from '../../engagement/hours.ts';
import { add, type Hourly, type Scale, scoreOf } from '../../engagement/score.ts';
import { firstAt } from '../../lib/first-at.ts';
import { isTurnOver, nextTurn } from '../../lib/thread/turns.ts';
import type { Seconds } from '../../lib/time.ts';
import { type ArticleFacts, SharedFacts } from '../facts.ts';
import { PreviousOrders } from '../math/previous-orders.ts';
import { type Engagement, Scores } from '../math/scores.ts';
import type { Clicked } from './discounted.ts';

/** Maximum fraction of changed articles for an update of the list in place. Above it, a new list is faster. */
const MAX_CHANGED_FRACTION = 0.1;

export interface CurveOf {
  contentId: number | null;
  topics: readonly number[];
}

/** Hours of the last seven days with clicks, oldest first. `first` is the first hour with a known click. */
export interface HourlySeries {
  hours: readonly number[];
  engagement: readonly number[];
  first: number | null;
}

/** Cached result of `engagement`. A new hour, `pack` or an article that is due for publication clears the cache. */
type Listing = { state: 'unlisted' } | { state: 'listed'; articles: readonly Engagement[] };
const UNLISTED_RANK: Listing = { state: 'unlisted' };

/** Hourly counts of a topic or the site, with cached scores. New counts, hours and baselines change the scores. */
export class RankingWindow {
  readonly #wants: 'sets' | 'hourly';
  #packed: PackedCells;
  /** Recent hourly counts by article, then by hour. They override the counts in `#packed`. */
  readonly #recent = new Map<number, Map<number, CellCounts>>();
  readonly #facts = new Map<number, ArticleFacts>();
  readonly #shared = new SharedFacts();
  /** Articles with clicks that do not belong to the topic, for example because they were deleted. */
  readonly #absent = new Set<number>();
  readonly #scores = new Scores();
  #listing = UNLISTED_RANK;
  readonly #changed = new Set<number>();
  #ids: number[] | null = null;
  /** Number of values received since the last call of `pack`, including repeats. */
  #recentNumbers = 0;
  #dueAt: Seconds | null = null;
  #isEmpty = true;
  #hour = 0;
  #baseline: TrafficBaseline | null = null;
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

  /** Adds the counts of an article and hour, in any order. Returns false if they are already known. */
  note({ contentId, hour, counts }: ClickCell): boolean {
    if (this.#absent.has(contentId)) return false;
    const hours = this.#recent.get(contentId) ?? new Map<number, CellCounts>();
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

  cellsOf(topicId: number): ClickCell[] {
    return this.#articleIds().flatMap((contentId) => {
      const cells: ClickCell[] = [];
      if (this.#facts.get(contentId)?.topics.includes(topicId))
        this.#visit(contentId, (hour, counts, length) => {
          cells.push({ contentId, hour, counts: Array.from(counts.subarray(0, length)) });
        });
      return cells;
    });
  }

  topics(): Set<number> {
    return new Set(Array.from(this.#facts.values()).flatMap(({ topics }) => topics));
  }

  unknown(): number[] {
    return Array.from(this.#recent.keys()).filter((id) => !this.#facts.has(id));
  }

  /** Stores the facts of requested articles. An article without facts was deleted or does not belong to this topic. */
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

  #forgetOrdersFor(hours: Iterable<number>): void {
    for (const hour of hours) if (hour < this.#hour - 1) this.#orders = new PreviousOrders();
  }

  roll(hour: number, baseline: TrafficBaseline | null): void {
    if (hour === this.#hour && baseline === this.#baseline) return;
    this.#hour = hour;
    this.#baseline = baseline;
    this.#scores.clear();
    this.#listing = UNLISTED_RANK;
    this.#orders = new PreviousOrders();
  }

  /** Scores all articles that have no score, in steps. Otherwise, `engagement` would block the thread for seconds. */
  async score(now: Seconds): Promise<void> {
    if (this.#isMended(this.#listing)) return;
    for (const id of this.#articleIds()) {
      const facts = this.#facts.get(id);
      if (facts && facts.publishedAt <= now && !this.#scores.get(id)) this.#score(id, facts);
      if (isTurnOver()) await nextTurn();
    }
  }

  /** Returns published articles with clicks, by id. An unchanged article is the same object as in the last call. */
  engagement(now: Seconds): readonly Engagement[] {
    if (this.#dueAt !== null && this.#dueAt <= now) {
      this.#orders = new PreviousOrders();
      this.#listing = UNLISTED_RANK;
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
      // The facts of this article are still loading. The article is listed once they arrive.
      if (!this.#facts.has(id)) continue;
      this.#changed.delete(id);
      const article = this.#published(id, now);
      if (!article) continue;
      const place = firstAt(articles.length, (i) => (articles[i]?.id ?? 0) < id);
      articles.splice(place, articles[place]?.id === id ? 1 : 0, article);
    }
    return articles;
  }

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
    const scale = { windows: windowsAt(this.#hour), baseline: this.#baseline, wants: this.#wants };
    return this.#scores.set(
      facts,
      scoreOf((visit) => this.#visit(id, visit), scale),
    );
  }

  /** Returns hourly engagement of the last seven days as if one article had received all the clicks. */
  readonly together = (ids: readonly number[]): Hourly =>
    this.#together(ids, { windows: windowsAt(this.#hour), baseline: this.#baseline, wants: 'hourly' });

  curve({ contentId, topics }: CurveOf, scale: Scale, now: Seconds): HourlySeries {
    const ids = (contentId === null ? this.#articleIds() : [contentId]).filter((id) => {
      const facts = this.#facts.get(id);
      return facts && facts.publishedAt <= now && topics.every((topic) => facts.topics.includes(topic));
    });
    const { hours, ticks, first } = this.#together(ids, scale);
    return { hours, engagement: ticks, first };
  }

  #together(ids: readonly number[], scale: Scale): Hourly & { first: number | null } {
    const hours = new Map<number, Int32Array>();
    for (const id of ids)
      this.#visit(id, (hour, counts, length) => {
        const columns = hours.get(hour) ?? new Int32Array(COLUMN_COUNT);
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

  get dueAt(): Seconds | null {
    return this.#dueAt;
  }

  /** Whether no known click counts in any time window, now or later. */
  get isEmpty(): boolean {
    return this.#isEmpty;
  }

  get baseline(): TrafficBaseline | null {
    return this.#baseline;
  }

  /** Computes the baseline of an hour. `inForce` discounts the clicks, and `anchor` limits the baseline's growth. */
  samples(
    hour: number,
    { inForce, anchor }: Record<'inForce' | 'anchor', TrafficBaseline | null>,
    now: Seconds,
  ): ComputedBaseline {
    const { samples } = windowsAt(hour);
    const columns = new Int32Array(COLUMN_COUNT);
    const voter = (id: number) => {
      columns.fill(0);
      this.#visit(id, (at, counts, length) => {
        if (isWithin(samples, at)) add(columns, 0, counts, length);
      });
      return { parts: columns, classes: columns, offset: FIRST.network };
    };
    const ids = this.#articleIds().filter((id) => (this.#facts.get(id)?.publishedAt ?? now + 1) <= now);
    return computeBaseline(voters(ids, voter), inForce, anchor);
  }

  clicked(now: Seconds): Clicked[] {
    const facts = this.#articleIds().flatMap((id) => this.#facts.get(id) ?? []);
    return facts
      .filter(({ publishedAt }) => publishedAt <= now)
      .map((facts) => ({ facts, visit: (visit: Visit) => this.#visit(facts.id, visit) }));
  }

  get recentNumbers(): number {
    return this.#recentNumbers;
  }

  recent() {
    const cells = Array.from(this.#recent).flatMap(([contentId, hours]) =>
      Array.from(hours, ([hour, counts]) => ({ contentId, hour, counts })),
    );
    const facts = Array.from(this.#recent.keys()).flatMap((id) =>
      cellPlaceOf(this.#packed, id) < 0 ? (this.#facts.get(id) ?? []) : [],
    );
    return { cells, facts };
  }

  /** Packs the hourly counts that rankings may still need. Returns them with the facts of their articles. */
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
      // Articles stay in `#recent` if they received clicks while their facts are loading.
      this.#recent.delete(id);
    }
    this.#packed = packer.finish();
    this.#listing = UNLISTED_RANK;
    this.#recentNumbers = this.recent().cells.reduce((sum, { counts }) => sum + counts.length + 2, 0);
    this.#ids = null;
    return { cells: this.#packed, facts };
  }

  /** Returns true if an article has clicks after the current hour, which a slightly fast clock can cause. */
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
    const place = cellPlaceOf(this.#packed, id);
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

  #packedCell(id: number, wanted: number): CellCounts {
    let found: CellCounts = [];
    const place = cellPlaceOf(this.#packed, id);
    if (place < 0) return found;
    visitCells(this.#packed, place, (hour, counts, length) => {
      if (hour === wanted) found = Array.from(counts.subarray(0, length));
    });
    return found;
  }
}

/** Yields one article at a time, because all articles use the same buffer. */
function* voters<V>(ids: readonly number[], voter: (id: number) => V): Iterable<V> {
  for (const id of ids) yield voter(id);
}
