import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { AUDIT_KINDS } from '../../../collections/all-collections.ts';
import { contains } from '../../../collections/core/list.ts';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { trash } from '../../../db/schema.ts';
import { equals, objectOf } from '../../../db/sql.ts';
import type { AuditKind } from '../../../db/values.ts';
import { operations } from '../../../http/endpoint.ts';
import { choice } from '../../../lib/formats/params.ts';
import { DAY, rfc3339, type Seconds } from '../../../lib/time.ts';
import { type Listing, orderBy } from '../../../search/listing.ts';
import { time } from '../../shapes.ts';
import { cursor, listLimit, loadListingPage, PAGE_FIELDS, pageFields, search } from '../list-parameters.ts';
import { recordName } from './record-name.ts';

const deleted = z
  .object({
    kind: z.enum(AUDIT_KINDS),
    ref: z.string().describe('Id, domain, slug or date; kind and ref for a rule'),
    name: z.string().describe('Most recent name'),
    at: time,
    actor: z.string().describe('Name of the key that made the change'),
    mergedInto: z.string().nullable().describe('Ref of the record into which it was merged; null if it was deleted'),
    mergedIntoName: z.string().nullable().describe('Name of the record into which it was merged'),
  })
  .meta({ id: 'Deleted' });

const EXAMPLE: z.output<typeof deleted> = {
  kind: 'topic',
  ref: '12',
  name: 'Cyber',
  at: '2026-01-30T09:12:00Z',
  actor: 'Newsroom',
  mergedInto: null,
  mergedIntoName: null,
};

export const manageDeleted = operations('Management').get('/', {
  operationId: 'listDeleted',
  summary: `List records deleted or merged in the last ${RETENTION_DAYS.trash} days`,
  description: 'To restore a record, send a POST request to `restore` below its URL.',
  query: z.object({
    kind: choice(AUDIT_KINDS, undefined).describe('Only records of this kind'),
    search: search.describe('Text that the name of the record must contain'),
    cursor,
    limit: listLimit,
  }),
  data: z.object({ deleted: z.array(deleted), ...pageFields }),
  example: { deleted: [EXAMPLE], ...PAGE_FIELDS },
  answer: async ({ var: { db, now } }, { query: { kind, search, ...paging } }) => {
    const { rows, ...page } = await loadListingPage(db, deletedListing({ kind, search, now: now / 1000 }), paging);
    return { deleted: rows.map(({ id: _, deletedAt, ...row }) => ({ ...row, at: rfc3339(deletedAt) })), ...page };
  },
});

const COLUMNS = ['id', 'kind', 'ref', 'name', 'deletedAt', 'actor', 'mergedInto'] as const;
type DeletedRow = Pick<typeof trash.$inferSelect, (typeof COLUMNS)[number]> & { mergedIntoName: string | null };

interface DeletedFilter {
  kind: AuditKind | undefined;
  search: string | undefined;
  now: Seconds;
}

const newer = alias(trash, 'newer');

/** Lists restorable resources, latest first. If a name was deleted several times, only the last deletion is listed. */
function deletedListing({ kind, search, now }: DeletedFilter): Listing<DeletedRow> {
  return {
    row: sql`json_insert(${objectOf(trash, COLUMNS)}, '$.mergedIntoName', ${recordName(sql`${trash.kind}`, sql`${trash.mergedInto}`)})`,
    shape: z.custom<DeletedRow>(),
    from: sql`${trash} INDEXED BY ${sql.identifier('trash_deleted')}`,
    where: [
      sql`${trash.deletedAt} > ${Math.floor(now) - RETENTION_DAYS.trash * DAY}`,
      sql`NOT EXISTS (SELECT 1 FROM ${trash} ${newer} WHERE (${newer.kind}, ${newer.ref}) = (${trash.kind}, ${trash.ref})
        AND ${newer.id} > ${trash.id})`,
      ...equals([trash.kind], [kind]),
      ...contains(search, [trash.name]),
    ],
    order: orderBy(sql`${trash.deletedAt}`, sql`${trash.id}`, z.tuple([z.int(), z.int()])),
    isDescending: true,
    sort: '-deletedAt',
  };
}
