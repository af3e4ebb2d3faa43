import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import { type Db, failWhere } from '../../db/client.ts';
import { RETENTION_DAYS } from '../../db/retention-days.ts';
import { trash, trashLinks } from '../../db/schema.ts';
import { bare, inList, joined } from '../../db/sql.ts';
import type { TrustedTime } from '../../db/trusted-time.ts';
import type { AuditKind } from '../../db/values.ts';
import { DAY, type Millis, toSeconds } from '../../lib/time.ts';
import type { Author } from './audit.ts';

const TRASH_SECONDS = RETENTION_DAYS.trash * DAY;

export const LAST_TRASH = sql`(SELECT max(${trash.id}) FROM ${trash})`;

/** Content that was deleted or merged. A mark in its own table would add a condition to 171 reads. */
export interface Discarded {
  kind: AuditKind;
  ref: string | number;
  name: string;
  mergedInto?: string | number | undefined;
}

/** Stores rows in the trash before their deletion. `rows` is SQL for a JSON object with the rows of each table. */
export const intoTrash = ({ actor, now, change = '' }: Author, { kind, ref, name, mergedInto }: Discarded, rows: SQL) =>
  sql`INSERT INTO ${trash} (${joined(
    [trash.kind, trash.ref, trash.name, trash.deletedAt, trash.actor, trash.mergedInto, trash.rows].map(bare),
  )}) VALUES (${kind}, ${String(ref)}, ${name}, ${toSeconds(now)}, ${actor}, ${
    mergedInto === undefined ? null : String(mergedInto)
  }, json_insert(${rows}, '$.change', json_array(json_object('id', ${change}))))`;

export const trashedRows = (query: SQL): SQL => sql`(SELECT json_group_array(json(row)) FROM (${query}))`;

export type TrashRow = typeof trash.$inferSelect;

/** Returns a resource's newest trash entry, or its entry from `change`. `null` if none exists or it has expired. */
export async function findTrashEntry(db: Db, kind: AuditKind, ref: string | number, now: Millis, change?: string) {
  const [found] = await db
    .select()
    .from(trash)
    .where(
      and(
        eq(trash.kind, kind),
        eq(trash.ref, String(ref)),
        change === undefined ? undefined : sql`${trash.rows} ->> '$.change[0].id' = ${change}`,
      ),
    )
    .orderBy(sql`${trash.id} DESC`)
    .limit(1);
  return found && found.deletedAt > now / 1000 - TRASH_SECONDS ? found : null;
}

/** Removes a trash entry when its content is restored. The transaction fails if another request already restored it. */
export const takeFromTrash = (db: Db, id: number) =>
  [
    failWhere(sql`NOT EXISTS (SELECT 1 FROM ${trash} WHERE ${trash.id} = ${id})`),
    db.delete(trashLinks).where(eq(trashLinks.trashId, id)),
    db.delete(trash).where(eq(trash.id, id)),
  ] as const;

/** Deletes trash entries older than the retention period. */
export async function emptyTrash(db: Db, now: TrustedTime): Promise<void> {
  const old = await db
    .select({ id: trash.id })
    .from(trash)
    .where(lt(trash.deletedAt, toSeconds(now) - TRASH_SECONDS));
  if (old.length === 0) return;
  const ids = old.map(({ id }) => id);
  await db.transaction(
    db.delete(trashLinks).where(inList(trashLinks.trashId, ids)),
    db.delete(trash).where(inList(trash.id, ids)),
  );
}
