import { retry } from '../../src/lib/async-control.ts';
import type { expectedRow } from '../rankings/oracle.ts';

/** Click data that a server has stored or must have stored. */
export interface Rows<Hour = string> {
  hours: Hour[];
  ledger: number;
  letters: number;
  windows: ({ topic: number } & ReturnType<typeof expectedRow>)[];
}

const PARTITIONS = [0, 1, 2, 3, 4];
const COUNTER = /^(engagement|before|growth)_/;

/** The simulator may close an idle connection while a query is sent. */
const isClosed = (error: unknown) => error instanceof TypeError && error.message === 'fetch failed';

const reader =
  (d1: D1Database) =>
  async <T>(query: string): Promise<T[]> =>
    (await retry(3, isClosed, () => d1.prepare(query).all<T>())).results;

/** Reads all stored click data of a server. */
export async function readRows(d1: D1Database): Promise<Rows<Record<string, number>>> {
  const all = reader(d1);
  const count = async (table: string) =>
    (await all<{ count: number }>(`SELECT count(*) AS count FROM ${table}`))[0]?.count ?? 0;
  const ledgers = await Promise.all(PARTITIONS.map((n) => count(`click_ids_${n}`)));
  return {
    hours: await all(PARTITIONS.map((n) => `SELECT * FROM click_hours_${n}`).join(' UNION ALL ')),
    ledger: ledgers.reduce((sum, clicks) => sum + clicks, 0),
    letters: await count('dead_letters'),
    windows: await readWindows(d1),
  };
}

/** Reads the rankings of a server in the order of their topics. */
export async function readWindows(d1: D1Database): Promise<Rows['windows']> {
  const windows = await reader(d1)<{ topic_id: number; audience: string; views: string }>(
    'SELECT * FROM topic_windows ORDER BY topic_id',
  );
  return windows.map(({ topic_id, audience, views, ...row }) => ({
    topic: topic_id,
    counters: Object.fromEntries(Object.entries(row).filter(([name]) => COUNTER.test(name))),
    audience: JSON.parse(audience),
    views: JSON.parse(views),
  })) as Rows['windows'];
}
