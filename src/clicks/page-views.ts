import { quickHash } from '../lib/hash/quick-hash.ts';
import { HOUR_MS, MINUTE_MS, type Millis } from '../lib/time.ts';
import { TtlCache } from '../lib/ttl-cache.ts';

/** How often a list is looked at, as this isolate has seen it, and what follows: which pages report, and how many ask whether they do. */

/** Page views of a list and hour that all report; from there on each reports with a chance that falls with their number. */
const ALL = 20;
/** Of a page whose neighbours have changed places, so many times that chance: they are few. */
const CHANGED = 10;
/** Pages of an hour that are to ask at least; there may be twice as many. */
const ASKING = 200;
/** At most one page in so many asks, whatever is claimed. */
export const MOST_ONE_IN = 64;
/** Classes of networks that page views are counted by. */
const CLASSES = 32;
/** The largest classes that count as no more than the next one. */
const UNTRUSTED = 8;
/** Milliseconds that a rate needs at least. */
const RATED = 10 * MINUTE_MS;

interface Hour {
  began: Millis;
  /** By class of networks. */
  views: number[];
}

/** By list and hour; `frequent`: of which not all pages report, so that names that somebody invents cannot push them out. */
const hours = new TtlCache<Hour>({ ttl: 2 * HOUR_MS, capacity: 2000 });
const frequent = new TtlCache<Hour>({ ttl: 2 * HOUR_MS, capacity: 2000 });

const nameOf = (list: string, now: Millis) => `${Math.floor(now / HOUR_MS)} ${list}`;
const hourOf = (list: string, now: Millis, at = now) =>
  frequent.get(nameOf(list, at), now) ?? hours.get(nameOf(list, at), now);

/**
 * Page views of an hour. The eight classes that look most count as no more than the ninth: who asks a million times from a few networks makes
 * nobody's page silent.
 */
function total({ views }: Hour): number {
  const sorted = views.toSorted((a, b) => b - a);
  const most = sorted[UNTRUSTED] ?? 0;
  return sorted.reduce((sum, one) => sum + Math.min(one, most), 0);
}

/** A page that shows a list. */
export interface PageView {
  /** As in its ticket. */
  list: string;
  /** The network that asks (`addressPrefix`); only its class is kept. */
  network: string;
  /** Of so many pages this one asks. */
  oneIn?: number;
  /** Whether neighbours have changed places on it. */
  isChanged?: boolean;
}

/**
 * Counts a page view, and says whether the page reports: the first twenty of an hour all do, the n-th after them with a chance of 20/n, ten times that where neighbours
 * have changed places, and one in `oneIn` at most. The reader has no part in it, and views and clicks for the pull are taken from the
 * same pages, so the pull does not depend on the chance. `random`: from 0 up to 1.
 */
export function isReporting(
  { list, network, oneIn = 1, isChanged = false }: PageView,
  now: Millis,
  random: () => number,
): boolean {
  const name = nameOf(list, now);
  const known = hourOf(list, now);
  const hour = known ?? { began: now, views: Array<number>(CLASSES).fill(0) };
  if (!known) hours.set(name, hour, now);
  const own = quickHash(network) % CLASSES;
  const views = (hour.views[own] ?? 0) + oneIn;
  hour.views[own] = views;
  // Where all readers share a network nobody else is made silent.
  const isAlone = hour.views.every((others, i) => i === own || others === 0);
  const all = total(hour);
  if (all > ALL && !frequent.get(name, now)) frequent.set(name, hour, now);
  return random() < (oneIn * (isChanged ? CHANGED * ALL : ALL)) / (isAlone ? views : all);
}

/**
 * Of how many pages with a list one is to ask, a power of two: one where few look, and so many that a few hundred ask in an hour where many do. A
 * page that does not ask reports nothing, neither views nor clicks for the pull, so that the pull does not depend on it.
 */
export function oneInOf(list: string, now: Millis): number {
  const [hour, before] = [hourOf(list, now), hourOf(list, now, now - HOUR_MS)];
  const part = (now % HOUR_MS) / HOUR_MS;
  const soFar = hour ? total(hour) : 0;
  const views = before
    ? soFar + (1 - part) * total(before)
    : (soFar * HOUR_MS) / Math.max(RATED, now - (hour?.began ?? now));
  return Math.min(MOST_ONE_IN, 2 ** Math.floor(Math.log2(Math.max(1, views / ASKING))));
}
