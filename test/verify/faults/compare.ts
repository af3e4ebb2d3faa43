import { isDeepStrictEqual } from 'node:util';
import { countersOf, type expectedRow, type OracleClick, rowOf, unpacked } from '../../rankings/oracle.ts';
import { type Rows, readRows } from '../stored-rows.ts';
import { difference } from './storm/compare/difference.ts';

/** What a server has stored of clicks, without what only its secrets tell. */
export async function readStored(d1: D1Database): Promise<Rows> {
  const { hours, windows, ...rows } = await readRows(d1);
  return {
    ...rows,
    hours: hours.map((row) => rowOf(byAudience(row))).sort(),
    windows: windows.map(({ views, ...row }) => ({ ...row, views: unsure(views) })),
  };
}

/** The hourly aggregates that clicks make, as `Rows.hours`. */
export const aggregate = (clicks: readonly OracleClick[]): string[] =>
  [...Map.groupBy(clicks, ({ contentId, hour }) => `${contentId} ${hour}`)]
    .map(([key, list]) => {
      const [contentId = 0, hour = 0] = key.split(' ').map(Number);
      return rowOf(byAudience({ content_id: contentId, hour, ...countersOf(list) }));
    })
    .sort();

/** A row of aggregates without classes, which only the server's secrets tell, and with clicks of every origin in one. */
function byAudience(row: Record<string, number>): Record<string, number> {
  const sums: Record<string, number> = {};
  for (const [counter, count] of Object.entries(unpacked(row))) {
    if (/^(network|prefix|browser|reader)_/.test(counter)) continue;
    const name = counter.replace(/^((un)?signed|trusted)_/, '');
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
export const mustBe = (topic: number, row: ReturnType<typeof expectedRow>): Rows['windows'][number] => ({
  topic,
  ...row,
  views: unsure(row.views),
});

/** What differs, in words; null where nothing does. */
export function differences(is: Rows, must: Rows): string | null {
  const wrong = (Object.keys(must) as (keyof Rows)[]).filter((name) => !isDeepStrictEqual(is[name], must[name]));
  if (wrong.length === 0) return null;
  return wrong.map((name) => `${name} differ, first at ${difference(is[name], must[name])}`).join('\n');
}
