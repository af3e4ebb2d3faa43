import { and, eq, gte, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { type Db, NO_PRECONDITION, type Precondition } from '../db/client.ts';
import { annotations, articles, topics } from '../db/schema.ts';
import { bare, objectOf, upsertRows } from '../db/sql.ts';
import type { Seconds } from '../lib/time.ts';
import { type Author, newAuditChange, recordAround } from './history/audit.ts';
import type { Annotation, AnnotationLine } from './input.ts';
import { removeRow } from './rows.ts';
import { annotationIs, RESOURCE_ROWS } from './things.ts';

/** Editors' notes on a day, about the site, a topic or an article. Only the endpoints for notes return them. */

const COLUMNS = ['key', 'scope', 'ref', 'text'] as const;

export type AnnotationSubject = Pick<Annotation, 'scope' | 'ref'>;
export const WHOLE_SITE: AnnotationSubject = { scope: 'site', ref: null };

/** Returns the key of a note by day and subject: `2026-01-30`, or `2026-01-30/topic/12`. */
export const annotationKey = ({ date, scope, ref }: Omit<Annotation, 'text'>): string =>
  scope === 'site' ? date : `${date}/${scope}/${ref}`;

/** Stores the note of a day unless the text is unchanged. Rejects notes about missing topics and articles. */
export async function saveAnnotation(
  db: Db,
  line: AnnotationLine,
  author: Author,
  guard: Precondition = NO_PRECONDITION,
) {
  const annotation = { ...line, scope: line.scope ?? 'site', ref: line.ref ?? null };
  if (!(await isThere(db, annotation)))
    return new Map([[1, { ref: `is not the id of an existing ${annotation.scope}` }]]);
  const key = annotationKey(annotation);
  const { row, table } = RESOURCE_ROWS.annotation;
  const record = recordAround(newAuditChange(author), 'annotation', { table, key: annotations.key, refs: [key], row });
  await db.transaction(
    guard,
    record.before,
    upsertRows(annotations, [{ ...annotation, key }], { columns: COLUMNS, key: ['key'] }),
    ...record.after,
  );
  return new Map();
}

async function isThere(db: Db, { scope, ref }: AnnotationSubject): Promise<boolean> {
  if (scope === 'site') return true;
  const table = scope === 'topic' ? topics : articles;
  const found = await db
    .select({ id: table.id })
    .from(table)
    .where(eq(table.id, Number(ref)));
  return found.length > 0;
}

export const removeAnnotation = (db: Db, key: string, author: Author, guard?: Precondition): Promise<void> =>
  removeRow(db, 'annotation', { thing: RESOURCE_ROWS.annotation, where: annotationIs(key), ref: key }, author, guard);

/** Loads notes of days `from` to `to` about the site and `about` (default: everything). Omits unpublished articles. */
export async function loadAnnotations(
  db: Db,
  { from, to, about, now }: { from: string; to: string; about: readonly AnnotationSubject[]; now: Seconds },
): Promise<Annotation[]> {
  const { key, scope, ref, text } = annotations;
  const isPublished = sql`EXISTS (SELECT 1 FROM ${articles} WHERE ${articles.id} = ${ref} AND ${articles.publishedAt} <= ${now})`;
  const isAsked = about.length > 0 ? or(eq(scope, 'site'), ...about.map(isAbout)) : undefined;
  const rows = await db
    .select({ key, scope, ref, text })
    .from(annotations)
    // The character `0` follows `/`, so the range includes all keys of the last day.
    .where(and(gte(key, from), lt(key, `${to}0`), isAsked, or(ne(scope, 'article'), isPublished)))
    .orderBy(key);
  return rows.map(({ key, ...note }) => ({ date: key.slice(0, 10), ...note }));
}

const isAbout = ({ scope, ref }: AnnotationSubject): SQL =>
  sql`(${annotations.scope}, ${annotations.ref}) = (${scope}, ${ref})`;

/** Selects the notes on a subject before its deletion. `both` is true if topic `into` has a note on the same day. */
export const notesOn = (about: AnnotationSubject, into = 0): SQL =>
  sql`SELECT json_insert(${objectOf(annotations, COLUMNS)}, '$.both', EXISTS (SELECT 1 FROM ${annotations} other
    WHERE other.${bare(annotations.key)} = substr(${annotations.key}, 1, 10) || ${`/topic/${into}`})) AS row FROM ${annotations} WHERE ${isAbout(about)}`;

export const removeNotes = (about: AnnotationSubject): SQL => sql`DELETE FROM ${annotations} WHERE ${isAbout(about)}`;

export const restoreNotes = (rows: readonly Record<string, unknown>[] = []): SQL =>
  upsertRows(annotations, rows, { columns: COLUMNS, key: ['key'] });

/** Moves the notes of a topic to another topic, except on days for which the other topic has a note. */
export const moveNotes = (from: number, into: number): SQL =>
  sql`UPDATE OR IGNORE ${annotations} SET ${bare(annotations.ref)} = ${into},
    ${bare(annotations.key)} = substr(${annotations.key}, 1, 10) || ${`/topic/${into}`} WHERE ${isAbout({ scope: 'topic', ref: from })}`;

/** Builds a statement that reverts `moveNotes`. `rows` come from `notesOn`. Notes edited after the move stay. */
export const forgetMoved = (rows: readonly Record<string, unknown>[], into: string): SQL =>
  sql`DELETE FROM ${annotations} WHERE ${isAbout({ scope: 'topic', ref: Number(into) })} AND (substr(${annotations.key}, 1, 10), ${annotations.text}) IN (
    SELECT substr(value ->> 'key', 1, 10), value ->> 'text' FROM json_each(${JSON.stringify(rows)}) WHERE value ->> 'both' = 0)`;
