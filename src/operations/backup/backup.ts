import { LOW_BITS } from '../../db/click-columns.ts';
import type { Db } from '../../db/client.ts';
import { migrations } from '../../db/tables.ts';
import { type Manifest, SERVICE, type TableEntry } from './manifest.ts';
import { readPages, readTogether } from './read.ts';
import { PARTITIONS, TABLES } from './tables.ts';

/** Stores the lines of a table; a second call for the same table replaces them. */
export type Keep = (table: string, pages: AsyncIterable<string[]>) => Promise<Pick<TableEntry, 'rows' | 'sha256'>>;

/** How often a partition is read page by page before it is read as a whole. */
const ATTEMPTS = 3;

export class ClicksKeepComing extends Error {}

/**
 * Copies every table page by page while the service goes on. Each row is consistent, and so is each
 * ledger with its aggregates; of rows that change meanwhile the copy may contain the old or the new state. (docs/decisions.md#O2)
 */
export async function backup(db: Db, keep: Keep, clock: () => number): Promise<Manifest> {
  const startedAt = new Date(clock()).toISOString();
  const applied = await db.select({ name: migrations.name }).from(migrations).orderBy(migrations.id);
  const tables: Manifest['tables'] = {};
  const paired = new Set(PARTITIONS.flatMap(({ ledger, hours }) => [ledger, hours]));
  for (const table of TABLES) {
    if (!paired.has(table))
      tables[table.name] = { columns: table.columns, ...(await keep(table.name, readPages(db, table))) };
  }
  for (const pair of PARTITIONS) Object.assign(tables, await copyPartition(db, keep, pair));
  const finishedAt = new Date(clock()).toISOString();
  return { ...SERVICE, startedAt, finishedAt, migrations: applied.map(({ name }) => name), tables };
}

/**
 * Copies a ledger and then its aggregates. A click or read writes both in one transaction, so everything of the copied ledger is
 * in the aggregates, which are read later; if their sum is no larger than the ledger, they contain nothing else.
 */
async function copyPartition(
  db: Db,
  keep: Keep,
  { ledger, hours, counters, counted }: (typeof PARTITIONS)[number],
): Promise<Manifest['tables']> {
  for (let attempt = 1; attempt <= ATTEMPTS + 1; attempt++) {
    const [ids, totals] =
      attempt <= ATTEMPTS
        ? [readPages(db, ledger), readPages(db, hours)]
        : (await readTogether(db, [ledger, hours])).map((lines) => onePage(lines));
    if (!ids || !totals) break;
    const [known, sum] = [{ of: 0 }, { of: 0 }];
    const place = ledger.columns.indexOf(counted ?? '');
    const values = counters.map((counter) => counterIn(counter, hours.columns));
    const kept = [
      await keep(
        ledger.name,
        summed(ids, (row) => (counted ? (row[place] ?? 0) : 1), known),
      ),
      await keep(
        hours.name,
        summed(totals, (row) => values.reduce((all, value) => all + value(row), 0), sum),
      ),
    ] as const;
    if (sum.of === known.of) {
      return {
        [ledger.name]: { columns: ledger.columns, ...kept[0] },
        [hours.name]: { columns: hours.columns, ...kept[1] },
      };
    }
  }
  throw new ClicksKeepComing(`${ledger.name} and ${hours.name} do not agree`);
}

async function* onePage(lines: string[]): AsyncIterable<string[]> {
  if (lines.length > 0) yield lines;
}

/** The value of a counter in a row of aggregates. */
function counterIn(counter: string, columns: readonly string[]): (row: readonly number[]) => number {
  const place = columns.findIndex((column) => column.split('__').includes(counter));
  const isLow = columns[place]?.startsWith(`${counter}__`);
  return (row) => {
    const column = row[place] ?? 0;
    return isLow ? column % 2 ** LOW_BITS : Math.floor(column / 2 ** LOW_BITS);
  };
}

async function* summed(
  pages: AsyncIterable<string[]>,
  value: (row: readonly number[]) => number,
  sum: { of: number },
): AsyncIterable<string[]> {
  for await (const lines of pages) {
    for (const line of lines) sum.of += value(JSON.parse(line));
    yield lines;
  }
}
