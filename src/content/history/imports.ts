import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { audit } from '../../db/schema.ts';

/**
 * Records of imports. Several articles that are created at once have one record: its `ref` is `+<lowest id>-<highest id>`,
 * its `after` `{"articles": {"<id>": hash}}`. (docs/decisions.md#F43)
 */

/** First character of the `ref` of an import. Sorts before digits, so that the index on `ref` finds imports. */
export const IMPORT_MARK = '+';

type AuditRecord = Pick<typeof audit.$inferSelect, 'kind' | 'ref' | 'after'>;

/** Hashes of created articles by id; `null` if the record is of one resource. */
export const importOf = ({ kind, ref, after }: AuditRecord): Record<string, string> | null =>
  kind === 'article' && ref.startsWith(IMPORT_MARK) ? (after?.articles as Record<string, string>) : null;

interface AuditColumns {
  kind: SQLWrapper;
  ref: SQLWrapper;
  after: SQLWrapper;
}

/** Whether a record is of an import. */
export const isImport = ({ kind, ref }: Pick<AuditColumns, 'kind' | 'ref'>): SQL =>
  sql`(${kind} = 'article' AND ${ref} >= '+' AND ${ref} < ',')`;

/** Articles of an import as rows with the id in `key`; no rows for other records. */
export const importedIn = (columns: AuditColumns): SQL =>
  sql`json_each(iif(${isImport(columns)}, ${columns.after} -> '$.articles', '{}'))`;

/** Hash of an article in an import; NULL if the import did not create it. */
export const hashOf = ({ after }: Pick<AuditColumns, 'after'>, id: SQL): SQL =>
  sql`(${after} ->> ('$.articles."' || ${id} || '"'))`;

/**
 * Ids of imports that created any of these articles, as a subquery. Reads an index entry per import, and parses the
 * hashes only of those whose range of ids contains one.
 */
export const importsOf = (ids: readonly number[]): SQL =>
  sql`(SELECT ${audit.id} FROM ${audit} WHERE ${isImport(audit)}
    AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) one
      WHERE one.value BETWEEN CAST(substr(${audit.ref}, 2) AS INTEGER)
        AND CAST(substr(${audit.ref}, instr(${audit.ref}, '-') + 1) AS INTEGER)
      AND ${hashOf(audit, sql.raw('one.value'))} IS NOT NULL))`;
