import { sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import type { Db } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { LEDGER_KINDS } from '../../db/schema.ts';
import { listed } from '../../db/sql.ts';
import { addImpressions, impressionCounters } from '../../engagement/impressions.ts';
import { addOrders } from '../../engagement/order-days.ts';
import { ledgerTable, partitionOf } from '../../engagement/partitions.ts';
import type { Millis } from '../../lib/time.ts';
import type { ViewMessage } from '../message.ts';
import { addListViews, viewClassOf } from '../sampling/list-views.ts';
import { isPublishedIn, latest } from './ledger.ts';

const LIST_KIND = LEDGER_KINDS.indexOf('list');
const POSITION_KIND = LEDGER_KINDS.indexOf('place');
const COUNTERS_OFFSET = 5;

/** Counts impressions in one transaction and is safe to retry. Writes one row per message, impression and new total. */
export async function countViews(
  db: Db,
  messages: readonly ViewMessage[],
  { nonce, now }: { nonce: number; now: Millis },
): Promise<void> {
  const lists = [...Map.groupBy(messages, ({ id }) => id).values()].flatMap(([first]) => first ?? []);
  await db.transaction(
    unlessRestoring,
    ...[...Map.groupBy(lists, ({ hour }) => partitionOf(hour))].flatMap(([partition, of]) => {
      const ledger = ledgerTable(partition);
      const l = alias(ledger, 'l');
      const rows = JSON.stringify(
        of.flatMap((message) => {
          const published = latest(message.hour, { now, outcome: 'counted' });
          return message.seen.map(([id, contentId, mark]) => [
            id,
            contentId,
            message.hour,
            published,
            message.id,
            ...impressionCounters(mark, message),
          ]);
        }),
      );
      const reported = JSON.stringify(
        of.flatMap((one) => (one.list ? [[one.id, one.list, viewClassOf(one), one.hour, one.views]] : [])),
      );
      const isNew = sql`EXISTS (SELECT 1 FROM ${ledger} l WHERE ${l.id} = j.value ->> 4 AND ${l.nonce} = ${nonce})`;
      return [
        sql`INSERT OR IGNORE INTO ${ledger} (${listed(ledger.id, ledger.nonce, ledger.kind)})
          SELECT value, ${nonce}, ${LIST_KIND} FROM json_each(${JSON.stringify(of.map(({ id }) => id))})`,
        sql`INSERT OR IGNORE INTO ${ledger} (${listed(ledger.id, ledger.nonce, ledger.kind)})
          SELECT j.value ->> 0, ${nonce}, ${POSITION_KIND} FROM json_each(${rows}) j
          WHERE ${isNew}
          AND ${isPublishedIn(sql`j.value ->> 1`, sql`j.value ->> 3`, now)}`,
        addListViews(
          sql`SELECT j.value ->> 1 AS seenList, j.value ->> 2 AS seenIn, j.value ->> 3 AS seenHour, j.value ->> 4 AS standsFor
            FROM json_each(${reported}) j JOIN ${ledger} ON ${ledger.id} = j.value ->> 0 WHERE ${ledger.nonce} = ${nonce}`,
        ),
        ...addOrders(of, { isClicked: false, ledger, nonce }),
        addImpressions(
          partition,
          // If several reports contain the same impression, only the first new report counts it.
          sql`SELECT j.value ->> 1 AS shownId, j.value ->> 2 AS shownHour, 0 AS shownBy, j.value AS v, min(j.key)
            FROM json_each(${rows}) j JOIN ${ledger} ON ${ledger.id} = j.value ->> 0 WHERE ${ledger.nonce} = ${nonce} AND ${isNew}
            GROUP BY j.value ->> 0`,
          COUNTERS_OFFSET,
        ),
      ];
    }),
  );
}
