import { isDeepStrictEqual } from 'node:util';
import { columnsOf, type expectedRow, type OracleClick, rowOf } from '../../rankings/oracle.ts';
import { difference } from './storm/difference.ts';

/** What a server has stored of clicks, or should have. */
export interface Stored {
  /** Rows of hourly aggregates as sorted JSON. */
  hours: string[];
  /** Clicks in the ledger. */
  ledger: number;
  /** Dead letters. */
  letters: number;
  windows: ({ topic: number } & ReturnType<typeof expectedRow>)[];
}

const PARTITIONS = [0, 1, 2, 3, 4];
const COUNTER = /^(engagement|before|growth)_/;

export async function readStored(d1: D1Database): Promise<Stored> {
  const all = async <T>(query: string) => (await d1.prepare(query).all<T>()).results;
  const count = async (table: string) =>
    (await all<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))[0]?.count ?? 0;
  const hours = await all<Record<string, number>>('SELECT * FROM click_hours');
  const ledgers = await Promise.all(PARTITIONS.map((n) => count(`click_ids_${n}`)));
  const windows = await all<{ topic_id: number; audience: string; views: string }>(
    'SELECT * FROM topic_windows ORDER BY topic_id',
  );
  return {
    hours: hours.map((row) => rowOf(byAudience(row))).sort(),
    ledger: ledgers.reduce((sum, clicks) => sum + clicks, 0),
    letters: await count('dead_letters'),
    windows: windows.map(({ topic_id, audience, views, ...row }) => ({
      topic: topic_id,
      counters: Object.fromEntries(Object.entries(row).filter(([name]) => COUNTER.test(name))),
      audience: JSON.parse(audience),
      views: unsure(JSON.parse(views)),
    })) as Stored['windows'],
  };
}

/** The hourly aggregates that clicks make, as `Stored.hours`. */
export const aggregate = (clicks: readonly OracleClick[]): string[] =>
  [...Map.groupBy(clicks, ({ contentId, hour }) => `${contentId} ${hour}`)]
    .map(([key, list]) => {
      const [contentId = 0, hour = 0] = key.split(' ').map(Number);
      return rowOf(byAudience({ content_id: contentId, hour, ...columnsOf(list) }));
    })
    .sort();

/** A row of aggregates without classes, which only the server's secrets tell, and with signed and unsigned clicks in one. */
function byAudience(row: Record<string, number>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [column, count] of Object.entries(row)) {
    if (/^(network|agent|(un)?signed_reader)_/.test(column)) continue;
    const name = column.replace(/^(un)?signed_/, '');
    sums[name] = (sums[name] ?? 0) + count;
  }
  return sums;
}

/** Views without what follows from classes of readers. */
export function unsure<V extends object>(views: V): V {
  const text = JSON.stringify(views, (name, value) =>
    name === 'interval' || name === 'confidence' ? undefined : value,
  );
  return JSON.parse(text);
}

/** A row that must be published, as `readStored` reads it. */
export const mustBe = (topic: number, row: ReturnType<typeof expectedRow>): Stored['windows'][number] => ({
  topic,
  ...row,
  views: unsure(row.views),
});

/** What differs, in words; null where nothing does. */
export function differences(is: Stored, must: Stored): string | null {
  const wrong = (Object.keys(must) as (keyof Stored)[]).filter((name) => !isDeepStrictEqual(is[name], must[name]));
  if (wrong.length === 0) return null;
  return wrong.map((name) => `${name} differ, first at ${difference(is[name], must[name])}`).join('\n');
}
