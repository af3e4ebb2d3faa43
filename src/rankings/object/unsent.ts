import { type Cell, newer } from '../../engagement/cells.ts';

/** Hours are below this for 130 years. */
const MAX_HOURS = 2 ** 21;

/**
 * What the objects of topics have not been told: absolute counts, by topic. The site's object keeps them until a reader asks for the
 * topic, or the hour ends, so that a click costs no call and no row for each topic of its article.
 */
export class Unsent {
  readonly #cells = new Map<number, Map<number, Cell>>();
  /** Topics of which any cell may be missing, because an earlier instance of this object kept what was. */
  readonly #whole = new Set<number>();
  readonly #sending = new Map<number, Promise<void>>();

  note(topicId: number, cells: readonly Cell[]): void {
    const known = this.#cells.get(topicId) ?? new Map<number, Cell>();
    for (const cell of cells) {
      const key = cell.contentId * MAX_HOURS + cell.hour;
      const before = known.get(key);
      // Of two batches that are counted at once the earlier may come last.
      known.set(key, before ? { ...cell, counts: newer(before.counts, cell.counts) } : cell);
    }
    if (known.size > 0) this.#cells.set(topicId, known);
  }

  noteWhole(topicIds: Iterable<number>): void {
    for (const topicId of topicIds) this.#whole.add(topicId);
  }

  /** Forgets all of it, when what is being sent has arrived or failed. */
  async forget(): Promise<void> {
    await Promise.allSettled(this.#sending.values());
    this.#cells.clear();
    this.#whole.clear();
  }

  /** Topics that lack something, or would if what is being sent did not arrive. */
  topics(): number[] {
    return [...new Set([...this.#cells.keys(), ...this.#whole, ...this.#sending.keys()])].sort((a, b) => a - b);
  }

  /**
   * Sends what a topic lacks; `all` returns every cell of the topic. What cannot be sent is kept. One that is sent at the moment is waited
   * for, and counts as told of nothing that has come since.
   */
  send(topicId: number, all: () => Cell[], send: (cells: Cell[]) => Promise<void>): Promise<void> {
    const running = this.#sending.get(topicId);
    if (running) return running;
    const sent = this.#send(topicId, all, send).finally(() => this.#sending.delete(topicId));
    this.#sending.set(topicId, sent);
    return sent;
  }

  async #send(topicId: number, all: () => Cell[], send: (cells: Cell[]) => Promise<void>): Promise<void> {
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
