import { firstHour, windowsAt } from '../../../../src/engagement/hours.ts';
import { hoursOf } from '../answers.ts';
import type { Partner } from '../partner.ts';

/** Looking only: what can be read off without a click of one's own. */

/** Entries of a full list. */
const FULL = 50;
const RISING_FLOOR = 8;
/** Lists that are looked at again and again. */
const WATCHED = 12;
/** Looks an hour, and hours. */
const LOOKS = 20;
const DAY = 24;
const WEEK_DAYS = 7;
const HOURS = 24;

/**
 * Ties go by ascending id, so what is above something with a lower id has more. Every such step of a list is at least one
 * click, and few lists have gaps near their end. `floor`: what is known already.
 */
function leasts(
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
  /** The least that an article can have: one more than what a step is above. */
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

/** The same with periods: a list of 24 hours every midnight, added up and put through that of seven days. */
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

/** The same of every single day that is over, added up and put through the orders of ever longer ranges, which overlap. */
export function readTiesOfDays(longest: number): (partner: Partner) => void {
  return (partner) => {
    const today = Math.floor(partner.hour / DAY);
    const found = new Map<string, Map<number, number>>();
    for (let length = 1; length <= longest; length++)
      for (let from = today - longest; from + length <= today; from++) {
        const to = from + length - 1;
        const floor = new Map<number, number>();
        // Whatever two parts have at least, the whole has at least.
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

/** What begins to rise has just been read for the eighth time. */
export function watchRising(partner: Partner): void {
  const topics = partner.topics.slice(-WATCHED);
  const seen = new Set<number>();
  /** The articles that are listed now and were not before, of lists that leave nothing out. */
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

/** How many rows an answer about an article has read: one for each hour in which somebody clicked. */
export function readRows(partner: Partner): void {
  const rows = partner.topicsOf.map((_, article) => partner.contentRows(article));
  const others = Math.min(...rows);
  for (const [article, count] of rows.entries())
    if (count > others) partner.claim(count - others, { article }, firstHour(partner.hour), partner.hour + 1);
}
