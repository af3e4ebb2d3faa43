import { join } from 'node:path';
import { convertV4MiniflareOptions, Miniflare } from 'miniflare';
import { logOfRuntime } from '../../selfhost/runtime/runtime-log.ts';
import { localStores } from '../../selfhost/state/names.ts';

export { ROOT, stateDir } from '../../command/paths.ts';
export { bundle, databaseId, migrate } from '../../selfhost/runtime/prepare.ts';
export { verboseWrangler, wrangler } from '../deployment/wrangler.ts';

/** Wrangler keeps its state in this subfolder, which is named after its layout. */
export const persistence = (state: string) => join(state, 'v3');

/**
 * Opens the local database and key-value store, with or without a running server, calls a function with them, and closes them.
 * `stores`: what the configuration says they are, if not that of wrangler.toml.
 */
export async function withLocalDb<T>(
  state: string,
  use: (db: D1Database, salts: KVNamespace) => Promise<T>,
  stores = localStores(),
): Promise<T> {
  const faults: string[] = [];
  const mf = miniflare({
    modules: true,
    script: 'export default {}',
    ...stores,
    resourcePersistencePath: persistence(state),
    handleStructuredLogs: logOfRuntime(undefined, (line) => faults.push(line)),
  });
  try {
    return await use(await localDb(mf), await localSalts(mf));
  } catch (thrown) {
    // What a client of the database is given says "internal error".
    const hides = /internal error/.test(String(thrown)) && faults.length > 0;
    throw hides ? new Error(JSON.parse(faults.at(-1) ?? '{}').reason, { cause: thrown }) : thrown;
  } finally {
    await mf.dispose();
  }
}

/** Wrangler returns its configuration in the format of miniflare 4. */
export const miniflare = (options: object): Miniflare =>
  new Miniflare(convertV4MiniflareOptions(options as Parameters<typeof convertV4MiniflareOptions>[0]));

/** The key-value store of halves. */
export const localSalts = async (mf: Miniflare): Promise<KVNamespace> =>
  (await mf.getKVNamespace('SALTS')) as unknown as KVNamespace;

export const localDb = async (mf: Miniflare): Promise<D1Database> =>
  (await mf.getD1Database('DB')) as unknown as D1Database;
