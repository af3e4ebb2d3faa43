import { MEASURES } from '../../db/click-columns.ts';
import { NOBODY, type Parts, type Score } from '../../engagement/score.ts';
import type { ArticleFacts } from '../facts.ts';
import { momentumOf, type RisingClock } from './rising.ts';

/** The scores of many articles in few typed arrays: those of the whole site are more than twice as large as lists of numbers. Pure. */

/**
 * An article's engagement in each window, by its place in `MEASURES` (0: everyone's). It does not change: an article that was clicked
 * again gets another one.
 */
export interface Engagement {
  readonly id: number;
  readonly facts: ArticleFacts;
  day(measure?: number): number;
  week(measure?: number): number;
  dayBefore(measure?: number): number;
  weekBefore(measure?: number): number;
  readonly growth: number;
  readonly growthBefore: number;
  /** Weighed clicks of the two windows of growth by class of reader; null if not asked for. */
  readonly readers: Score['readers'];
  /** Calls `visit` with each clicked hour of `7d` and its engagement by its own classes; never if hours were not asked for. */
  visitHours(visit: (hour: number, weight: number) => void): void;
  /** What is left of the hours' engagement on the clock of rising content. */
  momentum(clock: RisingClock): number;
}

/** A record: where each window's parts begin (0: nobody's), growth, where hours begin, its length; then parts, hours and as many weights. */
const DAY = 0;
const WEEK = 1;
const DAY_BEFORE = 2;
const WEEK_BEFORE = 3;
const GROWTH = 4;
const GROWTH_BEFORE = 5;
const HOURS = 6;
const END = 7;
const HEAD = 8;

/** Numbers of the first page and of the largest: a topic's window is small, the site's is not. */
const SMALLEST = 1 << 9;
const LARGEST = 1 << 16;
/** Records that nobody asks for any more are dropped when they exceed this part of the others. */
const MOST_FORMER = 0.1;

class Scored implements Engagement {
  readonly id: number;
  readonly facts: ArticleFacts;
  readonly readers: Score['readers'];
  page: Int32Array;
  from: number;

  constructor(id: number, facts: ArticleFacts, readers: Score['readers'], page: Int32Array, from: number) {
    this.id = id;
    this.facts = facts;
    this.readers = readers;
    this.page = page;
    this.from = from;
  }

  day(measure = 0): number {
    return this.#part(DAY, measure);
  }

  week(measure = 0): number {
    return this.#part(WEEK, measure);
  }

  dayBefore(measure = 0): number {
    return this.#part(DAY_BEFORE, measure);
  }

  weekBefore(measure = 0): number {
    return this.#part(WEEK_BEFORE, measure);
  }

  get growth(): number {
    return this.#at(GROWTH);
  }

  get growthBefore(): number {
    return this.#at(GROWTH_BEFORE);
  }

  visitHours(visit: (hour: number, weight: number) => void): void {
    const from = this.#at(HOURS);
    const count = (this.#at(END) - from) / 2;
    for (let i = from; i < from + count; i++) visit(this.#at(i), this.#at(i + count));
  }

  momentum(clock: RisingClock): number {
    const first = this.#at(HOURS);
    const count = (this.#at(END) - first) / 2;
    const from = this.from + first;
    return momentumOf(this.week(), this.page, this.page, clock, { from, to: from + count, toWeight: count });
  }

  #part(window: number, measure: number): number {
    const from = this.#at(window);
    return from === 0 ? 0 : this.#at(from + measure);
  }

  #at(place: number): number {
    return this.page[this.from + place] ?? 0;
  }
}

/** The current scores of articles. */
export class Scores {
  readonly #articles = new Map<number, Scored>();
  #page = new Int32Array(SMALLEST);
  #length = 0;
  /** Numbers of current records, and of former ones that share pages with them. */
  #current = 0;
  #former = 0;

  get(id: number): Engagement | undefined {
    return this.#articles.get(id);
  }

  /** Replaces an article's score. The former one stays readable. */
  set(facts: ArticleFacts, score: Score): Engagement {
    this.delete(facts.id);
    const record = recordOf(score);
    const from = this.#reserve(record.length);
    this.#page.set(record, from);
    const article = new Scored(facts.id, facts, score.readers, this.#page, from);
    this.#articles.set(facts.id, article);
    this.#current += record.length;
    return article;
  }

  delete(id: number): void {
    const former = this.#articles.get(id);
    if (!former) return;
    this.#articles.delete(id);
    this.#current -= lengthOf(former);
    this.#former += lengthOf(former);
    if (this.#former > Math.max(SMALLEST, MOST_FORMER * this.#current)) this.#dropFormer();
  }

  clear(): void {
    this.#articles.clear();
    this.#current = 0;
    this.#dropFormer();
  }

  /** Moves the current records to pages of their own. Former ones keep theirs until nobody holds them. */
  #dropFormer(): void {
    this.#page = new Int32Array(SMALLEST);
    this.#length = 0;
    this.#former = 0;
    for (const article of this.#articles.values()) {
      const record = article.page.subarray(article.from, article.from + lengthOf(article));
      const from = this.#reserve(record.length);
      this.#page.set(record, from);
      article.page = this.#page;
      article.from = from;
    }
  }

  /** Where a record of this length has its place in the current page. */
  #reserve(length: number): number {
    if (this.#length + length > this.#page.length) {
      this.#page = new Int32Array(Math.max(length, Math.min(LARGEST, 2 * this.#page.length)));
      this.#length = 0;
    }
    const from = this.#length;
    this.#length += length;
    return from;
  }
}

const lengthOf = ({ page, from }: Scored): number => page[from + END] ?? 0;

function recordOf(score: Score): number[] {
  const record: number[] = Array(HEAD).fill(0);
  const windows: Parts[] = [score.day, score.week, score.dayBefore, score.weekBefore];
  for (const [window, parts] of windows.entries()) {
    if (parts === NOBODY) continue;
    record[window] = record.length;
    for (let i = 0; i < MEASURES.length; i++) record.push(parts[i] ?? 0);
  }
  record[GROWTH] = score.growth;
  record[GROWTH_BEFORE] = score.growthBefore;
  record[HOURS] = record.length;
  if (score.hourly) record.push(...score.hourly.hours, ...score.hourly.weights);
  record[END] = record.length;
  return record;
}
