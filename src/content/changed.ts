import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { PreparedQuery } from '../db/client.ts';
import { articles, topicWindows } from '../db/schema.ts';
import { bare } from '../db/sql.ts';
import { markWindows } from '../engagement/mark-windows.ts';
import { HOURS } from '../engagement/partitions.ts';

/** The effect of a change of content: rankings that are out of date. `src/collections/core/service.ts` notifies them. */
export interface Changed {
  /** Topics, old and new, of articles with clicks that are different now; 0 is the whole site. */
  topics: ReadonlySet<number>;
}

/** Whether an article has clicks: changes of others affect no ranking. Reads at most one row. */
const hasClicks = (id: SQL): SQL =>
  sql`(${sql.join(
    HOURS.map((partition) => sql`EXISTS (SELECT 1 FROM ${partition} WHERE ${partition.contentId} = ${id})`),
    sql` OR `,
  )})`;

/**
 * Statement that marks the windows, the site's included, of the articles with clicks where `condition` holds, and returns
 * them. It sees articles as they are when it runs: a change that removes topics needs it before, one that adds topics after.
 */
export const markRankingsOf = (condition: SQL): PreparedQuery<{ topicId: number }> => {
  // The site is a topic of every article, so that each is read once.
  const windows = sql`SELECT t.value ->> 'id' FROM ${articles}, json_each(json_insert(${articles.topics}, '$[#]', json_object('id', 0))) t
    WHERE ${condition} AND ${hasClicks(sql`${articles.id}`)}`;
  return new PreparedQuery(
    z.object({ topicId: z.int() }),
    sql`${markWindows(windows)} RETURNING ${bare(topicWindows.topicId)} AS topicId`,
  );
};

/** The windows that several such statements have marked. */
export const changedBy = (...marked: { topicId: number }[][]): Changed => ({
  topics: new Set(marked.flat().map(({ topicId }) => topicId)),
});
