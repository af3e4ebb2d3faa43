import { sql } from 'drizzle-orm';
import { type Db, failWhere, type Precondition } from '../../db/client.ts';
import { tagRules } from '../../db/schema.ts';
import { upsertRows } from '../../db/sql.ts';
import type { StoredRule } from '../../tagging/rule-kinds.ts';
import { type Changed, changedBy } from '../changed.ts';
import { type Author, newAuditChange, recordRemoval, recordRestored } from '../history/audit.ts';
import { intoTrash, type TrashRow, takeFromTrash, trashedRows } from '../history/trash.ts';
import { ruleSubjectOf } from '../rules/rules.ts';
import { RESOURCE_ROWS, ruleIs } from '../things.ts';

/** Deletes and restores rules. The tags that a rule set stay until its articles are tagged again. */

const nameOf = ({ kind, ref }: Pick<StoredRule, 'kind' | 'ref'>) => `${kind}/${ref}`;

export async function removeRule(db: Db, rule: StoredRule, author: Author, guard: Precondition): Promise<Changed> {
  const where = ruleIs(rule.kind, rule.ref);
  const ref = nameOf(rule);
  const rows = sql`json_object('tagRules', ${trashedRows(sql`SELECT ${RESOURCE_ROWS.rule.row} AS row FROM ${tagRules} WHERE ${where}`)})`;
  await db.transaction(
    guard,
    intoTrash(author, { kind: 'rule', ref, name: rule.words[0] ?? ref }, rows),
    recordRemoval(newAuditChange(author), 'rule', { thing: RESOURCE_ROWS.rule, where, ref }),
    db.delete(tagRules).where(where),
  );
  return changedBy();
}

/** Restores a rule. Throws `ConflictError` if another rule has replaced it or the tagged resource no longer exists. */
export async function restoreRule(db: Db, trashEntry: TrashRow, author: Author): Promise<Changed> {
  const rules = (trashEntry.rows.tagRules ?? []) as unknown as StoredRule[];
  const [rule] = rules;
  if (!rule) return changedBy();
  const where = ruleIs(rule.kind, rule.ref);
  await db.transaction(
    failWhere(
      sql`EXISTS (SELECT 1 FROM ${tagRules} WHERE ${where})`,
      sql`NOT EXISTS (${ruleSubjectOf(rule.kind, rule.ref)})`,
    ),
    upsertRows(tagRules, rules, { columns: ['kind', 'ref', 'words', 'exclusions', 'language'], key: ['kind', 'ref'] }),
    recordRestored(newAuditChange(author), 'rule', { thing: RESOURCE_ROWS.rule, where, ref: nameOf(rule) }),
    ...takeFromTrash(db, trashEntry.id),
  );
  return changedBy();
}
