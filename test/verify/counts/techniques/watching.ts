import { firstHour, windowsAt } from '../../../../src/engagement/hours.ts';
import { growthPercent } from '../../../../src/rankings/math/figures/growth-percent.ts';
import { RISING_FLOOR } from '../../../../src/rankings/math/rising.ts';
import { hoursOf } from '../answers.ts';
import type { Partner } from '../partner.ts';

const FULL = 50;
const WATCHED = 12;
const LOOKS = 20;
const OFTEN = 30;
const DAY = 24;
const WEEK_DAYS = 7;
const HOURS = 24;

/**
 * Minimum counts that follow from ties, which are in ascending order of id. `floor` contains the minimums known so far.
 */
export function leasts(
  partner: Partner,
  listOf: (topic: number | null) => readonly number[],
  floor: ReadonlyMap<number, number> = new Map(),
): Map<number, number> {
  const below = new Map<number, Map<number, number>>();
  for (const topic of [null, ...partner.topics]) {
    const list = listOf(topic);
    for (const [i, upper] of list.slice(0, -1).entries()) {
      const lower = list[i + 1] ?? 0;
      const steps = below.get(upper) ?? new Map<number, number>();
      below.set(upper, steps.set(lower, Number(upper > lower)));
    }
    for (const article of list) if (!below.has(article)) below.set(article, new Map());
  }
  const known = new Map<number, number>();
  /** The minimum count of an article is at least one step above that of each entry below it. */
  const least = (article: number): number => {
    const found = known.get(article);
    if (found !== undefined) return found;
    const steps = [...(below.get(article) ?? [])].map(([lower, step]) => least(lower) + step);
    const count = Math.max(1, floor.get(article) ?? 0, ...steps);
    known.set(article, count);
    return count;
  };
  for (const article of below.keys()) least(article);
  return known;
}

export function readTies(partner: Partner): void {
  const { day } = windowsAt(partner.hour);
  for (const [article, count] of leasts(partner, (topic) => partner.popular('24h', topic)))
    partner.claim(count, { article }, day.from, day.to);
}

/** Reads the ties of the 24-hour list every midnight, and refines their sums with the 7-day list. */
export function readTiesEveryMidnight(partner: Partner): void {
  const days: Map<number, number>[] = [];
  while (days.length < WEEK_DAYS) {
    if (days.length > 0) for (let hour = 0; hour < DAY; hour++) partner.next();
    days.push(leasts(partner, (topic) => partner.popular('24h', topic)));
  }
  const floor = new Map<number, number>();
  for (const day of days) for (const [article, count] of day) floor.set(article, count + (floor.get(article) ?? 0));
  const { week } = windowsAt(partner.hour);
  for (const [article, count] of leasts(partner, (topic) => partner.popular('7d', topic), floor))
    partner.claim(count, { article }, week.from, week.to);
}

/** Reads the ties of every complete day, sums them, and refines the sums with ever longer, overlapping ranges. */
export function readTiesOfDays(longest: number): (partner: Partner) => void {
  return (partner) => {
    const today = Math.floor(partner.hour / DAY);
    const found = new Map<string, Map<number, number>>();
    for (let length = 1; length <= longest; length++)
      for (let from = today - longest; from + length <= today; from++) {
        const to = from + length - 1;
        const floor = new Map<number, number>();
        // The minimum of a range is at least the sum of the minimums of two parts.
        for (let cut = from; cut < to; cut++) {
          const [left, right] = [found.get(`${from} ${cut}`), found.get(`${cut + 1} ${to}`)];
          for (const article of new Set([...(left?.keys() ?? []), ...(right?.keys() ?? [])])) {
            const sum = (left?.get(article) ?? 0) + (right?.get(article) ?? 0);
            floor.set(article, Math.max(sum, floor.get(article) ?? 0));
          }
        }
        found.set(
          `${from} ${to}`,
          leasts(partner, (topic) => partner.popularOf([from, to], topic), floor),
        );
      }
    const whole = hoursOf([today - longest, today - 1]);
    for (const [article, count] of found.get(`${today - longest} ${today - 1}`) ?? [])
      partner.claim(count, { article }, whole.from, whole.to);
  };
}

/** Polls lists. Within an hour, counts only grow, so an article that overtakes another had at least one more read. */
export function watchOrders(weeks: number): (partner: Partner) => void {
  return (partner) => {
    const [begin, hours] = [partner.hour, weeks * WEEK_DAYS * DAY];
    const seen: Map<number, number>[] = [];
    const days: Map<number, number>[] = [];
    const found: Map<number, number>[] = [];
    for (let hour = 0; hour <= hours; hour++) {
      let before = (['24h', '7d'] as const).flatMap((period) => partner.everyPopular(period));
      const lists = before.length / 2;
      if (hour >= DAY)
        days[hour] = leasts(partner, (topic) => before[topic === null ? 0 : topic + 1] ?? [], total(seen.slice(-DAY)));
      if (hour > 0 && hour % (WEEK_DAYS * DAY) === 0) {
        const floor = tiled(seen, days, hour - WEEK_DAYS * DAY, hour);
        found.push(leasts(partner, (topic) => before[lists + (topic === null ? 0 : topic + 1)] ?? [], floor));
      }
      if (hour === hours) break;
      const steps: Map<number, number>[] = [];
      for (let look = 0; look < OFTEN; look++) {
        partner.wait(1 / OFTEN);
        const after = (['24h', '7d'] as const).flatMap((period) => partner.everyPopular(period));
        steps.push(passed(before, after));
        before = after;
      }
      seen.push(total(steps));
      partner.pass();
    }
    for (const article of total(found).keys()) {
      const counts = found.map((week) => week.get(article) ?? 0);
      const growth = counts.length > 1 ? partner.contentGrowth(article) : null;
      partner.claim(growth ? fewest(counts, growth.growthPercent) : sumOf(counts), { article }, begin, begin + hours);
    }
  };
}

const sumOf = (counts: readonly number[]) => counts.reduce((sum, count) => sum + count, 0);

function fewest([before = 0, now = 0]: readonly number[], shown: number | null): number {
  for (let more = 0; more <= MORE; more++)
    for (let first = 0; first <= more; first++)
      if (growthPercent(now + more - first, before + first) === shown) return before + now + more;
  return before + now;
}
const MORE = 30;

function total(parts: readonly ReadonlyMap<number, number>[]): Map<number, number> {
  const sums = new Map<number, number>();
  for (const part of parts) for (const [id, count] of part) sums.set(id, count + (sums.get(id) ?? 0));
  return sums;
}

function passed(before: readonly number[][], after: readonly number[][]): Map<number, number> {
  const below = new Map<number, Set<number>>();
  for (const [i, list] of after.entries()) {
    const old = before[i] ?? [];
    if (list.every((id, at) => id === old[at])) continue;
    const [place, places] = [old, list].map((ids) => new Map(ids.map((id, at) => [id, at]))) as [
      Map<number, number>,
      Map<number, number>,
    ];
    for (const [at, id] of list.entries()) {
      const was = place.get(id) ?? old.length;
      const isNew = !place.has(id) && old.length < FULL;
      const behind = old.slice(0, was).filter((other) => (places.get(other) ?? FULL) > at);
      if (behind.length === 0 && !isNew) continue;
      below.set(id, new Set([...(below.get(id) ?? []), ...behind]));
    }
  }
  const known = new Map<number, number>();
  const least = (id: number): number => {
    const found =
      known.get(id) ??
      1 + Math.max(0, ...[...(below.get(id) ?? [])].map((other) => (below.has(other) ? least(other) : 0)));
    known.set(id, found);
    return found;
  };
  for (const id of below.keys()) least(id);
  return known;
}

/** Highest sum of minimums that single hours and 24-hour runs give for the hours from `from` to `to` (exclusive). */
function tiled(
  seen: readonly ReadonlyMap<number, number>[],
  days: readonly ReadonlyMap<number, number>[],
  from: number,
  to: number,
): Map<number, number> {
  const best: Map<number, number>[] = [new Map()];
  for (let hour = from + 1; hour <= to; hour++) {
    const sums = total([best[hour - from - 1] ?? new Map(), seen[hour - 1] ?? new Map()]);
    if (hour - from >= DAY)
      for (const [id, count] of total([best[hour - from - DAY] ?? new Map(), days[hour] ?? new Map()]))
        sums.set(id, Math.max(count, sums.get(id) ?? 0));
    best.push(sums);
  }
  return best.at(-1) ?? new Map();
}

/** Claims two reads of each article that starts to rise, because it has just had its second read. */
export function watchRising(partner: Partner): void {
  const topics = partner.topics.slice(-WATCHED);
  const seen = new Set<number>();
  const appeared = () =>
    topics.flatMap((topic) => {
      const list = partner.rising(topic);
      const fresh = list.length < FULL ? list.filter((article) => !seen.has(article)) : [];
      for (const article of list) seen.add(article);
      return fresh;
    });
  appeared();
  for (let hour = 0; hour < HOURS; hour++) {
    for (let look = 0; look < LOOKS; look++) {
      partner.wait(1 / LOOKS);
      const { week } = windowsAt(partner.hour);
      for (const article of appeared()) partner.claim(RISING_FLOOR, { article }, week.from, week.to);
    }
    partner.pass();
  }
}

/** Uses the number of rows that a response reports as read. It is one per hour with a click. */
export function readRows(partner: Partner): void {
  const rows = partner.topicsOf.map((_, article) => partner.contentRows(article));
  const others = Math.min(...rows);
  for (const [article, count] of rows.entries())
    if (count > others) partner.claim(count - others, { article }, firstHour(partner.hour), partner.hour + 1);
}
