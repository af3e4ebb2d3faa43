import { isDeepStrictEqual } from 'node:util';

/** The first difference of two values: `data.items.3.title: is "A", must be "B"`; null where they are equal. */
export function difference(is: unknown, must: unknown, path = ''): string | null {
  if (isDeepStrictEqual(is, must)) return null;
  if (isObject(is) && isObject(must)) {
    for (const name of new Set([...Object.keys(must), ...Object.keys(is)])) {
      const inner = difference(is[name], must[name], path ? `${path}.${name}` : name);
      if (inner) return inner;
    }
  }
  return `${path}: is ${short(is)}, must be ${short(must)}`;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;
const short = (value: unknown) => JSON.stringify(value)?.slice(0, 300);
