import { type DataOf, request } from '../../lib/request/request.ts';
import { slugOf } from '../../lib/words.ts';
import type { Field, Values } from '../../ui/form/values.ts';
import { loadPage } from '../api.ts';

import type { Collection } from '../collections.tsx';

/** What a form for something new fills in by itself; all of it may be changed. */

const NUMBER = 'id';

/** Whether things of this kind have a number that people choose. */
export const isNumbered = ({ fields }: Pick<Collection, 'fields'>): boolean =>
  fields.some(({ name, isIdentity }) => name === NUMBER && isIdentity);

/** What takes a thing away. */
const REMOVALS = ['delete', 'merge'];

/** The number after the highest, those of the last deleted and merged ones included: others may remember them. */
export async function nextNumber(kind: Collection, signal: AbortSignal): Promise<number> {
  const removed = (action: string) =>
    request<DataOf<'/manage/audit'>>('/manage/audit', { query: { kind: kind.kind, action, limit: 100 }, signal });
  const [{ rows }, ...pages] = await Promise.all([
    loadPage(kind, { sort: `-${NUMBER}`, limit: 1 }, signal),
    ...REMOVALS.map(removed),
  ]);
  const gone = pages.flatMap(({ entries }) => entries.map(({ ref }) => Number(ref) || 0));
  return 1 + Math.max(0, Number(rows[0]?.[NUMBER] ?? 0), ...gone);
}

/** With a changed name the slug changes, until somebody has written another one; what a rule of another kind tags with is chosen anew. */
export function withSuggestions(fields: readonly Field[], before: Values, change: Values): Values {
  if (change.kind !== undefined) return { ...change, ref: '' };
  const hasSlug = fields.some(({ name }) => name === 'slug');
  if (!hasSlug || typeof change.name !== 'string' || before.slug !== slugOf(String(before.name ?? ''))) return change;
  return { ...change, slug: slugOf(change.name) };
}
