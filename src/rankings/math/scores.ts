import { MEASURES } from '../../db/click-columns.ts';
import {
  type Hourly,
  type Score,
  WINDOW_NAMES,
  type WindowName,
  type WindowScore,
  ZERO_SCORE,
} from '../../engagement/score.ts';
import type { Sums } from '../../engagement/sums.ts';
import type { ArticleFacts } from '../facts.ts';
import { nineDigits, type RisingClock } from './rising.ts';

/** Stores the scores of all articles in a few typed arrays, which need much less memory than ordinary arrays. */

/** Immutable engagement of an article. `measure` is an index in `MEASURES` and defaults to 0 (all readers). */
export interface Engagement {
  readonly id: number;
  readonly facts: ArticleFacts;
  day(measure?: number): number;
  week(measure?: number): number;
  dayBefore(measure?: number): number;
  weekBefore(measure?: number): number;
  readonly growth: number;
  readonly growthBefore: number;
  addTo(sums: Sums, window: WindowName, sign?: 1 | -1): void;
  /** Calls `visit` for each hour of `7d` with clicks, if hours were scored. `ticks` are the clicks that count. */
  visitTicks(visit: (hour: number, ticks: number) => void): void;
  /** Sum of the article's hourly contributions to momentum, before decay. */
  readonly rising: number;
  momentum(clock: RisingClock): number;
}

/**
 * Layout of a record: block offset per window (0 for a zero score), length, first hour, hour entries, and blocks.
 * Windows with equal counts share a block. A block contains flags, the range of its counts, and discounted and certain
 * clicks by audience.
 */
const WINDOW_OFFSETS = { day: 0, week: 1, dayBefore: 2, weekBefore: 3, growth: 4, growthBefore: 5 } satisfies Record<
  WindowName,
  number
>;
const LENGTH_OFFSET = WINDOW_NAMES.length;
const FIRST_HOUR_OFFSET = LENGTH_OFFSET + 1;
const HOURS_OFFSET = LENGTH_OFFSET + 3;
const BLOCK_HEADER_LENGTH = 3;

/** Flags of a block or an hour entry. A wide number takes two words, and a small one takes half a word. */
const IS_WIDE = 1;
const IS_SMALL = 32;
const IS_CERTAIN = 2;
const IS_FRACTIONAL = 4;
const HAS_TICKS = 8;
const TICKS_ARE_WEIGHTS = 16;
const FRACTIONS_PER_CLICK = 1024;
/** A 16-bit word contains a class and its count. If the count is 0, the next two words contain the actual count. */
const WORD_VALUES = 1 << 16;
const SMALL_BITS = 8;
const MAX_SMALL = 255;
const CLASS_VALUES = 1 << 7;
const MAX_INLINE_COUNT = WORD_VALUES / CLASS_VALUES - 1;

/** Minimum and maximum page sizes in words. A topic needs few words, and the site needs many. */
const MIN_PAGE_WORDS = 1 << 10;
const MAX_PAGE_WORDS = 1 << 17;
/** Maximum ratio of replaced records to current ones. If it is exceeded, current records are copied to new pages. */
const MAX_FORMER_FRACTION = 0.1;

class RecordView implements Engagement {
  readonly id: number;
  readonly facts: ArticleFacts;
  page: Uint16Array;
  from: number;

  constructor(id: number, facts: ArticleFacts, page: Uint16Array, from: number) {
    this.id = id;
    this.facts = facts;
    this.page = page;
    this.from = from;
  }

  day(measure = 0): number {
    return this.#engagement('day', measure);
  }

  week(measure = 0): number {
    return this.#engagement('week', measure);
  }

  dayBefore(measure = 0): number {
    return this.#engagement('dayBefore', measure);
  }

  weekBefore(measure = 0): number {
    return this.#engagement('weekBefore', measure);
  }

  get growth(): number {
    return this.#engagement('growth', 0);
  }

  get growthBefore(): number {
    return this.#engagement('growthBefore', 0);
  }

  addTo(sums: Sums, window: WindowName, sign: 1 | -1 = 1): void {
    const at = this.#block(window);
    if (at === 0) return;
    sums.touch();
    const { weighed, certain, counts } = sums;
    const flags = this.#at(at);
    const measures = measuresOf(window);
    const from = at + BLOCK_HEADER_LENGTH;
    for (let i = 0; i < measures; i++) weighed[i] = (weighed[i] ?? 0) + sign * this.#number(from, i, flags);
    if (flags & IS_CERTAIN) {
      const sure = from + placesOf(measures, flags);
      for (let i = 0; i < measures; i++) certain[i] = (certain[i] ?? 0) + sign * this.#number(sure, i, flags);
    }
    const end = this.#at(at + 2);
    for (let place = this.#at(at + 1); place < end; place++) {
      const entry = this.#at(place);
      const b = entry % CLASS_VALUES;
      let count = (entry - b) / CLASS_VALUES;
      if (count === 0) {
        count = this.#number(place + 1, 0, IS_WIDE);
        place += 2;
      }
      counts[b] = (counts[b] ?? 0) + sign * count;
    }
  }

  visitTicks(visit: (hour: number, ticks: number) => void): void {
    const { flags, first, hours, weights, ticks, count } = this.#hours();
    if (!(flags & (HAS_TICKS | TICKS_ARE_WEIGHTS))) return;
    const from = flags & HAS_TICKS ? ticks : weights;
    for (let i = 0; i < count; i++) visit(first + this.#at(hours + i), this.#weight(from, i, flags));
  }

  get rising(): number {
    const { flags, weights, count } = this.#hours();
    let sum = 0;
    for (let i = 0; i < count; i++) sum += this.#weight(weights, i, flags);
    return sum;
  }

  momentum({ from, factors }: RisingClock): number {
    const { page } = this;
    const at = this.from + HOURS_OFFSET;
    const [flags, count] = [page[at] ?? 0, page[at + 1] ?? 0];
    const first = this.#at(FIRST_HOUR_OFFSET) + WORD_VALUES * this.#at(FIRST_HOUR_OFFSET + 1) - from;
    const isWide = (flags & IS_WIDE) !== 0;
    const end = at + 2 + count;
    let faded = 0;
    for (let hour = at + 2, weight = end; hour < end; hour++, weight++) {
      let own = page[weight] ?? 0;
      if (isWide) own += WORD_VALUES * (page[++weight] ?? 0);
      faded += own * (factors[first + (page[hour] ?? 0)] ?? 0);
    }
    return nineDigits(flags & IS_FRACTIONAL ? faded / FRACTIONS_PER_CLICK : faded);
  }

  #hours() {
    const [flags, count] = [this.#at(HOURS_OFFSET), this.#at(HOURS_OFFSET + 1)];
    const weights = HOURS_OFFSET + 2 + count;
    const first = this.#at(FIRST_HOUR_OFFSET) + WORD_VALUES * this.#at(FIRST_HOUR_OFFSET + 1);
    return { flags, count, first, hours: HOURS_OFFSET + 2, weights, ticks: weights + placesOf(count, flags) };
  }

  #weight(from: number, i: number, flags: number): number {
    const number = this.#number(from, i, flags);
    return flags & IS_FRACTIONAL ? number / FRACTIONS_PER_CLICK : number;
  }

  #engagement(window: WindowName, measure: number): number {
    const at = this.#block(window);
    if (at === 0) return 0;
    const flags = this.#at(at);
    const from = at + BLOCK_HEADER_LENGTH;
    const weighed = this.#number(from, measure, flags);
    const sure = from + placesOf(measuresOf(window), flags);
    return flags & IS_CERTAIN ? weighed + this.#number(sure, measure, flags) : weighed;
  }

  #block(window: WindowName): number {
    return this.#at(WINDOW_OFFSETS[window]);
  }

  #number(from: number, i: number, flags: number): number {
    if (flags & IS_SMALL) return (this.#at(from + (i >> 1)) >> (i & 1 ? SMALL_BITS : 0)) & MAX_SMALL;
    return flags & IS_WIDE ? this.#at(from + 2 * i) + WORD_VALUES * this.#at(from + 2 * i + 1) : this.#at(from + i);
  }

  #at(place: number): number {
    return this.page[this.from + place] ?? 0;
  }
}

const placesOf = (count: number, flags: number): number =>
  flags & IS_SMALL ? (count + 1) >> 1 : flags & IS_WIDE ? 2 * count : count;

const measuresOf = (window: WindowName): number =>
  WINDOW_OFFSETS[window] >= WINDOW_OFFSETS.growth ? 1 : MEASURES.length;

export class Scores {
  readonly #articles = new Map<number, RecordView>();
  #page = new Uint16Array(MIN_PAGE_WORDS);
  #length = 0;
  #current = 0;
  #former = 0;

  get(id: number): Engagement | undefined {
    return this.#articles.get(id);
  }

  /** Stores a new score of an article. Objects that were returned before remain valid. */
  set(facts: ArticleFacts, score: Score): Engagement {
    this.delete(facts.id);
    const record = recordOf(score);
    const from = this.#reserve(record.length);
    this.#page.set(record, from);
    const article = new RecordView(facts.id, facts, this.#page, from);
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
    if (this.#former > Math.max(MIN_PAGE_WORDS, MAX_FORMER_FRACTION * this.#current)) this.#dropFormer();
  }

  clear(): void {
    this.#articles.clear();
    this.#current = 0;
    this.#dropFormer();
  }

  /** Copies current records to new pages. An old page is freed once nothing refers to it. */
  #dropFormer(): void {
    this.#page = new Uint16Array(MIN_PAGE_WORDS);
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

  #reserve(length: number): number {
    if (this.#length + length > this.#page.length) {
      this.#page = new Uint16Array(Math.max(length, Math.min(MAX_PAGE_WORDS, 2 * this.#page.length)));
      this.#length = 0;
    }
    const from = this.#length;
    this.#length += length;
    return from;
  }
}

const lengthOf = ({ page, from }: RecordView): number => page[from + LENGTH_OFFSET] ?? 0;

/** Buffer for the record being written, twice as long as any record. */
const recordBuffer = new Uint16Array(1 << 13);
let end = 0;

function push(number: number): void {
  recordBuffer[end++] = number;
}

function recordOf(score: Score): Uint16Array {
  recordBuffer.fill(0, 0, HOURS_OFFSET);
  end = HOURS_OFFSET;
  pushHours(score.hourly ?? { hours: [], weights: [], ticks: [] });
  const known: { counts: readonly number[]; from: number; to: number }[] = [];
  for (const name of WINDOW_NAMES) {
    if (score[name] === ZERO_SCORE) continue;
    const { counts } = score[name];
    let place = known.find((each) => areEqual(each.counts, counts));
    if (!place) {
      const from = end;
      pushCounts(counts);
      place = { counts, from, to: end };
      known.push(place);
    }
    recordBuffer[WINDOW_OFFSETS[name]] = end;
    pushBlock(score[name], place, measuresOf(name));
  }
  recordBuffer[LENGTH_OFFSET] = end;
  return recordBuffer.subarray(0, end);
}

const areEqual = (a: readonly number[], b: readonly number[]): boolean =>
  a === b || (a.length === b.length && a.every((number, i) => number === b[i]));

function pushCounts(counts: readonly number[]): void {
  for (let i = 0; i < counts.length; i += 2) {
    const [b = 0, count = 0] = [counts[i], counts[i + 1]];
    push(count <= MAX_INLINE_COUNT ? b + CLASS_VALUES * count : b);
    if (count > MAX_INLINE_COUNT) pushNumbers([count], IS_WIDE);
  }
}

function pushBlock({ weighed, certain }: WindowScore, { from, to }: { from: number; to: number }, measures: number) {
  // Within a block, the count of all readers is the highest count.
  const isCertain = (certain[0] ?? 0) > 0;
  const most = Math.max(weighed[0] ?? 0, certain[0] ?? 0);
  const flags = most >= WORD_VALUES ? IS_WIDE : most <= MAX_SMALL ? IS_SMALL : 0;
  push(flags + (isCertain ? IS_CERTAIN : 0));
  push(from);
  push(to);
  pushNumbers(weighed.slice(0, measures), flags);
  if (isCertain) pushNumbers(certain.slice(0, measures), flags);
}

function pushHours({ hours, weights, ticks }: Hourly): void {
  const all = [...weights, ...ticks];
  const isParted = !all.every(Number.isInteger);
  const parts = isParted ? FRACTIONS_PER_CLICK : 1;
  const isWide = all.some((number) => number * parts >= WORD_VALUES);
  const areWeights = ticks.every((tick, i) => tick === weights[i]);
  const hasTicks = !areWeights && ticks.some((tick) => tick > 0);
  const [first = 0] = hours;
  recordBuffer[FIRST_HOUR_OFFSET] = first % WORD_VALUES;
  recordBuffer[FIRST_HOUR_OFFSET + 1] = Math.floor(first / WORD_VALUES);
  const ticked = areWeights ? TICKS_ARE_WEIGHTS : hasTicks ? HAS_TICKS : 0;
  const flags = isWide ? IS_WIDE : 0;
  push(flags + (isParted ? IS_FRACTIONAL : 0) + ticked);
  push(hours.length);
  for (const hour of hours) push(hour - first);
  for (const list of hasTicks ? [weights, ticks] : [weights])
    pushNumbers(
      list.map((number) => number * parts),
      flags,
    );
}

function pushNumbers(list: readonly number[], flags: number): void {
  for (let i = 0; i < list.length; i++) {
    let number = list[i] ?? 0;
    if (flags & IS_SMALL) number += (list[++i] ?? 0) << SMALL_BITS;
    push(number % WORD_VALUES);
    if (flags & IS_WIDE) push(Math.floor(number / WORD_VALUES));
  }
}
