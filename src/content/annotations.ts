import { and, gte, lte } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { upsertRows } from '../db/json.ts';
import { annotations } from '../db/schema.ts';
import { type Author, newChange, recordRemoval, recordUpserts } from './audit.ts';
import type { Annotation } from './input.ts';
import { annotationIs, type Guard, THINGS, UNGUARDED } from './things.ts';

/** What happened on days, as editors note it. It changes no answer but those about itself. */

const COLUMNS = ['date', 'text'] as const;

/** Sets the annotation of a day; the same text again writes nothing. */
export async function saveAnnotation(db: Db, annotation: Annotation, author: Author, guard: Guard = UNGUARDED) {
  const recorded = {
    kind: 'annotation',
    table: annotations,
    columns: COLUMNS,
    key: 'date',
    rows: [annotation],
  } as const;
  await db.transaction(
    guard,
    recordUpserts(newChange(author), recorded),
    upsertRows(annotations, [annotation], { columns: COLUMNS, key: ['date'] }),
  );
}

/** Takes the annotation of a day away. */
export async function removeAnnotation(db: Db, date: string, author: Author, guard: Guard = UNGUARDED) {
  const where = annotationIs(date);
  await db.transaction(
    guard,
    recordRemoval(newChange(author), 'annotation', { thing: THINGS.annotation, where, ref: date }),
    db.delete(annotations).where(where),
  );
}

/** The annotations from a day to another, both included (YYYY-MM-DD), oldest first. Reads one row each. */
export const loadAnnotations = (db: Db, from: string, to: string): Promise<Annotation[]> =>
  db
    .select()
    .from(annotations)
    .where(and(gte(annotations.date, from), lte(annotations.date, to)))
    .orderBy(annotations.date);
