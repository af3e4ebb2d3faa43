import { execFileSync } from 'node:child_process';
import { createHash, createHmac } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { parse } from 'smol-toml';
import { type Modules, workerParts } from '../../../scripts/build/worker-parts.ts';
import { ROOT } from '../../../src/command/paths.ts';
import { migrateFile } from '../../../src/node/state/migrate.ts';
import { logOfRuntime } from './runtime-log.ts';

export type { Modules } from '../../../scripts/build/worker-parts.ts';

interface WranglerFile {
  compatibility_date: string;
  d1_databases: { preview_database_id?: string }[];
  kv_namespaces: { binding: string; preview_id?: string }[];
}

const config = parse(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')) as unknown as WranglerFile;
const databaseId = config.d1_databases[0]?.preview_database_id ?? 'DB';

export const persistence = (state: string): string => join(state, 'v3');

/** Path of the database in a state of the simulator. The file name is derived from the database id. */
export function workerdDatabase(state: string): string {
  const key = 'miniflare-D1DatabaseObject';
  const secret = createHash('sha256').update(key).digest();
  const mac = (data: string | Buffer) => createHmac('sha256', secret).update(data).digest().subarray(0, 16);
  const name = mac(databaseId);
  return join(persistence(state), 'd1', key, `${Buffer.concat([name, mac(name)]).toString('hex')}.sqlite`);
}

export const migrate = (state: string): void => migrateFile(workerdDatabase(state));

export async function bundle(): Promise<Modules> {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts')], { stdio: ['ignore', 'ignore', 'pipe'] });
  return (await workerParts()).modules;
}

/** Wrangler returns its configuration in the format of miniflare 4. */
export const miniflare = (options: object): Miniflare =>
  new Miniflare(convertV4MiniflareOptions(options as Parameters<typeof convertV4MiniflareOptions>[0]));

const localStores = () => ({
  compatibilityDate: config.compatibility_date,
  d1Databases: { DB: databaseId },
  kvNamespaces: Object.fromEntries(
    config.kv_namespaces.map(({ binding, preview_id }) => [binding, preview_id ?? binding]),
  ),
});

/** Opens the database and the key-value store of a simulator state, and closes them when `use` has ended. */
export async function withLocalDb<T>(
  state: string,
  use: (db: D1Database, salts: KVNamespace) => Promise<T>,
  stores: object = localStores(),
): Promise<T> {
  const mf = miniflare({
    modules: true,
    script: 'export default {}',
    ...stores,
    resourcePersistencePath: persistence(state),
    handleStructuredLogs: logOfRuntime(),
  });
  try {
    return await use(await localDb(mf), await localSalts(mf));
  } finally {
    await mf.dispose();
  }
}

export const localSalts = async (mf: Miniflare): Promise<KVNamespace> =>
  (await mf.getKVNamespace('SALTS')) as unknown as KVNamespace;

export const localDb = async (mf: Miniflare): Promise<D1Database> =>
  (await mf.getD1Database('DB')) as unknown as D1Database;
