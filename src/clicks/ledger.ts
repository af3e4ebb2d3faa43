import { type SQL, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { hoursTable, ledgerTable, partitionOf } from '../engagement/partitions.ts';
import { type ArticleFacts, HORIZON, type HourTotal, hourOf, MEASURES } from '../engagement/window.ts';
import { type FactsRow, measures, selectFacts, toFacts } from '../rankings/load.ts';
import { clickId, type QueuedClick } from './message.ts';

/** A click as the ledger knows it. */
export interface Click {
  /** Hash of reader, article and UTC day: the same click, however often it comes. */
  id: string;
  contentId: number;
  /** Hours since the epoch. */
  hour: number;
  companyType: string;
  seniority: string;
  region: string;
}

/** The click that a message stands for. Unknown attributes are empty. */
export async function toClick(message: QueuedClick): Promise<Click> {
  const hour = message.v === 1 ? hourOf(message.at * 1000) : message.hour;
  return {
    id: message.v === 1 ? await clickId(message.reader, message.contentId, Math.floor(hour / 24)) : message.id,
    contentId: message.contentId,
    hour,
    companyType: message.companyType ?? '',
    seniority: message.seniority ?? '',
    region: message.continent ?? '',
  };
}

/** True for an hour inside the windows that end with `now` (epoch milliseconds); others are not counted any more, or not yet. */
export function isCountable(hour: number, now: number): boolean {
  const current = hourOf(now);
  // A beacon's clock may be ahead of the consumer's by a little at the full hour.
  return hour > current - HORIZON && hour <= current + 1;
}

export interface Counted {
  /** Absolute totals of every article and hour that the clicks name, as they stand now. */
  totals: HourTotal[];
  facts: Map<number, ArticleFacts>;
  /** Content ids that name no article; their clicks are not counted. */
  unknown: Set<number>;
}

/**
 * Counts clicks in one transaction: those whose id the ledger has not seen are added to the hourly aggregates, all others
 * change nothing. Safe to repeat after any failure. `nonce` tells this attempt from all others.
 * Writes one row a new click, one a touched aggregate, and one for the outcomes.
 */
export async function countClicks(
  db: Db,
  clicks: readonly Click[],
  { nonce, now }: { nonce: number; now: number },
): Promise<Counted> {
  // Twice the same id in one transaction would carry the same nonce and count twice. The first one counts, here as in the ledger.
  const distinct = [...new Map(clicks.toReversed().map((click) => [click.id, click])).values()];
  const contentIds = [...new Set(distinct.map(({ contentId }) => contentId))];
  const partitions = Map.groupBy(distinct, ({ hour }) => partitionOf(hour));
  const perPartition = Array.from(partitions, ([partition, list]) =>
    countPartition(partition, list, nonce, hourOf(now)),
  );
  const [factRows, ...results] = await db.together<[FactsRow[], ...TotalRow[][]]>(
    selectFacts(contentIds),
    ...perPartition.flatMap(({ writes }) => writes),
    ...perPartition.map(({ totals }) => totals),
  );
  const facts = new Map(factRows.map((row) => [row.id, toFacts(row)]));
  return {
    totals: results
      .slice(-perPartition.length)
      .flatMap((rows) => rows.map(({ counts, ...row }) => ({ ...row, counts: JSON.parse(counts) }))),
    facts,
    unknown: new Set(contentIds.filter((id) => !facts.has(id))),
  };
}

interface TotalRow {
  contentId: number;
  hour: number;
  counts: string;
}

function countPartition(
  partition: number,
  clicks: readonly Click[],
  nonce: number,
  hour: number,
): { writes: SQL[]; totals: SQL } {
  const ledger = ledgerTable(partition);
  const hours = hoursTable(partition);
  const rows = JSON.stringify(clicks.map((c) => [c.id, c.contentId, c.hour, c.companyType, c.seniority, c.region]));
  const pairs = [...new Map(clicks.map((c) => [`${c.contentId} ${c.hour}`, [c.contentId, c.hour]])).values()];
  const mine = sql`FROM json_each(${rows}) j JOIN ${ledger} l ON l.id = j.value ->> 0 WHERE l.nonce = ${nonce}`;
  return {
    writes: [
      sql`INSERT OR IGNORE INTO ${ledger} (id, nonce) SELECT j.value ->> 0, ${nonce} FROM json_each(${rows}) j
        WHERE EXISTS (SELECT 1 FROM articles a WHERE a.id = j.value ->> 1)`,
      sql`INSERT INTO ${hours} (content_id, hour, company_type, seniority, region, clicks)
        SELECT j.value ->> 1, j.value ->> 2, j.value ->> 3, j.value ->> 4, j.value ->> 5, count(*) ${mine} GROUP BY 1, 2, 3, 4, 5
        ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks`,
      sql`INSERT INTO click_outcomes (hour, outcome, clicks) SELECT ${hour}, 'counted', count(*) ${mine} HAVING count(*) > 0
        ON CONFLICT DO UPDATE SET clicks = clicks + excluded.clicks`,
    ],
    totals: sql`SELECT content_id AS contentId, hour, ${measures('true', MEASURES.length)} AS counts
      FROM json_each(${JSON.stringify(pairs)}) j JOIN ${hours} ON content_id = j.value ->> 0 AND hour = j.value ->> 1
      GROUP BY 1, 2`,
  };
}
