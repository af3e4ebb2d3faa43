import { lt, type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { RETENTION_DAYS } from '../db/retention-days.ts';
import { orderDays } from '../db/schema.ts';
import type { TrustedTime } from '../db/trusted-time.ts';
import { COMPARED_ORDERS, type ComparedOrder, POSITION_BUCKETS, VIEW_COUNTERS } from '../db/view-columns.ts';
import { DAY_MS } from '../lib/time.ts';
import { adderTo } from './aggregates.ts';
import { attributeOf, type ImpressionSender, impressionCounters } from './impressions.ts';
import type { ledgerTable } from './partitions.ts';

/** Counts page views and clicks of lists with `order=engaging`, by key, day and order. */

const HOURS_PER_DAY = 24;
/** Names of the columns that `impressionCounters` fills, without the position bucket. */
const ATTRIBUTES = ['network', 'prefix', 'browser', 'sure'] as const;
const KEY_COLUMNS = ['orderKey', 'orderDay', 'listOrder', 'orderStage'];

const addReaders = adderTo(
  () => orderDays,
  KEY_COLUMNS,
  VIEW_COUNTERS.slice(POSITION_BUCKETS).map((_, i) => {
    const counter = POSITION_BUCKETS + i;
    return `(c.${attributeOf(counter)} IS ${counter})`;
  }),
);

type ComparedMessage = ImpressionSender & {
  id: string;
  hour: number;
  compared?: { keyId: number; order: ComparedOrder } | undefined;
};

interface NewIn {
  /** Whether the messages are clicks. Otherwise, they are page views. */
  isClicked: boolean;
  ledger: ReturnType<typeof ledgerTable>;
  nonce: number;
}

/** Builds the statement that counts those messages of compared lists that are new in the ledger, if there are any. */
export function addOrders(messages: readonly ComparedMessage[], { isClicked, ledger, nonce }: NewIn): SQL[] {
  const rows = messages.flatMap((message) => {
    const { id, hour, compared } = message;
    if (!compared) return [];
    const [, ...classes] = impressionCounters(0, message);
    const day = Math.floor(hour / HOURS_PER_DAY);
    return [[id, compared.keyId, day, COMPARED_ORDERS.indexOf(compared.order), Number(isClicked), ...classes]];
  });
  if (rows.length === 0) return [];
  const columns = [...KEY_COLUMNS, ...ATTRIBUTES].map((name, i) => `j.value ->> ${i + 1} AS ${name}`);
  return [
    addReaders(
      0,
      sql`SELECT ${sql.raw(columns.join(', '))} FROM json_each(${JSON.stringify(rows)}) j
        JOIN ${ledger} ON ${ledger.id} = j.value ->> 0 WHERE ${ledger.nonce} = ${nonce}`,
    ),
  ];
}

export const forgetOrders = (db: Db, now: TrustedTime) =>
  db.delete(orderDays).where(lt(orderDays.day, Math.floor(now / DAY_MS) - RETENTION_DAYS.orders));
