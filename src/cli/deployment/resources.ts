import * as z from 'zod';
import { fail } from '../../command/command.ts';
import { DAY } from '../../lib/time.ts';
import { OTHER_VERSION_WAY, unknownMigrations } from '../../selfhost/state/migrations.ts';

/** Finds what a deployment needs in the account, and makes what is missing. Every step can be repeated. */

/** Runs wrangler and returns what it prints; throws where it fails. */
export type Wrangler = (...args: string[]) => string;

/** Seconds that a queue keeps messages: an outage of the database must not outlast them. */
export const RETENTION = { paid: 1_209_600, free: DAY } as const;

export type Plan = keyof typeof RETENTION;

interface Resource {
  id: string;
  isNew: boolean;
}

/** The database with that name; made where there is none. */
export const ensureDatabase = (wrangler: Wrangler, name: string): Resource =>
  ensure(wrangler, ['d1'], ['list', '--json'], name);

/** The key-value namespace with that title; made where there is none. */
export const ensureNamespace = (wrangler: Wrangler, title: string): Resource =>
  ensure(wrangler, ['kv', 'namespace'], ['list'], title);

function ensure(wrangler: Wrangler, kind: string[], list: string[], name: string): Resource {
  const find = () => {
    const printed = wrangler(...kind, ...list);
    // Other lines may stand before the list.
    const all = listed.parse(JSON.parse(printed.slice(printed.indexOf('['))));
    return all.find((each) => (each.name ?? each.title) === name);
  };
  const found = find();
  if (!found) wrangler(...kind, 'create', name);
  const { uuid, id = uuid } = found ?? find() ?? {};
  if (!id) throw new Error('what was just made is not listed yet: repeat the command in a minute');
  return { id, isNew: !found };
}

const text = z.string().optional();
/** Databases have a name, namespaces a title. */
const listed = z.array(z.object({ name: text, title: text, uuid: text, id: text }));

/**
 * Sees that a queue keeps messages as long as the plan allows, and makes it where there is none. `plan`: null tries the longer time
 * first. Returns the plan by which it keeps them.
 */
export function ensureQueue(wrangler: Wrangler, name: string, plan: Plan | null): { isNew: boolean; plan: Plan } {
  const isNew = isMissing(wrangler, name);
  const keep = (by: Plan) => {
    wrangler('queues', isNew ? 'create' : 'update', name, '--message-retention-period-secs', String(RETENTION[by]));
    return { isNew, plan: by };
  };
  if (plan) return keep(plan);
  try {
    return keep('paid');
  } catch (refused) {
    try {
      return keep('free');
    } catch {
      throw refused;
    }
  }
}

function isMissing(wrangler: Wrangler, queue: string): boolean {
  try {
    wrangler('queues', 'info', queue);
    return false;
  } catch (thrown) {
    if (!/does not exist/i.test(String(thrown))) throw thrown;
    return true;
  }
}

/** Refuses to deploy over a database that another version has made. `applied` reads the names of its migrations. */
export async function refuseOtherVersion(applied: () => Promise<readonly string[]>): Promise<void> {
  const names = await applied().catch((thrown: unknown) => {
    // A database that nothing has been applied to has no list of migrations.
    if (/no such table/i.test(String(thrown))) return [];
    throw thrown;
  });
  const others = unknownMigrations(names);
  if (others.length === 0) return;
  const made = `the deployed database was made by another version of newsgauge: this one does not know ${others.join(', ')}`;
  fail(made, OTHER_VERSION_WAY);
}

const whoami = z.object({ accounts: z.array(z.object({ id: z.string(), name: z.string() })).min(1) });
const credentials = z.object({ token: z.string() });

const API = 'https://api.cloudflare.com/client/v4';

/**
 * Switches read replication of a database on, which has no command of its own: reads are then answered near to the reader.
 * Throws if the account is ambiguous or the API refuses.
 */
export async function replicateReads(wrangler: Wrangler, databaseId: string, fetch = globalThis.fetch): Promise<void> {
  const { accounts } = whoami.parse(JSON.parse(wrangler('whoami', '--json')));
  const { token } = credentials.parse(JSON.parse(wrangler('auth', 'token', '--json')));
  const chosen = process.env.CLOUDFLARE_ACCOUNT_ID;
  const account = chosen ? { id: chosen } : accounts[0];
  if (!chosen && accounts.length > 1) throw new Error('several accounts: set CLOUDFLARE_ACCOUNT_ID');
  const response = await fetch(`${API}/accounts/${account?.id}/d1/database/${databaseId}`, {
    method: 'PUT',
    headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
    body: JSON.stringify({ read_replication: { mode: 'auto' } }),
  });
  if (!response.ok) throw new Error(`the API answered ${response.status}`);
}
