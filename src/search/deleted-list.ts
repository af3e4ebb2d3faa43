import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { KEPT_DAYS } from '../content/history/trash.ts';
import { objectOf } from '../db/json.ts';
import { trash } from '../db/schema.ts';
import { AUDIT_KINDS, type AuditKind } from '../db/values.ts';
import { DAY, type Seconds } from '../lib/time.ts';
import { type Listing, orderBy } from './listing.ts';

const deletedRow = z.object({
  ...{ id: z.int(), kind: z.enum(AUDIT_KINDS), ref: z.string(), name: z.string(), deletedAt: z.int() },
  ...{ actor: z.string(), mergedInto: z.string().nullable() },
});
export type DeletedRow = z.output<typeof deletedRow>;

interface Asked {
  kind: AuditKind | undefined;
  /** Part of a name; undefined: all. */
  search: string | undefined;
  now: Seconds;
}

const newer = alias(trash, 'newer');

/** What was deleted or merged and can be restored, the latest first: under each name the last that had it. */
export function deletedListing({ kind, search, now }: Asked): Listing<DeletedRow> {
  return {
    row: objectOf(trash, ['id', 'kind', 'ref', 'name', 'deletedAt', 'actor', 'mergedInto']),
    shape: deletedRow,
    from: sql`${trash} INDEXED BY ${sql.identifier('trash_deleted')}`,
    where: [
      sql`${trash.deletedAt} > ${Math.floor(now) - KEPT_DAYS * DAY}`,
      sql`NOT EXISTS (SELECT 1 FROM ${trash} ${newer} WHERE (${newer.kind}, ${newer.ref}) = (${trash.kind}, ${trash.ref})
        AND ${newer.id} > ${trash.id})`,
      ...(kind === undefined ? [] : [sql`${trash.kind} = ${kind}`]),
      ...(search === undefined ? [] : [sql`instr(lower(${trash.name}), lower(${search})) > 0`]),
    ],
    order: orderBy(sql`${trash.deletedAt}`, sql`${trash.id}`, z.tuple([z.int(), z.int()])),
    isDescending: true,
    sort: '-deletedAt',
  };
}
