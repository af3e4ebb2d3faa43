import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { d1Error } from './d1-errors.ts';

/** Statements that stay compiled; the service has about 400 texts. */
const MAX_STATEMENTS = 500;

export interface Compiled {
  statement: StatementSync;
  /** Whether it returns rows. */
  hasRows: boolean;
  /** Whether it may change the database. */
  mayWrite: boolean;
  /** Number of its parameters. */
  parameters: number;
}

const READ = /^\s*(SELECT|VALUES|EXPLAIN)\b/i;
/** Whether a statement may change the database, by its first word. */
export const mayWrite = (text: string): boolean => !READ.test(text);

const RETURNS = /\bRETURNING\b/i;
/** Comments, texts and quoted names, in which a question mark is no parameter. */
const QUOTED = /'(?:[^']|'')*'|"(?:[^"]|"")*"|`[^`]*`|\[[^\]]*\]|--[^\n]*|\/\*[\s\S]*?\*\//g;
/** D1 has its own interface for transactions and refuses access to files and settings. */
const TRANSACTION = /^\s*(BEGIN|COMMIT|END|ROLLBACK|SAVEPOINT|RELEASE)\b/i;
const FORBIDDEN = /^\s*(ATTACH|DETACH|VACUUM)\b/i;

/** The compiled statements of a database, by text; the least recently used one is dropped. */
export class Statements {
  readonly #database: DatabaseSync;
  readonly #compiled = new Map<string, Compiled>();

  constructor(database: DatabaseSync) {
    this.#database = database;
  }

  get(text: string): Compiled {
    const known = this.#compiled.get(text);
    if (known) {
      this.#compiled.delete(text);
      this.#compiled.set(text, known);
      return known;
    }
    const compiled = this.#compile(text);
    const oldest = this.#compiled.size >= MAX_STATEMENTS ? this.#compiled.keys().next().value : undefined;
    if (oldest !== undefined) this.#compiled.delete(oldest);
    this.#compiled.set(text, compiled);
    return compiled;
  }

  #compile(text: string): Compiled {
    if (text === '') throw d1Error('No SQL statements detected.');
    if (TRANSACTION.test(text)) throw d1Error('a transaction is a batch, and has no statements of its own');
    if (FORBIDDEN.test(text)) throw d1Error('not authorized: SQLITE_AUTH');
    const statement = this.#database.prepare(text);
    const hasRows = statement.columns().length > 0;
    const returnsRows = hasRows && RETURNS.test(text);
    // Such a statement cannot be run a second time if a number in its rows is too large.
    if (returnsRows) statement.setReadBigInts(true);
    const mayWrite = !hasRows || returnsRows || !READ.test(text);
    return { statement, hasRows, mayWrite, parameters: countParameters(text) };
  }
}

/** Counts parameters as SQLite numbers them: `?` follows the highest number so far. */
function countParameters(text: string): number {
  let highest = 0;
  for (const [, number] of text.replace(QUOTED, ' ').matchAll(/\?(\d*)/g))
    highest = number ? Math.max(highest, Number(number)) : highest + 1;
  return highest;
}
