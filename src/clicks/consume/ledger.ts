import { type SQL, sql } from 'drizzle-orm';
import { type Db, PreparedQuery } from '../../db/client.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { articles, LEDGER_KINDS, serviceClock } from '../../db/schema.ts';
import { listed } from '../../db/sql.ts';
import { secondsBefore, wasPublishedBy } from '../../db/trusted-time.ts';
import { addClicks, cellOfRow, clickCounters, selectCells } from '../../engagement/aggregates.ts';
import type { ClickCell } from '../../engagement/cells.ts';
import { type Countable, countersOf } from '../../engagement/columns.ts';
import { daysToRecompute } from '../../engagement/days.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { addImpressions, impressionCounters } from '../../engagement/impressions.ts';
import { addOrders } from '../../engagement/order-days.ts';
import { ledgerTable, partitionOf } from '../../engagement/partitions.ts';
import { HOUR, type Millis, toSeconds } from '../../lib/time.ts';
import { type ArticleFacts, factsOfRow, selectFacts } from '../../rankings/facts.ts';
import type { ClickMessage } from '../message.ts';
import { addLateToTotals, addToOutcomes, SETTLED_HOURS } from './outcomes.ts';

const CLICK = LEDGER_KINDS.indexOf('click');

export type Click = Countable & Pick<ClickMessage, 'id' | 'contentId' | 'hour' | 'mark' | 'compared'>;

export interface CountResult {
  cells: ClickCell[];
  facts: Map<number, ArticleFacts>;
  /** Returns true if the clicked article does not exist or was unpublished at that hour. Such clicks do not count. */
  isUnknown(click: Pick<Click, 'contentId' | 'hour'>): boolean;
}

/**
 * Counts each click id once, in one transaction. `nonce` must be unique per attempt. Writes one row per new click, per
 * changed aggregate, and per hour of click outcomes.
 */
export async function countClicks(
  db: Db,
  clicks: readonly Click[],
  { nonce, now, outcome = 'counted' }: { nonce: number; now: Millis; outcome?: LedgerOutcome },
): Promise<CountResult> {
  const distinct = earliest(clicks);
  const contentIds = [...new Set(distinct.map(({ contentId }) => contentId))];
  const partitions = byPartition(distinct);
  const { found, cells, clock } = await db.transaction({
    unlessRestoring,
    clock: db.select({ newest: serviceClock.newest }).from(serviceClock),
    found: new PreparedQuery(factsOfRow, selectFacts(contentIds)),
    counted: partitions.flatMap(([partition, list]) => countPartition(partition, list, { nonce, now, outcome })),
    days: daysToRecompute(
      distinct.map(({ hour }) => hour),
      now,
    ),
    // Hours of duplicate clicks are included, because an earlier delivery may have counted a click in another hour.
    cells: byPartition(clicks).map(
      ([partition, list]) => new PreparedQuery(cellOfRow, selectCells(partition, hoursOf(list))),
    ),
  });
  const facts = new Map(found.map((article) => [article.id, article]));
  const before = secondsBefore(clock[0]?.newest, now);
  return {
    cells: cells.flat(),
    facts,
    isUnknown: ({ contentId, hour }) =>
      (facts.get(contentId)?.publishedAt ?? Number.POSITIVE_INFINITY) >
      Math.max(before, latest(hour, { now, outcome })),
  };
}

type LedgerOutcome = 'counted' | 'imported';

const seconds = (now: number) => toSeconds(now);

/** Returns the time by which an article must be published for its clicks of `hour` to count. (docs/decisions.md#C49) */
export const latest = (hour: number, { now, outcome }: { now: number; outcome: LedgerOutcome }): number => {
  const end = hour * HOUR + HOUR - 1;
  if (outcome === 'imported') return seconds(now);
  return hour > utcHourIndex(now) ? end : Math.min(seconds(now), end);
};

export const isPublishedIn = (id: SQL, published: SQL, now: Millis): SQL =>
  sql`EXISTS (SELECT 1 FROM ${articles} WHERE ${articles.id} = ${id} AND ${articles.publishedAt} <= max(${published}, ${wasPublishedBy(now)}))`;

/** Returns the earliest click per id. Two clicks with the same id and nonce would count twice. */
function earliest(clicks: readonly Click[]): Click[] {
  const byId = new Map<string, Click>();
  for (const click of clicks) {
    const known = byId.get(click.id);
    if (!known || click.hour < known.hour) byId.set(click.id, click);
  }
  return [...byId.values()];
}

const byPartition = (clicks: readonly Click[]) => [...Map.groupBy(clicks, ({ hour }) => partitionOf(hour))];

const hoursOf = (clicks: readonly Click[]) => [
  ...new Map(clicks.map(({ contentId, hour }) => [`${contentId} ${hour}`, [contentId, hour] as const])).values(),
];

function countPartition(
  partition: number,
  clicks: readonly Click[],
  { nonce, now, outcome }: { nonce: number; now: number; outcome: LedgerOutcome },
): SQL[] {
  const ledger = ledgerTable(partition);
  const rows = JSON.stringify(
    clicks.map((click) => [
      click.id,
      click.contentId,
      click.hour,
      latest(click.hour, { now, outcome }),
      ...countersOf(click),
    ]),
  );
  const shown = clicks.flatMap((click) =>
    click.mark == null ? [] : [[click.id, click.contentId, click.hour, ...impressionCounters(click.mark, click)]],
  );
  const mine = sql`FROM json_each(${rows}) j JOIN ${ledger} ON ${ledger.id} = j.value ->> 0 WHERE ${ledger.nonce} = ${nonce}`;
  // Outcomes of beacons count in the hour of the click. Outcomes of imports count in the current hour.
  const outcomeHour = outcome === 'counted' ? sql`j.value ->> 2` : sql`${utcHourIndex(now)}`;
  const outcomes = sql`SELECT ${outcomeHour}, ${outcome}, count(*) ${mine} GROUP BY 1`;
  const isLate = outcome === 'counted' && clicks.some(({ hour }) => hour < utcHourIndex(now) - SETTLED_HOURS);
  return [
    sql`INSERT OR IGNORE INTO ${ledger} (${listed(ledger.id, ledger.nonce, ledger.kind)})
      SELECT j.value ->> 0, ${nonce}, ${CLICK} FROM json_each(${rows}) j
      WHERE ${isPublishedIn(sql`j.value ->> 1`, sql`j.value ->> 3`, now)}`,
    addClicks(
      partition,
      sql`SELECT j.value ->> 1 AS clickedId, j.value ->> 2 AS clickedHour, ${clickCounters(sql`j.value`, 4)} ${mine}`,
    ),
    ...(shown.length > 0
      ? [
          addImpressions(
            partition,
            sql`SELECT j.value ->> 1 AS shownId, j.value ->> 2 AS shownHour, 1 AS shownBy, j.value AS v
              FROM json_each(${JSON.stringify(shown)}) j JOIN ${ledger} ON ${ledger.id} = j.value ->> 0 WHERE ${ledger.nonce} = ${nonce}`,
            3,
          ),
        ]
      : []),
    ...addOrders(clicks, { isClicked: true, ledger, nonce }),
    addToOutcomes(outcomes),
    ...(isLate ? [addLateToTotals(outcomes)] : []),
  ];
}
