import { asc, gt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles, stories, storyTerms, storyWords } from '../../db/schema.ts';
import { inList, pickColumns } from '../../db/sql.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import type { StoryMatcher } from './match.ts';
import { loadMatcher, moveArticles, ownId, storeMatcher, textOf } from './place-articles.ts';

/** Rebuilds stories from stored articles: either all stories, or only those that an editor has just changed. */

const ARTICLES_PER_TRANSACTION = 100;
const MAX_COPIES = 200;

export interface StoriesRebuilt {
  examined: number;
  changed: number;
  /** Id of the article after which to continue. `null` if all articles are done. */
  after: number | null;
}

const MATCHED_COLUMNS = pickColumns(articles, 'id', 'title', 'introduction', 'language', 'publishedAt', 'storyId');
const matchedArticles = (db: Db) => db.select(MATCHED_COLUMNS).from(articles);
type MatchedArticle = Awaited<ReturnType<typeof matchedArticles>>[number];

/** Assigns up to `limit` articles with ids above `after` to stories, as if they were new. Editors' decisions stay. */
export async function rebuildStories(db: Db, { after, limit }: { after: number; limit: number }, now: Millis) {
  const report: StoriesRebuilt = { examined: 0, changed: 0, after };
  if (after === 0) await db.transaction(db.delete(storyWords), db.delete(storyTerms));
  const rows = await db.select({ id: stories.id }).from(stories).where(sql`${stories.decided} = 1`);
  const decided = new Set(rows.map(({ id }) => id));
  while (report.after !== null && report.examined < limit) {
    const size = Math.min(ARTICLES_PER_TRANSACTION, limit - report.examined);
    const chunk = await matchedArticles(db).where(gt(articles.id, report.after)).orderBy(asc(articles.id)).limit(size);
    report.changed += await placeAgain(db, chunk, decided, now);
    report.examined += chunk.length;
    report.after = chunk.length < size ? null : (chunk.at(-1)?.id ?? null);
  }
  return report;
}

async function placeAgain(
  db: Db,
  rows: readonly MatchedArticle[],
  decided: ReadonlySet<number>,
  now: Millis,
): Promise<number> {
  if (rows.length === 0) return 0;
  const texts = rows.map(textOf);
  const { matcher } = await loadMatcher(db, { texts, wanted: rows.map(ofStory), now: toSeconds(now) });
  const found = rows.map((row) => {
    const text = textOf(row);
    if (!decided.has(row.storyId))
      return { ...row, into: matcher.place(text, ownId(matcher, row.id, decided.has(row.id))) };
    adopt(matcher, row, true);
    return { ...row, into: row.storyId };
  });
  const placed = found.map((row) => ({ ...row, into: matcher.merged.get(row.into) ?? row.into }));
  const moved = placed.filter(({ into, storyId }) => into !== storyId);
  await db.transaction(...moveArticles(moved, matcher.merged), ...storeMatcher(matcher).statements);
  return moved.length;
}

const ofStory = (row: MatchedArticle) => ({ ...row, story: row.storyId });

function adopt(matcher: StoryMatcher, row: MatchedArticle, decided: boolean): void {
  matcher.adopt(row.storyId, textOf(row));
  const state = matcher.states.get(row.storyId);
  if (state) state.decided = decided;
}

/** Recomputes the words that identify stories after an editor changed the stories. Ignores missing stories. */
export async function retellStories(db: Db, ids: readonly number[], now: Millis): Promise<void> {
  const copies: SQL = sql`(SELECT CAST(j.key AS INTEGER) FROM ${stories} CROSS JOIN json_each(${stories.copies}) j
    WHERE ${inList(stories.id, ids)} LIMIT ${MAX_COPIES})`;
  const rows = await matchedArticles(db).where(sql`${articles.id} IN ${copies}`).orderBy(asc(articles.id));
  const { matcher } = await loadMatcher(db, { texts: [], wanted: rows.map(ofStory), now: toSeconds(now) });
  for (const id of ids) {
    matcher.states.delete(id);
    matcher.changed.add(id);
  }
  for (const row of rows) adopt(matcher, row, true);
  await db.transaction(...storeMatcher(matcher).statements);
}
