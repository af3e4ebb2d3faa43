import { desc, lte } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { type AppealSnapshot, appealSnapshots } from '../../db/schema.ts';
import { MINUTE_MS, type Millis } from '../../lib/time.ts';
import { TtlCache } from '../../lib/ttl-cache.ts';
import { ASSUMED_INTEREST, type Learned } from './appeal.ts';
import { type Candidate, EXPLORED_CLICKS } from './minute-order.ts';

/** Stored snapshot in the form in which orders are drawn from it. */
export interface StandingAppeals {
  hour: number;
  learned: Learned;
  /** Facts of the learned articles, by position in feed order. */
  facts: ReadonlyMap<number, Omit<Candidate, 'source' | 'type'>>;
}

const remembered = new TtlCache<StandingAppeals>({ ttl: MINUTE_MS, capacity: 4 });

export const forgetAppeals = (): void => remembered.clear();

/** Returns the newest snapshot up to `hour`. Without one, lists are newest first. Reads one row per minute. */
export const loadAppeals = (db: Db, hour: number, now: Millis): Promise<StandingAppeals> =>
  remembered.getOrLoad(String(hour), now, async () => {
    const [row] = await db
      .select()
      .from(appealSnapshots)
      .where(lte(appealSnapshots.hour, hour))
      .orderBy(desc(appealSnapshots.hour))
      .limit(1);
    return row ? standing(row.hour, row.snapshot) : standing(hour, NOTHING_LEARNED);
  });

const NOTHING_LEARNED: AppealSnapshot = {
  interest: [...ASSUMED_INTEREST],
  groups: {},
  priorClicks: 1,
  spread: 0,
  articles: [],
};

function standing(hour: number, { articles, ...learned }: AppealSnapshot): StandingAppeals {
  const appeals = articles.map(
    ({ id, mean, shape, isExplored }) => [id, { mean, shape, usual: isExplored ? EXPLORED_CLICKS : 0 }] as const,
  );
  return {
    hour,
    learned: { ...learned, appeals: new Map(appeals) },
    facts: new Map(articles.map((article) => [article.position, article])),
  };
}
