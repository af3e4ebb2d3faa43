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

/** The audit trail, newest first: of a thing, of who changed it and of a time each by an index. */
export function auditListing({ kind, ref, actor, action, change, from, until }: AuditFilter): Listing<AuditRow> {
  const is = (column: SQL, wanted: string | undefined) => (wanted === undefined ? [] : [sql`${column} = ${wanted}`]);
  return {
    row: objectOf(audit, ['id', 'at', 'actor', 'session', 'change', 'kind', 'ref', 'action', 'before', 'after']),
    shape: auditRow,
    from: sql`${audit}`,
    where: [
      ...is(sql`${audit.kind}`, kind),
      ...is(sql`${audit.ref}`, ref),
      ...is(sql`${audit.actor}`, actor),
      ...is(sql`${audit.action}`, action),
      ...is(sql`${audit.change}`, change),
      ...(from === undefined ? [] : [sql`${audit.at} >= ${from}`]),
      ...(until === undefined ? [] : [sql`${audit.at} < ${until}`]),
    ],
    order: orderBy(sql`${audit.at}`, sql`${audit.id}`, z.tuple([z.int(), z.int()])),
    isDescending: true,
    sort: '-at',
  };
}
