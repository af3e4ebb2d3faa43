import { sql } from 'drizzle-orm';
import { type Db, NO_PRECONDITION, type Precondition } from '../../db/client.ts';
import { articles, recommended } from '../../db/schema.ts';
import { bare, columnNames, objectOf } from '../../db/sql.ts';
import { toSeconds } from '../../lib/time.ts';
import { notesOn, removeNotes } from '../annotations.ts';
import { ARTICLE, articleIs } from '../articles/article-thing.ts';
import { removeArticles } from '../articles/store/drafts.ts';
import { type Changed, changedBy } from '../changed.ts';
import { type Author, newAuditChange, recordRemoval, SERVICE_ACTOR } from '../history/audit.ts';
import { intoTrash, trashedRows } from '../history/trash.ts';
import { deletePin, pinOf } from '../pins/pins.ts';
import { storyWith } from '../stories/assign.ts';
import { loadThing } from '../things.ts';
import { followersOf, loseStories } from './followers.ts';

const COLUMNS = columnNames(articles, 'position', 'urlHash');

const daysWith = (id: number) => sql`FROM ${recommended}, json_each(${recommended.articles}) j WHERE j.value = ${id}`;

/** Returns the days whose editors' selection contains an article. Reads one row per day. */
export async function daysNaming(db: Db, id: number): Promise<string[]> {
  const rows = await db
    .select({ date: recommended.date })
    .from(recommended)
    .where(sql`EXISTS (SELECT 1 FROM json_each(${recommended.articles}) j WHERE j.value = ${id})`)
    .orderBy(recommended.date);
  return rows.map(({ date }) => date);
}

/** Deletes an article, also from editors' selections. Its clicks stay stored and count again after a restore. */
export async function removeArticle(
  db: Db,
  { id, title }: { id: number; title: string },
  author: Author,
  guard: Precondition,
): Promise<Changed> {
  const rows = sql`json_object('articles', ${trashedRows(sql`SELECT ${objectOf(articles, COLUMNS)} AS row FROM ${articles} WHERE ${articleIs(id)}`)},
    'recommended', ${trashedRows(sql`SELECT json_object('date', ${recommended.date}, 'place', j.key) AS row ${daysWith(id)}`)},
    'stories', ${trashedRows(storyWith(articleIs(id)))}, 'notes', ${trashedRows(notesOn({ scope: 'article', ref: id }))},
    'pins', ${trashedRows(pinOf(id))},
    'followers', ${followersOf('story', sql`(SELECT CAST(${articles.storyId} AS TEXT) FROM ${articles} WHERE ${articleIs(id)})`)})`;
  const { marked } = await db.transaction({
    guard,
    trashed: intoTrash(author, { kind: 'article', ref: id, name: title }, rows),
    recorded: recordRemoval(newAuditChange(author), 'article', { thing: ARTICLE, where: articleIs(id), ref: id }),
    days: sql`UPDATE ${recommended} SET (${bare(recommended.articles)}, ${bare(recommended.version)}, ${bare(recommended.modifiedAt)}) = (
        (SELECT json_group_array(j.value ORDER BY j.key) FROM json_each(${recommended.articles}) j WHERE j.value <> ${id}),
        ${recommended.version} + 1, ${toSeconds(author.now)})
        WHERE EXISTS (SELECT 1 FROM json_each(${recommended.articles}) j WHERE j.value = ${id})`,
    ...removeArticles(db, articleIs(id)),
    notes: removeNotes({ scope: 'article', ref: id }),
    pins: deletePin(id),
    followers: loseStories,
  });
  return changedBy(marked);
}

/** Builds a statement that puts a restored article back at its former position in editors' selections. */
export const backIntoDays = (id: number, days: readonly Record<string, unknown>[], now: number) =>
  sql`UPDATE ${recommended} SET (${bare(recommended.articles)}, ${bare(recommended.version)}, ${bare(recommended.modifiedAt)}) = (
      (SELECT json_group_array(value ORDER BY k) FROM (SELECT j.key * 2 + 1 AS k, j.value AS value FROM json_each(${recommended.articles}) j
        UNION ALL SELECT (taken.value ->> 'place') * 2, CAST(${id} AS INTEGER))),
      ${recommended.version} + 1, ${now})
    FROM json_each(${JSON.stringify(days)}) taken WHERE ${recommended.date} = taken.value ->> 'date'
      AND NOT EXISTS (SELECT 1 FROM json_each(${recommended.articles}) j WHERE j.value = ${id})`;

/** Deletes an article unconditionally, or returns null if it does not exist. */
export async function deleteArticle(db: Db, id: number, author: Author = SERVICE_AUTHOR): Promise<Changed | null> {
  const stored = await loadThing(db, ARTICLE, articleIs(id));
  if (!stored) return null;
  return removeArticle(db, stored.value, author, NO_PRECONDITION);
}

const SERVICE_AUTHOR: Author = { actor: SERVICE_ACTOR, now: 0 };
