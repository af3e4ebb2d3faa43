import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../../db/client.ts';
import { openDays, topicDays } from '../../../db/schema.ts';
import { SITE } from '../../site.ts';
import { MAX_PORTIONS } from './day-portions.ts';

/** One row contains all topics of a day, so that a change to an article causes only one write. */

interface DayRange {
  from: number;
  to: number;
}

export type OpenTopics = Record<string, [all: number, rm: number]>;

const dayOf = sql<number>`${openDays.id} / ${sql.raw(String(MAX_PORTIONS))}`;

const isWithin = ({ from, to }: DayRange): SQL | undefined =>
  and(gte(openDays.id, MAX_PORTIONS * from), lt(openDays.id, MAX_PORTIONS * to));

/** Builds a query for all topics on the days of a range that can still change. The query reads one row per day. */
export const selectOpenTopics = (db: Db, range: DayRange) =>
  db
    .select({ day: dayOf.as('open_day'), topics: openDays.topics })
    .from(openDays)
    .where(isWithin(range));

export const selectOpenTopic = (db: Db, id: number, riskManagement: boolean) =>
  db
    .select({
      day: dayOf.as('open_day'),
      engagement: sql<number | null>`${openDays.topics} ->> ${pathOf(id, riskManagement)}`.as('open_engagement'),
    })
    .from(openDays);

/** Builds a query for several topics on all days that can still change. The query reads one row per topic and day. */
export const selectOpenTopicsOf = (db: Db, ids: readonly number[]) =>
  db
    .select({
      topicId: sql<number>`wanted.value`.as('open_topic'),
      day: dayOf.as('open_day'),
      engagement: sql<number | null>`${openDays.topics} ->> ('$."' || wanted.value || '"[0]')`.as('open_engagement'),
    })
    .from(sql`json_each(${JSON.stringify(ids)}) wanted`)
    .crossJoin(openDays);

const pathOf = (id: number, riskManagement: boolean) => `$."${id}"[${Number(riskManagement)}]`;

export const selectFirstDays = (db: Db, range: DayRange) => ({
  sealed: db
    .select({ day: topicDays.day })
    .from(topicDays)
    .where(and(eq(topicDays.topicId, SITE), gte(topicDays.day, range.from), lt(topicDays.day, range.to)))
    .orderBy(topicDays.day)
    .limit(1),
  open: db
    .select({ day: dayOf.as('open_day') })
    .from(openDays)
    .where(and(isWithin(range), sql`${openDays.topics} -> ${pathOf(SITE, false)} IS NOT NULL`))
    .orderBy(openDays.id)
    .limit(1),
});
