import type { SQL } from 'drizzle-orm';
import { LOW_BITS } from '../../db/click-columns.ts';
import type { Db } from '../../db/client.ts';
import { migrations } from '../../db/tables.ts';
import { type BackupTable, PARTITIONS, TABLES, tablesIn } from './backup-tables.ts';
import { type Manifest, SERVICE_NAME, type TableEntry } from './manifest.ts';
import { readTogether, tableLines } from './read-backup.ts';

/** Stores the lines of a table. A later call for the same table replaces them. */
export type StoreLines = (
  table: string,
  pages: AsyncIterable<string[]>,
) => Promise<Pick<TableEntry, 'rows' | 'sha256'>>;

const MAX_PAGED_ATTEMPTS = 3;

export class ClicksKeepComing extends Error {}

/** Copies every table while the service runs. The copied counts match the copied ledgers. (docs/decisions.md#O2) */
export async function backup(db: Db, keep: StoreLines, clock: () => number): Promise<Manifest> {
  const startedAt = new Date(clock()).toISOString();
  const applied = await db.select({ name: migrations.name }).from(migrations).orderBy(migrations.id);
  const tables: Manifest['tables'] = {};
  const paired = new Set(PARTITIONS.flatMap(tablesIn));
  for (const table of TABLES) {
    if (!paired.has(table))
      tables[table.name] = { columns: table.columns, ...(await keep(table.name, tableLines(db, table))) };
  }
  for (const partition of PARTITIONS) Object.assign(tables, await copyPartition(db, keep, partition));
  const finishedAt = new Date(clock()).toISOString();
  return { ...SERVICE_NAME, startedAt, finishedAt, migrations: applied.map(({ name }) => name), tables };
}

/** Copies a ledger (ids of counted clicks), then the counts. If their sums are equal, both contain the same clicks. */
async function copyPartition(
  db: Db,
  keep: StoreLines,
  partition: (typeof PARTITIONS)[number],
): Promise<Manifest['tables']> {
  const { ledger, totals } = partition;
  const all = tablesIn(partition);
  for (let attempt = 1; attempt <= MAX_PAGED_ATTEMPTS + 1; attempt++) {
    const copied: Manifest['tables'] = {};
    const copy = async ({ name, columns }: BackupTable, pages: AsyncIterable<string[]>) => {
      copied[name] = { columns, ...(await keep(name, pages)) };
    };
    const known = await Promise.all(totals.map(async ({ surplus }) => ({ of: surplus ? await read(db, surplus) : 0 })));
    const together = attempt > MAX_PAGED_ATTEMPTS ? (await readTogether(db, all)).map(onePage) : null;
    const pages = (i: number) => together?.[i] ?? tableLines(db, all[i] ?? ledger);
    const counted = totals.map(({ added }, i) => [added, known[i] ?? { of: 0 }] as const);
    await copy(
      ledger,
      counted.reduce((lines, [value, sum]) => summed(lines, value, sum), pages(0)),
    );
    let agree = true;
    for (const [i, { table, counters, isSummed }] of totals.entries()) {
      const values = counters.map((counter) => counterIn(counter, table.columns));
      const sum = { of: 0 };
      await copy(
        table,
        summed(pages(i + 1), (row) => (isSummed(row) ? values.reduce((all, value) => all + value(row), 0) : 0), sum),
      );
      agree &&= sum.of === known[i]?.of;
    }
    if (agree) return copied;
  }
  throw new ClicksKeepComing(`${all.map(({ name }) => name).join(' and ')} differ`);
}

async function read(db: Db, surplus: SQL): Promise<number> {
  const [row] = await db.all<{ surplus: number }>(surplus);
  return row?.surplus ?? 0;
}

async function* onePage(lines: string[]): AsyncIterable<string[]> {
  if (lines.length > 0) yield lines;
}

function counterIn(counter: string, columns: readonly string[]): (row: readonly number[]) => number {
  const place = columns.findIndex((column) => column.split('__').includes(counter));
  const isLow = columns[place]?.startsWith(`${counter}__`);
  return (row) => {
    const column = row[place] ?? 0;
    return isLow ? column % 2 ** LOW_BITS : Math.floor(column / 2 ** LOW_BITS);
  };
}

async function* summed(pages: AsyncIterable<string[]>, value: (row: readonly number[]) => number, sum: { of: number }) {
  for await (const lines of pages) {
    for (const line of lines) sum.of += value(JSON.parse(line));
    yield lines;
  }
}
