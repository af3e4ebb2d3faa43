/** Makes what a server runs, with the tools of a clone. */
import { execFileSync } from 'node:child_process';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildSync } from 'esbuild';
import { unstable_getMiniflareWorkerOptions } from 'wrangler';
import { ROOT } from '../../command/paths.ts';
import type { Modules } from './modules.ts';
import { BUNDLING, workerParts } from './parts.ts';

/** What wrangler reads out of its configuration, as far as it is looked at here. */
export interface WorkerOptions {
  rootPath?: string;
  /** `directory`: in a build from the root of the project. */
  assets?: { directory: string };
  modulesRules?: unknown;
  compatibilityDate?: string;
  bindings?: Record<string, unknown>;
  serviceBindings?: Record<string, unknown>;
  d1Databases?: Record<string, { id: string }>;
  kvNamespaces?: Record<string, unknown>;
  ratelimits?: Record<string, { simple: { limit: number } }>;
  queueProducers?: Record<string, { queueName: string }>;
  queueConsumers?: Record<string, object>;
}

export interface Build {
  /** Hash of everything that the build was made from. */
  hash: string;
  worker: Modules;
  /** What runs beside it on a machine of one's own. */
  local: string;
  /** What its requests go out through there. */
  outbound: string;
  /** What wrangler.toml says of the Worker; the folder of its assets is one below the root. */
  options: WorkerOptions;
}

/** What wrangler reads out of a configuration. */
export const workerOptions = (config: string): WorkerOptions =>
  unstable_getMiniflareWorkerOptions(config).workerOptions as WorkerOptions;

/** Builds the source, whose hash is given, and stores the result in a file. */
export async function make(hash: string, file: string): Promise<Build> {
  execFileSync(process.execPath, [join(ROOT, 'scripts/build.ts')], { stdio: ['ignore', 'ignore', 'pipe'] });
  const { rootPath: _, assets, ...options } = workerOptions(join(ROOT, 'wrangler.toml'));
  const built = {
    hash,
    worker: (await workerParts()).modules,
    local: bundleOf('src/selfhost/runtime/doors-worker.ts'),
    outbound: bundleOf('src/selfhost/runtime/outbound.ts'),
    options: { ...options, assets: { ...assets, directory: relative(ROOT, assets?.directory ?? ROOT) } },
  };
  mkdirSync(dirname(file), { recursive: true });
  // In one step, as another process may be reading or writing it.
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, JSON.stringify(built));
  renameSync(draft, file);
  return built;
}

const bundleOf = (entry: string): string => buildSync({ ...BUNDLING, entryPoints: [entry] }).outputFiles[0]?.text ?? '';
