import { firstHour, windowsAt } from '../../../../src/engagement/hours.ts';
import type { Partner } from '../partner.ts';

/** Looking only: what can be read off without a click of one's own. */

/** Entries of a full list. */
const FULL = 50;
const RISING_FLOOR = 8;
/** Lists that are looked at again and again. */
const WATCHED = 12;
/** Looks an hour, and hours. */
const LOOKS = 20;
const HOURS = 24;

/**
 * Ties go by ascending id, so what is above something with a lower id has more. Every such step of a list is at least one
 * click, and few lists have gaps near their end.
 */
export function readTies(partner: Partner): void {
  const below = new Map<number, Map<number, number>>();
  for (const topic of [null, ...partner.topics]) {
    const list = partner.popular('24h', topic);
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
    const count = Math.max(1, ...[...(below.get(article) ?? [])].map(([lower, step]) => least(lower) + step));
    known.set(article, count);
    return count;
  };
  const { day } = windowsAt(partner.hour);
  for (const article of below.keys()) partner.claim(least(article), { article }, day.from, day.to);
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
