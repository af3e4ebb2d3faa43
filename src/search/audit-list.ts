import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { objectOf } from '../db/json.ts';
import { audit } from '../db/schema.ts';
import { AUDIT_ACTIONS, AUDIT_KINDS, type AuditAction, type AuditKind } from '../db/values.ts';
import { type Listing, orderBy } from './listing.ts';

const value = z.record(z.string(), z.unknown()).nullable();

export const auditRow = z.object({
  ...{ id: z.int(), at: z.int(), actor: z.string(), session: z.string().nullable(), change: z.string() },
  ...{ kind: z.enum(AUDIT_KINDS), ref: z.string(), action: z.enum(AUDIT_ACTIONS) },
  ...{ before: value, after: value },
});
export type AuditRow = z.output<typeof auditRow>;

/** The index of a ref begins with the kind. */
const EVERY_KIND = sql.raw(`(${AUDIT_KINDS.map((kind) => `'${kind}'`).join(', ')})`);

export interface AuditFilter {
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

/** The audit trail, newest first: of a thing, of who changed it, of what was done and of a time each by an index. */
export function auditListing(filter: AuditFilter): Listing<AuditRow> {
  const { kind, ref, actor, action, change, from, until } = filter;
  const index = indexFor(filter);
  const is = (column: SQL, wanted: string | undefined) => (wanted === undefined ? [] : [sql`${column} = ${wanted}`]);
  return {
    row: objectOf(audit, ['id', 'at', 'actor', 'session', 'change', 'kind', 'ref', 'action', 'before', 'after']),
    shape: auditRow,
    from: index ? sql`${audit} INDEXED BY ${sql.identifier(index)}` : sql`${audit}`,
    where: [
      ...(ref === undefined || kind ? is(sql`${audit.kind}`, kind) : [sql`${audit.kind} IN ${EVERY_KIND}`]),
      ...is(sql`${audit.ref}`, ref),
      ...is(sql`${audit.actor}`, actor),
      ...is(sql`${audit.action}`, action),
      // Says nothing more, but SQLite takes the partial index only with this literal.
      ...(index === 'audit_action' ? [sql`${audit.action} <> 'create'`] : []),
      ...is(sql`${audit.change}`, change),
      ...(from === undefined ? [] : [sql`${audit.at} >= ${from}`]),
      ...(until === undefined ? [] : [sql`${audit.at} < ${until}`]),
    ],
    order: orderBy(sql`${audit.at}`, sql`${audit.id}`, z.tuple([z.int(), z.int()])),
    isDescending: true,
    sort: '-at',
  };
}
