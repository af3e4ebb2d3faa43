import type { AuditAction, AuditKind } from '../../db/values.ts';
import type { Seconds } from '../../lib/time.ts';
import { same } from './article-audit.ts';

/** Combined effect of a change on one resource, in any order of its records. */
export interface NetChange {
  kind: AuditKind;
  ref: string;
  action: AuditAction;
  /** Fields that differ if the resource was updated; `null` if it did not exist. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Id of the last record. */
  id: number;
  at: Seconds;
}

/** Suffix of the id of a change that reverts another change. */
export const REVERTED = '-reverted';

type Recorded = NetChange;

/** Combines the records of a change by resource, last changed first. `records` must be oldest first. */
export function netChanges(records: readonly Recorded[]): NetChange[] {
  const nets = new Map<string, NetChange>();
  for (const record of records) {
    const key = `${record.kind}/${record.ref}`;
    const first = nets.get(key);
    nets.delete(key);
    nets.set(key, first ? joinedWith(first, record) : record);
  }
  return [...nets.values()].reverse();
}

/**
 * Combines two records of a resource. Created and updated counts as created; a deletion at the end counts as a
 * deletion.
 */
function joinedWith(first: Recorded, next: Recorded): NetChange {
  const { id, at, kind, ref } = next;
  const action = next.action === 'update' ? first.action : next.action;
  const before = first.before && { ...next.before, ...first.before };
  return { id, at, kind, ref, action, before, after: next.after && { ...first.after, ...next.after } };
}

export const changedFields = ({ before, after }: Pick<NetChange, 'before' | 'after'>): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !same(ordered(name, before?.[name]), ordered(name, after?.[name])),
  );

/** Returns true if a resource is as the change left it, in those of `fields` that the resource has. */
export const isAsLeft = (thing: object, after: NetChange['after'], fields: readonly string[]): boolean =>
  fields.every(
    (name) =>
      !(name in thing) || same(ordered(name, (thing as Record<string, unknown>)[name]), ordered(name, after?.[name])),
  );

/** Sorts lists whose order has no meaning. */
const ordered = (name: string, value: unknown): unknown =>
  (name === 'aliases' || name === 'publishes') && Array.isArray(value) ? value.toSorted() : value;
