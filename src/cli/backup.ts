import { failCommand } from '../command/command.ts';
import { stateDir } from '../command/paths.ts';
import type { Db } from '../db/client.ts';
import { restoreLock } from '../db/schema.ts';
import { ClicksKeepComing, backup as readAll } from '../operations/backup/backup.ts';
import { keepIn, makeFolder, writeManifest } from './database/backup-folder.ts';
import { withDb } from './database/database.ts';
import { withSnapshot } from './database/snapshot.ts';

export async function backupCommand(
  folder: string,
  { remote = false, json }: { remote?: boolean; json?: boolean },
): Promise<void> {
  makeFolder(folder);
  const copy = async (db: Db) => {
    const restores = await db.select({ id: restoreLock.id }).from(restoreLock);
    if (restores.length > 0) failCommand('a backup is being restored into this database', 'The backup is incomplete.');
    return readAll(db, keepIn(folder), Date.now);
  };
  const copied = remote ? withDb(true, copy) : withSnapshot(stateDir(), copy);
  const manifest = await copied.catch((error: Error) => {
    if (!(error instanceof ClicksKeepComing)) throw error;
    failCommand(
      `${error.message}: clicks arrived faster than they could be copied.`,
      'Pause the queue during the backup. No clicks are lost. Run: npx wrangler queues pause-delivery newsgauge-clicks',
    );
  });
  writeManifest(folder, manifest);
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  const tables = Object.keys(manifest.tables).length;
  console.log(
    json ? JSON.stringify({ folder, rows, tables }) : `Copied ${rows} rows of ${tables} tables to ${folder}.`,
  );
}
