import type { DatabaseSync, StatementSync } from 'node:sqlite';
import { DAY, MINUTE_MS, type Millis } from '../../lib/time.ts';
import { inTransaction, statementsOf } from '../d1/sqlite.ts';

/** Message that is to be added to a queue. A failed message (dead letter) retains its id and send time. */
export interface IncomingMessage {
  id: string;
  body: string;
  sentAt: number;
  dueAt: number;
}

export interface StoredMessage {
  seq: number;
  id: string;
  body: string;
  sentAt: number;
  failures: number;
  countsAt: Millis;
}

export interface Retry {
  dueAt: number;
  failures: number;
  countsAt: number;
}

export interface Metrics {
  backlogCount: number;
  backlogBytes: number;
  oldestMessageTimestamp?: Date;
}

const MAX_CLOCK_STEP_BACK_MS = MINUTE_MS;
const MESSAGES_PER_PAGE = 1000;

const bytesOf = (body: string) => `length(CAST(${body} AS BLOB))`;
/** SQL expression for a string of zeros as long as the message body. It overwrites the body before the deletion. */
const ZEROS = `substr(hex(zeroblob((${bytesOf('body')} + 1) / 2)), 1, ${bytesOf('body')})`;

/** Returns the schema of a queue. Triggers maintain the totals, because counting a million messages takes seconds. */
const schemaOf = ({ messages, totals, due, added, gone }: Names) => `CREATE TABLE ${messages} (
  seq INTEGER PRIMARY KEY AUTOINCREMENT,
  id TEXT NOT NULL UNIQUE,
  body TEXT NOT NULL,
  sent_at INTEGER NOT NULL,
  due_at INTEGER NOT NULL,
  failures INTEGER NOT NULL DEFAULT 0,
  counts_at INTEGER NOT NULL DEFAULT 0
) STRICT;
CREATE INDEX ${due} ON ${messages} (due_at, seq);
CREATE TABLE ${totals} (messages INTEGER NOT NULL, bytes INTEGER NOT NULL) STRICT;
INSERT INTO ${totals} VALUES (0, 0);
CREATE TRIGGER ${added} AFTER INSERT ON ${messages}
  BEGIN UPDATE ${totals} SET messages = messages + 1, bytes = bytes + ${bytesOf('new.body')}; END;
CREATE TRIGGER ${gone} AFTER DELETE ON ${messages}
  BEGIN UPDATE ${totals} SET messages = messages - 1, bytes = bytes - ${bytesOf('old.body')}; END;`;

type Names = ReturnType<typeof namesFor>;

const namesFor = (queue: string) => {
  const named = (name: string) => `"${name} ${queue}"`;
  return {
    messages: named('messages'),
    totals: named('totals'),
    due: named('messages_due'),
    added: named('message_added'),
    gone: named('message_gone'),
  };
};

/** Stores the messages of one queue. Its operations do not become slower as the backlog grows. */
export class MessageStore {
  readonly #database: DatabaseSync;
  readonly #statement: (query: string) => StatementSync;
  readonly #names: Names;

  constructor(database: DatabaseSync, queue: string) {
    this.#database = database;
    this.#statement = statementsOf(database);
    this.#names = namesFor(queue);
    const isMade = database.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(this.#names.totals.slice(1, -1));
    if (!isMade) inTransaction(database, () => database.exec(schemaOf(this.#names)));
  }

  /** Returns the totals of all unacknowledged messages, including those in delivery or waiting for a retry. */
  metrics(): Metrics {
    const query = `SELECT messages AS backlogCount, bytes AS backlogBytes,
      (SELECT sent_at FROM ${this.#names.messages} ORDER BY seq LIMIT 1) AS oldest FROM ${this.#names.totals}`;
    const { oldest, ...metrics } = this.#statement(query).get() as unknown as Metrics & { oldest: number | null };
    return oldest === null ? metrics : { ...metrics, oldestMessageTimestamp: new Date(oldest) };
  }

  add(messages: readonly IncomingMessage[]): void {
    const insert = `INSERT OR IGNORE INTO ${this.#names.messages} (id, body, sent_at, due_at) VALUES (?, ?, ?, ?)`;
    inTransaction(this.#database, () => {
      for (const { id, body, sentAt, dueAt } of messages) this.#statement(insert).run(id, body, sentAt, dueAt);
    });
  }

  /** Corrects up to 1,000 send times in the future. Without this, a clock that was set back would delay messages. */
  correctClock(now: number): void {
    const query = `UPDATE ${this.#names.messages} SET due_at = due_at - (sent_at - ?), sent_at = ? WHERE seq IN
      (SELECT seq FROM ${this.#names.messages} WHERE due_at > ? AND sent_at > ? ORDER BY due_at DESC LIMIT ${MESSAGES_PER_PAGE})`;
    const limit = now + MAX_CLOCK_STEP_BACK_MS;
    // Node 22.19 cannot bind the parameter `?1`, so each value is passed separately.
    this.#statement(query).run(now, now, limit, limit);
  }

  dueAt(place: number): number {
    const query = `SELECT due_at AS at FROM ${this.#names.messages} ORDER BY due_at, seq LIMIT 1 OFFSET ?`;
    return Number(this.#statement(query).get(place)?.at ?? Number.POSITIVE_INFINITY);
  }

  /** Returns due messages, the earliest or the latest first. They stay in the queue until `settle` is called. */
  due(now: number, limit: number, which: 'first' | 'last'): StoredMessage[] {
    const order = which === 'first' ? 'due_at, seq' : 'due_at DESC, seq DESC';
    const query = `SELECT seq, id, body, sent_at AS sentAt, failures, counts_at AS countsAt FROM ${this.#names.messages} WHERE due_at <= ?
      ORDER BY ${order} LIMIT ?`;
    const found = this.#statement(query).all(now, limit) as unknown as StoredMessage[];
    return which === 'first' ? found : found.reverse();
  }

  /** Retries the messages in `again` and deletes the rest. SQLite may retain deleted bodies, so it overwrites them. */
  settle(batch: readonly StoredMessage[], again: ReadonlyMap<number, Retry>): void {
    const numbers = JSON.stringify(batch.map(({ seq }) => seq).filter((seq) => !again.has(seq)));
    inTransaction(this.#database, () => {
      const put = `UPDATE ${this.#names.messages} SET due_at = ?, failures = ?, counts_at = ? WHERE seq = ?`;
      for (const [seq, { dueAt, failures, countsAt }] of again)
        this.#statement(put).run(dueAt, failures, countsAt, seq);
      const settled = 'WHERE seq IN (SELECT value FROM json_each(?))';
      this.#statement(`UPDATE ${this.#names.messages} SET body = ${ZEROS} ${settled}`).run(numbers);
      this.#statement(`DELETE FROM ${this.#names.messages} ${settled}`).run(numbers);
    });
  }
}

const MAX_MESSAGE_BYTES = 128_000;
const MAX_DELAY_SECONDS = DAY;

/** Converts a message to its stored form. Throws Cloudflare's `TypeError` for an invalid message. */
export function toIncoming(
  { body, contentType = 'json', delaySeconds }: MessageSendRequest,
  delay: number,
  now: number,
): IncomingMessage {
  if (contentType !== 'json') throw new TypeError(`the local queue accepts json only, not ${contentType}`);
  const text = JSON.stringify(body);
  if (text === undefined) throw new TypeError('the body of a message cannot be undefined');
  if (text.length > MAX_MESSAGE_BYTES) throw new TypeError(`a message must not exceed ${MAX_MESSAGE_BYTES} bytes`);
  const seconds = delaySeconds ?? delay;
  if (!(seconds >= 0 && seconds <= MAX_DELAY_SECONDS)) throw new TypeError('delaySeconds must be from 0 to 86400');
  return { id: crypto.randomUUID().replaceAll('-', ''), body: text, sentAt: now, dueAt: now + seconds * 1000 };
}
