import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import { rowlessTable } from '../sql.ts';
import { AUDIT_ACTIONS, type AuditKind } from '../values.ts';

/**
 * Audit trail of the last 90 days. A change writes its rows in its own transaction and reads from them what it changed.
 */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().$type<Seconds>().notNull(),
    /** Name of the key or another actor. */
    actor: text().notNull(),
    /** Session id; null for changes without a session. */
    session: text(),
    /** Id shared by all rows of a change. */
    change: text().notNull(),
    kind: text().$type<AuditKind>().notNull(),
    /** Id, domain, slug or date of the resource. For several new articles: the range of their ids (`+12-411`). */
    ref: text().notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    /** State before the change; null if the resource did not exist. */
    before: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    /** State after the change; null if the resource was deleted. */
    after: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (t) => [
    index('audit_change').on(t.change),
    // Find histories by resource, by actor and overall, newest first.
    index('audit_ref').on(t.kind, t.ref, t.at),
    index('audit_kind').on(t.kind, t.at),
    index('audit_actor').on(t.actor, t.at),
    index('audit_at').on(t.at),
    // Finds updates, deletions, merges and restores, which are rare compared with the creations of an import.
    index('audit_action').on(t.action, t.at).where(sql`action <> 'create'`),
  ],
);

/** Resources that were deleted or merged in the last 30 days and can be restored. */
export const trash = sqliteTable(
  'trash',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().$type<AuditKind>().notNull(),
    /** Id, domain, slug or date of the resource. */
    ref: text().notNull(),
    name: text().notNull(),
    deletedAt: integer('deleted_at').$type<Seconds>().notNull(),
    actor: text().notNull(),
    /** Resource into which this one was merged; null for a deletion. */
    mergedInto: text('merged_into'),
    /** Rows of the resource and of its dependants, by table. */
    rows: text({ mode: 'json' }).$type<Record<string, Record<string, unknown>[]>>().notNull(),
  },
  (t) => [index('trash_ref').on(t.kind, t.ref), index('trash_deleted').on(t.deletedAt)],
);

/** Articles that referred to a deleted resource, in portions. */
export const trashLinks = rowlessTable(
  'trash_links',
  {
    trashId: integer('trash_id').notNull(),
    portion: integer().notNull(),
    /**
     * Links as `[[article id, index among its tags, index among the rules' tags, whether it had the merge target]]`.
     */
    links: text({ mode: 'json' })
      .$type<[articleId: number, place: number, byRule: number | null, had: 0 | 1][]>()
      .notNull(),
  },
  (t) => [primaryKey({ columns: [t.trashId, t.portion] })],
);
