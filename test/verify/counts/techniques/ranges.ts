import { growthPercent } from '../../../../src/rankings/math/figures/growth-percent.ts';
import { hoursOf } from '../answers.ts';
import type { Partner } from '../partner.ts';
import { leasts } from './watching.ts';

/** The same clicks are part of many overlapping ranges, and each range is compared with others. */

const [DAY, WEEK] = [24, 7];
const MAX_TOTAL = 3000;

interface Range {
  from: number;
  to: number;
  shown: ReadonlyMap<number, number | null>;
}
type Bounds = [low: number, high: number];

/** Reads all ranges of a site's first weeks. Narrows the bounds of the running total until they no longer change. */
export function solveRanges(partner: Partner): void {
  const days = Math.floor(partner.hour / DAY);
  const first = leasts(partner, (topic) => partner.popularOf([0, 0], topic));
  const ranges: Range[] = [];
  for (let from = 1; from < days; from++)
    for (let to = from + WEEK; to <= days; to++) {
      const rows = partner.growthOf([from, to - 1]);
      ranges.push({ from, to, shown: new Map(rows.map(({ topic, growthPercent }) => [topic, growthPercent])) });
    }
  for (const topic of partner.topics) {
    const begin = partner.topicsOf.reduce(
      (sum, topics, article) => sum + (topics.includes(topic) ? (first.get(article) ?? 0) : 0),
      0,
    );
    const totals = begin > 0 ? narrowed(topic, { days, begin, ranges }) : null;
    for (const [day, [low, high]] of totals?.entries() ?? [])
      if (day > 1 && low === high) partner.claim(low, { topic }, 0, hoursOf([0, day - 1]).to);
  }
}

/** Bounds of a topic's running total at the end of each day, or `null` if no totals fit. */
function narrowed(
  topic: number,
  { days, begin, ranges }: { days: number; begin: number; ranges: readonly Range[] },
): Bounds[] | null {
  const totals = Array.from(
    { length: days + 1 },
    (_, day): Bounds => (day === 0 ? [0, 0] : day === 1 ? [begin, begin] : [begin, MAX_TOTAL]),
  );
  const of = (day: number) => totals[Math.max(0, day)] ?? [0, MAX_TOTAL];
  let isMoving = true;
  const narrow = (day: number, low: number, high: number) => {
    const bounds = of(day);
    if (day < 2 || (low <= bounds[0] && high >= bounds[1])) return;
    [bounds[0], bounds[1], isMoving] = [Math.max(low, bounds[0]), Math.min(high, bounds[1]), true];
  };
  const sumOf = (from: number, to: number): Bounds => [Math.max(0, of(to)[0] - of(from)[1]), of(to)[1] - of(from)[0]];
  const say = (from: number, to: number, [low, high]: Bounds) => {
    narrow(to, of(from)[0] + low, of(from)[1] + high);
    narrow(from, of(to)[0] - high, of(to)[1] - low);
  };
  while (isMoving) {
    isMoving = false;
    for (let day = 2; day <= days; day++) {
      narrow(day, of(day - 1)[0], MAX_TOTAL);
      narrow(days - day + 1, 0, of(days - day + 2)[1]);
    }
    for (const { from, to, shown } of ranges) {
      const told = shown.get(topic);
      if (typeof told !== 'number') continue;
      const past = 2 * from - to;
      let [least, most] = sumOf(past, from);
      let [low, high] = sumOf(from, to);
      const tells = (now: number, before: number) => growthPercent(now, before) ?? Number.POSITIVE_INFINITY;
      const isPast = (before: number) => tells(low, before) <= told && tells(high, before) >= told;
      while (least <= most && !isPast(least)) least++;
      while (least <= most && !isPast(most)) most--;
      if (least > most) return null;
      const isNow = (now: number) => tells(now, most) <= told && tells(now, least) >= told;
      while (low <= high && !isNow(low)) low++;
      while (low <= high && !isNow(high)) high--;
      if (low > high) return null;
      say(past, from, [least, most]);
      say(from, to, [low, high]);
    }
    if (totals.some(([low, high]) => low > high)) return null;
  }
  return totals;
}
