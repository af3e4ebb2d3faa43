import type { SQLInputValue } from 'node:sqlite';
import { d1Error } from './d1-errors.ts';

/** Converts a query parameter to a type that SQLite accepts. Throws D1's error for a type that D1 does not support. */
export function bindable(value: unknown): SQLInputValue {
  switch (typeof value) {
    case 'string':
      return value;
    case 'number':
      // D1 receives values as JSON, which can represent neither infinity nor negative zero.
      return Number.isFinite(value) ? value + 0 : null;
    case 'boolean':
      return value ? 1 : 0;
    case 'object': {
      if (value === null) return null;
      if (value instanceof ArrayBuffer) return new Uint8Array(value);
      if (ArrayBuffer.isView(value)) return new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      if (Array.isArray(value) && value.every(isByte)) return Uint8Array.from(value);
    }
  }
  throw d1Error(`Type '${typeof value}' not supported for value '${value}'`, 'D1_TYPE_ERROR');
}

const isByte = (value: unknown): value is number => typeof value === 'number' && value >= 0 && value < 256;

/** Converts a SQLite value to what D1 returns. An integer becomes a float, and a blob becomes a list of bytes. */
const returned = (value: unknown): unknown => {
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Uint8Array ? Array.from(value) : value;
};

const needsChange = (value: unknown): boolean =>
  typeof value === 'bigint' || (typeof value === 'object' && value !== null);

export function toD1Rows<T extends object>(rows: T[]): T[] {
  for (const row of rows as Record<string, unknown>[])
    for (const name in row) if (needsChange(row[name])) row[name] = returned(row[name]);
  return rows;
}
