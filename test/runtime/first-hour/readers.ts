import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../src/demo/random.ts';
import type { FileClick } from '../../lab/newsroom/files.ts';

/** Readers as a site has them: of many networks, with many browsers. */

const HOUR_MS = 3_600_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** A reader of a number, always the same. Browsers differ in letters, because runs of digits count as one 0. */
export const readerOf = (n: number): Pick<FileClick, 'reader' | 'signed' | 'network' | 'prefix' | 'userAgent'> => ({
  reader: `reader ${n}`,
  signed: false,
  network: 64_500 + ((n * 7919) % 97),
  prefix: `10.${(n * 104_729) % 89}.0.0/16`,
  userAgent: `Browser ${LETTERS[(n * 31) % 23]}`,
});

/** Clicks of a fortnight by so many readers, oldest first; none is younger than an hour, so that all lie in complete ones. */
export function fortnight(random: Random, readers: number, clicks: number, contentIds: readonly number[]): FileClick[] {
  const [youngest, oldest] = [3600, 14 * 86_400 - 900];
  return Array.from({ length: clicks }, () => ({
    ...readerOf(random.int(0, readers - 1)),
    // Some are read much more than others.
    contentId: contentIds[Math.floor(contentIds.length * random.next() ** 2)] ?? 0,
    ageSeconds: random.int(youngest, oldest),
  })).sort((a, b) => b.ageSeconds - a.ageSeconds);
}

/** Waits for the next full hour if less than so many seconds are left of this one: what is compared belongs to one hour. */
export async function withinHour(seconds: number): Promise<void> {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < seconds * 1000) await sleep(left + 1000);
}
