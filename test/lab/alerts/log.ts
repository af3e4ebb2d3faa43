import { type ClassKind, READER_CLASSES } from '../../../src/db/click-columns.ts';
import type { Cell } from '../../../src/engagement/cells.ts';
import { countersOf } from '../../../src/engagement/columns.ts';
import { hourOf } from '../../../src/engagement/hours.ts';
import { quickHash } from '../../../src/lib/hash/quick-hash.ts';
import type { ArticleFacts } from '../../../src/rankings/facts.ts';

/** A newsroom and its log of clicks, as alerts are replayed from them. */

export interface LogTopic {
  id: number;
  name: string;
  excludedFromTrending?: boolean;
}

export interface LogClick {
  contentId: number;
  /** Epoch seconds. */
  at: number;
  reader: string;
  /** The classes of unsigned clicks. */
  unsigned?: Record<ClassKind, number>;
}

export interface Log {
  topics: LogTopic[];
  articles: ArticleFacts[];
  titles: Map<number, string>;
  /** Oldest first; of a reader's clicks on an article in a UTC day only the first. */
  clicks: LogClick[];
}

/** Clicks as the ledger takes them: a reader, an article and a UTC day count once. */
export function firstOfDay(clicks: readonly LogClick[]): LogClick[] {
  const seen = new Set<string>();
  return [...clicks]
    .sort((a, b) => a.at - b.at)
    .filter(({ contentId, reader, at }) => {
      const id = `${contentId} ${Math.floor(at / 86_400)} ${reader}`;
      return !seen.has(id) && seen.add(id);
    });
}

/** A click as the aggregates count it; `salt` stands for the installation's own. */
export function cellOf({ contentId, at, reader, unsigned }: LogClick, salt: string): Cell {
  const day = Math.floor(at / 86_400);
  const audience = { companyType: null, seniority: null, continent: null };
  const counters = countersOf(
    unsigned
      ? { ...audience, origin: 'unsigned', ...unsigned }
      : { ...audience, origin: 'signed', reader: quickHash(JSON.stringify([salt, day, reader])) % READER_CLASSES },
  );
  const counts = counters.filter((counter) => counter !== null).sort((a, b) => a - b);
  return { contentId, hour: hourOf(at * 1000), counts: counts.flatMap((counter) => [counter, 1]) };
}

/** Adds the counts of two cells of one article and hour. */
export function added(a: Cell['counts'], b: Cell['counts']): number[] {
  const sums = new Map<number, number>();
  for (const counts of [a, b])
    for (let i = 0; i < counts.length; i += 2)
      sums.set(counts[i] ?? 0, (sums.get(counts[i] ?? 0) ?? 0) + (counts[i + 1] ?? 0));
  return [...sums].sort(([a], [b]) => a - b).flat();
}
