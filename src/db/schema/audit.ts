import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import { rowlessTable } from '../sql.ts';
import { AUDIT_ACTIONS, type AuditKind } from '../values.ts';

/** Audit trail. Each change of a resource writes its audit records in the same transaction. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().$type<Seconds>().notNull(),
    actor: text().notNull(),
    session: text(),
    change: text().notNull(),
    kind: text().$type<AuditKind>().notNull(),
    /** Id, domain, slug or date of the changed resource. For several new articles: range of their ids (`+12-411`). */
    ref: text().notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    before: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    after: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (t) => [
    index('audit_change').on(t.change),
    index('audit_ref').on(t.kind, t.ref, t.at),
    index('audit_kind').on(t.kind, t.at),
    index('audit_actor').on(t.actor, t.at),
    index('audit_at').on(t.at),
    // Finds updates, deletions, merges and restores. They are rare, because most rows come from imports.
    index('audit_action').on(t.action, t.at).where(sql`action <> 'create'`),
  ],
);

/** Resources that were deleted or merged and can be restored for 30 days. */
export const trash = sqliteTable(
  'trash',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().$type<AuditKind>().notNull(),
    ref: text().notNull(),
    name: text().notNull(),
    deletedAt: integer('deleted_at').$type<Seconds>().notNull(),
    actor: text().notNull(),
    mergedInto: text('merged_into'),
    rows: text({ mode: 'json' }).$type<Record<string, Record<string, unknown>[]>>().notNull(),
  },
  (t) => [index('trash_ref').on(t.kind, t.ref), index('trash_deleted').on(t.deletedAt)],
);

/** Articles that referred to a deleted resource, split over several rows. */
export const trashLinks = rowlessTable(
  'trash_links',
  {
    trashId: integer('trash_id').notNull(),
    portion: integer().notNull(),
    /** Position of the resource in the article's tags and rule tags, and whether the article had the merge target. */
    links: text({ mode: 'json' })
      .$type<[articleId: number, place: number, byRule: number | null, had: 0 | 1][]>()
      .notNull(),
  },
  (t) => [primaryKey({ columns: [t.trashId, t.portion] })],
);
