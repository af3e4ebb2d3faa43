import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { memoize } from '../../lib/lazy.ts';
import { d1Error } from './d1-errors.ts';

const MAX_STATEMENTS = 500;

export interface Compiled {
  statement: StatementSync;
  hasRows: boolean;
  mayWrite: boolean;
  parameters: number;
}

const READ_STATEMENT = /^\s*(SELECT|VALUES|EXPLAIN)\b/i;
const READ_WITH_NAMES = /^\s*WITH\b(?!.*\b(INSERT|UPDATE|DELETE|REPLACE)\b)/is;
export const mayWrite = memoize((text) => !READ_STATEMENT.test(text) && !READ_WITH_NAMES.test(text), MAX_STATEMENTS);

const RETURNING_CLAUSE = /\bRETURNING\b/i;
/** Matches comments, strings and quoted names, in which a question mark is not a parameter. */
const QUOTED_TEXT = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g;
/** Matches SQL statements that control transactions. D1 rejects them and offers `batch` instead. */
const TRANSACTION_STATEMENT = /^\s*(BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)\b/i;
const FORBIDDEN = /^\s*(ATTACH|DETACH|VACUUM)\b/i;

/** Returns a function that compiles each statement only once. Throws D1's error for a statement that D1 rejects. */
export const compilerOf = (database: DatabaseSync): ((text: string) => Compiled) =>
  memoize((text) => {
    if (text === '') throw d1Error('No SQL statements detected.');
    if (TRANSACTION_STATEMENT.test(text)) throw d1Error('transaction statements are not allowed: use a batch');
    if (FORBIDDEN.test(text)) throw d1Error('not authorized: SQLITE_AUTH');
    const statement = database.prepare(text);
    const hasRows = statement.columns().length > 0;
    const returnsRows = hasRows && RETURNING_CLAUSE.test(text);
    if (returnsRows) statement.setReadBigInts(true);
    const isWriting = !hasRows || returnsRows || mayWrite(text);
    return { statement, hasRows, mayWrite: isWriting, parameters: countParameters(text) };
  }, MAX_STATEMENTS);

/** Counts the parameters of a statement. Like SQLite, gives each `?` the number after the highest number before it. */
function countParameters(text: string): number {
  let highest = 0;
  for (const [, number] of text.replace(QUOTED_TEXT, ' ').matchAll(/\?(\d*)/g))
    highest = number ? Math.max(highest, Number(number)) : highest + 1;
  return highest;
}
