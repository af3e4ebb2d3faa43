import { sql } from 'drizzle-orm';
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core';
import type { Seconds } from '../../lib/time.ts';
import { rowlessTable } from '../sql.ts';
import { AUDIT_ACTIONS, type AuditKind } from '../values.ts';

/** Who changed what, and what can be put back. */

/** Who changed what, kept for 90 days. A change writes its rows in its own transaction, and then reads from them what it has changed. */
export const audit = sqliteTable(
  'audit',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    at: integer().$type<Seconds>().notNull(),
    /** Name of the key, or of whatever else made the change. */
    actor: text().notNull(),
    /** The session that it was made in, by its id; null: by the key itself, or by what is no key. */
    session: text(),
    /** One value for all rows of a transaction. */
    change: text().notNull(),
    kind: text().$type<AuditKind>().notNull(),
    /** Id, domain, slug or date. */
    ref: text().notNull(),
    action: text({ enum: AUDIT_ACTIONS }).notNull(),
    /** State before; null: it did not exist. */
    before: text({ mode: 'json' }).$type<Record<string, unknown>>(),
    /** State after; null: deleted. */
    after: text({ mode: 'json' }).$type<Record<string, unknown>>(),
  },
  (t) => [
    index('audit_change').on(t.change),
    // Histories of one thing, of one actor and of all, newest first.
    index('audit_ref').on(t.kind, t.ref, t.at),
    index('audit_kind').on(t.kind, t.at),
    index('audit_actor').on(t.actor, t.at),
    index('audit_at').on(t.at),
    // What was changed, deleted, merged or restored: a few among all that an import has created.
    index('audit_action').on(t.action, t.at).where(sql`action <> 'create'`),
  ],
);

/** What was deleted or merged into another in the last 30 days, so that it can be put back as it was. */
export const trash = sqliteTable(
  'trash',
  {
    id: integer().primaryKey({ autoIncrement: true }),
    kind: text().$type<AuditKind>().notNull(),
    /** Id, domain, slug or date. */
    ref: text().notNull(),
    /** As people call it. */
    name: text().notNull(),
    deletedAt: integer('deleted_at').$type<Seconds>().notNull(),
    /** Who did it. */
    actor: text().notNull(),
    /** What it was merged into; null: it was deleted. */
    mergedInto: text('merged_into'),
    /** Rows by table, as they were: of the thing, and of what went with it. */
    rows: text({ mode: 'json' }).$type<Record<string, Record<string, unknown>[]>>().notNull(),
  },
  (t) => [index('trash_ref').on(t.kind, t.ref), index('trash_deleted').on(t.deletedAt)],
);

/** The articles that named what was deleted, in portions. */
export const trashLinks = rowlessTable(
  'trash_links',
  {
    trashId: integer('trash_id').notNull(),
    portion: integer().notNull(),
    /** `[[article id, place among its tags, place among those that rules have set, whether it had what this was merged into]]` */
    links: text({ mode: 'json' })
      .$type<[articleId: number, place: number, byRule: number | null, had: 0 | 1][]>()
      .notNull(),
  },
  (t) => [primaryKey({ columns: [t.trashId, t.portion] })],
);
