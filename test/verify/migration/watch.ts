import type { DatabaseSync } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Accepted } from './load.ts';

const EVERY = 500;

/** What is published of a topic. */
interface Row {
  topicId: number;
  /** Epoch milliseconds of the ranking. */
  version: number;
  /** It is of the release before. */
  isMarked: boolean;
  engagement: number;
}

export interface Sample {
  at: number;
  rows: Row[];
}

/** Looks at the published rankings of a migrated database twice a second. */
export function watch(db: DatabaseSync) {
  const samples: Sample[] = [];
  let isOn = true;
  const loop = (async () => {
    for (; isOn; await sleep(EVERY)) samples.push(sample(db));
  })();
  return {
    samples,
    async stop() {
      isOn = false;
      await loop;
      samples.push(sample(db));
    },
  };
}

function sample(db: DatabaseSync): Sample {
  const rows = db
    .prepare('SELECT topic_id AS topicId, version, stale, engagement_7d AS engagement FROM topic_windows')
    .all();
  return {
    at: Date.now(),
    rows: (rows as unknown as (Row & { stale: number })[]).map(({ stale, ...row }) => ({
      ...row,
      isMarked: stale !== 0,
    })),
  };
}

/** Epoch milliseconds from which on no row was marked any more; null where one is at the end. */
export function unmarkedAt(samples: readonly Sample[]): number | null {
  const last = samples.findLastIndex(({ rows }) => rows.some(({ isMarked }) => isMarked));
  return samples[last + 1]?.at ?? null;
}

/**
 * Milliseconds for which an accepted click was missing in a published ranking of one of its topics at most. In the last sample all
 * are published; a row of the release before holds what was accepted until it was made.
 */
export function oldestMissing(
  samples: readonly Sample[],
  accepted: readonly Accepted[],
  topicsOf: ReadonlyMap<number, readonly number[]>,
): number {
  const times = new Map<number, number[]>();
  for (const { contentId, at } of accepted) {
    for (const topic of [0, ...(topicsOf.get(contentId) ?? [])]) {
      const list = times.get(topic) ?? [];
      list.push(at);
      times.set(topic, list);
    }
  }
  const end = new Map(samples.at(-1)?.rows.map(({ topicId, engagement }) => [topicId, engagement]));
  let oldest = 0;
  for (const { at, rows } of samples) {
    for (const { topicId, version, isMarked, engagement } of rows) {
      const list = times.get(topicId) ?? [];
      const published = isMarked
        ? list.filter((time) => time <= version).length
        : Math.max(0, list.length - ((end.get(topicId) ?? 0) - engagement));
      const missing = list[published] ?? at;
      oldest = Math.max(oldest, at - missing);
    }
  }
  return oldest;
}
