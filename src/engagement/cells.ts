import { firstAt } from '../lib/first-at.ts';
import { WIDTH } from './columns.ts';

/**
 * Cells: the clicks on an article in one hour. A cell is sparse, a flat list of pairs of counter (a place in `COUNTERS`) and count in
 * ascending order of counters: `[0, 3, 4, 1]` is 3 in counter 0 and 1 in counter 4.
 */
export type Counts = readonly number[];

/** The absolute counts of an article in one hour. They only grow: the larger of two is the newer one. */
export interface Cell {
  contentId: number;
  /** Hours since the epoch. */
  hour: number;
  counts: Counts;
}

/** The larger of two cells' counts, column by column. */
export function newer(a: Counts, b: Counts): Counts {
  const merged: number[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [columnA, columnB] = [a[i] ?? WIDTH, b[j] ?? WIDTH];
    const column = Math.min(columnA, columnB);
    merged.push(column, Math.max(columnA === column ? (a[i + 1] ?? 0) : 0, columnB === column ? (b[j + 1] ?? 0) : 0));
    if (columnA === column) i += 2;
    if (columnB === column) j += 2;
  }
  return merged;
}

/** Whether `known` has every count of a cell. */
export const isCovered = (counts: Counts, known: Counts): boolean => {
  for (let i = 0, j = 0; i < counts.length; i += 2) {
    while ((known[j] ?? WIDTH) < (counts[i] ?? 0)) j += 2;
    if (known[j] !== counts[i] || (known[j + 1] ?? 0) < (counts[i + 1] ?? 0)) return false;
  }
  return true;
};

/** Is called with each cell of an article; `counts` is valid during the call only and `length` long. */
export type Visit = (hour: number, counts: Int32Array, length: number) => void;

/** Cells of many articles in few bytes, as they are stored. */
export interface PackedCells {
  /** Content ids, ascending. */
  ids: Uint32Array;
  /** Where each article's cells begin, and where the last one's end. */
  starts: Uint32Array;
  /**
   * A cell is its hour after the one before, the number of its pairs, and the pairs, as numbers of seven bits per byte. A pair is its counter
   * after the one before and the least two bits of its count, which most counts are; 3 there: the rest follows.
   */
  bytes: Uint8Array;
}

export const NO_CELLS: PackedCells = { ids: new Uint32Array(), starts: new Uint32Array(1), bytes: new Uint8Array() };

/** A count of so many or more does not fit into a pair. */
const COUNT_ESCAPE = 3;

/** Packs cells article by article, in ascending order of ids and, within an article, of hours. */
export class Packer {
  readonly #ids: number[] = [];
  readonly #starts: number[] = [];
  #bytes = new Uint8Array(1024);
  #length = 0;
  #hour = 0;

  get length(): number {
    return this.#length;
  }

  article(id: number): void {
    this.#ids.push(id);
    this.#starts.push(this.#length);
    this.#hour = 0;
  }

  cell(hour: number, counts: ArrayLike<number>, length = counts.length): void {
    this.#reserve(10 + 6 * length);
    this.#number(hour - this.#hour);
    this.#hour = hour;
    this.#number(length / 2);
    for (let i = 0, next = 0; i < length; i += 2) {
      const [counter = 0, count = 0] = [counts[i], counts[i + 1]];
      this.#number(4 * (counter - next) + Math.min(count, COUNT_ESCAPE));
      if (count >= COUNT_ESCAPE) this.#number(count - COUNT_ESCAPE);
      next = counter + 1;
    }
  }

  finish(): PackedCells {
    return {
      ids: Uint32Array.from(this.#ids),
      starts: Uint32Array.from([...this.#starts, this.#length]),
      bytes: this.#bytes.slice(0, this.#length),
    };
  }

  #number(value: number): void {
    let rest = value;
    while (rest > 127) {
      this.#bytes[this.#length++] = (rest & 127) | 128;
      rest >>>= 7;
    }
    this.#bytes[this.#length++] = rest;
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return;
    const larger = new Uint8Array(2 * this.#bytes.length + more);
    larger.set(this.#bytes);
    this.#bytes = larger;
  }
}

const scratch = new Int32Array(2 * WIDTH);

/** Visits the cells of the `place`-th article. */
export function visitCells({ starts, bytes }: PackedCells, place: number, visit: Visit): void {
  const end = starts[place + 1] ?? 0;
  let at = starts[place] ?? 0;
  const number = () => {
    let value = 0;
    for (let shift = 0; ; shift += 7) {
      const byte = bytes[at++] ?? 0;
      value |= (byte & 127) << shift;
      if (byte < 128) return value;
    }
  };
  for (let hour = 0; at < end; ) {
    hour += number();
    const length = 2 * number();
    for (let i = 0, next = 0; i < length; i += 2) {
      const pair = number();
      const count = pair & COUNT_ESCAPE;
      scratch[i] = next + (pair >> 2);
      scratch[i + 1] = count < COUNT_ESCAPE ? count : COUNT_ESCAPE + number();
      next += (pair >> 2) + 1;
    }
    visit(hour, scratch, length);
  }
}

/** The place of an article; -1 where it has no cells. */
export function placeOf({ ids }: PackedCells, id: number): number {
  const place = firstAt(ids.length, (i) => (ids[i] ?? 0) < id);
  return ids[place] === id ? place : -1;
}
