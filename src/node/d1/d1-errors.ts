/** Names of SQLite's result codes, by the low byte of the code (https://www.sqlite.org/rescode.html). */
const CODES: Record<number, string> = {
  1: 'SQLITE_ERROR',
  5: 'SQLITE_BUSY',
  6: 'SQLITE_LOCKED',
  7: 'SQLITE_NOMEM',
  8: 'SQLITE_READONLY',
  10: 'SQLITE_IOERR',
  11: 'SQLITE_CORRUPT',
  13: 'SQLITE_FULL',
  14: 'SQLITE_CANTOPEN',
  18: 'SQLITE_TOOBIG',
  19: 'SQLITE_CONSTRAINT',
  20: 'SQLITE_MISMATCH',
  23: 'SQLITE_AUTH',
  26: 'SQLITE_NOTADB',
};

const CONSTRAINTS: Record<number, string> = {
  275: 'CHECK',
  787: 'FOREIGNKEY',
  1043: 'FUNCTION',
  1299: 'NOTNULL',
  1555: 'PRIMARYKEY',
  1811: 'TRIGGER',
  2067: 'UNIQUE',
  2323: 'VTAB',
  2579: 'ROWID',
  3091: 'DATATYPE',
};

export const wrongBindings = (): Error => d1Error('Wrong number of parameter bindings for SQL query.');

/** Creates an error like those of D1. Its `cause` has the same message without the prefix `kind`. */
export const d1Error = (text: string, kind = 'D1_ERROR'): Error =>
  new Error(`${kind}: ${text}`, { cause: new Error(text) });

/** Converts an error of `node:sqlite` to the error that D1 would throw. Returns any other error unchanged. */
export function toD1Error(thrown: unknown): unknown {
  const { message, code, errcode } = thrown as { message: string; code?: string; errcode?: number };
  if (code !== 'ERR_SQLITE_ERROR' || errcode === undefined) return thrown;
  if (errcode === 25) return wrongBindings();
  const name = CODES[errcode & 255] ?? `SQLITE_${errcode}`;
  const detail = CONSTRAINTS[errcode];
  return d1Error(`${message}: ${name}${detail ? ` (extended: ${name}_${detail})` : ''}`);
}
