import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { KINDS } from '../../db/click-columns.ts';
import { type Db, PreparedQuery } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { listSampling, listViews } from '../../db/schema.ts';
import { bare, listed, upsertRows } from '../../db/sql.ts';
import { FIRST_CLASS, POSITION_BUCKETS, SURE } from '../../db/view-columns.ts';
import { type TrafficBaseline, weightBy, weightOf } from '../../engagement/discounting.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { countersIn, SUMMED } from '../../engagement/impressions.ts';
import { partitionsOf, shownTable } from '../../engagement/partitions.ts';
import type { Millis } from '../../lib/time.ts';
import { baselineInForce } from '../../rankings/object/stored-baseline.ts';
import { IMPRESSION_SAMPLE_RATE } from '../../rankings/read-depth/daily-sample-rate.ts';
import { boundariesOf, HYSTERESIS_RATIO, IN_FORCE, nextLevel, REPORTS_PER_HOUR } from './list-sampling.ts';
import { VERIFIED_NETWORK } from './list-views.ts';

const MAX_LISTS = 2000;
const DAY_HOURS = 24;

interface SamplingContext {
  now: Millis;
  isDiscounted: boolean;
  secret: string;
}

/**
 * Sets k of each list (one in k pages reports) and the sampling fraction of the next day. Suspicious views are
 * discounted. Otherwise, a flood of views would suppress the reports of other readers.
 */
export async function settleSampling(db: Db, { now, isDiscounted, secret }: SamplingContext): Promise<number> {
  const hour = utcHourIndex(now) - 1;
  const baseline = isDiscounted ? await baselineInForce(db, hour + 1) : null;
  const [before] = await db.select().from(listSampling);
  const { found } = await db.transaction({ found: busyLists(hour) });
  const lists: Record<string, number> = {};
  for (const [list, rows] of Map.groupBy(found, (row) => row.list)) {
    const level = nextLevel(before?.lists[list] ?? 0, discounted(rows, baseline), await boundariesOf(secret, list));
    if (level > 0) lists[list] = level;
  }
  await db.transaction(
    unlessRestoring,
    upsertRows(listSampling, [{ id: IN_FORCE, hour, lists }], { columns: ['id', 'hour', 'lists'], key: ['id'] }),
  );
  await settlePart(db, utcHourIndex(now), baseline);
  return Object.keys(lists).length;
}

const viewRow = z.object({ list: z.string(), network: z.int(), reports: z.int(), views: z.number() });

function busyLists(hour: number): PreparedQuery<z.output<typeof viewRow>> {
  const { list, network, reports, views } = listViews;
  const isInHour = sql`${listViews.hour} = ${hour}`;
  return new PreparedQuery(
    viewRow,
    sql`SELECT ${listed(list, network, reports, views)} FROM ${listViews} WHERE ${isInHour} AND ${list} IN (
      SELECT ${bare(list)} FROM ${listViews} WHERE ${isInHour} GROUP BY 1
      HAVING sum(${bare(views)}) >= ${REPORTS_PER_HOUR / HYSTERESIS_RATIO} ORDER BY sum(${bare(views)}) DESC LIMIT ${MAX_LISTS})`,
  );
}

function discounted(rows: readonly z.output<typeof viewRow>[], baseline: TrafficBaseline | null): number {
  const counts = Array<number>(KINDS.network).fill(0);
  for (const { network, reports } of rows) if (network !== VERIFIED_NETWORK) counts[network] = reports;
  const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0);
  const [all, unsigned] = [sum(rows.map(({ reports }) => reports)), sum(counts)];
  const counted = all - unsigned + weightBy('network', unsigned, counts, baseline);
  return (sum(rows.map(({ views }) => views)) * counted) / all;
}

async function settlePart(db: Db, hour: number, baseline: TrafficBaseline | null): Promise<void> {
  const today = Math.floor(hour / DAY_HOURS);
  const day = { from: (today - 1) * DAY_HOURS, to: today * DAY_HOURS };
  const partitions = partitionsOf(day).map((n): SQL => {
    const table = shownTable(n);
    return sql`SELECT * FROM ${table} WHERE ${table.clicked} = 0 AND ${table.hour} >= ${day.from} AND ${table.hour} < ${day.to}`;
  });
  const { sums } = await db.transaction({
    sums: new PreparedQuery(
      z.object({ n: z.int(), counts: z.string() }),
      sql`SELECT count(*) AS n, ${SUMMED} AS counts FROM (${sql.join(partitions, sql` UNION ALL `)})`,
    ),
  });
  const [found] = sums;
  const counters = found?.n ? countersIn(found.counts) : [];
  const certain = counters[SURE] ?? 0;
  const unsigned = counters.slice(0, POSITION_BUCKETS).reduce((sum, readers) => sum + readers, 0) - certain;
  await IMPRESSION_SAMPLE_RATE.setNextDayRate(db, today, certain + weightOf(unsigned, counters, baseline, FIRST_CLASS));
}
