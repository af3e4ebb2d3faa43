import { CLICK_COLUMNS, COUNTERS, LOW_BITS, ORIGINS } from '../../db/click-columns.ts';
import type { Db } from '../../db/client.ts';
import { migrations } from '../../db/tables.ts';
import { type Manifest, SERVICE, type TableEntry } from './manifest.ts';
import { readPages, readTogether } from './read.ts';
import { type BackupTable, PARTITIONS, TABLES } from './tables.ts';

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
 * Copies a ledger and then its aggregates. A click writes both in one transaction, so every click of the copied ledger is
 * in the aggregates, which are read later; if their sum is no larger than the ledger, they contain no others.
 */
async function copyPartition(
  db: Db,
  keep: Keep,
  { ledger, hours }: (typeof PARTITIONS)[number],
): Promise<Manifest['tables']> {
  for (let attempt = 1; attempt <= ATTEMPTS + 1; attempt++) {
    const [ids, totals] =
      attempt <= ATTEMPTS
        ? [readPages(db, ledger), readPages(db, hours)]
        : (await readTogether(db, [ledger, hours])).map((lines) => onePage(lines));
    if (!ids || !totals) break;
    const sum = { clicks: 0 };
    const kept = [await keep(ledger.name, ids), await keep(hours.name, summed(totals, hours, sum))] as const;
    if (sum.clicks === kept[0].rows) {
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

async function* summed(
  pages: AsyncIterable<string[]>,
  { columns }: BackupTable,
  sum: { clicks: number },
): AsyncIterable<string[]> {
  const everyone = ORIGINS.map((origin) => COUNTERS.indexOf(`${origin}_all`)).map((counter) => ({
    place: columns.indexOf(CLICK_COLUMNS[counter >> 1] ?? ''),
    of: (column: number) => (counter % 2 === 0 ? column % 2 ** LOW_BITS : Math.floor(column / 2 ** LOW_BITS)),
  }));
  for await (const lines of pages) {
    for (const line of lines) {
      const row = JSON.parse(line);
      for (const { place, of } of everyone) sum.clicks += of(row[place]);
    }
    yield lines;
  }
}
