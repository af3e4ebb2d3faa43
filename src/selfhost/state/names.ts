/** What wrangler.toml says of the local database, the queues and the variables; read here without wrangler, which takes seconds to load. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { ROOT } from '../../command/paths.ts';

interface Config {
  compatibility_date: string;
  compatibility_flags: string[];
  vars: Record<string, string>;
  d1_databases: { binding: string; preview_database_id?: string }[];
  kv_namespaces: { binding: string; preview_id?: string }[];
  queues: { consumers: { queue: string; dead_letter_queue?: string }[] };
}

export const readConfig = (): Config => parse(readFileSync(join(ROOT, 'wrangler.toml'), 'utf8')) as unknown as Config;

/** The id of the local database. */
export function databaseId(): string {
  const id = readConfig().d1_databases.find(({ binding }) => binding === 'DB')?.preview_database_id;
  if (!id) throw new Error('wrangler.toml names no preview_database_id of DB');
  return id;
}

/** The local database and key-value store, as options of miniflare. */
export function localStores(): object {
  const { compatibility_date, kv_namespaces } = readConfig();
  return {
    compatibilityDate: compatibility_date,
    d1Databases: { DB: databaseId() },
    kvNamespaces: Object.fromEntries(kv_namespaces.map(({ binding, preview_id }) => [binding, preview_id ?? binding])),
  };
}

/** The queues in the order in which a message goes through them: those of dead letters come last. */
export function queueNames(): string[] {
  const { consumers } = readConfig().queues;
  const isLast = ({ queue }: (typeof consumers)[number]) =>
    Number(consumers.some(({ dead_letter_queue }) => dead_letter_queue === queue));
  return consumers.toSorted((a, b) => isLast(a) - isLast(b)).map(({ queue }) => queue);
}
