import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { fail } from '../command.ts';
import { ROOT } from '../paths.ts';

/** The publisher's own settings, which git does not track. */
export const OWN = 'deployment.toml';
/** What wrangler is given: wrangler.toml with one's own settings and the ids of what was made. Beside it, as its paths are relative. */
export const MERGED = 'wrangler.deployment.json';
const EXAMPLE = 'docs/guides/examples/deployment.toml';

type Table = Record<string, unknown>;

/** Ids of the account's resources by binding. */
export interface Ids {
  databaseId: string;
  saltsId: string;
}

/** Reads both files and merges them; without ids, wrangler finds or makes what is bound. Fails with what is missing. */
export function readSettings(ids?: Ids): Table {
  if (!existsSync(join(ROOT, OWN)))
    fail(`There is no ${OWN}, which says what is your own.`, `Copy ${EXAMPLE} to ${OWN} and fill it in.`);
  const merged = mergeSettings(readToml('wrangler.toml'), readToml(OWN), ids);
  const missing = missingSettings(merged);
  if (missing.length > 0) fail(`${OWN} is not complete:`, ...missing);
  return merged;
}

/** Writes what wrangler is to use from now on. */
export const writeSettings = (settings: Table): void =>
  writeFileSync(join(ROOT, MERGED), `${JSON.stringify(settings, null, 2)}\n`);

/** Forgets what an earlier deployment wrote. */
export const removeSettings = (): void => rmSync(join(ROOT, MERGED), { force: true });

/** Merges tables; any other setting of the publisher replaces the project's. Pure. */
export function mergeSettings(base: Table, own: Table, ids?: Ids): Table {
  const merged = merge(base, own);
  const bind = (list: unknown, binding: string, values: Table) =>
    (list as Table[]).map((each) => (each.binding === binding ? { ...each, ...values } : each));
  if (!ids) return merged;
  return {
    ...merged,
    // The name of the local database has no place in a deployment.
    d1_databases: bind(merged.d1_databases, 'DB', { database_id: ids.databaseId, preview_database_id: undefined }),
    kv_namespaces: bind(merged.kv_namespaces, 'SALTS', { id: ids.saltsId }),
  };
}

function merge(base: Table, own: Table): Table {
  const merged = { ...base };
  for (const [name, value] of Object.entries(own))
    merged[name] = isTable(merged[name]) && isTable(value) ? merge(merged[name], value) : value;
  return merged;
}

const isTable = (value: unknown): value is Table =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The missing settings that a deployment needs, in words. Pure. */
export function missingSettings(settings: Table): string[] {
  const {
    vars = {},
    routes = [],
    route,
    workers_dev,
  } = settings as {
    vars?: Record<string, string>;
    routes?: unknown[];
    route?: unknown;
    workers_dev?: boolean;
  };
  const missing: string[] = [];
  if (!vars.GUID_AUTHORITY || vars.GUID_AUTHORITY === 'newsgauge.example')
    missing.push('- GUID_AUTHORITY in [vars]: a domain of yours, which names articles in RSS and never changes');
  if (routes.length === 0 && !route && !workers_dev)
    missing.push('- an address: [[routes]] with a host name of yours, or workers_dev = true');
  return missing;
}

const readToml = (file: string): Table => parse(readFileSync(join(ROOT, file), 'utf8'));
