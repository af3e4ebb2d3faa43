import { windowsAt } from '../../../src/engagement/hours.ts';
import type { Shares } from '../../../src/engagement/weight.ts';
import type { Cell } from './click-log.ts';
import { byHour, type History, Rolling, sharesOver, topIds } from './rolling.ts';

/** What the rule makes of a site at an hour, with clicks added to the honest ones. */

/** Ids from here on are of articles that only an attack clicks. */
export const SILENT = 1_000_000;
/** Clicks from which an article's loss is looked at by itself. */
const MUCH_READ = 30;
/** Stories that are looked at when an attack is on one of them. */
const MOST_READ = 12;

export interface Damage {
  /** Part of the honest engagement that is taken off. */
  takenOff: number;
  /** How many of the ten with most honest clicks are among the ten honest articles of most weight, in parts of those. */
  kept: number;
  /** Articles with 30 clicks, and those of them that lose a quarter. */
  read: number;
  hurt: number;
}

export interface Outcome {
  shares: Shares;
  day: Damage;
  week: Damage;
  /** Largest weight of a silent article, and that of all silent ones as a set. */
  silent: { day: number; week: number; setDay: number; setWeek: number };
}

/** The honest cells of an installation, with the shares of every hour. */
export interface Site {
  hours: Map<number, Cell[]>;
  first: number;
  last: number;
  history: History;
}

export function siteOf(cells: readonly Cell[]): Site {
  const hours = byHour(cells);
  const [first, last] = [Math.min(...hours.keys()), Math.max(...hours.keys())];
  return { hours, first, last, history: sharesOver(hours, { first, last }) };
}

/** The outcome at the full hour `hour`. Shares are made with the attack from its first hour on. */
export function outcome(site: Site, hour: number, attack: readonly Cell[] = []): Outcome {
  const hours = attack.length === 0 ? site.hours : mixed(site.hours, attack);
  const shares = (attack.length === 0 ? site.history : attacked(site, hours, attack, hour)).get(hour);
  if (!shares) throw new Error(`no shares at ${hour}`);
  const { day, week } = windowsAt(hour);
  const looked = (from: number) => {
    const window = new Rolling(hours).moveTo(from, hour);
    return { clicks: window.weights(null), weights: window.weights(shares), set: window.setWeight(isSilent, shares) };
  };
  const [inDay, inWeek] = [looked(day.from), looked(week.from)];
  const most = (weights: Map<number, number>) =>
    Math.max(0, ...[...weights].filter(([id]) => isSilent(id)).map(([, weight]) => weight));
  return {
    shares,
    day: damage(inDay.clicks, inDay.weights),
    week: damage(inWeek.clicks, inWeek.weights),
    silent: { day: most(inDay.weights), week: most(inWeek.weights), setDay: inDay.set, setWeek: inWeek.set },
  };
}

/**
 * What is left of the most read honest stories of 7d, and of all of them as a set, after `attackOn` has clicked one of them: the least part
 * of what each weighed before. Shares are those that were made before.
 */
export function leftOfOthers(
  site: Site,
  hour: number,
  attackOn: (contentId: number) => Cell[],
): { one: number; set: number } {
  const { shares, week } = { shares: site.history.get(hour) ?? null, week: windowsAt(hour).week };
  const looked = (hours: Site['hours']) => new Rolling(hours).moveTo(week.from, hour);
  const quiet = looked(site.hours).weights(shares);
  const stories = topIds(quiet, MOST_READ);
  const isOfSet = (contentId: number) => stories.includes(contentId);
  const quietSet = looked(site.hours).setWeight(isOfSet, shares);
  const left = stories.map((contentId) => {
    const window = looked(mixed(site.hours, attackOn(contentId)));
    const one = (window.weights(shares).get(contentId) ?? 0) / (quiet.get(contentId) ?? 1);
    return { one, set: window.setWeight(isOfSet, shares) / quietSet };
  });
  return { one: Math.min(...left.map(({ one }) => one)), set: Math.min(...left.map(({ set }) => set)) };
}

const isSilent = (contentId: number): boolean => contentId >= SILENT;

function attacked({ first, history }: Site, hours: Site['hours'], attack: readonly Cell[], hour: number): History {
  const from = Math.min(hour, ...new Set(attack.map((cell) => cell.hour)));
  const before = new Map([...history].filter(([at]) => at < from));
  return sharesOver(hours, { first: from, last: hour, begin: first, before });
}

function mixed(honest: Site['hours'], attack: readonly Cell[]): Site['hours'] {
  const hours = new Map(honest);
  for (const [hour, cells] of byHour(attack)) hours.set(hour, [...(hours.get(hour) ?? []), ...cells]);
  return hours;
}

function damage(clicks: Map<number, number>, weights: Map<number, number>): Damage {
  const honest = (scores: Map<number, number>) => new Map([...scores].filter(([id]) => !isSilent(id)));
  const sum = (scores: Map<number, number>) => [...scores.values()].reduce((a, b) => a + b, 0);
  const [before, after] = [honest(clicks), honest(weights)];
  const ten = topIds(before);
  const kept = topIds(after).filter((id) => ten.includes(id)).length;
  const read = [...before].filter(([, count]) => count >= MUCH_READ);
  return {
    takenOff: sum(before) === 0 ? 0 : 1 - sum(after) / sum(before),
    kept: kept / Math.max(1, ten.length),
    read: read.length,
    hurt: read.filter(([id, count]) => (after.get(id) ?? 0) < 0.75 * count).length,
  };
}
