/** What a server needs before it starts: the Worker's bundle and a database whose schema is up to date. */

import { migrateFile } from '../../node/state/migrate.ts';
import { databaseFile } from '../state/database-file.ts';
import { databaseId, readConfig } from '../state/names.ts';
import { build } from './build.ts';
import type { Modules } from './modules.ts';

export { databaseId };

/** Secrets, which are not in wrangler.toml. */
const SECRETS = ['SMTP_URL'];

/** Each variable of wrangler.toml, and each secret, that the environment sets. */
export function variables(env: NodeJS.ProcessEnv = process.env): Record<string, string> {
  const set = [...Object.keys(readConfig().vars ?? {}), ...SECRETS].map((name) => [name, env[name]]);
  return Object.fromEntries(set.filter(([, value]) => value !== undefined && value !== ''));
}

/** The Worker's modules. */
export const bundle = async (): Promise<Modules> => (await build()).worker;

/** Brings the local database's schema up to date; no server may run on it. */
export const migrate = (state: string): void => migrateFile(databaseFile(state, databaseId()));
