import type { InputField, Values } from '../../ui/form/values.ts';

/** Three-way merge of two editors' changes, field by field. (docs/decisions.md#P32) */

export interface Merged {
  /** Merged values. Lists contain both editors' changes. Conflicting fields have this editor's value. */
  values: Values;
  /** Fields that the two editors changed differently. A picture and its description count as one field. */
  clashes: Clash[];
  theirs: InputField[];
}

interface Clash {
  name: string;
  fields: InputField[];
}

/** Normalises a value as the API does: trims it and removes empty lines. */
const normalize = (value: Values[string] = ''): Values[string] =>
  Array.isArray(value)
    ? value.map((one) => one.trim()).filter(Boolean)
    : typeof value === 'string'
      ? value.trim()
      : value;

const text = (value: Values[string] | undefined): string => JSON.stringify(normalize(value));

export function mergeEdits(fields: readonly InputField[], base: Values, mine: Values, theirs: Values): Merged {
  const merged: Merged = { values: { ...mine }, clashes: [], theirs: [] };
  const units = Map.groupBy(fields, ({ name, isPartOf }) => isPartOf ?? name);
  for (const [name, parts] of units) {
    const differs = (a: Values, b: Values) => parts.some((part) => text(a[part.name]) !== text(b[part.name]));
    if (!differs(base, theirs) || !differs(mine, theirs)) continue;
    const isMine = differs(base, mine);
    const lists = [base, mine, theirs].map((values) => normalize(values[name]));
    if (isMine && lists.every(Array.isArray)) {
      const [was = [], own = [], other = []] = lists as string[][];
      merged.values[name] = mergedList(was, own, other);
      if (text(merged.values[name]) !== text(own)) merged.theirs.push(...parts);
    } else if (isMine) merged.clashes.push({ name, fields: parts });
    else {
      for (const part of parts) merged.values[part.name] = theirs[part.name] ?? '';
      merged.theirs.push(...parts);
    }
  }
  return merged;
}

const mergedList = (base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] => [
  ...new Set([
    ...theirs.filter((one) => mine.includes(one) || !base.includes(one)),
    ...mine.filter((one) => !base.includes(one)),
  ]),
];
