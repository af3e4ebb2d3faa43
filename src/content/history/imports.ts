import { type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { audit } from '../../db/schema.ts';

/** An import's audit record has `ref` `+<lowest id>-<highest id>` and a hash per article id (docs/decisions.md#F43). */

/** First character of an import's `ref`. It sorts before digits, so that the index on `ref` finds imports. */
export const IMPORT_MARK = '+';

type AuditRecord = Pick<typeof audit.$inferSelect, 'kind' | 'ref' | 'after'>;

/** Returns the hashes of the articles that an import created, by id. `null` if the record is about one resource. */
export const importOf = ({ kind, ref, after }: AuditRecord): Record<string, string> | null =>
  kind === 'article' && ref.startsWith(IMPORT_MARK) ? (after?.articles as Record<string, string>) : null;

interface AuditColumns {
  kind: SQLWrapper;
  ref: SQLWrapper;
  after: SQLWrapper;
}

export const isImport = ({ kind, ref }: Pick<AuditColumns, 'kind' | 'ref'>): SQL =>
  sql`(${kind} = 'article' AND ${ref} >= '+' AND ${ref} < ',')`;

export const importedIn = (columns: AuditColumns): SQL =>
  sql`json_each(iif(${isImport(columns)}, ${columns.after} -> '$.articles', '{}'))`;

/** SQL expression: the hash of an article in an import, or NULL if the import did not create the article. */
export const hashOf = ({ after }: Pick<AuditColumns, 'after'>, id: SQL): SQL =>
  sql`(${after} ->> ('$.articles."' || ${id} || '"'))`;

/** Ids of imports that created any of these articles. Hashes are parsed only if an import's id range matches. */
export const importsOf = (ids: readonly number[]): SQL =>
  sql`(SELECT ${audit.id} FROM ${audit} WHERE ${isImport(audit)}
    AND EXISTS (SELECT 1 FROM json_each(${JSON.stringify(ids)}) one
      WHERE one.value BETWEEN CAST(substr(${audit.ref}, 2) AS INTEGER)
        AND CAST(substr(${audit.ref}, instr(${audit.ref}, '-') + 1) AS INTEGER)
      AND ${hashOf(audit, sql.raw('one.value'))} IS NOT NULL))`;
