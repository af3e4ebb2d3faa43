import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import { alias, type SQLiteColumn } from 'drizzle-orm/sqlite-core';
import * as z from 'zod';
import { AUDIT_KINDS, COLLECTIONS } from '../../../collections/all-collections.ts';
import { REVERTED_SUFFIX } from '../../../content/articles/net-changes.ts';
import { hashOf, importedIn, importsOf, isImport } from '../../../content/history/imports.ts';
import type { Db } from '../../../db/client.ts';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { articles, audit, trash } from '../../../db/schema.ts';
import { columnNames, equals, inList, joined, objectOf } from '../../../db/sql.ts';
import { AUDIT_ACTIONS, type AuditAction, type AuditKind } from '../../../db/values.ts';
import { operations } from '../../../http/endpoint.ts';
import { notFound } from '../../../http/errors.ts';
import type { KeyRecord } from '../../../keys/key-store.ts';
import { choice, day, shaped } from '../../../lib/formats/params.ts';
import { endOfDay, rfc3339, startOfDay } from '../../../lib/time.ts';
import { type Listing, type ListingOrder, orderBy } from '../../../search/listing.ts';
import { count, time } from '../../shapes.ts';
import { cursor, listLimit, loadListingPage, ON_CLOCK, PAGE_FIELDS, pageFields } from '../list-parameters.ts';
import { CONFLICTS, inUse } from '../name-in-use.ts';
import { recordName } from './record-name.ts';
import { finalReason, revertChange } from './revert.ts';

async function titlesOf(db: Db, ids: readonly number[]): Promise<Record<string, string>> {
  if (ids.length === 0) return {};
  const gone = and(eq(trash.kind, 'article'), inList(trash.ref, ids.map(String)));
  const { deleted, stored } = await db.transaction({
    deleted: db
      .select({ id: sql<number>`CAST(${trash.ref} AS INTEGER)`.as('id'), title: trash.name })
      .from(trash)
      .where(gone)
      .orderBy(trash.id),
    stored: db.select({ id: articles.id, title: articles.title }).from(articles).where(inList(articles.id, ids)),
  });
  return Object.fromEntries([...deleted, ...stored].map(({ id, title }) => [id, title]));
}

const value = z.record(z.string(), z.unknown()).nullable();

const auditEntry = z.object({
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
  mergedIntoName: z.string().nullable(),
  /** Number of changed resources. Always 1 if records are listed separately. */
  things: z.int(),
  isReverted: z.int(),
});
type AuditEntry = z.output<typeof auditEntry>;

/** SQL list of all kinds of resources. A condition on `ref` needs it, because the index begins with the kind. */
const EVERY_KIND = sql.raw(`(${AUDIT_KINDS.map((kind) => `'${kind}'`).join(', ')})`);

interface AuditFilter {
  isByChange: boolean;
  kind: AuditKind | undefined;
  kinds: readonly AuditKind[] | undefined;
  ref: string | undefined;
  actor: string | undefined;
  action: AuditAction | undefined;
  change: string | undefined;
  /** Time range in epoch seconds: `from` is inclusive, `until` exclusive. */
  from: number | undefined;
  until: number | undefined;
}

/** Returns the database index that excludes the most rows. Most rows come from imports and have the action `create`. */
function indexFor({ kind, ref, change, action }: AuditFilter): string | null {
  if (ref !== undefined) return 'audit_ref';
  if (change !== undefined) return 'audit_change';
  if (action !== undefined && action !== 'create') return 'audit_action';
  return kind !== undefined && kind !== 'article' ? 'audit_kind' : null;
}

const MAX_COUNTED_RESOURCES = 1000;

const AUDIT_KIND = sql`${audit.kind}`;
/** SQL for the record into which an entry merged its record. `NULL` if the entry is no merge. */
const MERGED_INTO = sql`iif(${audit.action} = 'merge', CAST(${audit.after} ->> '$.mergedInto' AS TEXT), NULL)`;

const other = alias(audit, 'other');
const LATER_CHANGE = sql`${audit} ${sql.identifier('other')} INDEXED BY ${sql.identifier('audit_change')}`;

/** SQL for the id of an article in an import. Usable only if the articles of the import are listed separately. */
const PART = sql.raw('entry.key');

const isExpanded = ({ isByChange, change, ref }: AuditFilter): boolean =>
  !isByChange && change !== undefined && ref === undefined;

/** Returns the id of a record's resource. For an import, it is the listed or requested article, or else the last. */
function refOf(filter: AuditFilter): SQL {
  if (isExpanded(filter)) return sql`coalesce(${PART}, ${audit.ref})`;
  const last = sql`(SELECT j.key FROM ${importedIn(audit)} j ORDER BY CAST(j.key AS INTEGER) DESC LIMIT 1)`;
  return sql`iif(${isImport(audit)}, ${filter.ref ?? last}, ${audit.ref})`;
}

const PARTS: ListingOrder = (() => {
  const part = sql`coalesce(CAST(${PART} AS INTEGER), 0)`;
  return {
    place: sql`json_array(${audit.at}, ${audit.id}, ${part})`,
    terms: (direction) => sql`${audit.at} ${direction}, ${audit.id} ${direction}, ${part} ${direction}`,
    beyond: (place, operator) =>
      sql`(${audit.at}, ${audit.id}, ${part}) ${operator} (${joined(place.map((value) => sql`${value}`))})`,
    shape: z.tuple([z.int(), z.int(), z.int()]),
  };
})();

/** Counts the resources in the audit records that match `where`. Each article of an import is a resource. */
const countOf = (where: SQL, most: SQL = sql.raw('-1')): SQL =>
  sql`(SELECT count(*) FROM (SELECT DISTINCT ${other.kind}, coalesce(imported.key, ${other.ref})
    FROM ${LATER_CHANGE} LEFT JOIN ${importedIn(other)} imported WHERE ${where} LIMIT ${most}))`;

const SAME_CHANGE = sql`${other.change} = ${audit.change}`;
const COUNT = countOf(SAME_CHANGE, sql.raw(String(MAX_COUNTED_RESOURCES)));

const later = alias(audit, 'later');

/** SQL condition: the entry removed its record, and the record was restored since. */
const isRestored = (of: typeof audit | typeof other): SQL =>
  sql`(${of.action} IN ('delete', 'merge') AND EXISTS (SELECT 1 FROM ${audit} ${sql.identifier('later')} INDEXED BY ${sql.identifier('audit_ref')}
    WHERE ${later.kind} = ${of.kind} AND ${later.ref} = ${of.ref} AND ${later.action} = 'restore' AND ${later.id} > ${of.id}))`;

/** SQL condition: another change has reverted the record, the whole import or the whole change. */
function isReverted(filter: AuditFilter): SQL {
  const areRestored = filter.isByChange
    ? sql`NOT EXISTS (SELECT 1 FROM ${LATER_CHANGE} WHERE ${SAME_CHANGE} AND NOT ${isRestored(other)})`
    : sql`true`;
  return sql`(${isTakenBack(filter)} OR (${isRestored(audit)} AND ${areRestored}))`;
}

function isTakenBack(filter: AuditFilter): SQL {
  const isTaken = sql`${other.change} = ${audit.change} || ${REVERTED_SUFFIX}`;
  const taken = (of: SQL) => sql`EXISTS (SELECT 1 FROM ${LATER_CHANGE} WHERE ${isTaken} AND ${of})`;
  if (filter.isByChange) return sql`(${taken(sql`true`)} AND ${countOf(isTaken)} = ${countOf(SAME_CHANGE)})`;
  const own = (key: SQL) => taken(sql`(${other.kind}, ${other.ref}) = (${audit.kind}, ${key})`);
  if (filter.ref !== undefined || isExpanded(filter)) return own(refOf(filter));
  const isLeft = sql`EXISTS (SELECT 1 FROM ${importedIn(audit)} j WHERE NOT ${own(sql.raw('j.key'))})`;
  return sql`iif(${isImport(audit)}, NOT ${isLeft}, ${own(sql`${audit.ref}`)})`;
}

function thingsOf(filter: AuditFilter): SQL {
  if (filter.isByChange) return COUNT;
  if (filter.ref !== undefined || isExpanded(filter)) return sql`1`;
  return sql`iif(${isImport(audit)}, (SELECT count(*) FROM ${importedIn(audit)}), 1)`;
}

/** Lists the audit trail, newest entries first. The filters by resource, actor, action and time each use an index. */
function auditListing(filter: AuditFilter): Listing<AuditEntry> {
  const { kind, ref, isByChange } = filter;
  const isInParts = isExpanded(filter);
  const index = indexFor(filter);
  const record = objectOf(audit, columnNames(audit));
  return {
    row: sql`json_set(${record}, '$.ref', ${refOf(filter)}, '$.after', iif(${isImport(audit)}, json('{}'), json(${audit.after})),
      '$.name', ${recordName(AUDIT_KIND, refOf(filter))}, '$.mergedIntoName', ${recordName(AUDIT_KIND, MERGED_INTO)}, '$.things', ${thingsOf(filter)}, '$.isReverted', ${isReverted(filter)})`,
    shape: auditEntry,
    from: sql`${audit}${index ? sql` INDEXED BY ${sql.identifier(index)}` : sql``}${
      isInParts ? sql` LEFT JOIN ${importedIn(audit)} entry` : sql``
    }`,
    where: [
      ...(ref !== undefined && !kind ? [sql`${audit.kind} IN ${EVERY_KIND}`] : []),
      ...conditions(audit, filter),
      // SQLite uses the partial index only if the query contains this redundant condition as a literal.
      ...(index === 'audit_action' ? [sql`${audit.action} <> 'create'`] : []),
      ...(isByChange
        ? [
            sql`NOT EXISTS (SELECT 1 FROM ${LATER_CHANGE} WHERE ${and(
              eq(other.change, audit.change),
              gt(other.id, audit.id),
              ...conditions(other, filter),
            )})`,
          ]
        : []),
    ],
    order: isInParts ? PARTS : orderBy(sql`${audit.at}`, sql`${audit.id}`, z.tuple([z.int(), z.int()])),
    isDescending: true,
    sort: isByChange ? 'changes' : isInParts ? 'parts' : '-at',
  };
}

type Columns = Record<'kind' | 'ref' | 'after' | 'actor' | 'action' | 'change' | 'at', SQLiteColumn>;

function refIs(table: Columns, ref: string, kind: AuditKind | undefined): SQL {
  const own = sql`(${table.ref} = ${ref} AND NOT ${isImport(table)})`;
  if ((kind !== undefined && kind !== 'article') || !/^\d{1,15}$/.test(ref)) return own;
  return sql`${table.ref} IN (SELECT ${ref} UNION ALL SELECT ${audit.ref} FROM ${audit} WHERE ${audit.id} IN ${importsOf([Number(ref)])})
    AND (${own} OR ${hashOf(table, sql`${ref}`)} IS NOT NULL)`;
}

function conditions(table: Columns, filter: AuditFilter): SQL[] {
  const { kind, kinds, ref, actor, action, change, from, until } = filter;
  return [
    ...(kinds ? [inList(table.kind, kinds)] : []),
    ...equals([table.kind, table.actor, table.action, table.change], [kind, actor, action, change]),
    ...(ref === undefined ? [] : [refIs(table, ref, kind)]),
    ...(from === undefined ? [] : [sql`${table.at} >= ${from}`]),
    ...(until === undefined ? [] : [sql`${table.at} < ${until}`]),
  ];
}

const CONTENT: readonly AuditKind[] = [...COLLECTIONS.map(({ kind }) => kind), 'recommended', 'plan', 'feed'];
const seenBy = ({ kind }: KeyRecord) => (kind === 'operator' ? undefined : CONTENT);

const actorRow = z.object({ found: z.string() });
const NEXT_ACTOR = sql`SELECT min(${audit.actor}) FROM ${audit}`;

/** Lists the actors who changed resources of these kinds. Usually reads only a few rows per actor. */
async function actorsOf(db: Db, kinds: readonly AuditKind[] | undefined): Promise<string[]> {
  const found = sql.raw('found');
  const of = sql`EXISTS (SELECT 1 FROM ${audit} WHERE ${audit.actor} = ${found} AND ${kinds ? inList(audit.kind, kinds) : sql`true`})`;
  const rows = await db.rows(
    actorRow,
    sql`WITH RECURSIVE actors(found) AS (${NEXT_ACTOR}
      UNION ALL SELECT (${NEXT_ACTOR} WHERE ${audit.actor} > ${found}) FROM actors WHERE ${found} IS NOT NULL)
      SELECT ${found} FROM actors WHERE ${found} IS NOT NULL AND ${of}`,
  );
  return rows.map(({ found }) => found);
}

export const manageAudit = operations('Management');

const entry = auditEntry
  .omit({ isReverted: true })
  .extend({
    at: time,
    actor: z.string().describe('Name of the key or process that made the change'),
    session: z.string().nullable().describe('Session in which the change was made; null if it was made with a key'),
    change: z.string().describe('Common id of all entries of one change'),
    name: z.string().nullable().describe('Current or most recent name of the record; null if it has only a ref'),
    mergedIntoName: z
      .string()
      .nullable()
      .describe('Name of the record into which it was merged; null for other changes'),
    things: count.describe(
      'Number of records that the entry represents, at most 1000. With `by=change`, all records of the change. With neither `change` nor `ref`, the articles of an import. Otherwise 1',
    ),
    reverted: z.boolean().describe('Whether another change has reverted this entry'),
    final: z
      .string()
      .nullable()
      .describe('Reason why the entry cannot be reverted; null if it can be, unless the record has changed since'),
    ref: z.string().describe('Id, domain, slug or date; kind and ref for a rule'),
    before: auditEntry.shape.before.describe('Previous state; null if the record did not exist'),
    after: auditEntry.shape.after.describe(
      'New state; null if the record was deleted, empty for articles that were created together',
    ),
  })
  .meta({ id: 'AuditEntry' });

const EXAMPLE: z.output<typeof entry> = {
  id: 812,
  at: '2026-01-30T09:12:00Z',
  actor: 'Newsroom',
  session: '4be21f0a9c37d5e8',
  change: '0d0bd3a5-6a0b-4d9c-8a53-0a9f1f3a7f6e',
  kind: 'article',
  ref: '1042',
  action: 'update',
  before: { title: 'Cyber premiums level of' },
  after: { title: 'Cyber premiums level off' },
  name: 'Cyber premiums level off',
  mergedIntoName: null,
  things: 1,
  reverted: false,
  final: null,
};

const text = shaped(/^[\s\S]{1,200}$/u, 'at most 200 characters');

manageAudit.get('/', {
  operationId: 'getAudit',
  summary: `List changes of the last ${RETENTION_DAYS.audit} days`,
  description:
    'Entries of articles contain only the changed fields. Changes by feeds are not recorded. Fields from article pages are in `fromPage` of the article.',
  query: z.object({
    kind: choice(AUDIT_KINDS, undefined).describe('Only changes to records of this kind'),
    ref: text.describe('Id, domain, slug or date'),
    actor: text.describe('Only changes by the key with this name'),
    action: choice(AUDIT_ACTIONS, undefined).describe('Only changes with this action'),
    change: text.describe('Only entries of this change'),
    by: choice(['record', 'change'], 'record').describe('`change` returns only the last entry of each change'),
    from: day.describe(`Only changes on this day or later, ${ON_CLOCK}`),
    to: day.describe(`Only changes on this day or earlier, ${ON_CLOCK}`),
    cursor,
    limit: listLimit,
  }),
  data: z.object({
    entries: z.array(entry),
    titles: z.record(z.string(), z.string()).describe('Headlines of the selected articles, by article id'),
    ...pageFields,
  }),
  example: { entries: [EXAMPLE], titles: {}, ...PAGE_FIELDS },
  answer: async (c, { query: { from, to, by, cursor, limit, ...filter } }) => {
    const { db, now } = c.var;
    const { env } = c;
    const isByChange = by === 'change';
    const listing = auditListing({
      ...filter,
      isByChange,
      kinds: seenBy(c.var.key),
      from: from ? startOfDay(from, env.TIME_ZONE) : undefined,
      until: to ? endOfDay(to, env.TIME_ZONE) + 1 : undefined,
    });
    const { rows, ...page } = await loadListingPage(db, listing, { cursor, limit });
    const selected = rows.flatMap(({ kind, before, after }) =>
      kind === 'recommended' || kind === 'plan'
        ? [before, after].flatMap((day) => (day?.articles as number[] | undefined) ?? [])
        : [],
    );
    const entries = rows.map(({ isReverted, at, ...row }) => ({
      ...row,
      at: rfc3339(at),
      reverted: isReverted === 1,
      final: finalReason({ ...row, at }, now / 1000),
    }));
    return { entries, titles: await titlesOf(db, selected), ...page };
  },
});

manageAudit.get('/actors', {
  operationId: 'getActors',
  summary: 'List the names in the audit trail',
  description: 'Returns only names in entries that the caller may see.',
  data: z.object({ actors: z.array(z.string()) }),
  example: { actors: ['Dana Whitfield', 'Newsroom'] },
  answer: async ({ var: { db, key } }) => ({ actors: await actorsOf(db, seenBy(key)) }),
});

manageAudit.post('/:change/revert', {
  operationId: 'revertChange',
  summary: 'Revert a change',
  description:
    'Restores the previous state, including rule tags, or changes nothing and returns the reasons by kind and ref in `data`. Large changes are reverted in steps of a hundred records, so repeat the request until `left` is 0. The revert is a change of its own and can be reverted.',
  path: z.object({ change: z.string().min(1).max(200).describe('`change` of an entry') }),
  input: {
    schema: z.object({
      only: z
        .array(z.string().max(2000))
        .min(1, { error: 'must contain at least one record' })
        .max(100, { error: 'must contain at most 100 records' })
        .optional()
        .describe('Kind and ref of the records to revert, such as article/1042 (default: all)'),
    }),
    example: { only: ['article/1042'] },
  },
  others: CONFLICTS,
  data: z.object({ reverted: count, left: count.describe('Records of the change that have not been reverted yet') }),
  example: { reverted: 10, left: 0 },
  answer: async (c, { path: { change }, input: { only } }) => {
    const result = await revertChange(c, change, { only, kinds: seenBy(c.var.key) });
    if (!result) throw notFound({ change: `not found among the changes of the last ${RETENTION_DAYS.audit} days` });
    const { reasons, ...done } = result;
    if (reasons.size > 0 && done.reverted === 0) throw inUse(Object.fromEntries(reasons));
    return done;
  },
});
