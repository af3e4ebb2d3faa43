import * as z from 'zod';
import { AUDIT_KINDS } from '../../../db/values.ts';
import { router } from '../../../http/base.ts';
import { operations } from '../../../http/endpoint.ts';
import { choice } from '../../../http/params.ts';
import { rfc3339 } from '../../../lib/time.ts';
import { deletedListing } from '../../../search/deleted-list.ts';
import { time } from '../../shapes.ts';
import { cursor, limit, loadPage, PAGE_FIELDS, pageFields, search } from '../list-parameters.ts';

/** What was deleted or merged, and can be put back. */
export const manageDeleted = router();

const deleted = z
  .object({
    kind: z.enum(AUDIT_KINDS),
    ref: z.string().describe('Id, domain, slug or date; of a rule kind and ref'),
    name: z.string().describe('What it was called'),
    at: time,
    actor: z.string().describe('Name of the key'),
    mergedInto: z.string().nullable().describe('What has its references since; null: it was deleted'),
  })
  .meta({ id: 'Deleted' });

const EXAMPLE: z.output<typeof deleted> = {
  kind: 'topic',
  ref: '12',
  name: 'Cyber',
  at: '2026-01-30T09:12:00Z',
  actor: 'Newsroom',
  mergedInto: null,
};

operations(manageDeleted, 'Management').get('/', {
  operationId: 'listDeleted',
  summary: 'What was deleted or merged within the last 30 days, the latest first',
  description: 'Each is put back by POST to `restore` below its own address.',
  query: z.object({
    kind: choice(AUDIT_KINDS, undefined).describe('What was deleted'),
    search: search.describe('Part of its name'),
    cursor,
    limit,
  }),
  data: z.object({ deleted: z.array(deleted), ...pageFields }),
  example: { deleted: [EXAMPLE], ...PAGE_FIELDS },
  answer: async ({ var: { db, now } }, { query: { kind, search, ...asked } }) => {
    const { rows, ...page } = await loadPage(db, deletedListing({ kind, search, now: now / 1000 }), asked);
    return { deleted: rows.map(({ id: _, deletedAt, ...row }) => ({ ...row, at: rfc3339(deletedAt) })), ...page };
  },
});
