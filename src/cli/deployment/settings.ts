import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { fail } from '../command.ts';
import { ROOT } from '../paths.ts';

/** The publisher's own settings, which git does not track. */
export const OWN = 'deployment.toml';
/** What wrangler is given: wrangler.toml with one's own settings and the ids of what was made. Beside it, as its paths are relative. */
export const MERGED = 'wrangler.deployment.json';
const EXAMPLE = 'docs/guides/examples/deployment.toml';

/** A configuration of wrangler, or a table of it. */
export type Settings = Record<string, unknown>;

/** Ids of the account's resources by binding. */
export interface Ids {
  databaseId: string;
  saltsId: string;
}

/** Reads both files and merges them; what is bound has no ids yet. Fails with what is missing. */
export function readSettings(): Settings {
  if (!existsSync(join(ROOT, OWN)))
    fail(`There is no ${OWN}, which says what is your own.`, `Copy ${EXAMPLE} to ${OWN} and fill it in.`);
  const merged = mergeSettings(readToml('wrangler.toml'), readToml(OWN));
  const missing = missingSettings(merged);
  if (missing.length > 0) fail(`${OWN} is not complete:`, ...missing);
  return merged;
}

/** Writes what wrangler is to use from now on. */
export const writeSettings = (settings: Settings): void =>
  writeFileSync(join(ROOT, MERGED), `${JSON.stringify(settings, null, 2)}\n`);

/** The settings with the ids of what was made. Pure. */
export function withIds(settings: Settings, { databaseId, saltsId }: Ids): Settings {
  const bind = (list: unknown, binding: string, values: Settings) =>
    (list as Settings[]).map((each) => (each.binding === binding ? { ...each, ...values } : each));
  return {
    ...settings,
    // The names of what is local have no place in a deployment.
    d1_databases: bind(settings.d1_databases, 'DB', { database_id: databaseId, preview_database_id: undefined }),
    kv_namespaces: bind(settings.kv_namespaces, 'SALTS', { id: saltsId, preview_id: undefined }),
  };
}

/** Merges tables; any other setting of the publisher replaces the project's. Pure. */
export function mergeSettings(base: Settings, own: Settings): Settings {
  const merged = { ...base };
  for (const [name, value] of Object.entries(own))
    merged[name] = isTable(merged[name]) && isTable(value) ? mergeSettings(merged[name], value) : value;
  return merged;
}

const isTable = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

/** The missing settings that a deployment needs, in words. Pure. */
export function missingSettings(settings: Settings): string[] {
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

const readToml = (file: string): Settings => parse(readFileSync(join(ROOT, file), 'utf8'));
