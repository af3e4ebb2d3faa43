import { createHash } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'smol-toml';
import { failCommand } from '../../command/command.ts';
import { ROOT } from '../../command/paths.ts';
import { wrongSettings } from '../../command/settings.ts';

export const PUBLISHER_CONFIG = 'deployment.toml';
/** Wrangler's configuration file, merged from both settings files. Its paths are relative to this folder. */
export const MERGED_CONFIG = 'wrangler.deployment.json';
const EXAMPLE = 'docs/guides/examples/deployment.toml';

export type Settings = Record<string, unknown>;

export interface Ids {
  databaseId: string;
  saltsId: string;
}

/** Reads and merges both settings files. Ends the command if settings are missing. */
export function readDeploymentSettings(env: NodeJS.ProcessEnv = process.env): Settings {
  const hasOwn = existsSync(join(ROOT, PUBLISHER_CONFIG));
  const merged = ownSettings();
  const settings = env.WORKERS_CI ? withAddress(merged) : merged;
  const missing = missingSettings(settings);
  if (missing.length === 0) return settings;
  if (hasOwn || env.WORKERS_CI)
    failCommand(`${hasOwn ? PUBLISHER_CONFIG : 'wrangler.toml'} is not complete:`, ...missing);
  failCommand(
    `${PUBLISHER_CONFIG}, the file with your settings, is missing.`,
    `Copy ${EXAMPLE} to ${PUBLISHER_CONFIG} and fill it in.`,
  );
}

export const ownSettings = (): Settings =>
  mergeSettings(
    ...namedAfter(
      readToml('wrangler.toml'),
      existsSync(join(ROOT, PUBLISHER_CONFIG)) ? readToml(PUBLISHER_CONFIG) : {},
    ),
  );

/** Names account resources after the Worker, so that an account can contain several installations. Pure. */
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

/** Adds the workers.dev address if the settings have no route. Cloudflare's deploy button sets no route. */
export function withAddress(settings: Settings): Settings {
  const { routes = [], route } = settings as { routes?: unknown[]; route?: unknown };
  return routes.length > 0 || route ? settings : { ...settings, workers_dev: true };
}

export const writeSettings = (settings: Settings): void =>
  writeFileSync(join(ROOT, MERGED_CONFIG), `${JSON.stringify(inParts(settings), null, 2)}\n`);

export function writtenSettings(): Settings | null {
  try {
    return JSON.parse(readFileSync(join(ROOT, MERGED_CONFIG), 'utf8'));
  } catch {
    return null;
  }
}

/** Adds the resource ids of an earlier deployment. `--remote` needs them even if this deployment fails. Pure. */
export function keepingIds(settings: Settings, written: Settings | null): Settings {
  const { databaseId, saltsId } = {
    ...(written && written.name === settings.name ? givenIds(written) : {}),
    ...givenIds(settings),
  };
  return databaseId && saltsId ? withIds(settings, { databaseId, saltsId }) : settings;
}

/** Selects the build of the Worker that is split into modules, so that an isolate loads only what it needs. Pure. */
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

/** Returns the resource ids in the settings, which Cloudflare's deploy button writes into wrangler.toml. */
export function givenIds(settings: Settings): Partial<Ids> {
  const idOf = (list: unknown, binding: string, name: string) =>
    (list as Record<string, string | undefined>[] | undefined)?.find((each) => each.binding === binding)?.[name];
  const databaseId = idOf(settings.d1_databases, 'DB', 'database_id');
  const saltsId = idOf(settings.kv_namespaces, 'SALTS', 'id');
  return { ...(databaseId ? { databaseId } : {}), ...(saltsId ? { saltsId } : {}) };
}

export function withIds(settings: Settings, { databaseId, saltsId }: Ids): Settings {
  const bind = (list: unknown, binding: string, values: Settings) =>
    (list as Settings[]).map((each) => (each.binding === binding ? { ...each, ...values } : each));
  return {
    ...settings,
    d1_databases: bind(settings.d1_databases, 'DB', { database_id: databaseId, preview_database_id: undefined }),
    kv_namespaces: bind(settings.kv_namespaces, 'SALTS', { id: saltsId, preview_id: undefined }),
  };
}

/** Merges the publisher's settings into the project's. Tables are merged, and other values are replaced. */
export function mergeSettings(base: Settings, own: Settings): Settings {
  const merged = { ...base };
  for (const [name, value] of Object.entries(own))
    merged[name] = isTable(merged[name]) && isTable(value) ? mergeSettings(merged[name], value) : value;
  return merged;
}

const isTable = (value: unknown): value is Settings =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Date);

export function missingSettings(settings: Settings): string[] {
  const {
    vars = {},
    routes = [],
    route,
    workers_dev,
  } = settings as { vars?: Record<string, string>; routes?: unknown[]; route?: unknown; workers_dev?: boolean };
  const missing: string[] = [];
  if (!vars.GUID_AUTHORITY || vars.GUID_AUTHORITY === 'newsgauge.example')
    missing.push('- GUID_AUTHORITY in [vars]: a domain of yours for article ids in RSS; it cannot be changed later');
  missing.push(...wrongSettings(vars).map((words) => `- [vars] ${words}`));
  if (routes.length === 0 && !route && !workers_dev)
    missing.push('- an address: [[routes]] with a host name of yours, or workers_dev = true');
  return [...missing, ...queueFaults(settings)];
}

/** Suffixes of queue names, by which the Worker identifies the queue of a message. */
const QUEUE_ENDS: Record<string, string> = { CLICKS: '-clicks', DEAD_CLICKS: '-clicks-dead', WEBHOOKS: '-webhooks' };

function queueFaults({ queues }: Settings): string[] {
  const { producers = [], consumers = [] } = (queues ?? {}) as {
    producers?: { binding: string; queue: string }[];
    consumers?: { queue: string; dead_letter_queue?: string }[];
  };
  const nameOf = (binding: string) => producers.find((each) => each.binding === binding)?.queue ?? '';
  const faults = producers
    .filter(({ binding, queue }) => !queue.endsWith(QUEUE_ENDS[binding] ?? ''))
    .map(
      ({ binding, queue }) =>
        `- the name of the queue ${queue} (binding ${binding}) must end in ${QUEUE_ENDS[binding]}`,
    );
  const unread = producers.filter(({ queue }) => !consumers.some((consumer) => consumer.queue === queue));
  const dead = consumers.find(({ queue }) => queue === nameOf('CLICKS'))?.dead_letter_queue;
  return [
    ...faults,
    ...unread.map(({ queue }) => `- a [[queues.consumers]] for the queue ${queue}`),
    ...(dead !== undefined && dead !== nameOf('DEAD_CLICKS')
      ? [`- the dead_letter_queue of the clicks must be ${nameOf('DEAD_CLICKS')}, as in DEAD_CLICKS, not ${dead}`]
      : []),
  ];
}

const readToml = (file: string): Settings => parse(readFileSync(join(ROOT, file), 'utf8'));
