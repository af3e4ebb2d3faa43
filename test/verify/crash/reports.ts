import { setTimeout as sleep } from 'node:timers/promises';
import { makeListToken } from '../../../src/clicks/list-tokens.ts';
import { counterOf } from '../../../src/db/click-columns.ts';
import { LEVELS, READ_COLUMNS, READ_COUNTERS } from '../../../src/db/read-columns.ts';
import { positionBucketOf, VIEW_COLUMNS } from '../../../src/db/view-columns.ts';
import { createRandom, type Random } from '../../../src/demo/random.ts';

export interface Keys {
  publishable: string;
  keyId: number;
  /** Secret of the installation, which signs list tokens. */
  secret: string;
}

export interface ReportTarget {
  now(): number;
  /** Sends a report from a unique address. Resolves to the status, or to `null` without a response. */
  post(path: string, contentId: number, body: string): Promise<number | null>;
}

interface Kind {
  path: string;
  levels: number;
  body(contentId: number, level: number, keys: Keys, now: number): object | Promise<object>;
}

export const KINDS = {
  reads: { path: '/reads', levels: LEVELS.length, body: (contentId, level) => ({ contentId, level: LEVELS[level] }) },
  views: {
    path: '/views',
    levels: 1,
    body: async (contentId, _, { secret, keyId }, now) => ({
      listToken: await makeListToken(secret, {
        keyId,
        list: contentId.toString(16).padStart(12, '0'),
        layout: 'list',
        ids: [contentId],
        minute: Math.floor(now / 60_000),
        reports: true,
        sampling: 1,
      }),
      seen: [1],
    }),
  },
} as const satisfies Record<string, Kind>;
export type KindName = keyof typeof KINDS;

interface Story {
  acknowledged: number;
  sent: number;
}

export interface ReportAccount {
  sent: number;
  acknowledged: number;
  unanswered: number;
  refused: number;
  readers: number;
  /** Readers whose stored level is below an acknowledged one. */
  lost: number;
  doubled: number;
  /** Readers whose stored level is above everything that they sent. */
  above: number;
}

/** Readers who repeatedly report their own article, with lower levels as often as higher ones. */
export class Readers {
  readonly #kind: Kind;
  readonly #keys: Keys;
  readonly #articles: number;
  readonly #random: Random;
  readonly #stories: Story[] = [];
  readonly #underway = new Set<Promise<void>>();
  readonly #counts = { sent: 0, acknowledged: 0, unanswered: 0, refused: 0 };

  constructor(name: KindName, keys: Keys, { articles, seed }: { articles: number; seed: number }) {
    this.#kind = KINDS[name];
    this.#keys = keys;
    this.#articles = articles;
    this.#random = createRandom(seed, name);
  }

  async flow(target: ReportTarget, rate: number, isOver: () => boolean): Promise<void> {
    const start = Date.now();
    for (let sent = 0; !isOver(); await sleep(10)) {
      for (const due = ((Date.now() - start) / 1000) * rate; sent < due; sent++) {
        const report = this.#send(target);
        this.#underway.add(report);
        void report.finally(() => this.#underway.delete(report));
      }
    }
  }

  async settled(): Promise<void> {
    await Promise.all(this.#underway);
  }

  async #send(target: ReportTarget): Promise<void> {
    const isNew = this.#stories.length < this.#articles && this.#random.chance(0.5);
    const who = isNew ? this.#stories.length : this.#random.int(0, Math.max(0, this.#stories.length - 1));
    this.#stories[who] ??= { acknowledged: -1, sent: -1 };
    const story = this.#stories[who];
    const level = this.#random.int(0, this.#kind.levels - 1);
    story.sent = Math.max(story.sent, level);
    this.#counts.sent++;
    const contentId = who + 1;
    const body = {
      key: this.#keys.publishable,
      ...(await this.#kind.body(contentId, level, this.#keys, target.now())),
    };
    const status = await target.post(this.#kind.path, contentId, JSON.stringify(body));
    if (status === 202) story.acknowledged = Math.max(story.acknowledged, level);
    this.#counts[status === 202 ? 'acknowledged' : status === null ? 'unanswered' : 'refused']++;
  }

  reckon(stored: readonly StoredReport[]): ReportAccount {
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
      // A reader who read half of an article has also opened it, once.
      doubled: stored.filter(({ levels }) => levels.some((n, i) => n > Math.min(1, levels[i - 1] ?? 1))).length,
      above: of(({ sent }, level) => level > sent),
    };
  }
}

export interface StoredReport {
  id: number;
  levels: number[];
}

/** Impressions are read only at the position in `KINDS.views`. */
export const reportQueries = (kind: KindName): string[] => {
  if (kind === 'views')
    return [
      `SELECT content_id AS id, json_array(sum(${counterOf(positionBucketOf('list', 1), '', VIEW_COLUMNS)})) AS levels
        FROM (${[0, 1, 2, 3, 4].map((n) => `SELECT * FROM view_hours_${n}`).join(' UNION ALL ')}) WHERE clicked = 0 GROUP BY content_id, hour / 24`,
    ];
  const levels = LEVELS.map((level) => counterOf(READ_COUNTERS.indexOf(`unsigned_${level}`), '', READ_COLUMNS));
  return [0, 1, 2, 3, 4].map((n) => `SELECT content_id AS id, json_array(${levels}) AS levels FROM read_days_${n}`);
};

export const storedReport = ({ id, levels }: Record<string, unknown>): StoredReport => ({
  id: Number(id),
  levels: JSON.parse(String(levels)) as number[],
});
