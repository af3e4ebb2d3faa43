import type { Field, Values } from '../../ui/form/values.ts';

/** Two editors' changes of one thing, field by field. Pure. (docs/decisions.md#P32) */

export interface Merged {
  /** What only one has changed is as they made it; lists have what either added, without what either removed; of a clash it is mine. */
  values: Values;
  /** What both have changed, each into something else; a picture and its words are one. */
  clashes: Clash[];
  /** What only they have changed. */
  theirs: Field[];
}

interface Clash {
  name: string;
  fields: Field[];
}

/** As it is stored: blanks at the ends and empty lines are not. */
const tidy = (value: Values[string] = ''): Values[string] =>
  Array.isArray(value)
    ? value.map((one) => one.trim()).filter(Boolean)
    : typeof value === 'string'
      ? value.trim()
      : value;

const text = (value: Values[string] | undefined): string => JSON.stringify(tidy(value));

/** The change from `base` to `mine`, made on `theirs`. */
export function merge(fields: readonly Field[], base: Values, mine: Values, theirs: Values): Merged {
  const merged: Merged = { values: { ...mine }, clashes: [], theirs: [] };
  const units = Map.groupBy(fields, ({ name, isPartOf }) => isPartOf ?? name);
  for (const [name, parts] of units) {
    const differs = (a: Values, b: Values) => parts.some((part) => text(a[part.name]) !== text(b[part.name]));
    if (!differs(base, theirs) || !differs(mine, theirs)) continue;
    const isMine = differs(base, mine);
    const lists = [base, mine, theirs].map((values) => tidy(values[name]));
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

/** Theirs in its order, without what I have removed and with what I have added. */
const mergedList = (base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] => [
  ...new Set([
    ...theirs.filter((one) => mine.includes(one) || !base.includes(one)),
    ...mine.filter((one) => !base.includes(one)),
  ]),
];
