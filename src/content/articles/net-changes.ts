import type { AuditAction, AuditKind } from '../../db/values.ts';
import type { Seconds } from '../../lib/time.ts';
import { same } from './article-audit.ts';

/** What one line of the trail has made of one thing, whatever the order in which it was recorded. */
export interface NetChange {
  kind: AuditKind;
  ref: string;
  action: AuditAction;
  /** Of what was changed, the fields that differ; null: it did not exist. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** The id of the last record. */
  id: number;
  at: Seconds;
}

/** What the id of a change ends with that takes another one back. */
export const REVERTED = '-reverted';

type Recorded = NetChange;

/** The records of one change by thing, the thing that was changed last first. `records`: oldest first. */
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

/** Something that was made and changed at once was made; what was deleted at last was deleted. */
function joinedWith(first: Recorded, next: Recorded): NetChange {
  const { id, at, kind, ref } = next;
  const action = next.action === 'update' ? first.action : next.action;
  const before = first.before && { ...next.before, ...first.before };
  return { id, at, kind, ref, action, before, after: next.after && { ...first.after, ...next.after } };
}

/** The fields that a change has changed. */
export const changedFields = ({ before, after }: Pick<NetChange, 'before' | 'after'>): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !same(ordered(name, before?.[name]), ordered(name, after?.[name])),
  );

/** Whether those of `fields` that a thing has are as the change has left them. */
export const isAsLeft = (thing: object, after: NetChange['after'], fields: readonly string[]): boolean =>
  fields.every(
    (name) =>
      !(name in thing) || same(ordered(name, (thing as Record<string, unknown>)[name]), ordered(name, after?.[name])),
  );

/** Lists whose order says nothing. */
const ordered = (name: string, value: unknown): unknown =>
  (name === 'aliases' || name === 'publishes') && Array.isArray(value) ? value.toSorted() : value;
