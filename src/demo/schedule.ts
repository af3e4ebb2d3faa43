import { DAY, HOUR } from '../lib/time.ts';
import { createRandom, sampler } from './random.ts';

/** How busy an editorial office is in each UTC hour. */
const OFFICE_HOURS = [1, 1, 1, 1, 2, 4, 8, 12, 14, 14, 12, 10, 10, 12, 13, 12, 10, 7, 5, 4, 3, 2, 2, 1];
const WEEKEND_SHARE = 0.3;

/**
 * Publication times (epoch seconds, ascending) of `count` articles over the `days` before `now`: dense on weekdays and
 * in office hours, none in the future.
 */
export function publicationTimes(seed: number, now: number, days: number, count: number): number[] {
  const random = createRandom(seed, 'schedule');
  const start = now - days * DAY;
  const pick = sampler(Array.from({ length: days * 24 }, (_, hour) => busyness(start + hour * HOUR, hour)));
  const times = Array.from({ length: count }, (_, i) => {
    const hour = pick((i + random.next()) / count);
    return start + hour * HOUR + random.int(0, HOUR - 1);
  });
  return times.sort((a, b) => a - b);
}

function busyness(time: number, hoursFromStart: number): number {
  const weekday = new Date(time * 1000).getUTCDay();
  // The first day counts as a working day: its recommendations have no earlier articles to fall back on.
  const weekend = (weekday === 0 || weekday === 6) && hoursFromStart >= 24;
  return (OFFICE_HOURS[new Date(time * 1000).getUTCHours()] ?? 0) * (weekend ? WEEKEND_SHARE : 1);
}
