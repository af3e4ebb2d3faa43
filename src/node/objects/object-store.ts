import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { deserialize, serialize } from 'node:v8';
import type { Millis } from '../../lib/time.ts';
import { statementsOf } from '../d1/sqlite.ts';

const SCHEMA = `CREATE TABLE IF NOT EXISTS entries (
  object TEXT NOT NULL, key TEXT NOT NULL, value BLOB NOT NULL, PRIMARY KEY (object, key)
) WITHOUT ROWID, STRICT;
CREATE TABLE IF NOT EXISTS alarms (object TEXT PRIMARY KEY, at INTEGER NOT NULL, set_at INTEGER NOT NULL) WITHOUT ROWID, STRICT;`;

export interface StoredAlarm {
  object: string;
  at: Millis;
  setAt: Millis;
}

/** Storage of all Durable Objects in one file. Pending writes are committed before the process sends output. */
export class ObjectStore {
  readonly #database: DatabaseSync;
  readonly #statement: (text: string) => StatementSync;
  /** Called for each object whose writes were lost, because its memory no longer matches its stored values. */
  readonly #lost: (object: string, reason: unknown) => void;
  readonly #writers = new Set<string>();

  constructor(database: DatabaseSync, lost: (object: string, reason: unknown) => void) {
    this.#database = database;
    this.#lost = lost;
    database.exec(SCHEMA);
    this.#statement = statementsOf(database);
  }

  read(object: string, key: string): unknown {
    const row = this.#statement('SELECT value FROM entries WHERE object = ? AND key = ?').get(object, key);
    return row ? deserialize(row.value as Uint8Array) : undefined;
  }

  put(object: string, key: string, value: unknown): void {
    const put = 'INSERT INTO entries VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET value = excluded.value';
    this.#write(object, put, object, key, serialize(value));
  }

  delete(object: string, key: string): boolean {
    return this.#write(object, 'DELETE FROM entries WHERE object = ? AND key = ?', object, key) > 0;
  }

  alarms(): StoredAlarm[] {
    return this.#statement('SELECT object, at, set_at AS setAt FROM alarms').all() as unknown as StoredAlarm[];
  }

  alarmOf(object: string): Millis | null {
    return (this.#statement('SELECT at FROM alarms WHERE object = ?').get(object)?.at as number | undefined) ?? null;
  }

  putAlarm({ object, at, setAt }: StoredAlarm): void {
    const put =
      'INSERT INTO alarms VALUES (?, ?, ?) ON CONFLICT DO UPDATE SET at = excluded.at, set_at = excluded.set_at';
    this.#write(object, put, object, at, setAt);
  }

  deleteAlarm(object: string): void {
    this.#write(object, 'DELETE FROM alarms WHERE object = ?', object);
  }

  /** Commits pending writes, or throws. After a failure, objects with lost writes restart from their stored values. */
  commit(): void {
    if (this.#writers.size === 0) return;
    try {
      this.#database.exec('COMMIT');
      this.#writers.clear();
    } catch (thrown) {
      this.#fail(thrown);
      throw thrown;
    }
  }

  close(): void {
    this.commit();
    this.#database.close();
  }

  #write(object: string, text: string, ...values: (string | number | Uint8Array)[]): number {
    try {
      if (this.#writers.size === 0) {
        this.#database.exec('BEGIN IMMEDIATE');
        setImmediate(() => this.#commitQuietly());
      }
      this.#writers.add(object);
      return Number(this.#statement(text).run(...values).changes);
    } catch (thrown) {
      this.#writers.add(object);
      this.#fail(thrown);
      throw thrown;
    }
  }

  #commitQuietly(): void {
    try {
      this.commit();
    } catch {}
  }

  #fail(reason: unknown): void {
    if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
    const writers = [...this.#writers];
    this.#writers.clear();
    for (const object of writers) this.#lost(object, reason);
  }
}
