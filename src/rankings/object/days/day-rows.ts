import { and, eq, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { SQLiteColumn, SQLiteTable } from 'drizzle-orm/sqlite-core';
import { type Db, failWhere, type Precondition } from '../../../db/client.ts';
import { computedDays, openDays, rangeDays, topicDays } from '../../../db/schema.ts';
import { bare, excluded, inList, joined, listed } from '../../../db/sql.ts';
import type { TrafficBaseline } from '../../../engagement/discounting.ts';
import { SITE } from '../../site.ts';
import { MAX_PORTIONS } from './day-portions.ts';
import { OpenDay } from './open-day.ts';

/** Maximum number of characters per statement. A row with more characters gets a separate statement. */
const MAX_STATEMENT_CHARACTERS = 400_000;

/** The number is part of the SQL text, because D1 binds numbers as floats and the division must yield an integer. */
const PORTIONS_PER_DAY = sql.raw(String(MAX_PORTIONS));

type DayRow = readonly [id: number, ...texts: string[]];
export interface DayRows {
  articles: DayRow[];
  topics: DayRow[];
}

export const MAX_TRANSACTION_CHARACTERS = 4_000_000;
export const rowBytesOf = ({ articles, topics }: DayRows): number =>
  [...articles, ...topics].flat().reduce<number>((sum, text) => sum + String(text).length, 0);

/** Returns the rows of a day. `baseline` must be the baseline with which the day's articles were discounted. */
export const dayRows = (day: number, own: OpenDay, baseline: TrafficBaseline | null): DayRows => ({
  articles: own.articleRows().map(({ portion, sums }) => [MAX_PORTIONS * day + portion, sums]),
  topics: own.topicRows(baseline).map(({ portion, topics, counts }) => [MAX_PORTIONS * day + portion, topics, counts]),
});

/** Builds statements that store the rows of these days. They write only rows that differ from the stored rows. */
export const storeDays = (days: readonly number[], { articles, topics }: DayRows): SQL[] => [
  ...insertRows(rangeDays, [rangeDays.id, rangeDays.sums], articles),
  ...insertRows(openDays, [openDays.id, openDays.topics, openDays.counts], topics),
  forgetOthers(rangeDays.id, days, articles),
  forgetOthers(openDays.id, days, topics),
];

function insertRows(table: SQLiteTable, [id, ...texts]: [SQLiteColumn, ...SQLiteColumn[]], rows: DayRow[]): SQL[] {
  const stored = joined(texts.map((column) => sql`${column}`));
  const given = joined(texts.map(excluded));
  const insert = (values: SQL) => sql`INSERT INTO ${table} (${listed(id, ...texts)}) ${values} WHERE true
    ON CONFLICT DO UPDATE SET (${listed(...texts)}) = (${given}) WHERE (${stored}) IS NOT (${given})`;
  const lengthOf = (row: DayRow) => row.reduce<number>((sum, text) => sum + String(text).length, 0);
  const statements: SQL[] = [];
  let together: DayRow[] = [];
  let length = 0;
  const flush = () => {
    const values = joined([id, ...texts].map((_, i) => sql.raw(`value ->> ${i}`)));
    if (together.length > 0) statements.push(insert(sql`SELECT ${values} FROM json_each(${JSON.stringify(together)})`));
    [together, length] = [[], 0];
  };
  for (const row of rows) {
    if (lengthOf(row) > MAX_STATEMENT_CHARACTERS) {
      statements.push(insert(sql`SELECT ${joined(row.map((value) => sql`${value}`))}`));
      continue;
    }
    if (length + lengthOf(row) > MAX_STATEMENT_CHARACTERS) flush();
    together.push(row);
    length += lengthOf(row);
  }
  flush();
  return statements;
}

const forgetOthers = (id: SQLiteColumn, days: readonly number[], rows: readonly DayRow[]): SQL =>
  sql`DELETE FROM ${id.table} WHERE ${id} IN (SELECT ${PORTIONS_PER_DAY} * d.value + p.value FROM json_each(${JSON.stringify(days)}) d
    CROSS JOIN json_each(${JSON.stringify(Array.from({ length: MAX_PORTIONS }, (_, i) => i))}) p)
    AND NOT ${inList(
      id,
      rows.map(([own]) => own),
    )}`;

const within = (id: SQLiteColumn, { from, to }: { from: number; to: number }) =>
  and(gte(id, MAX_PORTIONS * from), lt(id, MAX_PORTIONS * to));

/** Loads the days of a range that can still change. Days without rows are omitted. */
export async function loadOpenDays(db: Db, range: { from: number; to: number }): Promise<Map<number, OpenDay>> {
  const { articles, topics } = await db.transaction({
    articles: db
      .select({ id: rangeDays.id, sums: sql<string>`${rangeDays.sums}`.as('stored_sums') })
      .from(rangeDays)
      .where(within(rangeDays.id, range)),
    topics: db
      .select({
        id: openDays.id,
        topics: sql<string>`${openDays.topics}`.as('stored_topics'),
        counts: sql<string>`${openDays.counts}`.as('stored_counts'),
      })
      .from(openDays)
      .where(within(openDays.id, range)),
  });
  const byDay = <R extends { id: number }>(rows: readonly R[]) => {
    const placed = rows.map((row) => ({ ...row, portion: row.id % MAX_PORTIONS }));
    return Map.groupBy(placed, ({ id }) => Math.floor(id / MAX_PORTIONS));
  };
  const [own, groups] = [byDay(articles), byDay(topics)];
  const days = new Set([...own.keys(), ...groups.keys()]);
  return new Map(
    Array.from(days, (day) => [day, OpenDay.of({ articles: own.get(day) ?? [], topics: groups.get(day) ?? [] })]),
  );
}

/** Precondition: the transaction fails if the days changed after the row with this id was read. */
export const unlessChanged = (
  id: number,
  states: readonly (typeof computedDays.$inferSelect)['state'][],
): Precondition =>
  failWhere(
    sql`NOT EXISTS (SELECT 1 FROM ${computedDays} WHERE ${eq(computedDays.id, id)} AND ${inList(computedDays.state, states)})`,
  );

/** Builds a statement that reopens days from `first` on, if a wrong clock or a restore made them final. */
export const unsealDays = (db: Db, first: number) => db.delete(topicDays).where(gte(topicDays.day, first));

/** Makes the days before `first` final. Moves the sums of topics to `topic_days` and to the articles of each day. */
export function sealDays(first: number): SQL[] {
  const { topicId, day, engagement, engagementRm } = topicDays;
  const isSealed = lt(openDays.id, MAX_PORTIONS * first);
  const dayOf = (id: SQLiteColumn) => sql`${id} / ${PORTIONS_PER_DAY}`;
  const topics = sql`${openDays}, json_each(${openDays.topics}) t`;
  return [
    sql`INSERT INTO ${topicDays} (${listed(topicId, day, engagement, engagementRm)})
      SELECT CAST(t.key AS INTEGER), ${dayOf(openDays.id)}, t.value ->> 0, t.value ->> 1 FROM ${topics} WHERE ${isSealed}
      ON CONFLICT DO UPDATE SET (${listed(engagement, engagementRm)}) = (${excluded(engagement)}, ${excluded(engagementRm)})`,
    sql`UPDATE ${rangeDays} SET ${bare(rangeDays.sums)} = json_set(${rangeDays.sums}, '$.topics', (
        SELECT json_group_array(json_array(CAST(t.key AS INTEGER), t.value ->> 0, t.value ->> 1) ORDER BY CAST(t.key AS INTEGER))
        FROM ${topics} WHERE ${dayOf(openDays.id)} = ${dayOf(rangeDays.id)} AND t.key <> ${String(SITE)}))
      WHERE ${rangeDays.id} IN (SELECT ${dayOf(openDays.id)} * ${PORTIONS_PER_DAY} FROM ${openDays} WHERE ${isSealed})`,
    sql`DELETE FROM ${openDays} WHERE ${isSealed}`,
  ];
}

export const forgetArticleDays = (db: Db, first: number) =>
  db.delete(rangeDays).where(lt(rangeDays.id, MAX_PORTIONS * first));
