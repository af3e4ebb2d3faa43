import { sql } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { LEVELS } from '../../db/read-columns.ts';
import { unlessRestoring } from '../../db/restoring.ts';
import { bare, excluded, listed } from '../../db/sql.ts';
import { partitionOf, readLedger } from '../../engagement/partitions.ts';
import { addReads, type CountableRead, READ_ATTRIBUTES } from '../../engagement/reads.ts';
import type { Millis } from '../../lib/time.ts';
import type { ReadMessage } from '../message.ts';
import { isPublishedIn, latest } from './ledger.ts';

/**
 * Counts read depths in one transaction. Repeats and changes of order are harmless, because only deeper levels count.
 * `nonce` must be unique per attempt.
 */
export async function countReads(
  db: Db,
  reads: readonly ReadMessage[],
  { nonce, now }: { nonce: number; now: Millis },
): Promise<void> {
  const statements = [...Map.groupBy(furthest(reads), ({ hour }) => partitionOf(hour))].flatMap(([partition, list]) => {
    const ledger = readLedger(partition);
    const rows = JSON.stringify(
      list.map((read) => [
        read.id,
        read.contentId,
        Math.floor(read.hour / 24),
        latest(read.hour, { now, outcome: 'counted' }),
        LEVELS.indexOf(read.level) + 1,
        ...attributesOf(read),
      ]),
    );
    const { id, level, before, nonce: by } = ledger;
    const attributes = READ_ATTRIBUTES.map((name, i) => sql`j.value ->> ${sql.raw(String(5 + i))} AS ${sql.raw(name)}`);
    return [
      sql`INSERT INTO ${ledger} (${listed(id, level, before, by)}) SELECT j.value ->> 0, j.value ->> 4, 0, ${nonce} FROM json_each(${rows}) j
        WHERE ${isPublishedIn(sql`j.value ->> 1`, sql`j.value ->> 3`, now)}
        ON CONFLICT DO UPDATE SET ${bare(before)} = ${bare(level)}, ${bare(level)} = ${excluded(level)}, ${bare(by)} = ${excluded(by)}
        WHERE ${excluded(level)} > ${level}`,
      addReads(
        partition,
        sql`SELECT j.value ->> 1 AS readId, j.value ->> 2 AS readDay, ${level} AS level, ${before} AS before, ${sql.join(attributes, sql`, `)}
          FROM json_each(${rows}) j JOIN ${ledger} ON ${id} = j.value ->> 0 WHERE ${by} = ${nonce}`,
      ),
    ];
  });
  if (statements.length > 0) await db.transaction(unlessRestoring, ...statements);
}

/** Returns the deepest read per id. Two reads with the same id and nonce would count twice. */
function furthest(reads: readonly ReadMessage[]): ReadMessage[] {
  const byId = new Map<string, ReadMessage>();
  for (const read of reads) {
    const known = byId.get(read.id) ?? read;
    const own = LEVELS.indexOf(read.level) > LEVELS.indexOf(known.level) ? read : known;
    byId.set(read.id, { ...own, hour: Math.max(read.hour, known.hour) });
  }
  return [...byId.values()];
}

const attributesOf = (read: CountableRead): (string | number | null)[] =>
  READ_ATTRIBUTES.map((name) => (read as Partial<Record<string, string | number>>)[name] ?? null);
