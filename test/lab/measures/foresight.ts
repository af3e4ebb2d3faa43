import type { SiteShares } from '../../../src/engagement/weight.ts';
import type { Cell } from './click-log.ts';
import { LiveSite } from './live-site.ts';
import { byHour, Rolling, topIds } from './rolling.ts';

/** How well rankings foresee what is read next. */

/** Clicks in the next six hours without which a full hour says nothing. */
const ENOUGH = 20;
const AHEAD = 6;

/** Average share of ten listed that are among the ten of the next six hours. */
export type Precision = Record<'rising' | '24h' | '7d', number>;

export interface Foresight {
  /** Full hours that were asked. */
  hours: number;
  /** The rankings as they are: only rising has a floor. */
  asListed: Precision;
  /** All three rankings, and the next six hours, among the articles that rising may list. */
  amongQualified: Precision;
  /** Of rising with another floor than the rule's 8, all else as listed. */
  byFloor: Record<number, number>;
}

const FLOORS = [1, 3, 5, 8];
const QUALIFIED = 8;

/** Precision at ten at every full hour from `first` on that has 20 clicks in the next six, by the shares of that hour. */
export function foresight(cells: readonly Cell[], shares: Map<number, SiteShares | null>, first: number): Foresight {
  const hours = byHour(cells);
  const site = new LiveSite();
  const ahead = new Rolling(hours);
  const asListed = { rising: 0, '24h': 0, '7d': 0 };
  const amongQualified = { rising: 0, '24h': 0, '7d': 0 };
  const byFloor: Record<number, number> = Object.fromEntries(FLOORS.map((floor) => [floor, 0]));
  let asked = 0;
  for (let hour = cells[0]?.hour ?? 0; hour <= (cells.at(-1)?.hour ?? 0) - AHEAD; hour++) {
    site.begin(hour);
    ahead.moveTo(hour, hour + AHEAD);
    const inForce = shares.get(hour) ?? null;
    const clicks = [...ahead.clicks().values()].reduce((a, b) => a + b, 0);
    if (hour >= first && clicks >= ENOUGH) {
      asked++;
      const [day, week, next] = [site.day(inForce), site.week(inForce), ahead.weights(inForce)];
      const best = topIds(next);
      const hits = (list: number[], among: number[]) => list.filter((id) => among.includes(id)).length / 10;
      asListed.rising += hits(site.rising(inForce), best);
      asListed['24h'] += hits(topIds(day), best);
      asListed['7d'] += hits(topIds(week), best);
      const qualified = (scores: Map<number, number>) =>
        new Map([...scores].filter(([id]) => (week.get(id) ?? 0) >= QUALIFIED));
      const bestQualified = topIds(qualified(next));
      amongQualified.rising += hits(site.rising(inForce), bestQualified);
      amongQualified['24h'] += hits(topIds(qualified(day)), bestQualified);
      amongQualified['7d'] += hits(topIds(qualified(week)), bestQualified);
      for (const floor of FLOORS)
        byFloor[floor] = (byFloor[floor] ?? 0) + hits(topIds(site.momenta(inForce, floor)), best);
    }
    for (const cell of hours.get(hour) ?? []) site.take(cell);
  }
  for (const sums of [asListed, amongQualified, byFloor] as Record<string, number>[])
    for (const [name, sum] of Object.entries(sums)) sums[name] = sum / asked;
  return { hours: asked, asListed, amongQualified, byFloor };
}
