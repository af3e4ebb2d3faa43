import { fail, now } from '../command/command.ts';
import type { Db } from '../db/client.ts';
import { migrations } from '../db/tables.ts';
import { createKey, isAlive, listKeys } from '../keys/store.ts';
import { withDb } from './database/database.ts';
import { verboseWrangler, wrangler } from './database/runtime.ts';
import {
  ensureDatabase,
  ensureNamespace,
  ensureQueue,
  type Plan,
  refuseOtherVersion,
  replicateReads,
} from './deployment/resources.ts';
import { givenIds, MERGED, readSettings, withIds, writeSettings } from './deployment/settings.ts';

/**
 * Puts newsgauge on Cloudflare, the first time and every time after. Makes what is missing in the account, migrates the database
 * before the code that needs it, and prints an operator key once, where there is none yet.
 */
export async function deploy({ plan = null, dryRun }: { plan?: Plan | null; dryRun?: boolean }): Promise<void> {
  const settings = readSettings();
  writeSettings(settings);
  if (dryRun) {
    console.log(verboseWrangler('deploy', '--dry-run', '--config', MERGED));
    return;
  }
  try {
    wrangler('whoami', '--json');
  } catch {
    fail('Nobody is signed in to Cloudflare.', 'Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.');
  }
  const named = settings as unknown as Named;
  const given = givenIds(settings);
  const database = given.databaseId
    ? { id: given.databaseId, isNew: false }
    : ensureDatabase(wrangler, named.d1_databases[0]?.database_name ?? 'newsgauge');
  report('database', database.isNew);
  const salts = given.saltsId ? { id: given.saltsId, isNew: false } : ensureNamespace(wrangler, `${named.name}-salts`);
  report('key-value namespace', salts.isNew);
  for (const { queue } of named.queues.consumers) {
    const made = ensureQueue(wrangler, queue, plan);
    report(queue, made.isNew, made.plan === 'free' ? ', which keeps messages for 24 hours' : '');
  }
  writeSettings(withIds(settings, { databaseId: database.id, saltsId: salts.id }));
  await replicateReads(wrangler, database.id).catch((error: Error) =>
    console.error(
      `Read replication was not switched on (${error.message}): do it in the dashboard, in the database's settings.`,
    ),
  );
  await refuseOtherVersion(() => withDb(true, appliedThere));
  console.log(verboseWrangler('d1', 'migrations', 'apply', 'DB', '--remote', '--config', MERGED));
  console.log(verboseWrangler('deploy', '--config', MERGED));
  await printFirstKey();
}

async function appliedThere(db: Db): Promise<string[]> {
  const rows = await db.select({ name: migrations.name }).from(migrations);
  return rows.map(({ name }) => name);
}

interface Named {
  name: string;
  d1_databases: { database_name: string }[];
  queues: { consumers: { queue: string }[] };
}

function report(what: string, isNew: boolean, more = ''): void {
  console.log(`${isNew ? 'Made' : 'Found'}: ${what}${more}`);
}

/** A service without an operator cannot be filled. */
async function printFirstKey(): Promise<void> {
  const key = await withDb(true, async (db) => {
    const operators = (await listKeys(db)).filter((each) => each.kind === 'operator' && isAlive(each, now()));
    if (operators.length > 0) return null;
    return createKey(db, { kind: 'operator', name: 'first operator', origins: [], expiresAt: null }, now());
  });
  if (key) console.log(`Operator key, shown once and stored as a hash only:\n${key}`);
}
