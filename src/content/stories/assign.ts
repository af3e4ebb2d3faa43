import { type SQL, sql } from 'drizzle-orm';
import { articles, stories } from '../../db/schema.ts';
import { bare, objectOf } from '../../db/sql.ts';
import { MAX_ARTICLE_ID } from '../position.ts';

/** To which story an article belongs, as part of the statements that store it. */

const ID_STEP = sql.raw(String(MAX_ARTICLE_ID + 1));

/** SQL for the id of a story of an article's own: its id, or the next one of its own that no story has. No other article is ever given these. */
export const ownStory = (id: SQL): SQL =>
  sql`(WITH RECURSIVE own(n) AS (SELECT ${id} UNION ALL SELECT own.n + ${ID_STEP} FROM own
    WHERE EXISTS (SELECT 1 FROM ${stories} WHERE ${stories.id} = own.n)) SELECT max(n) FROM own)`;

/** SQL for the story of a new article; `given`: SQL for the one that it is known to belong to, or NULL. */
export const storyExpression = (id: SQL, given: SQL): SQL => sql`coalesce(${given}, ${ownStory(id)})`;

/** Query for what hands have decided of an article's story, as `row`: kept where the article is deleted. */
export const storyWith = (article: SQL): SQL =>
  sql`SELECT ${objectOf(stories, ['id', 'leadId', 'decided'])} AS row FROM ${stories}
    WHERE ${stories.id} = (SELECT ${articles.storyId} FROM ${articles} WHERE ${article})`;

/** Statement that gives a story back what hands had decided of it, as far as it was about the article that is put back. */
export const backIntoStory = (id: number, [kept]: readonly Record<string, unknown>[]): SQL =>
  sql`UPDATE ${stories} SET (${bare(stories.decided)}, ${bare(stories.leadId)}) =
      (max(${stories.decided}, ${Number(kept?.decided ?? 0)}), coalesce(${stories.leadId}, ${kept?.leadId === id ? id : null}))
    WHERE ${stories.id} = ${Number(kept?.id ?? 0)}`;
