import { READER_CLASSES } from '../../../src/db/click-columns.ts';
import { createRandom, type Random, sampler, zipf } from '../../../src/demo/random.ts';
import { Clicks, COMPANIES } from './clicks.ts';

export interface Size {
  articles: number;
  topics: number;
  perHour: number;
}

const WEEK = 168;
const DAY = 24;
export const BEFORE = 2 * WEEK + DAY;
const ATTACK = 2 * WEEK + DAY;
const KNOWN = 0.6;

/** Weights in the order of `CONTINENTS`: few readers come from Africa, hardly any from Antarctica. */
const CONTINENT = sampler([2, 0.1, 12, 45, 35, 4, 1.9]);

export class Site {
  readonly clicks: Clicks;
  hour = 0;
  readonly #random: Random;
  readonly #reads: Random;
  readonly #popularity: Float64Array;
  readonly #perHour: number;
  readonly #companies: readonly number[];

  constructor(seed: number, { articles, topics, perHour }: Size) {
    const random = createRandom(seed, 'counts');
    const rank = sampler(zipf(topics, 1.2));
    const topicsOf = Array.from({ length: articles }, () => [
      ...new Set(Array.from({ length: random.int(1, 3) }, () => rank(random.next()))),
    ]);
    this.clicks = new Clicks({ topicsOf, topics, hours: BEFORE + ATTACK });
    this.#random = random;
    this.#reads = createRandom(seed, 'reads');
    this.#perHour = perHour;
    // Every tenth article of the simulated site no longer has readers.
    this.#popularity = Float64Array.from(random.shuffle(zipf(articles, 1.1)), (value, i) => (i % 10 === 9 ? 0 : value));
    this.#companies = Array.from({ length: topics }, () => random.next());
    while (this.hour < BEFORE) this.next();
  }

  next(): void {
    this.readers(1);
    this.pass();
  }

  pass(): void {
    this.hour++;
    if (this.hour % DAY === 0) this.#fade();
  }

  readers(part: number): void {
    const phase = (2 * Math.PI * (this.hour % DAY)) / DAY;
    const rate = this.#perHour * part * (1 - 0.7 * Math.cos(phase));
    const chosen = sampler(this.#popularity);
    for (let left = poisson(this.#random, rate); left > 0; left--) this.#read(chosen(this.#random.next()));
  }

  #read(article: number): void {
    const random = this.#random;
    const leaning = this.#companies[this.clicks.layout.topicsOf[article]?.[0] ?? 0] ?? 0;
    const company = random.chance(KNOWN) ? (random.chance(leaning) ? 0 : random.int(1, COMPANIES - 1)) : null;
    this.click(article, company, CONTINENT(random.next()));
    this.read(article, this.#reads.chance(0.2 + 0.6 * ((article * 0.618) % 1)));
  }

  read = (article: number, isHalf: boolean): void => this.clicks.addRead(article, this.hour, isHalf);

  click(article: number, company: number | null = null, continent = 0): void {
    this.clicks.add({
      article,
      hour: this.hour,
      readerClass: this.#random.int(0, READER_CLASSES - 1),
      continent,
      company,
    });
  }

  #fade(): void {
    for (let i = 0; i < this.#popularity.length; i++)
      this.#popularity[i] = (this.#popularity[i] ?? 0) * Math.exp(0.5 * (this.#random.next() - 0.5));
  }
}

/** Draws from a Poisson distribution with Knuth's method, in portions to avoid underflow. */
function poisson(random: Random, mean: number): number {
  let count = 0;
  for (let left = mean; left > 0; left -= 30) {
    const limit = Math.exp(-Math.min(30, left));
    for (let product = random.next(); product > limit; product *= random.next()) count++;
  }
  return count;
}
