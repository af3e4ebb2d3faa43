/** A message on its way into a queue; a dead letter keeps its id and time. Times are epoch milliseconds. */
export interface Incoming {
  id: string;
  /** JSON. */
  body: string;
  sentAt: number;
  dueAt: number;
}

/** A message in a queue, with how often its delivery has failed. */
export interface StoredMessage extends Record<string, SqlStorageValue> {
  seq: number;
  id: string;
  body: string;
  sentAt: number;
  failures: number;
}

export interface Metrics {
  backlogCount: number;
  backlogBytes: number;
  oldestMessageTimestamp?: Date;
}

/** Milliseconds by which a clock may go back without anybody noticing. */
const TOLERANCE = 60_000;

const SCHEMA = `CREATE TABLE IF NOT EXISTS messages (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX IF NOT EXISTS messages_due ON messages (due_at, seq);`;

/** The messages of one queue in the storage of its object. Count and bytes are kept in memory, the messages only on disk. */
export class MessageStore {
  readonly #storage: DurableObjectStorage;
  #count: number;
  #bytes: number;

  constructor(storage: DurableObjectStorage) {
    this.#storage = storage;
    storage.sql.exec(SCHEMA);
    const sums = 'SELECT count(*) AS count, total(length(body)) AS bytes FROM messages';
    const { count, bytes } = storage.sql.exec<{ count: number; bytes: number }>(sums).one();
    this.#count = count;
    this.#bytes = bytes;
  }

  get bytes(): number {
    return this.#bytes;
  }

  /** Everything that is not yet acknowledged: messages under delivery and those that wait for their next attempt included. */
  metrics(): Metrics {
    const query = 'SELECT sent_at AS at FROM messages ORDER BY seq LIMIT 1';
    const [oldest] = this.#storage.sql.exec<{ at: number }>(query).toArray();
    const metrics = { backlogCount: this.#count, backlogBytes: this.#bytes };
    return oldest ? { ...metrics, oldestMessageTimestamp: new Date(oldest.at) } : metrics;
  }

  /** Adds messages in one transaction; one whose id is there already changes nothing. */
  add(messages: readonly Incoming[]): void {
    const insert = 'INSERT OR IGNORE INTO messages (id, body, sent_at, due_at) VALUES (?, ?, ?, ?)';
    const added = this.#storage.transactionSync(() =>
      messages.filter(
        ({ id, body, sentAt, dueAt }) => this.#storage.sql.exec(insert, id, body, sentAt, dueAt).rowsWritten > 0,
      ),
    );
    this.#count += added.length;
    this.#bytes += bytesOf(added);
  }

  /**
   * Brings forward what was sent at a time that has not come yet, keeping its delay: the clock has gone back since, and
   * nothing may wait until it is there again.
   */
  correctClock(now: number): void {
    const query = 'UPDATE messages SET due_at = due_at - (sent_at - ?), sent_at = ? WHERE sent_at > ?';
    this.#storage.sql.exec(query, now, now, now + TOLERANCE);
  }

  /** When the message at a place of the order is due, in epoch milliseconds; `Infinity` where there is none. */
  dueAt(place: number): number {
    const query = 'SELECT due_at AS at FROM messages ORDER BY due_at, seq LIMIT 1 OFFSET ?';
    return this.#storage.sql.exec<{ at: number }>(query, place).toArray()[0]?.at ?? Number.POSITIVE_INFINITY;
  }

  /** At most `limit` messages that are due, the longest due first. They stay until they are settled. */
  due(now: number, limit: number): StoredMessage[] {
    const query = `SELECT seq, id, body, sent_at AS sentAt, failures FROM messages WHERE due_at <= ?
      ORDER BY due_at, seq LIMIT ?`;
    return this.#storage.sql.exec<StoredMessage>(query, now, limit).toArray();
  }

  /** Settles a batch in one transaction: `again` says when messages are due once more, by number; all others go. */
  settle(batch: readonly StoredMessage[], again: ReadonlyMap<number, number>): void {
    const done = batch.filter(({ seq }) => !again.has(seq));
    const { sql } = this.#storage;
    this.#storage.transactionSync(() => {
      for (const [seq, dueAt] of again)
        sql.exec('UPDATE messages SET failures = failures + 1, due_at = ? WHERE seq = ?', dueAt, seq);
      const numbers = JSON.stringify(done.map(({ seq }) => seq));
      sql.exec('DELETE FROM messages WHERE seq IN (SELECT value FROM json_each(?))', numbers);
    });
    this.#count -= done.length;
    this.#bytes -= bytesOf(done);
  }
}

const bytesOf = (messages: readonly { body: string }[]) => messages.reduce((sum, { body }) => sum + body.length, 0);
