import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { AUDIT_KINDS } from '../../../collections/index.ts';
import { REVERTED } from '../../../content/articles/net-changes.ts';
import { columnNames, objectOf } from '../../../db/json.ts';
import { articles, audit, companies, geoGroups, sources, topics, trash } from '../../../db/schema.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditKind } from '../../../db/values.ts';
import { type Listing, orderBy } from '../../../search/listing.ts';

const value = z.record(z.string(), z.unknown()).nullable();

/** A record with what else is known of it. */
export const auditEntry = z.object({
  id: z.int(),
  at: z.int(),
  actor: z.string(),
  session: z.string().nullable(),
  change: z.string(),
  kind: z.enum(AUDIT_KINDS),
  ref: z.string(),
  action: z.enum(AUDIT_ACTIONS),
  before: value,
  after: value,
  name: z.string().nullable(),
  /** Things that the same change has changed, at most `MOST_COUNTED`; 1 where each record is a line. */
  things: z.int(),
  isReverted: z.int(),
});
export type AuditEntry = z.output<typeof auditEntry>;

/** The index of a ref begins with the kind. */
const EVERY_KIND = sql.raw(`(${AUDIT_KINDS.map((kind) => `'${kind}'`).join(', ')})`);

export interface AuditFilter {
  /** One record of each change: the last. */
  isByChange: boolean;
  kind: AuditKind | undefined;
  ref: string | undefined;
  actor: string | undefined;
  action: AuditAction | undefined;
  change: string | undefined;
  /** Epoch seconds, the first included, the second not. */
  from: number | undefined;
  until: number | undefined;
}

/** The index that leaves least to read: imports make most entries, which create articles; null: the one of the time. */
function indexFor({ kind, ref, change, action }: AuditFilter): string | null {
  if (ref !== undefined) return 'audit_ref';
  if (change !== undefined) return 'audit_change';
  if (action !== undefined && action !== 'create') return 'audit_action';
  return kind !== undefined && kind !== 'article' ? 'audit_kind' : null;
}

const MOST_COUNTED = 1000;

const other = alias(audit, 'other');
const OTHERS = sql`${audit} ${sql.identifier('other')} INDEXED BY ${sql.identifier('audit_change')}`;

/** What an article, a topic, a company, a source or a group is called, or was called last. */
const NAME = sql`coalesce(CASE ${audit.kind}
    WHEN 'article' THEN (SELECT ${articles.title} FROM ${articles} WHERE ${articles.id} = CAST(${audit.ref} AS INTEGER))
    WHEN 'topic' THEN (SELECT ${topics.name} FROM ${topics} WHERE ${topics.id} = CAST(${audit.ref} AS INTEGER))
    WHEN 'company' THEN (SELECT ${companies.name} FROM ${companies} WHERE ${companies.id} = CAST(${audit.ref} AS INTEGER))
    WHEN 'source' THEN (SELECT ${sources.name} FROM ${sources} WHERE ${sources.domain} = ${audit.ref})
    WHEN 'geoGroup' THEN (SELECT ${geoGroups.name} FROM ${geoGroups} WHERE ${geoGroups.slug} = ${audit.ref})
    WHEN 'annotation' THEN CASE substr(${audit.ref}, 12, 6)
      WHEN 'topic/' THEN (SELECT ${topics.name} FROM ${topics} WHERE ${topics.id} = CAST(substr(${audit.ref}, 18) AS INTEGER))
      WHEN 'articl' THEN (SELECT ${articles.title} FROM ${articles} WHERE ${articles.id} = CAST(substr(${audit.ref}, 20) AS INTEGER)) END END,
  (SELECT ${trash.name} FROM ${trash} WHERE (${trash.kind}, ${trash.ref}) = (${audit.kind}, ${audit.ref}) ORDER BY ${trash.id} DESC LIMIT 1))`;

const COUNT = sql`(SELECT count(*) FROM (SELECT DISTINCT ${other.kind}, ${other.ref} FROM ${OTHERS}
  WHERE ${other.change} = ${audit.change} LIMIT ${sql.raw(String(MOST_COUNTED))}))`;

/** Whether another line has taken this one back: the whole of it where lines are changes. */
const isReverted = (isByChange: boolean): SQL => {
  const taken = sql`${other.change} = ${audit.change} || ${REVERTED}`;
  if (!isByChange)
    return sql`EXISTS (SELECT 1 FROM ${OTHERS} WHERE ${taken} AND (${other.kind}, ${other.ref}) = (${audit.kind}, ${audit.ref}))`;
  const things = (where: SQL) =>
    sql`(SELECT count(DISTINCT ${other.kind} || '/' || ${other.ref}) FROM ${OTHERS} WHERE ${where})`;
  return sql`(EXISTS (SELECT 1 FROM ${OTHERS} WHERE ${taken}) AND ${things(taken)} = ${things(sql`${other.change} = ${audit.change}`)})`;
};

/** The audit trail, newest first: of a thing, of who changed it, of what was done and of a time each by an index. */
export function auditListing(filter: AuditFilter): Listing<AuditEntry> {
  const { kind, ref, isByChange } = filter;
  const index = indexFor(filter);
  const record = objectOf(audit, columnNames(audit));
  return {
    row: sql`json_insert(${record}, '$.name', ${NAME}, '$.things', ${isByChange ? COUNT : sql`1`}, '$.isReverted', ${isReverted(isByChange)})`,
    shape: auditEntry,
    from: index ? sql`${audit} INDEXED BY ${sql.identifier(index)}` : sql`${audit}`,
    where: [
      ...(ref !== undefined && !kind ? [sql`${audit.kind} IN ${EVERY_KIND}`] : []),
      ...conditions(audit, filter),
      // Says nothing more, but SQLite takes the partial index only with this literal.
      ...(index === 'audit_action' ? [sql`${audit.action} <> 'create'`] : []),
      ...(isByChange
        ? [
            sql`NOT EXISTS (SELECT 1 FROM ${OTHERS} WHERE ${and(
              eq(other.change, audit.change),
              gt(other.id, audit.id),
              ...conditions(other, filter),
            )})`,
          ]
        : []),
    ],
    order: orderBy(sql`${audit.at}`, sql`${audit.id}`, z.tuple([z.int(), z.int()])),
    isDescending: true,
    sort: isByChange ? 'changes' : '-at',
  };
}

type Columns = Record<'kind' | 'ref' | 'actor' | 'action' | 'change' | 'at', SQLiteColumn>;

function conditions(table: Columns, { kind, ref, actor, action, change, from, until }: AuditFilter): SQL[] {
  const is = (column: SQLiteColumn, wanted: string | undefined) =>
    wanted === undefined ? [] : [sql`${column} = ${wanted}`];
  return [
    ...is(table.kind, kind),
    ...is(table.ref, ref),
    ...is(table.actor, actor),
    ...is(table.action, action),
    ...is(table.change, change),
    ...(from === undefined ? [] : [sql`${table.at} >= ${from}`]),
    ...(until === undefined ? [] : [sql`${table.at} < ${until}`]),
  ];
}
