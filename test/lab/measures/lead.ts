import type { SiteShares } from '../../../src/engagement/weight.ts';
import type { Cell, LogClick } from './click-log.ts';
import { LiveSite } from './live-site.ts';
import { topIds } from './rolling.ts';

/** How early rising lists what the ten of `24h` hold later. */

export interface Lead {
  /** Articles that entered the ten of `24h`. */
  entered: number;
  /** Of those never listed as rising from a day before to a day after. */
  missed: number;
  /** Minutes by which each other one was listed as rising before, ascending; negative where it was later. */
  minutes: number[];
}

interface Entry {
  id: number;
  /** Epoch seconds of the full hour. */
  at: number;
  /** Engagement in `24h` by then. */
  engagement: number;
}

/** Moments (epoch seconds) at which an article was listed, ascending. */
type Listed = Map<number, number[]>;

const DAY = 86_400;

/** Lists of every moment from the hour `first` on: at each full hour and after each click. */
export function listEverything(
  log: readonly LogClick[],
  cells: readonly Cell[],
  shares: Map<number, SiteShares | null>,
  first: number,
): { day: Listed; rising: Listed; entries: Entry[] } {
  const site = new LiveSite();
  const [day, rising]: [Listed, Listed] = [new Map(), new Map()];
  const entries: Entry[] = [];
  const lastHour = new Map<number, number>();
  const note = (inForce: SiteShares | null, at: number) => {
    const weights = site.day(inForce);
    const ten = topIds(weights);
    for (const id of ten) push(day, id, at);
    for (const id of site.rising(inForce)) push(rising, id, at);
    return ten.map((id) => ({ id, at, engagement: weights.get(id) ?? 0 }));
  };
  let next = 0;
  for (let hour = log[0]?.hour ?? 0; hour <= (log.at(-1)?.hour ?? 0); hour++) {
    site.begin(hour);
    const inForce = shares.get(hour) ?? null;
    if (hour >= first) {
      for (const entry of note(inForce, hour * 3600)) {
        if (hour > first + 24 && hour - (lastHour.get(entry.id) ?? 0) > 24) entries.push(entry);
        lastHour.set(entry.id, hour);
      }
    }
    for (; log[next]?.hour === hour; next++) {
      const [click, cell] = [log[next], cells[next]];
      if (cell) site.take(cell);
      if (click && hour >= first) note(inForce, click.at);
    }
  }
  return { day, rising, entries };
}

/**
 * By how many minutes rising lists an article before `24h` does, for each one in the ten of `24h` at a full hour, with an
 * engagement of at least `floor` there, and in it at none of the 24 full hours before.
 */
export function leadOf({ day, rising, entries }: ReturnType<typeof listEverything>, floor: number): Lead {
  const leads = entries
    .filter(({ engagement }) => engagement >= floor)
    .map(({ id, at }) => {
      const listed = day.get(id)?.find((time) => time > at - DAY) ?? at;
      const rose = rising.get(id)?.find((time) => time > at - DAY && time <= at + DAY);
      return rose === undefined ? null : (listed - rose) / 60;
    });
  const minutes = leads.filter((lead) => lead !== null).sort((a, b) => a - b);
  return { entered: leads.length, missed: leads.length - minutes.length, minutes };
}

function push(listed: Listed, id: number, at: number): void {
  const moments = listed.get(id);
  if (moments) moments.push(at);
  else listed.set(id, [at]);
}
