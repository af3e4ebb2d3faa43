import { CONTINENTS } from '../../../src/db/audiences.ts';
import { READER_CLASSES } from '../../../src/db/click-columns.ts';

/** A click as the attacked site stores it. Its fields are indexes. */
export interface Click {
  article: number;
  hour: number;
  readerClass: number;
  continent: number;
  /** Company type of the reader (0: broker, 1: carrier, 2: other), `null` if unknown. */
  company: number | null;
}

export interface Layout {
  topicsOf: readonly (readonly number[])[];
  topics: number;
  hours: number;
}

export const COMPANIES = 3;

export class Clicks {
  readonly layout: Layout;
  readonly article: Uint16Array[];
  readonly topic: Uint32Array[];
  readonly continents: Uint16Array[];
  readonly opened: Uint16Array[];
  readonly half: Uint16Array[];
  readonly #classes: Uint32Array[];
  readonly #articleClasses: Uint16Array[];
  readonly #companies: Uint32Array[];

  constructor(layout: Layout) {
    const { topicsOf, topics, hours } = layout;
    const make = (count: number, length: number) => Array.from({ length: count }, () => new Uint32Array(length));
    this.layout = layout;
    this.article = topicsOf.map(() => new Uint16Array(hours));
    this.continents = topicsOf.map(() => new Uint16Array(hours * CONTINENTS.length));
    this.opened = topicsOf.map(() => new Uint16Array(hours));
    this.half = topicsOf.map(() => new Uint16Array(hours));
    this.topic = make(topics, hours);
    this.#classes = make(topics, hours * READER_CLASSES);
    this.#articleClasses = topicsOf.map(() => new Uint16Array(hours * READER_CLASSES));
    this.#companies = make(topics + 1, hours * COMPANIES);
  }

  add({ article, hour, readerClass, continent, company }: Click): void {
    increment(this.article[article], hour);
    increment(this.continents[article], hour * CONTINENTS.length + continent);
    increment(this.#articleClasses[article], hour * READER_CLASSES + readerClass);
    if (company !== null) increment(this.#companies.at(-1), hour * COMPANIES + company);
    for (const topic of this.layout.topicsOf[article] ?? []) {
      increment(this.topic[topic], hour);
      increment(this.#classes[topic], hour * READER_CLASSES + readerClass);
      if (company !== null) increment(this.#companies[topic], hour * COMPANIES + company);
    }
  }

  addRead(article: number, hour: number, isHalf: boolean): void {
    increment(this.opened[article], hour);
    if (isHalf) increment(this.half[article], hour);
  }

  classes = (topic: number, from: number, to: number): number[] =>
    folded(this.#classes[topic], READER_CLASSES, from, to);

  articleClasses = (article: number, from: number, to: number): number[] =>
    folded(this.#articleClasses[article], READER_CLASSES, from, to);

  /** Clicks on a topic by company type, or on the whole site if the topic is `null`. */
  companies = (topic: number | null, from: number, to: number): number[] =>
    folded(this.#companies[topic ?? this.layout.topics], COMPANIES, from, to);

  continentsOf = (article: number, from: number, to: number): number[] =>
    folded(this.continents[article], CONTINENTS.length, from, to);
}

type Counts = Uint16Array | Uint32Array;

function increment(counts: Counts | undefined, at: number): void {
  if (counts) counts[at] = (counts[at] ?? 0) + 1;
}

export function sum(counts: Counts | undefined, from: number, to: number): number {
  let total = 0;
  for (let i = Math.max(0, from); i < to; i++) total += counts?.[i] ?? 0;
  return total;
}

function folded(counts: Counts | undefined, width: number, from: number, to: number): number[] {
  const sums = new Array<number>(width).fill(0);
  for (let i = Math.max(0, from) * width; i < to * width; i++)
    sums[i % width] = (sums[i % width] ?? 0) + (counts?.[i] ?? 0);
  return sums;
}
