import { POSITION_BUCKETS, positionBucketOf } from '../db/view-columns.ts';
import { HOUR } from '../lib/time.ts';
import { popularArticles, rhythm } from './demo-clicks.ts';
import type { DemoNewsroom } from './newsroom.ts';
import { createRandom } from './random.ts';

/** Readers of one hour who have seen an article in the demo's list, or who have clicked it there. */
export interface DemoShown {
  contentId: number;
  /** Hours since the epoch. */
  hour: number;
  clicked: 0 | 1;
  /** By mark. */
  readers: number[];
}

const DAYS = 7;
/** The newest articles, the newest first. */
const PLACES = 12;
/** Readers of the list in the busiest hours. */
const READERS = 400;
const BUSIEST = 22;
/** How many get from one place to the next, and clicks per reader at the first place and an average article. */
const REACH = 0.92;
const RATE = 0.08;
const WORTH = (place: number) => place ** -0.8;

/** What a week of the demo's list has shown before `now` (epoch seconds): some articles earn far more than their places, or less. */
export function demoShown({ newsroom, seed, now }: { newsroom: DemoNewsroom; seed: number; now: number }): DemoShown[] {
  const random = createRandom(seed, 'views');
  const articles = popularArticles(newsroom, seed).toSorted((a, b) => b.publishedAt - a.publishedAt);
  const appeals = articles.map(({ appeal }) => Math.sqrt(appeal));
  const average = appeals.reduce((a, b) => a + b, 0) / appeals.length;
  const last = Math.floor(now / HOUR);
  // Fractions become readers by chance.
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
