import { Agent } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import { counterOf } from '../../../src/db/click-columns.ts';
import { LEVELS, READ_COLUMNS, READ_COUNTERS } from '../../../src/db/read-columns.ts';
import { createRandom, type Random } from '../../../src/demo/random.ts';
import { post } from './traffic.ts';

/** What one reader has reported of the article that only they read: levels as places in `LEVELS`. */
interface Story {
  acknowledged: number;
  sent: number;
}

/** What became of reads. */
export interface ReadAccount {
  sent: number;
  acknowledged: number;
  unanswered: number;
  refused: number;
  readers: number;
  /** Readers who are stored below a level that was acknowledged. */
  lost: number;
  /** Readers who are stored more than once. */
  doubled: number;
  /** Readers who are stored above everything that they sent. */
  above: number;
}

/**
 * Readers who each read an article of their own and report again and again how far they are: half of the reports are of somebody new, the
 * others of somebody who has reported before, perhaps in a life of the server that is over, and as often a lower level as a higher one.
 */
export class Readers {
  readonly #key: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 8000 });
  readonly #articles: number;
  readonly #random: Random;
  readonly #stories: Story[] = [];
  readonly #underway = new Set<Promise<void>>();
  readonly #counts = { sent: 0, acknowledged: 0, unanswered: 0, refused: 0 };

  constructor(key: string, articles: number, seed: number) {
    this.#key = key;
    this.#articles = articles;
    this.#random = createRandom(seed, 'reads');
  }

  /** Sends `rate` reports a second until it is told to stop. Does not wait for answers. */
  async flow(url: URL, rate: number, isOver: () => boolean): Promise<void> {
    const start = Date.now();
    for (let sent = 0; !isOver(); await sleep(10)) {
      for (const due = ((Date.now() - start) / 1000) * rate; sent < due; sent++) {
        const report = this.#send(url);
        this.#underway.add(report);
        void report.finally(() => this.#underway.delete(report));
      }
    }
  }

  /** Resolves when no report waits for its answer. */
  async settled(): Promise<void> {
    await Promise.all(this.#underway);
  }

  async #send(url: URL): Promise<void> {
    const isNew = this.#stories.length < this.#articles && this.#random.chance(0.5);
    const who = isNew ? this.#stories.length : this.#random.int(0, Math.max(0, this.#stories.length - 1));
    this.#stories[who] ??= { acknowledged: -1, sent: -1 };
    const story = this.#stories[who];
    const level = this.#random.int(0, LEVELS.length - 1);
    story.sent = Math.max(story.sent, level);
    this.#counts.sent++;
    const contentId = who + 1;
    const body = JSON.stringify({ key: this.#key, contentId, level: LEVELS[level] });
    const status = await post(new URL('/reads', url), contentId, body, this.#agent);
    if (status === 202) story.acknowledged = Math.max(story.acknowledged, level);
    this.#counts[status === 202 ? 'acknowledged' : status === null ? 'unanswered' : 'refused']++;
  }

  /** Compares what was answered with what is stored, by article and day. */
  reckon(stored: readonly StoredRead[]): ReadAccount {
    const days = Map.groupBy(stored, ({ id }) => id);
    const reached = this.#stories.map((_, who) => {
      const own = days.get(who + 1) ?? [];
      return Math.max(-1, ...own.map(({ levels }) => levels.filter((readers) => readers > 0).length - 1));
    });
    const of = (isSo: (story: Story, level: number) => boolean) =>
      this.#stories.filter((story, who) => isSo(story, reached[who] ?? -1)).length;
    return {
      ...this.#counts,
      readers: this.#stories.length,
      lost: of(({ acknowledged }, level) => level < acknowledged),
      // Whoever got through half has also opened it, once.
      doubled: stored.filter(({ levels }) => levels.some((n, i) => n > Math.min(1, levels[i - 1] ?? 1))).length,
      above: of(({ sent }, level) => level > sent),
    };
  }
}

/** Readers of an article's day by level. */
export interface StoredRead {
  id: number;
  levels: number[];
}

/** A query for every `StoredRead` of a table, its levels as a JSON array. */
export const selectReads = (table: string): string => {
  const levels = LEVELS.map((level) => counterOf(READ_COUNTERS.indexOf(`unsigned_${level}`), '', READ_COLUMNS));
  return `SELECT content_id AS id, json_array(${levels}) AS levels FROM ${table}`;
};
