import { type SQL, sql } from 'drizzle-orm';
import { audit } from '../../db/schema.ts';
import { AUDIT_COLUMNS, type AuditChange, auditHead } from '../history/audit.ts';
import { type Differences, type EditableFields, type Stored, shownOf } from './article-facts.ts';

/** Returns the recorded fields of an article: everything that a revert restores, including the rules' tags. */
export const recordedOf = ({ shown, ruleTags, domain }: Recorded): EditableFields => ({
  ...shown,
  ruleTags,
  source: domain,
});

type Recorded = Pick<Stored, 'shown' | 'ruleTags' | 'domain'>;

/** Builds statements that record new articles in full and other articles by changed field. */
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
  const changed = rows.filter(({ fields }) => fields.length > 0).map(({ fields: _, ...row }) => row);
  if (changed.length === 0) return [];
  return [
    sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
      SELECT ${auditHead(change, 'article')}, value ->> 'ref', iif(value -> 'before' IS NULL, 'create', 'update'),
        value -> 'before', value -> 'after' FROM json_each(${JSON.stringify(changed)})`,
  ];
}

/** Returns true if two values are equal in the audit trail, which does not distinguish undefined from null. */
export const same = (a: unknown, b: unknown): boolean => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
