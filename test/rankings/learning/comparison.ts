import { gainInterval, type OrderDay, orderRatio } from '../../../src/rankings/learning/order-gain.ts';
import { COMPARED_MINUTES } from '../../../src/routes/feed/drawn-page.ts';
import { randomFrom } from '../math/placement-world.ts';
import { engaging, type Site, simulate } from './simulator.ts';

/** Repeats the comparison of a learned list with newest first on a simulated site, and compares it with the true gain. */

const MINUTES_PER_DAY = 1440;

interface SimulatedMinute {
  day: number;
  readers: number;
  /** Chance of a click by position, including the chance that a reader sees the position. */
  learned: number[];
  specified: number[];
}

export interface ComparedSite {
  minutes: SimulatedMinute[];
  /** Clicks per page view of the learned order divided by those of newest first. */
  trueRatio: number;
}

const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0);

export function comparedSite(site: Site): ComparedSite {
  const minutes: SimulatedMinute[] = [];
  simulate(
    {
      ...site,
      atMinute: (minute, readers, chances) =>
        minutes.push({ day: Math.floor(minute / MINUTES_PER_DAY), readers, ...chances }),
    },
    engaging,
  );
  const clicksIn = (order: 'learned' | 'specified') =>
    sum(minutes.map((minute) => minute.readers * sum(minute[order])));
  return { minutes, trueRatio: clicksIn('learned') / clicksIn('specified') };
}

/** Draws the compared minutes and the readers of a site anew. Readers see a random number of positions. */
export function observedDays({ minutes }: ComparedSite, seed: number, reach = 0.92): OrderDay[] {
  const random = randomFrom(seed);
  const days = new Map<number, OrderDay>();
  let compared = { minute: Number.NaN, isSpecified: false };
  for (const [minute, { day, readers, ...chances }] of minutes.entries()) {
    if (compared.minute !== minute) compared = { minute, isSpecified: random() * COMPARED_MINUTES < 1 };
    const order = compared.isSpecified ? 'specified' : 'learned';
    const figures = days.get(day) ?? { learned: { views: 0, clicks: 0 }, specified: { views: 0, clicks: 0 } };
    days.set(day, figures);
    figures[order].views += readers;
    for (let reader = 0; reader < readers; reader++) {
      const depth = random();
      let seen = 1;
      for (const chance of chances[order]) {
        if (depth >= seen) break;
        // The chance includes the reach of the position, which is given once the reader sees it.
        if (random() * seen < chance) figures[order].clicks++;
        seen *= reach;
      }
    }
  }
  return [...days.values()];
}

/** Returns the part of 90% intervals that contain the true ratio, and the mean error of the ratio in percent. */
export function coverageOf(sites: readonly ComparedSite[], runsPerSite: number) {
  let [contained, above, below, found] = [0, 0, 0, 0];
  const widths: number[] = [];
  const errors: number[] = [];
  for (const [i, site] of sites.entries())
    for (let run = 0; run < runsPerSite; run++) {
      const ratio = orderRatio(observedDays(site, 1000 * (i + 1) + run));
      if (!ratio) continue;
      found++;
      const [low, high] = gainInterval(ratio);
      const truth = 100 * (site.trueRatio - 1);
      if (truth < low) above++;
      else if (truth > high) below++;
      else contained++;
      widths.push(high - low);
      errors.push(100 * (ratio.ratio / site.trueRatio - 1));
    }
  return {
    runs: found,
    coverage: contained / found,
    above: above / found,
    below: below / found,
    width: sum(widths) / found,
    bias: sum(errors) / found,
  };
}
