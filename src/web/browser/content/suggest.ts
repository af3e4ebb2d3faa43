import { request } from '../lib/request.ts';
import { slugOf } from '../lib/slug.ts';
import { loadPage } from './api.ts';
import { type AuditPage, auditKindOf } from './changes.tsx';
import type { Field, Values } from './fields.ts';
import type { Kind } from './kinds.tsx';

/** What a form for something new fills in by itself; all of it may be changed. */

const NUMBER = 'id';

/** Whether things of this kind have a number that people choose. */
export const isNumbered = ({ fields }: Pick<Kind, 'fields'>): boolean =>
  fields.some(({ name, isIdentity }) => name === NUMBER && isIdentity);

/** The number after the highest, those of the last deleted ones included: others may remember them. */
export async function nextNumber(kind: Kind, signal: AbortSignal): Promise<number> {
  const query = { kind: auditKindOf(kind), action: 'delete', limit: 100 };
  const [{ rows }, { entries }] = await Promise.all([
    loadPage(kind, { sort: `-${NUMBER}`, limit: 1 }, signal),
    request<AuditPage>('/manage/audit', { query, signal }),
  ]);
  return 1 + Math.max(0, Number(rows[0]?.[NUMBER] ?? 0), ...entries.map(({ ref }) => Number(ref) || 0));
}

/** With a changed name the slug changes, until somebody has written another one. */
export function withSlug(fields: readonly Field[], before: Values, change: Values): Values {
  const hasSlug = fields.some(({ name }) => name === 'slug');
  if (!hasSlug || typeof change.name !== 'string' || before.slug !== slugOf(String(before.name ?? ''))) return change;
  return { ...change, slug: slugOf(change.name) };
}
