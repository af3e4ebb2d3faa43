import { windowsAt } from '../../../src/engagement/hours.ts';
import type { ClassShares } from '../../../src/engagement/weight.ts';
import { rankRising } from '../../../src/rankings/math/rising.ts';
import type { Cell } from './click-log.ts';
import { addCell, type HourRows, movingAt } from './live-site.ts';
import { byHour, hourlyShares, Rolling, topIds } from './rolling.ts';

/** What the rule makes of a site at an hour, with clicks added to the honest ones. */

/** Ids from here on are of articles that only an attack clicks. */
export const SILENT = 1_000_000;

export interface Damage {
  /** Part of the honest engagement that is taken off. */
  takenOff: number;
  /** How many of the ten with most honest clicks are among the ten honest articles of most weight, in parts of those. */
  kept: number;
}

export interface Outcome {
  shares: ClassShares | null;
  day: Damage;
  week: Damage;
  /** Largest weight of a silent article, and its rank from 1; null where none is listed. */
  silent: { weight: number; day: number | null; week: number | null; rising: number | null };
}

/** The honest cells of an installation, with the shares of every hour. */
export interface Site {
  cells: Cell[];
  hours: Map<number, Cell[]>;
  shares: Map<number, ClassShares | null>;
}

export function siteOf(cells: Cell[]): Site {
  const hours = byHour(cells);
  return { cells, hours, shares: hourlyShares(hours, cells[0]?.hour ?? 0, cells.at(-1)?.hour ?? 0) };
}

/** The outcome at the full hour `hour`. Shares are made with the attack from its first hour on. */
export function outcome(site: Site, hour: number, attack: readonly Cell[] = []): Outcome {
  const first = Math.min(hour, ...new Set(attack.map((cell) => cell.hour)));
  const hours = attack.length === 0 ? site.hours : mixed(site.hours, attack);
  const shares =
    attack.length === 0
      ? (site.shares.get(hour) ?? null)
      : (hourlyShares(hours, first, hour, site.shares.get(first - 1) ?? null).get(hour) ?? null);
  const { day, week } = windowsAt(hour);
  const [dayClicks, dayWeights] = weighed(hours, day.from, hour, shares);
  const [weekClicks, weekWeights] = weighed(hours, week.from, hour, shares);
  const silent = [...weekWeights].filter(([id]) => id >= SILENT);
  const rank = (ids: number[]) => {
    const found = ids.findIndex((id) => id >= SILENT);
    return found < 0 ? null : found + 1;
  };
  return {
    shares,
    day: damage(dayClicks, dayWeights),
    week: damage(weekClicks, weekWeights),
    silent: {
      weight: Math.max(0, ...silent.map(([, weight]) => weight)),
      day: rank(topIds(dayWeights, 1e6)),
      week: rank(topIds(weekWeights, 1e6)),
      rising: silent.length === 0 ? null : rank(risingIds(hours, hour, weekWeights, shares)),
    },
  };
}

function mixed(honest: Map<number, Cell[]>, attack: readonly Cell[]): Map<number, Cell[]> {
  const hours = new Map(honest);
  for (const [hour, cells] of byHour(attack)) hours.set(hour, [...(hours.get(hour) ?? []), ...cells]);
  return hours;
}

function weighed(hours: Map<number, Cell[]>, from: number, to: number, shares: ClassShares | null) {
  const window = new Rolling(hours);
  window.moveTo(from, to);
  return [window.clicks(), window.weights(shares)] as const;
}

function damage(clicks: Map<number, number>, weights: Map<number, number>): Damage {
  const honest = (scores: Map<number, number>) => new Map([...scores].filter(([id]) => id < SILENT));
  const sum = (scores: Map<number, number>) => [...scores.values()].reduce((a, b) => a + b, 0);
  const [before, after] = [honest(clicks), honest(weights)];
  const ten = topIds(before);
  const kept = topIds(after).filter((id) => ten.includes(id)).length;
  return { takenOff: 1 - sum(after) / sum(before), kept: kept / Math.max(1, ten.length) };
}

function risingIds(
  hours: Map<number, Cell[]>,
  hour: number,
  engaged: Map<number, number>,
  shares: ClassShares | null,
): number[] {
  const rows: HourRows = new Map();
  const { from, to } = windowsAt(hour).week;
  for (let at = from; at < to; at++) for (const cell of hours.get(at) ?? []) if (at < hour) addCell(rows, cell);
  const { articles, clock } = movingAt(rows, hour, engaged, shares);
  return rankRising(articles, clock, articles.length);
}
