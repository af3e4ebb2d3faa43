import { type SQL, sql } from 'drizzle-orm';
import { articles, stories } from '../../db/schema.ts';
import { bare, objectOf } from '../../db/sql.ts';
import { MAX_ARTICLE_ID } from '../position.ts';

const ID_STEP = sql.raw(String(MAX_ARTICLE_ID + 1));

/** SQL expression: the id of the story that an article starts. No other article can start a story with the same id. */
export const ownStory = (id: SQL): SQL =>
  sql`(WITH RECURSIVE own(n) AS (SELECT ${id} UNION ALL SELECT own.n + ${ID_STEP} FROM own
    WHERE EXISTS (SELECT 1 FROM ${stories} WHERE ${stories.id} = own.n)) SELECT max(n) FROM own)`;

/** SQL expression: the story of a new article. `given` is SQL for a known story, or NULL if the article starts one. */
export const storyExpression = (id: SQL, given: SQL): SQL => sql`coalesce(${given}, ${ownStory(id)})`;

/** Builds a query for editors' decisions on an article's story. They are stored even if the article is deleted. */
export const storyWith = (article: SQL): SQL =>
  sql`SELECT ${objectOf(stories, ['id', 'leadId', 'decided'])} AS row FROM ${stories}
    WHERE ${stories.id} = (SELECT ${articles.storyId} FROM ${articles} WHERE ${article})`;

/** Builds a statement that restores editors' decisions about an article's story when the article is restored. */
export const backIntoStory = (id: number, [trashedStory]: readonly Record<string, unknown>[]): SQL =>
  sql`UPDATE ${stories} SET (${bare(stories.decided)}, ${bare(stories.leadId)}) =
      (max(${stories.decided}, ${Number(trashedStory?.decided ?? 0)}), coalesce(${stories.leadId}, ${trashedStory?.leadId === id ? id : null}))
    WHERE ${stories.id} = ${Number(trashedStory?.id ?? 0)}`;
