import { firstAt } from '../lib/first-at.ts';
import { COLUMN_COUNT } from './columns.ts';

/** Clicks on an article in one hour, as pairs of counter index and count, sorted by ascending index. */
export type CellCounts = readonly number[];

/** Total counts of an article in one hour. Counts only grow, so the larger of two counts is the newer one. */
export interface ClickCell {
  contentId: number;
  hour: number;
  counts: CellCounts;
}

/** Merges two lists of counts of the same article and hour. The larger value of each counter wins. */
export function newer(a: CellCounts, b: CellCounts): CellCounts {
  const merged: number[] = [];
  for (let i = 0, j = 0; i < a.length || j < b.length; ) {
    const [columnA, columnB] = [a[i] ?? COLUMN_COUNT, b[j] ?? COLUMN_COUNT];
    const column = Math.min(columnA, columnB);
    merged.push(column, Math.max(columnA === column ? (a[i + 1] ?? 0) : 0, columnB === column ? (b[j + 1] ?? 0) : 0));
    if (columnA === column) i += 2;
    if (columnB === column) j += 2;
  }
  return merged;
}

export const isCovered = (counts: CellCounts, known: CellCounts): boolean => {
  for (let i = 0, j = 0; i < counts.length; i += 2) {
    while ((known[j] ?? COLUMN_COUNT) < (counts[i] ?? 0)) j += 2;
    if (known[j] !== counts[i] || (known[j + 1] ?? 0) < (counts[i + 1] ?? 0)) return false;
  }
  return true;
};

/** Callback for each hour with counts. `counts` is reused: only `length` entries are valid, only during the call. */
export type Visit = (hour: number, counts: Int32Array, length: number) => void;

export interface PackedCells {
  ids: Uint32Array;
  /** Offset in `bytes` at which each article's counts start. The last element is the length of `bytes`. */
  starts: Uint32Array;
  /**
   * Varints per hour: hours since the previous hour, number of pairs, and one varint per pair of counter and count. It
   * is 4 × (distance to the previous counter) + count. Instead of a count of 3 or more, it adds 3, and the count
   * follows.
   */
  bytes: Uint8Array;
}

export const NO_CELLS: PackedCells = { ids: new Uint32Array(), starts: new Uint32Array(1), bytes: new Uint8Array() };

const COUNT_ESCAPE = 3;

/** Packs hourly counts into few bytes. Articles must be added by ascending id, and their hours in ascending order. */
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

const scratch = new Int32Array(2 * COLUMN_COUNT);

/** Calls `visit` for each hour with clicks on the article at index `place`. */
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

/** Returns the index of an article in the packed counts, or -1 if the article has none. */
export function cellPlaceOf({ ids }: PackedCells, id: number): number {
  const place = firstAt(ids.length, (i) => (ids[i] ?? 0) < id);
  return ids[place] === id ? place : -1;
}
