import { POSITION_BUCKETS, positionBucketOf } from '../db/view-columns.ts';
import { HOUR } from '../lib/time.ts';
import { popularArticles, rhythm } from './demo-clicks.ts';
import type { DemoNewsroom } from './newsroom.ts';
import { createRandom } from './random.ts';

/** Readers with an impression of, or a click on, an article of the demo's list in one hour. */
export interface DemoShown {
  contentId: number;
  /** Hours since the epoch. */
  hour: number;
  clicked: 0 | 1;
  /** Readers by position bucket. */
  readers: number[];
}

const DAYS = 7;
/** Length of the list, newest articles first. */
const PLACES = 12;
/** Readers of the list in the busiest hours, and `rhythm` of these. */
const READERS = 400;
const BUSIEST = 22;
/** Share of readers who reach the next position, and clicks per reader of an average article at the first. */
const REACH = 0.92;
const RATE = 0.08;
const WORTH = (place: number) => place ** -0.8;

/** Week of impressions and clicks before `now` (epoch seconds), in which some articles are over- or underplayed. */
export function demoShown({ newsroom, seed, now }: { newsroom: DemoNewsroom; seed: number; now: number }): DemoShown[] {
  const random = createRandom(seed, 'views');
  const articles = popularArticles(newsroom, seed).toSorted((a, b) => b.publishedAt - a.publishedAt);
  const appeals = articles.map(({ appeal }) => Math.sqrt(appeal));
  const average = appeals.reduce((a, b) => a + b, 0) / appeals.length;
  const last = Math.floor(now / HOUR);
  // Rounds randomly, with the fraction as probability.
  const whole = (readers: number) => Math.floor(readers + random.next());
  return Array.from({ length: DAYS * 24 }, (_, i) => last - DAYS * 24 + i).flatMap((hour) => {
    const from = articles.findIndex(({ publishedAt }) => publishedAt <= hour * HOUR);
    const readers = (READERS * rhythm(hour * HOUR, 0)) / BUSIEST;
    return articles.slice(from, from < 0 ? 0 : from + PLACES).flatMap(({ id }, i) => {
      const seen = whole(readers * REACH ** i);
      const clicks = whole((seen * RATE * WORTH(i + 1) * (appeals[from + i] ?? 0)) / average);
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
