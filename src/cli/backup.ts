/** `npm run backup -- FOLDER [--remote]`: copies every table into a folder while the server runs. */
import { parseArgs } from 'node:util';
import { fail, run } from '../command/command.ts';
import type { Db } from '../db/client.ts';
import { restoreLock } from '../db/schema.ts';
import { backup, ClicksKeepComing } from '../operations/backup/backup.ts';
import { keepIn, makeFolder, writeManifest } from './database/backup-folder.ts';
import { withDb } from './database/database.ts';
import { stateDir } from './database/runtime.ts';
import { withSnapshot } from './database/snapshot.ts';

const USAGE = `newsgauge backup FOLDER [--remote]

FOLDER is made. STATE_DIR (.wrangler/state) says which local database, --remote takes the deployed one.`;

await run(USAGE, async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { remote: { type: 'boolean', default: false } },
  });
  const [folder, ...rest] = positionals;
  if (!folder || rest.length > 0) fail('name one folder', USAGE);
  makeFolder(folder);
  const copy = async (db: Db) => {
    const restores = await db.select({ id: restoreLock.id }).from(restoreLock);
    if (restores.length > 0) fail('a backup is being restored into this database', 'What it holds is not whole.');
    return backup(db, keepIn(folder), Date.now);
  };
  const copied = values.remote ? withDb(true, copy) : withSnapshot(stateDir(), copy);
  const manifest = await copied.catch((error: Error) => {
    if (!(error instanceof ClicksKeepComing)) throw error;
    fail(
      `${error.message}: clicks came faster than they could be copied.`,
      'Hold them in the queue meanwhile, and nothing is lost: npx wrangler queues pause-delivery newsgauge-clicks',
    );
  });
  writeManifest(folder, manifest);
  const rows = Object.values(manifest.tables).reduce((sum, table) => sum + table.rows, 0);
  console.log(`${rows} rows of ${Object.keys(manifest.tables).length} tables are in ${folder}.`);
});
