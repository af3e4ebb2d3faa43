import { countPast, type PastClickInput, pastClickInput } from '../../clicks/past.ts';
import { openDb } from '../../db/client.ts';
import { PARTITION_DAYS } from '../../engagement/partitions.ts';
import { DAY, HOUR } from '../../lib/time.ts';
import { retain } from '../../operations/retention.ts';
import type { LocalService } from '../runtime/local-service.ts';

/** Seconds that `POST /manage/clicks` reaches back, less an hour in which the others are sent. */
const REACH = 14 * DAY - HOUR;
/** Housekeeping empties a partition a run, so it runs once in the days of a partition. */
const STEP = PARTITION_DAYS * DAY;

export interface Clicks {
  /** Too old for an import. */
  older: PastClickInput[];
  recent: PastClickInput[];
}

/** Parts clicks, ascending by time, by what an import takes at `now` (epoch seconds). */
export function byReach(clicks: readonly PastClickInput[], now: number): Clicks {
  const { true: recent = [], false: older = [] } = Object.groupBy(clicks, ({ at }) =>
    String(timeOf(at) >= now - REACH),
  );
  return { older, recent };
}

/**
 * Counts clicks that no import takes any more, as the service would have: with a clock that goes from the first of them to `now`
 * (epoch seconds), and with the housekeeping of those days, which seals them. No ranking is concerned. Repeating it changes nothing.
 */
export async function loadPast(
  { db: d1, kv }: LocalService,
  older: readonly PastClickInput[],
  now: number,
): Promise<void> {
  const [first] = older;
  if (!first) return;
  const db = openDb(d1);
  const lines = older.map((click, i) => ({ line: i + 1, value: pastClickInput.parse(click) }));
  let from = 0;
  for (let clock = timeOf(first.at) + STEP; clock < now; clock += STEP) {
    const until = clock;
    const portion = lines.filter(({ value: { at } }) => at >= from && at < until);
    const refusals = await countPast({ db, kv }, portion, clock * 1000, { notify: async () => {} });
    if (refusals.size > 0) throw new Error(`past clicks: ${JSON.stringify([...refusals].slice(0, 3))}`);
    await retain(db, clock * 1000);
    from = until;
  }
}

const timeOf = (at: string): number => Date.parse(at) / 1000;
