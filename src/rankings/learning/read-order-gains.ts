import { and, gte, lt } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { orderDays } from '../../db/schema.ts';
import { inList } from '../../db/sql.ts';
import { CLASS_COLUMNS, COMPARED_ORDERS } from '../../db/view-columns.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { unpacked } from '../../engagement/impressions.ts';
import { DAY_MS, type Millis } from '../../lib/time.ts';
import { baselineInForce } from '../object/stored-baseline.ts';
import { discountedDays, GAIN_DAYS, type OrderGain, type OrderRow, orderGain } from './order-gain.ts';

/** Returns the gain of each key whose lists with `order=engaging` reported. Reads at most 84 rows per such key. */
export async function loadOrderGains(
  db: Db,
  keyIds: readonly number[],
  { now, isDiscounted }: { now: Millis; isDiscounted: boolean },
): Promise<Map<number, OrderGain>> {
  const today = Math.floor(now / DAY_MS);
  const { keyId, day } = orderDays;
  const rows = await db
    .select()
    .from(orderDays)
    .where(and(inList(keyId, keyIds), gte(day, today - GAIN_DAYS.most), lt(day, today)));
  if (rows.length === 0) return new Map();
  const baseline = isDiscounted ? await baselineInForce(db, utcHourIndex(now)) : null;
  return new Map(
    Array.from(
      Map.groupBy(rows, (row) => row.keyId),
      ([id, own]) => [id, orderGain(discountedDays(own.flatMap(toOrderRow), baseline))],
    ),
  );
}

function toOrderRow(row: typeof orderDays.$inferSelect): OrderRow[] {
  const order = COMPARED_ORDERS[row.listOrder];
  const packedCounters = row as unknown as Record<string, number>;
  const counters = unpacked(CLASS_COLUMNS.map((name) => packedCounters[name] ?? 0));
  return order ? [{ day: row.day, order, stage: row.clicked === 1 ? 'clicks' : 'views', counters }] : [];
}
