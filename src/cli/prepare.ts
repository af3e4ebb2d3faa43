/** What a server needs before it starts: the Worker's bundle and a database whose schema is up to date. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { build } from './local/build.ts';
import { databaseFile } from './local/database-file.ts';
import { migrateFile } from './local/migrate.ts';
import { ROOT } from './paths.ts';

export const CONFIG = join(ROOT, 'wrangler.toml');

/** What is read here of wrangler.toml. Loading wrangler for it would take a second of every start. */
interface Config {
  vars?: Record<string, string>;
  d1_databases?: { binding: string; preview_database_id?: string }[];
}

const readConfig = (): Config => parse(readFileSync(CONFIG, 'utf8')) as Config;

/** The id of the local database. */
export function databaseId(): string {
  const { preview_database_id: id } = readConfig().d1_databases?.find(({ binding }) => binding === 'DB') ?? {};
  if (!id) throw new Error('wrangler.toml names no database DB for this machine');
  return id;
}

/** Each variable of wrangler.toml that the environment sets. */
export function variables(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const set = Object.keys(readConfig().vars ?? {}).map((name) => [name, env[name]]);
  return Object.fromEntries(set.filter(([, value]) => value !== undefined && value !== ''));
}

/** The Worker as one module. */
export const bundle = (): string => build().worker;

/** Brings the local database's schema up to date; no server may run on it. */
export const migrate = (state: string): void => migrateFile(databaseFile(state, databaseId()));
