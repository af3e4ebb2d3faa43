import * as z from 'zod';
import { AUDIT_ACTIONS, AUDIT_KINDS } from '../../../db/values.ts';
import { router } from '../../../http/base.ts';
import { endpoint } from '../../../http/endpoint.ts';
import { notFound } from '../../../http/errors.ts';
import { choice, day, shaped } from '../../../http/params.ts';
import { endOfDay, rfc3339, startOfDay } from '../../../lib/time.ts';
import { auditEntry, auditListing } from '../../../search/audit-list.ts';
import { titlesOf } from '../../../search/titles.ts';
import { count, time } from '../../shapes.ts';
import { CONFLICTS, inUse } from '../conflicts.ts';
import { cursor, limit, loadPage, ON_CLOCK, PAGE_FIELDS, pageFields } from '../list-parameters.ts';
import { finalReason, revertChange } from './revert.ts';

/** Who changed what. */
export const manageAudit = router();

const entry = auditEntry
  .omit({ isReverted: true })
  .extend({
    at: time,
    actor: z.string().describe('Name of the key, or what else made the change'),
    session: z.string().nullable().describe('The session that it was made in; null: by the key itself'),
    change: z.string().describe('The same for all that was changed at once'),
    name: z.string().nullable().describe('What it is called, or was called last; null: by its ref'),
    things: count.describe('With `by=change`, how many things the change has changed, at most 1000; otherwise 1'),
    reverted: z.boolean().describe('Another change has taken it back'),
    final: z
      .string()
      .nullable()
      .describe('Why it cannot be taken back; null: it can, unless something has changed since'),
    ref: z.string().describe('Id, domain, slug or date; of a rule kind and ref'),
    before: auditEntry.shape.before.describe('What it was; null: not there'),
    after: auditEntry.shape.after.describe('What it became; null: deleted'),
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
  ...{ name: 'Cyber premiums level off', things: 1, reverted: false, final: null },
};

const text = shaped(/^[\s\S]{1,200}$/u, 'at most 200 characters');

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
        by: choice(['record', 'change'], 'record').describe(
          'change: one entry for all that was changed at once, the last',
        ),
        from: day.describe(`On this day or later, ${ON_CLOCK}`),
        to: day.describe(`On this day or earlier, ${ON_CLOCK}`),
        ...{ cursor, limit },
      }),
      data: z.object({
        entries: z.array(entry),
        titles: z.record(z.string(), z.string()).describe('Headlines of the articles of selections, by id'),
        ...pageFields,
      }),
      example: { entries: [EXAMPLE], titles: {}, ...PAGE_FIELDS },
    },
    async ({ var: { db, now }, env }, { query: { from, to, by, cursor, limit, ...filter } }) => {
      const isByChange = by === 'change';
      const listing = auditListing({
        ...{ ...filter, isByChange },
        from: from ? startOfDay(from, env.TIME_ZONE) : undefined,
        until: to ? endOfDay(to, env.TIME_ZONE) + 1 : undefined,
      });
      const { rows, ...page } = await loadPage(db, listing, { cursor, limit });
      const selected = rows.flatMap(({ kind, before, after }) =>
        kind === 'recommended' ? [before, after].flatMap((day) => (day?.articles as number[] | undefined) ?? []) : [],
      );
      const entries = rows.map(({ isReverted, at, ...row }) => ({
        ...row,
        at: rfc3339(at),
        reverted: isReverted === 1,
        final: finalReason({ ...row, at }, now / 1000),
      }));
      return { entries, titles: await titlesOf(db, selected), ...page };
    },
  ),
);

manageAudit.post(
  '/:change/revert',
  endpoint(
    {
      operationId: 'revertChange',
      summary: 'Take back what was changed at once',
      description:
        'What is stored is afterwards what was stored before, tags with what rules had set of them included; or nothing is changed, and `data` says why by kind and ref. Of a large change a hundred things at a time: ask again as long as `left` is not 0. It is a change of its own, and can be taken back.',
      tag: 'Management',
      path: z.object({ change: z.string().min(1).max(200).describe('`change` of an entry') }),
      input: {
        schema: z.object({
          only: z
            .array(z.string().max(2000))
            .min(1, { error: 'must name one thing at least' })
            .max(100, { error: 'must name at most 100' })
            .optional()
            .describe('Kind and ref of what is to be taken back, such as article/1042; left out: everything'),
        }),
        example: { only: ['article/1042'] },
      },
      errors: [404],
      others: CONFLICTS,
      data: z.object({ reverted: count, left: count.describe('Things of the change that are still as it left them') }),
      example: { reverted: 10, left: 0 },
    },
    async (c, { path: { change }, input: { only } }) => {
      const result = await revertChange(c, change, only);
      if (!result) throw notFound({ change: 'names no change of the last 90 days' });
      const { reasons, ...done } = result;
      if (reasons.size > 0 && done.reverted === 0) throw inUse(Object.fromEntries(reasons));
      return done;
    },
  ),
);
