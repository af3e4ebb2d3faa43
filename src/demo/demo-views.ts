import { POSITION_BUCKETS, positionBucketOf } from '../db/view-columns.ts';
import { HOUR } from '../lib/time.ts';
import { popularArticles, rhythm } from './demo-clicks.ts';
import type { DemoNewsroom } from './newsroom.ts';
import { createRandom } from './random.ts';

/** Readers who saw or clicked an article in the demo list during one hour. */
export interface DemoShown {
  contentId: number;
  hour: number;
  clicked: 0 | 1;
  readers: number[];
}

const DAYS = 7;
const PLACES = 12;
const PEAK_READERS = 400;
const PEAK_ACTIVITY = 22;
const REACH_PER_POSITION = 0.92;
const FIRST_CLICK_RATE = 0.08;
const rateAtPosition = (place: number) => place ** -0.8;

/** Generates impressions and clicks for the week before `now` (epoch seconds). */
export function demoShown({ newsroom, seed, now }: { newsroom: DemoNewsroom; seed: number; now: number }): DemoShown[] {
  const random = createRandom(seed, 'views');
  const articles = popularArticles(newsroom, seed).toSorted((a, b) => b.publishedAt - a.publishedAt);
  const appeals = articles.map(({ appeal }) => Math.sqrt(appeal));
  const average = appeals.reduce((a, b) => a + b, 0) / appeals.length;
  const last = Math.floor(now / HOUR);
  // Rounds a number of readers up or down at random. The probability of rounding up is the fractional part.
  const whole = (readers: number) => Math.floor(readers + random.next());
  return Array.from({ length: DAYS * 24 }, (_, i) => last - DAYS * 24 + i).flatMap((hour) => {
    const from = articles.findIndex(({ publishedAt }) => publishedAt <= hour * HOUR);
    const readers = (PEAK_READERS * rhythm(hour * HOUR, 0)) / PEAK_ACTIVITY;
    return articles.slice(from, from < 0 ? 0 : from + PLACES).flatMap(({ id }, i) => {
      const seen = whole(readers * REACH_PER_POSITION ** i);
      const clicks = whole((seen * FIRST_CLICK_RATE * rateAtPosition(i + 1) * (appeals[from + i] ?? 0)) / average);
      const at = (count: number) => {
        const marks = Array<number>(POSITION_BUCKETS).fill(0);
        marks[positionBucketOf('list', i + 1)] = count;
        return marks;
      };
      return ([seen, clicks] as const).map((count, clicked) => ({
        contentId: id,
        hour,
        clicked: clicked as 0 | 1,
        readers: at(count),
      }));
    });
  });
}
