import { isDeepStrictEqual } from 'node:util';
import type { expectedRow, OracleClick } from '../../clicks/exactness/oracle.ts';
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
const COUNTER = /^(clicks|previous|items)_/;

export async function readStored(d1: D1Database): Promise<Stored> {
  const all = async <T>(query: string) => (await d1.prepare(query).all<T>()).results;
  const count = async (table: string) =>
    (await all<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))[0]?.count ?? 0;
  const hours = await all(
    'SELECT content_id AS contentId, hour, company_type AS companyType, seniority, region, clicks FROM click_hours',
  );
  const ledgers = await Promise.all(PARTITIONS.map((n) => count(`click_ids_${n}`)));
  const windows = await all<{ topic_id: number; views: string }>('SELECT * FROM topic_windows ORDER BY topic_id');
  return {
    hours: hours.map((row) => JSON.stringify(row)).sort(),
    ledger: ledgers.reduce((sum, clicks) => sum + clicks, 0),
    letters: await count('dead_letters'),
    windows: windows.map(({ topic_id, views, ...row }) => ({
      topic: topic_id,
      counters: Object.fromEntries(Object.entries(row).filter(([name]) => COUNTER.test(name))),
      views: JSON.parse(views),
    })) as Stored['windows'],
  };
}

/** The hourly aggregates that clicks make, as `Stored.hours`. */
export function aggregate(clicks: readonly OracleClick[]): string[] {
  const groups = Map.groupBy(clicks, ({ contentId, hour, companyType, seniority, region }) =>
    JSON.stringify({ contentId, hour, companyType, seniority, region }),
  );
  return Array.from(groups, ([json, same]) => JSON.stringify({ ...JSON.parse(json), clicks: same.length })).sort();
}

/** What differs, in words; null where nothing does. */
export function differences(is: Stored, must: Stored): string | null {
  const wrong = (Object.keys(must) as (keyof Stored)[]).filter((name) => !isDeepStrictEqual(is[name], must[name]));
  if (wrong.length === 0) return null;
  return wrong.map((name) => `${name} differ, first at ${difference(is[name], must[name])}`).join('\n');
}
