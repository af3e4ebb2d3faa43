import { type ClickCell, newer } from '../../engagement/cells.ts';

/** Exclusive maximum of an hour since the epoch, sufficient until the year 2209. */
const MAX_HOURS = 2 ** 21;

/** Counts that the site's object has not sent to topics yet. It sends them on request and at the full hour. */
export class UnsentCounts {
  readonly #cells = new Map<number, Map<number, ClickCell>>();
  /** Topics that may lack counts. An earlier instance recorded only their ids, so all their counts are sent. */
  readonly #whole = new Set<number>();
  readonly #sending = new Map<number, Promise<void>>();

  note(topicId: number, cells: readonly ClickCell[]): void {
    const known = this.#cells.get(topicId) ?? new Map<number, ClickCell>();
    for (const cell of cells) {
      const key = cell.contentId * MAX_HOURS + cell.hour;
      const before = known.get(key);
      // Concurrent batches may arrive in any order, so the larger counts win.
      known.set(key, before ? { ...cell, counts: newer(before.counts, cell.counts) } : cell);
    }
    if (known.size > 0) this.#cells.set(topicId, known);
  }

  noteWhole(topicIds: Iterable<number>): void {
    for (const topicId of topicIds) this.#whole.add(topicId);
  }

  async forget(): Promise<void> {
    await Promise.allSettled(this.#sending.values());
    this.#cells.clear();
    this.#whole.clear();
  }

  /** Returns the topics with unsent counts. Counts that are being sent are included, because sending may fail. */
  topics(): number[] {
    return [...new Set([...this.#cells.keys(), ...this.#whole, ...this.#sending.keys()])].sort((a, b) => a - b);
  }

  /** Sends the counts of a topic, and retains them if that fails. If another call is sending them, waits for it. */
  send(topicId: number, all: () => ClickCell[], send: (cells: ClickCell[]) => Promise<void>): Promise<void> {
    const running = this.#sending.get(topicId);
    if (running) return running;
    const sent = this.#send(topicId, all, send).finally(() => this.#sending.delete(topicId));
    this.#sending.set(topicId, sent);
    return sent;
  }

  async #send(topicId: number, all: () => ClickCell[], send: (cells: ClickCell[]) => Promise<void>): Promise<void> {
    const cells = this.#cells.get(topicId);
    const isWhole = this.#whole.has(topicId);
    this.#cells.delete(topicId);
    this.#whole.delete(topicId);
    try {
      const known = isWhole ? [...all(), ...(cells?.values() ?? [])] : [...(cells?.values() ?? [])];
      if (known.length > 0) await send(known);
    } catch (error) {
      if (isWhole) this.#whole.add(topicId);
      const newer = this.#cells.get(topicId)?.values() ?? [];
      this.note(topicId, [...(cells?.values() ?? []), ...newer]);
      throw error;
    }
  }
}
