import { stripVTControlCharacters } from 'node:util';
import { failCommand, isRefusal, now } from '../command/command.ts';
import { commandLine } from '../command/paths.ts';
import { openDb } from '../db/client.ts';
import { createKey, isAlive, listKeys } from '../keys/key-store.ts';
import { throughWrangler } from './database/database.ts';
import { openAccount, refuseNarrowToken } from './deployment/account.ts';
import { agree, askerOfTerminal, interview } from './deployment/interview.ts';
import { outlineOf } from './deployment/outline.ts';
import {
  appliedThere,
  type DataPlace,
  ensureNamespace,
  ensureQueue,
  findDatabase,
  makeDatabase,
  type Plan,
  refuseOthers,
  refuseOtherVersion,
  replicateReads,
} from './deployment/resources.ts';
import {
  givenIds,
  keepingIds,
  MERGED_CONFIG,
  readDeploymentSettings,
  type Settings,
  withIds,
  writeSettings,
  writtenSettings,
} from './deployment/settings.ts';
import { verboseWrangler } from './deployment/wrangler.ts';

interface Wish extends DataPlace {
  plan?: Plan | null;
  dryRun?: boolean;
  yes?: boolean;
}

/** Deploys newsgauge to Cloudflare, for the first time or again. Migrates the database before it uploads code. */
export async function deploy({ dryRun, yes, plan = null, ...given }: Wish): Promise<void> {
  const ask = yes ? null : askerOfTerminal();
  const place = ask ? await interview(given, ask) : given;
  const settings = readDeploymentSettings();
  writeSettings(keepingIds(settings, writtenSettings()));
  console.log(outlineOf(settings, place).join('\n'));
  if (dryRun) {
    console.log(verboseWrangler('deploy', '--dry-run', '--config', MERGED_CONFIG));
    return;
  }
  if (ask) await agree(ask);
  try {
    await deployed(settings as unknown as Named, { plan, ...place });
  } catch (thrown) {
    if (isRefusal(thrown)) throw thrown;
    failCommand(
      `Cloudflare refused the request: ${reasonOf(thrown)}`,
      ...wayOut(String(Object(thrown).stderr ?? thrown)),
    );
  }
}

async function deployed(settings: Named, { plan, ...place }: DataPlace & { plan: Plan | null }): Promise<void> {
  const { name, vars } = settings;
  const given = givenIds(settings);
  const ask = await openAccount(settings.account_id);
  await refuseNarrowToken(ask);
  const queues = settings.queues.consumers.map(({ queue }) => queue);
  await refuseOthers(ask, { name, queues, authority: vars.GUID_AUTHORITY });
  const base = settings.d1_databases[0]?.database_name ?? name;
  const found = await findDatabase(ask, { name: base, ...(given.databaseId ? { id: given.databaseId } : {}) }, place);
  if (found) await refuseOtherVersion(() => appliedThere(ask, found));
  const databaseId = found ?? (await makeDatabase(ask, base, place));
  report(`database ${base}`, !found);
  const salts = given.saltsId ? { id: given.saltsId, isNew: false } : await ensureNamespace(ask, `${name}-salts`);
  report(`key-value namespace ${name}-salts`, salts.isNew);
  for (const queue of queues) {
    const made = await ensureQueue(ask, queue, plan);
    report(`queue ${queue}`, made.isNew, made.plan === 'free' ? ', which retains messages for 24 hours' : '');
  }
  writeSettings(withIds(settings, { databaseId, saltsId: salts.id }));
  await replicateReads(ask, databaseId).catch((error: Error) =>
    console.error(
      `Read replication is off (${error.message}). Enable it in the dashboard, in the database's settings.`,
    ),
  );
  console.log(verboseWrangler('d1', 'migrations', 'apply', 'DB', '--remote', '--config', MERGED_CONFIG));
  console.log(verboseWrangler('deploy', '--config', MERGED_CONFIG));
  await printFirstKey().catch(() =>
    failCommand(
      'The service is deployed, but the check for an operator key failed.',
      `Create one: ${commandLine('keys')} create --kind operator --name NAME --remote`,
    ),
  );
}

function reasonOf(thrown: unknown): string {
  const { stderr, message } = Object(thrown) as { stderr?: string; message?: string };
  const said = stripVTControlCharacters(stderr || message || String(thrown))
    .replaceAll(/\s+/g, ' ')
    .trim();
  // Cloudflare's reason comes before an error code, often after a sentence that only names the failed request.
  const [, reason] = /\[ERROR\] (.*?\[code: \d+\])/.exec(said) ?? /\[ERROR\] (.*?(?:\. |$))/.exec(said) ?? [];
  return reason?.trim() ?? said.slice(0, 300);
}

const REMEDIES: [said: RegExp, way: string][] = [
  [
    /10000\]|10023|Authentication error/,
    'The token needs D1, Workers KV Storage, Queues and Workers Scripts: Edit in the account, and Workers Routes: Edit in the zone of a host name.',
  ],
  [
    /maximum of|limit of|exceeded|7406|10037|10072/,
    'The plan’s limit is reached. Remove unused resources or choose a larger plan, then run the command again.',
  ],
  [
    /must be at most|retention/,
    'The Free plan retains queue messages for 24 hours only. Use --plan free, or switch to Workers Paid.',
  ],
  [
    /zone|domain|route/i,
    'The zone of the host name must be in this account, and no other Worker may use the host name.',
  ],
];

const wayOut = (said: string): string[] => [
  REMEDIES.find(([pattern]) => pattern.test(said))?.[1] ??
    'Run the command again in a few minutes, with DEBUG=1 for details.',
  'The command reuses the resources that it has already created.',
];

interface Named extends Settings {
  name: string;
  account_id?: string;
  vars: { GUID_AUTHORITY: string };
  d1_databases: { database_name: string }[];
  queues: { consumers: { queue: string }[] };
}

function report(what: string, isNew: boolean, more = ''): void {
  console.log(`${isNew ? 'Created' : 'Found'}: ${what}${more}`);
}

/** Prints a new operator key if no operator key is active, because adding content requires a key. */
async function printFirstKey(): Promise<void> {
  const db = openDb(throughWrangler('--remote'));
  if ((await listKeys(db)).some((each) => each.kind === 'operator' && isAlive(each, now()))) return;
  const key = await createKey(db, { kind: 'operator', name: 'first operator', origins: [], expiresAt: null }, now());
  console.log(`Operator key, shown once and stored as a hash only:\n${key}`);
}
