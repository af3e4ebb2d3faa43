/** Reasons why lines of an import were rejected, by line and field. The other lines are stored. */
export type Refusals = Map<number, Record<string, string>>;

/** Value of an import. `line` is a line of NDJSON or a position in a JSON array, counted from 1. */
export interface ImportLine<T> {
  line: number;
  value: T;
}

export function refuse(refusals: Refusals, line: number, field: string, message: string): void {
  refusals.set(line, { ...refusals.get(line), [field]: message });
}

/** Returns the last line for each key, because a later line of an import replaces an earlier line. */
export function lastByKey<T>(lines: readonly ImportLine<T>[], key: (value: T) => string | number): ImportLine<T>[] {
  const last = new Map(lines.map(({ value }, i) => [key(value), i]));
  return lines.filter(({ value }, i) => last.get(key(value)) === i);
}

export function chunks<T>(list: readonly T[], size: number): T[][] {
  return Array.from({ length: Math.ceil(list.length / size) }, (_, i) => list.slice(i * size, (i + 1) * size));
}
