import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { PreparedQuery } from '../db/client.ts';
import { articles, topicWindows } from '../db/schema.ts';
import { bare } from '../db/sql.ts';
import { markWindows } from '../engagement/mark-windows.ts';
import { HOURS } from '../engagement/partitions.ts';

/** Rankings that a change of content made outdated. `src/collections/core/service.ts` requests new ones. */
export interface Changed {
  /** Topics of the changed articles, before and after the change, that have clicks. Topic 0 is the whole site. */
  topics: ReadonlySet<number>;
}

const hasClicks = (id: SQL): SQL =>
  sql`(${sql.join(
    HOURS.map((partition) => sql`EXISTS (SELECT 1 FROM ${partition} WHERE ${partition.contentId} = ${id})`),
    sql` OR `,
  )})`;

/** Marks rankings of articles with clicks as outdated. Run it before topics are removed and after they are added. */
export const markRankingsOf = (condition: SQL): PreparedQuery<{ topicId: number }> => {
  // Topic 0 is the whole site. Adding it to the article's topics avoids a second read of each article.
  const windows = sql`SELECT t.value ->> 'id' FROM ${articles}, json_each(json_insert(${articles.topics}, '$[#]', json_object('id', 0))) t
    WHERE ${condition} AND ${hasClicks(sql`${articles.id}`)}`;
  return new PreparedQuery(
    z.object({ topicId: z.int() }),
    sql`${markWindows(windows)} RETURNING ${bare(topicWindows.topicId)} AS topicId`,
  );
};

export const changedBy = (...marked: { topicId: number }[][]): Changed => ({
  topics: new Set(marked.flat().map(({ topicId }) => topicId)),
});
