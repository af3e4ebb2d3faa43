import * as z from 'zod';
import { AUDIT_ACTIONS, AUDIT_KINDS } from '../../db/values.ts';
import { router } from '../../http/base.ts';
import { endpoint } from '../../http/endpoint.ts';
import { choice, day, shaped } from '../../http/params.ts';
import { rfc3339 } from '../../lib/time.ts';
import { auditListing, auditRow } from '../../search/audit-list.ts';
import { time } from '../shapes.ts';
import { cursor, limit, loadPage, PAGE_FIELDS, pageFields } from './list-parameters.ts';

/** Who changed what. */
export const manageAudit = router();

const DAY = 86_400;

const entry = auditRow
  .extend({
    at: time,
    actor: z.string().describe('Name of the key, or what else made the change'),
    session: z.string().nullable().describe('The session that it was made in; null: by the key itself'),
    change: z.string().describe('The same for all that was changed at once'),
    ref: z.string().describe('Id, domain, slug or date; of a rule kind and ref'),
    before: auditRow.shape.before.describe('What it was; null: not there'),
    after: auditRow.shape.after.describe('What it became; null: deleted'),
  })
  .meta({ id: 'AuditEntry' });

const EXAMPLE: z.output<typeof entry> = {
  id: 812,
  at: '2026-01-30T09:12:00Z',
  actor: 'Newsroom',
  session: '4be21f0a9c37d5e8',
  change: '0d0bd3a5-6a0b-4d9c-8a53-0a9f1f3a7f6e',
  ...{ kind: 'article', ref: '1042', action: 'update' },
  before: { title: 'Cyber premiums level of' },
  after: { title: 'Cyber premiums level off' },
};

const text = shaped(/^[\s\S]{1,200}$/, 'at most 200 characters');

manageAudit.get(
  '/',
  endpoint(
    {
      operationId: 'getAudit',
      summary: 'Who changed what in the last 90 days, newest first',
      description: 'Of a change of an article only the fields that differ. What feeds bring is not recorded.',
      tag: 'Management',
      query: z.object({
        kind: choice(AUDIT_KINDS, undefined).describe('What was changed'),
        ref: text.describe('Which one: id, domain, slug or date'),
        actor: text.describe('Name of the key'),
        action: choice(AUDIT_ACTIONS, undefined).describe('What was done'),
        change: text.describe('All that was changed at once'),
        from: day.describe('On this day or later (UTC)'),
        to: day.describe('On this day or earlier (UTC)'),
        ...{ cursor, limit },
      }),
      data: z.object({ entries: z.array(entry), ...pageFields }),
      example: { entries: [EXAMPLE], ...PAGE_FIELDS },
    },
    async ({ var: { db } }, { query: { from, to, cursor, limit, ...filter } }) => {
      const listing = auditListing({ ...filter, from: startOf(from), until: startOf(to, DAY) });
      const { rows, ...page } = await loadPage(db, listing, { cursor, limit });
      return { entries: rows.map((row) => ({ ...row, at: rfc3339(row.at) })), ...page };
    },
  ),
);

const startOf = (date: string | undefined, later = 0) =>
  date === undefined ? undefined : Date.parse(date) / 1000 + later;
