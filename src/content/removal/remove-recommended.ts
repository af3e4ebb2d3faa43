import { type SQL, sql } from 'drizzle-orm';
import { type Db, failWhere } from '../../db/client.ts';
import { articles, recommended, trash } from '../../db/schema.ts';
import { listed, objectOf } from '../../db/sql.ts';
import { toSeconds } from '../../lib/time.ts';
import { type Author, newAuditChange, recordRestored } from '../history/audit.ts';
import { type TrashRow, takeFromTrash } from '../history/trash.ts';

/** SQL expression: the first version of a new selection. It exceeds earlier versions, which editors may have open. */
export const firstVersion = (date: string): SQL =>
  sql`(SELECT 1 + coalesce(max(${trash.rows} ->> '$.recommended[0].version'), 0) FROM ${trash}
    WHERE (${trash.kind}, ${trash.ref}) = ('recommended', ${date}))`;

/** Restores a day's selection without deleted articles. Throws `ConflictError` if the day has another selection. */
export async function restoreRecommended(db: Db, trashEntry: TrashRow, author: Author): Promise<void> {
  const { date, articles: ids } = (trashEntry.rows.recommended?.[0] ?? {}) as { date: string; articles: number[] };
  const where = sql`${recommended.date} = ${date}`;
  const thing = { table: sql`${recommended}`, row: objectOf(recommended, ['articles']) };
  await db.transaction(
    failWhere(sql`EXISTS (SELECT 1 FROM ${recommended} WHERE ${where})`),
    sql`INSERT INTO ${recommended} (${listed(recommended.date, recommended.articles, recommended.version, recommended.modifiedAt)})
        SELECT ${date}, (SELECT json_group_array(value ORDER BY key) FROM json_each(${JSON.stringify(ids)})
          WHERE value IN (SELECT ${articles.id} FROM ${articles})), ${firstVersion(date)}, ${toSeconds(author.now)}`,
    recordRestored(newAuditChange(author), 'recommended', { thing, where, ref: date }),
    ...takeFromTrash(db, trashEntry.id),
  );
}
