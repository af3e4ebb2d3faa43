import { type SQL, sql } from 'drizzle-orm';
import { audit } from '../../db/schema.ts';
import { hashText } from '../../lib/hash/quick-hash.ts';
import { AUDIT_COLUMNS, type AuditChange, auditHead } from '../history/audit.ts';
import { IMPORT_MARK } from '../history/imports.ts';
import { type Differences, type EditableFields, FACTS, type Stored, shownOf } from './article-facts.ts';

/** Returns every field that a revert restores, including the tags that rules set. */
export const recordedOf = ({ shown, ruleTags, domain }: Recorded): EditableFields => ({
  ...shown,
  ruleTags,
  source: domain,
});

type Recorded = Pick<Stored, 'shown' | 'ruleTags' | 'domain'>;

/** Records the changed fields of changed articles, and all fields of new ones. New articles may share a record. */
export function recordArticles(
  change: AuditChange,
  { different, remembered }: Differences,
  byId: ReadonlyMap<number, Stored>,
): SQL[] {
  const rows = [...different, ...remembered].map((draft) => {
    const stored = byId.get(draft.id);
    const before = stored && recordedOf(stored);
    const ruleTags = draft.ruleTags === null ? null : JSON.parse(draft.ruleTags);
    const { source, ...facts } = recordedOf({ shown: shownOf(draft), ruleTags, domain: draft.domain });
    const after = stored ? { ...facts, source } : facts;
    const fields = Object.keys(after).filter((name) => !before || !same(before[name], after[name]));
    const pick = (from: EditableFields) => Object.fromEntries(fields.map((name) => [name, from[name] ?? null]));
    return { ref: draft.id, fields, before: before && pick(before), after: pick(after) };
  });
  const written = rows.filter(({ fields }) => fields.length > 0).map(({ fields: _, ...row }) => row);
  const created = written.filter(({ before }) => !before);
  const isImport = created.length > 1;
  const changed = isImport ? written.filter(({ before }) => before) : written;
  return [
    ...(isImport ? [recordImport(change, created)] : []),
    ...(changed.length > 0 ? [recordEach(change, changed)] : []),
  ];
}

interface ArticleRecord {
  ref: number;
  before: EditableFields | undefined;
  after: EditableFields;
}

const recordEach = (change: AuditChange, changed: readonly ArticleRecord[]): SQL =>
  sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
      SELECT ${auditHead(change, 'article')}, value ->> 'ref', iif(value -> 'before' IS NULL, 'create', 'update'),
        value -> 'before', value -> 'after' FROM json_each(${JSON.stringify(changed)})`;

const recordImport = (change: AuditChange, created: readonly ArticleRecord[]): SQL => {
  const hashes = Object.fromEntries(created.map(({ ref, after }) => [ref, factsHash(after)]));
  const ids = created.map(({ ref }) => ref);
  const ref = `${IMPORT_MARK}${Math.min(...ids)}-${Math.max(...ids)}`;
  return sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
    VALUES (${auditHead(change, 'article')}, ${ref}, 'create', NULL, ${JSON.stringify({ articles: hashes })})`;
};

/** Returns a hash of an article's fields except its tags. A different hash shows that the article has changed. */
export const factsHash = (fields: object): string => {
  const values = fields as Record<string, unknown>;
  return hashText(JSON.stringify(FACTS.map((name) => values[name] ?? null)));
};

/** Compares values in the same way as the audit trail, which stores undefined as null. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
