import { HOUR } from '../lib/time.ts';
import type { DemoNewsroom } from './newsroom.ts';
import { createRandom } from './random.ts';
import { HABITS, type Habits, type Reader } from './readers.ts';

const CLICKS = 160;
/** Seconds that the story has been out at least, so that there is a beginning to be seen. */
const OUT = 3 * HOUR;
/** Seconds over which its readers come. */
const SPAN = 8 * HOUR;

/** A click of the demo; `at` in epoch seconds. */
export interface Click {
  at: number;
  reader: Reader;
  contentId: number;
}

/** The story of a spike, and when its readers began to come (epoch seconds). */
export interface Spike {
  contentId: number;
  from: number;
}

/** The newest story that has been out for three hours at `now` (epoch seconds). */
export function spikeOf({ articles }: DemoNewsroom, now: number): Spike {
  const times = articles.map(({ id = 0, publishedAt }) => ({ contentId: id, at: Date.parse(publishedAt) / 1000 }));
  const newest = times.findLast(({ at }) => at <= now - OUT);
  if (!newest) throw new RangeError('a newsroom has stories that are older than three hours');
  return { contentId: newest.contentId, from: Math.max(newest.at, now - SPAN) };
}

/** Clicks of readers everywhere on one story, more of them the later it is. */
export function spikeClicks(
  { contentId, from }: Spike,
  { seed, now, audiences }: { seed: number; now: number; audiences: Map<Habits, (uniform: number) => Reader> },
): Click[] {
  const random = createRandom(seed, 'spike');
  return Array.from({ length: CLICKS }, () => {
    const audience = audiences.get(random.weighted(HABITS, ({ share }) => share));
    const at = Math.min(from + 1 + Math.floor((now - from) * Math.sqrt(random.next())), now - 1);
    return audience ? [{ contentId, at, reader: audience(random.next()) }] : [];
  }).flat();
}
