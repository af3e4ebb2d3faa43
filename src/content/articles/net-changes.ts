import type { audit } from '../../db/schema.ts';
import type { AuditAction, AuditKind } from '../../db/values.ts';
import type { Seconds } from '../../lib/time.ts';
import { importOf } from '../history/imports.ts';
import { factsHash, same } from './article-audit.ts';
import { FACTS } from './article-facts.ts';

export interface NetChange {
  kind: AuditKind;
  ref: string;
  action: AuditAction;
  /** Earlier values of the changed fields. `null` if the change created the resource. */
  before: Record<string, unknown> | null;
  after: Record<string, unknown> | null;
  /** Hash of an imported article's fields. `former` contains earlier values of fields that the same change updated. */
  imported?: { hash: string; former: Record<string, unknown> };
  id: number;
  at: Seconds;
}

export const REVERTED_SUFFIX = '-reverted';

type Recorded = NetChange;

/** Combines all records of each resource into one, latest first. `records` must be sorted oldest first. */
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

/** Combines two records. A creation and an update count as a creation. A deletion at the end counts as a deletion. */
function joinedWith(first: Recorded, next: Recorded): NetChange {
  const { id, at, kind, ref } = next;
  const { imported } = first;
  const action = next.action === 'update' ? first.action : next.action;
  const before = first.before && { ...next.before, ...first.before };
  const net = { id, at, kind, ref, action, before, after: next.after && { ...first.after, ...next.after } };
  if (!imported || action !== 'create') return net;
  return { ...net, imported: { ...imported, former: { ...next.before, ...imported.former } } };
}

/** Splits records by resource, because an import has a single record for all its articles. */
export const recordsByResource = (records: readonly (typeof audit.$inferSelect)[]): NetChange[] =>
  records.flatMap((record): NetChange[] => {
    const imported = importOf(record);
    if (!imported) return [record];
    return Object.entries(imported).map(([ref, hash]) => ({
      ...record,
      ref,
      after: {},
      imported: { hash, former: {} },
    }));
  });

export const changedFields = ({ before, after }: Pick<NetChange, 'before' | 'after'>): string[] =>
  [...new Set([...Object.keys(before ?? {}), ...Object.keys(after ?? {})])].filter(
    (name) => !same(ordered(name, before?.[name]), ordered(name, after?.[name])),
  );

/** Returns true if these fields of a resource still have the values from `after`. Ignores fields that `after` lacks. */
export const isAsLeft = (thing: object, after: NetChange['after'], fields: readonly string[]): boolean =>
  fields.every(
    (name) =>
      !(name in thing) || same(ordered(name, (thing as Record<string, unknown>)[name]), ordered(name, after?.[name])),
  );

export const isAsImported = (
  thing: object,
  { hash, former }: NonNullable<NetChange['imported']>,
  after: NetChange['after'],
): boolean =>
  factsHash({ ...thing, ...former }) === hash &&
  isAsLeft(
    thing,
    after,
    Object.keys(after ?? {}).filter((name) => FACTS.some((fact) => fact === name)),
  );

/** Sorts lists whose order has no meaning, so that they can be compared. */
const ordered = (name: string, value: unknown): unknown =>
  (name === 'aliases' || name === 'publishes') && Array.isArray(value) ? value.toSorted() : value;
