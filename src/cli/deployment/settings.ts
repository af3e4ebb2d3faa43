import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { failCommand } from '../../command/command.ts';
import { ROOT } from '../../command/paths.ts';
import { wrongSettings } from '../../command/settings.ts';

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

/**
 * Reads both files and merges them. Without one's own wrangler.toml must say everything, as it does in a copy that Cloudflare's
 * deploy button has made. Fails with what is missing.
 */
export function readDeploymentSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const hasOwn = existsSync(join(ROOT, OWN));
  const merged = ownSettings();
  const settings = env.WORKERS_CI ? withAddress(merged) : merged;
  const missing = missingSettings(settings);
  if (missing.length === 0) return settings;
  if (hasOwn || env.WORKERS_CI) failCommand(`${hasOwn ? OWN : 'wrangler.toml'} is not complete:`, ...missing);
  failCommand(`There is no ${OWN}, which says what is your own.`, `Copy ${EXAMPLE} to ${OWN} and fill it in.`);
}

/** Both files merged, as they are. */
export const ownSettings = (): Settings =>
  mergeSettings(...namedAfter(readToml('wrangler.toml'), existsSync(join(ROOT, OWN)) ? readToml(OWN) : {}));

/**
 * Where the own settings give another name, everything of the account is named after it, and each limit gets a number of its own, so that
 * several newsgauges fit into one account. Pure.
 */
export function namedAfter(base: Settings, own: Settings): [base: Settings, own: Settings] {
  const { name } = own;
  if (typeof name !== 'string' || name === base.name) return [base, own];
  const renamed = (list: unknown, keys: string[]) =>
    ((list ?? []) as Settings[]).map((each) => ({
      ...each,
      ...Object.fromEntries(
        keys.filter((key) => each[key]).map((key) => [key, String(each[key]).replace(String(base.name), name)]),
      ),
    }));
  const { producers, consumers } = (base.queues ?? {}) as Settings;
  const block = 1 + createHash('sha256').update(name).digest().readUInt16BE();
  return [
    {
      ...base,
      d1_databases: renamed(base.d1_databases, ['database_name']),
      queues: {
        producers: renamed(producers, ['queue']),
        consumers: renamed(consumers, ['queue', 'dead_letter_queue']),
      },
      ratelimits: ((base.ratelimits ?? []) as Settings[]).map((each) => ({
        ...each,
        namespace_id: String(block * 10_000 + Number(each.namespace_id)),
      })),
    },
    own,
  ];
}

/** With the address on workers.dev where there is none: who has pressed a button has named no host. Pure. */
export function withAddress(settings: Settings): Settings {
  const { routes = [], route } = settings as { routes?: unknown[]; route?: unknown };
  return routes.length > 0 || route ? settings : { ...settings, workers_dev: true };
}

/** Writes what wrangler is to use from now on. */
export const writeSettings = (settings: Settings): void =>
  writeFileSync(join(ROOT, MERGED), `${JSON.stringify(inParts(settings), null, 2)}\n`);

/** What was written last; null where nothing was, or no whole file is left. */
export function writtenSettings(): Settings | null {
  try {
    return JSON.parse(readFileSync(join(ROOT, MERGED), 'utf8'));
  } catch {
    return null;
  }
}

/** The settings with the ids that an earlier deployment under this name wrote: commands with --remote need them if this one is refused. Pure. */
export function keepingIds(settings: Settings, written: Settings | null): Settings {
  const { databaseId, saltsId } = {
    ...(written && written.name === settings.name ? givenIds(written) : {}),
    ...givenIds(settings),
  };
  return databaseId && saltsId ? withIds(settings, { databaseId, saltsId }) : settings;
}

/** The settings with the Worker in parts, of which an isolate evaluates those that it needs: wrangler itself would make one of them. Pure. */
export const inParts = (settings: Settings): Settings => ({
  ...settings,
  main: 'dist/worker/index.js',
  no_bundle: true,
  minify: undefined,
  find_additional_modules: true,
  base_dir: 'dist/worker',
  rules: [{ type: 'ESModule', globs: ['*.js'] }],
  build: { command: 'npm run --silent build -- --worker' },
});

/** The ids that the settings already name: Cloudflare's deploy button writes them into wrangler.toml. Pure. */
export function givenIds(settings: Settings): Partial<Ids> {
  const idOf = (list: unknown, binding: string, name: string) =>
    (list as Record<string, string | undefined>[] | undefined)?.find((each) => each.binding === binding)?.[name];
  const databaseId = idOf(settings.d1_databases, 'DB', 'database_id');
  const saltsId = idOf(settings.kv_namespaces, 'SALTS', 'id');
  return { ...(databaseId ? { databaseId } : {}), ...(saltsId ? { saltsId } : {}) };
}

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
  } = settings as { vars?: Record<string, string>; routes?: unknown[]; route?: unknown; workers_dev?: boolean };
  const missing: string[] = [];
  if (!vars.GUID_AUTHORITY || vars.GUID_AUTHORITY === 'newsgauge.example')
    missing.push('- GUID_AUTHORITY in [vars]: a domain of yours, which names articles in RSS and never changes');
  missing.push(...wrongSettings(vars).map((words) => `- [vars] ${words}`));
  if (routes.length === 0 && !route && !workers_dev)
    missing.push('- an address: [[routes]] with a host name of yours, or workers_dev = true');
  return [...missing, ...queueFaults(settings)];
}

/** By the end of its name the Worker knows which queue a message is from. */
const QUEUE_ENDS: Record<string, string> = { CLICKS: '-clicks', DEAD_CLICKS: '-clicks-dead', WEBHOOKS: '-webhooks' };

function queueFaults({ queues }: Settings): string[] {
  const { producers = [], consumers = [] } = (queues ?? {}) as {
    producers?: { binding: string; queue: string }[];
    consumers?: { queue: string; dead_letter_queue?: string }[];
  };
  const nameOf = (binding: string) => producers.find((each) => each.binding === binding)?.queue ?? '';
  const faults = producers
    .filter(({ binding, queue }) => !queue.endsWith(QUEUE_ENDS[binding] ?? ''))
    .map(({ binding, queue }) => `- the queue ${queue} of ${binding}: its name must end in ${QUEUE_ENDS[binding]}`);
  const unread = producers.filter(({ queue }) => !consumers.some((consumer) => consumer.queue === queue));
  const dead = consumers.find(({ queue }) => queue === nameOf('CLICKS'))?.dead_letter_queue;
  return [
    ...faults,
    ...unread.map(({ queue }) => `- a [[queues.consumers]] for the queue ${queue}`),
    ...(dead !== undefined && dead !== nameOf('DEAD_CLICKS')
      ? [`- dead_letter_queue of the clicks: ${nameOf('DEAD_CLICKS')}, as DEAD_CLICKS has it, and not ${dead}`]
      : []),
  ];
}

const readToml = (file: string): Settings => parse(readFileSync(join(ROOT, file), 'utf8'));
