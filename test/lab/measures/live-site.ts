import { windowsAt } from '../../../src/engagement/hours.ts';
import { type ClassShares, weightOf } from '../../../src/engagement/weight.ts';
import { momentum, type RisingArticle, rankRising, risingClock } from '../../../src/rankings/math/rising.ts';
import { addTo, type Cell, ROW } from './click-log.ts';
import { Rolling } from './rolling.ts';

/** A site that takes clicks one after the other and can be asked for its rankings at any moment. */
export class LiveSite {
  readonly #byHour = new Map<number, Cell[]>();
  readonly #rows: HourRows = new Map();
  readonly #day = new Rolling(this.#byHour);
  readonly #week = new Rolling(this.#byHour);
  #hour = 0;

  /** Begins an hour: it is the running one from now on. */
  begin(hour: number): void {
    this.#hour = hour;
    const { day, week } = windowsAt(hour);
    this.#day.moveTo(day.from, day.to);
    this.#week.moveTo(week.from, week.to);
  }

  /** Takes a click of the running hour. */
  take(click: Cell): void {
    this.#byHour.set(click.hour, [...(this.#byHour.get(click.hour) ?? []), click]);
    this.#day.count(click);
    this.#week.count(click);
    addCell(this.#rows, click);
  }

  /** Engagement in `24h` by article. */
  day(shares: ClassShares | null): Map<number, number> {
    return this.#day.weights(shares);
  }

  /** Engagement in `7d` by article. */
  week(shares: ClassShares | null): Map<number, number> {
    return this.#week.weights(shares);
  }

  /** The ten that rise. */
  rising(shares: ClassShares | null): number[] {
    const { articles, clock } = this.#moving(shares);
    return rankRising(articles, clock, 10);
  }

  /** Momentum of every article whose engagement in `7d` is at least `floor`. */
  momenta(shares: ClassShares | null, floor: number): Map<number, number> {
    const { articles, clock } = this.#moving(shares);
    const qualified = articles.filter(({ engagement }) => engagement >= floor);
    return new Map(qualified.map((article) => [article.id, momentum(article, clock)]));
  }

  #moving(shares: ClassShares | null) {
    return movingAt(this.#rows, this.#hour, this.#week.weights(shares), shares);
  }
}

/** Counts in the order of `ROW`, by hour and article. */
export type HourRows = Map<number, Map<number, Float64Array>>;

/** What rising content is ranked from at an hour, with the engagement of articles in its `7d`. */
export function movingAt(rows: HourRows, hour: number, engaged: Map<number, number>, shares: ClassShares | null) {
  const { from, to } = windowsAt(hour).week;
  const site = new Float64Array(to - from);
  const articles = new Map<number, RisingArticle & { hours: number[]; weights: number[] }>();
  for (const [id, engagement] of engaged) articles.set(id, { id, engagement, hours: [], weights: [] });
  for (let at = from; at < to; at++) {
    for (const [id, row] of rows.get(at) ?? []) {
      const weight = weightOf(row[0] ?? 0, row, shares, 1);
      site[at - from] = (site[at - from] ?? 0) + weight;
      articles.get(id)?.hours.push(at);
      articles.get(id)?.weights.push(weight);
    }
  }
  return { articles: [...articles.values()], clock: risingClock(hour, site) };
}

/** Adds a cell to rows by hour and article. */
export function addCell(rows: HourRows, cell: Cell): void {
  const { contentId, hour } = cell;
  const articles = rows.get(hour) ?? new Map<number, Float64Array>();
  rows.set(hour, articles);
  const row = articles.get(contentId) ?? new Float64Array(ROW);
  articles.set(contentId, row);
  addTo(row, cell);
}
