import { desc, gt, gte, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { clickOutcomes, deadLetters, unknownClicks } from '../db/schema.ts';
import { utcHourIndex } from '../engagement/hours.ts';
import { HOUR, type Millis } from '../lib/time.ts';

/** Number of clicks received in a period, by outcome. `came` is the total of `counted`, `waiting` and `leftOut`. */
export interface Fate {
  came: number;
  counted: number;
  waiting: number;
  leftOut: Record<string, number>;
}

export interface FilteredClicks extends Fate {
  hours: (Fate & { hour: number })[];
  /** Clicks on ids without an article. Id 0 combines the ids above the limit. `hour` is the hour of the last click. */
  unknownArticles: { contentId: number; hour: number; clicks: number }[];
}

const MAX_UNKNOWN_LISTED = 100;

/** Returns click outcomes of the last `hours` hours. Treats the newest `waiting` accepted clicks as still queued. */
export async function readFiltered(db: Db, { hours, waiting, now }: { hours: number; waiting: number; now: Millis }) {
  const last = utcHourIndex(now);
  const first = last - hours + 1;
  // The divisor is a literal. A bound parameter would make this a floating-point division.
  const letterHour = sql<number>`${deadLetters.at} / 3600`;
  const { outcomes, letters, unknownArticles } = await db.transaction({
    outcomes: db.select().from(clickOutcomes).where(gte(clickOutcomes.hour, first)),
    letters: db
      .select({
        hour: letterHour.as('letter_hour'),
        reason: deadLetters.reason,
        clicks: sql<number>`count(*)`.as('clicks'),
      })
      .from(deadLetters)
      .where(gte(deadLetters.at, first * HOUR))
      .groupBy(letterHour, deadLetters.reason),
    unknownArticles: db
      .select({ contentId: unknownClicks.contentId, hour: unknownClicks.lastHour, clicks: unknownClicks.clicks })
      .from(unknownClicks)
      .where(gt(unknownClicks.clicks, 0))
      .orderBy(desc(unknownClicks.clicks), unknownClicks.contentId)
      .limit(MAX_UNKNOWN_LISTED),
  });
  const byHour = Map.groupBy(outcomes, ({ hour }) => hour);
  const lettersByHour = Map.groupBy(letters, ({ hour }) => hour);
  let inQueue = waiting;
  const fates: FilteredClicks['hours'] = [];
  for (let hour = last; hour >= first; hour--) {
    const fate = fateOf(byHour.get(hour) ?? [], lettersByHour.get(hour) ?? [], inQueue);
    inQueue -= fate.waiting;
    fates.unshift({ hour, ...fate });
  }
  return { ...fates.reduce(plus, NO_CLICKS), hours: fates, unknownArticles };
}

const NO_CLICKS: Fate = { came: 0, counted: 0, waiting: 0, leftOut: {} };

const plus = (sum: Fate, fate: Fate): Fate => ({
  came: sum.came + fate.came,
  counted: sum.counted + fate.counted,
  waiting: sum.waiting + fate.waiting,
  leftOut: merge(Object.entries(sum.leftOut), Object.entries(fate.leftOut)),
});

function merge(...lists: [reason: string, clicks: number][][]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [reason, clicks] of lists.flat()) if (clicks > 0) sums.set(reason, (sums.get(reason) ?? 0) + clicks);
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

function fateOf(
  outcomes: readonly { outcome: string; clicks: number }[],
  letters: readonly { reason: string; clicks: number }[],
  inQueue: number,
): Fate {
  const of = (wanted: string) => outcomes.find(({ outcome }) => outcome === wanted)?.clicks ?? 0;
  const atTheDoor = outcomes.flatMap(({ outcome, clicks }): [string, number][] => {
    const reason = /^(?:dropped|refused):(\w+)$/.exec(outcome)?.[1] ?? (outcome === 'unavailable' ? outcome : null);
    return reason ? [[reason, clicks]] : [];
  });
  const later = letters.map(({ reason, clicks }): [string, number] => [reason, clicks]);
  const counted = of('counted');
  const ended = counted + of('unknownArticle') + sum(later);
  // An evicted isolate loses its count of accepted clicks, so the sum of the later outcomes may be larger.
  const rest = Math.max(0, of('accepted') - ended);
  const waiting = Math.min(rest, inQueue);
  const leftOut = merge(atTheDoor, later, [
    ['unknownArticle', of('unknownArticle')],
    // An accepted click without a later outcome repeats a click of the same reader on the same article and day.
    ['repeated', rest - waiting],
  ]);
  return { came: sum(atTheDoor) + ended + rest, counted, waiting, leftOut };
}

const sum = (entries: readonly [string, number][]): number => entries.reduce((total, [, clicks]) => total + clicks, 0);
