import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../../../src/demo/random.ts';
import type { FileClick } from '../../verify/newsroom/files.ts';

const HOUR_MS = 3_600_000;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** Returns the n-th reader. Browser names differ in letters, because runs of digits are normalized to 0. */
export const readerOf = (n: number): Pick<FileClick, 'reader' | 'signed' | 'network' | 'prefix' | 'userAgent'> => ({
  reader: `reader ${n}`,
  signed: false,
  network: 64_500 + ((n * 7919) % 97),
  prefix: `10.${(n * 104_729) % 89}.0.0/16`,
  userAgent: `Browser ${LETTERS[(n * 31) % 23]}`,
});

/** Returns clicks of two weeks, oldest first. All are older than an hour, so that they fall into complete hours. */
export function fortnight(random: Random, readers: number, clicks: number, contentIds: readonly number[]): FileClick[] {
  const [youngest, oldest] = [3600, 14 * 86_400 - 900];
  return Array.from({ length: clicks }, () => ({
    ...readerOf(random.int(0, readers - 1)),
    contentId: contentIds[Math.floor(contentIds.length * random.next() ** 2)] ?? 0,
    ageSeconds: random.int(youngest, oldest),
  })).sort((a, b) => b.ageSeconds - a.ageSeconds);
}

/** Waits for the next full hour if it begins in fewer seconds, so that all comparisons fall into one hour. */
export async function withinHour(seconds: number): Promise<void> {
  const left = HOUR_MS - (Date.now() % HOUR_MS);
  if (left < seconds * 1000) await sleep(left + 1000);
}
