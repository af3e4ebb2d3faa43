import { type SQL, sql } from 'drizzle-orm';
import { audit } from '../db/schema.ts';
import { type Draft, type Shown, type Stored, shownOf } from './article-facts.ts';
import { AUDIT_COLUMNS, auditHead, type Change } from './audit.ts';

/** Statements that record new articles, and the differences of the others field by field. */
export function recordArticles(change: Change, drafts: readonly Draft[], byId: ReadonlyMap<number, Stored>): SQL[] {
  const rows = drafts.flatMap((draft) => {
    const before = byId.get(draft.id)?.shown;
    const after = shownOf(draft);
    const fields = Object.keys(after).filter((name) => !before || !same(before[name], after[name]));
    if (before && fields.length === 0) return [];
    const pick = (from: Shown) => Object.fromEntries(fields.map((name) => [name, from[name] ?? null]));
    return [{ ref: draft.id, before: before && pick(before), after: pick(after) }];
  });
  if (rows.length === 0) return [];
  return [
    sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
      SELECT ${auditHead(change, 'article')}, value ->> 'ref', iif(value -> 'before' IS NULL, 'create', 'update'),
        value -> 'before', value -> 'after' FROM json_each(${JSON.stringify(rows)})`,
  ];
}

const same = (a: unknown, b: unknown) => JSON.stringify(a ?? null) === JSON.stringify(b ?? null);
