import { type ChildProcess, execFileSync, type SpawnOptions, spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { ROOT } from '../../command/paths.ts';
import { MERGED } from './settings.ts';

/** Runs the project's wrangler and returns what it prints on stdout, warnings only without `--json`. Throws with its stderr. */
export const wrangler = (...args: string[]): string => runWrangler(args, args.includes('--json') ? 'log' : 'warn');

/** As `wrangler`, with everything that it prints. */
export const verboseWrangler = (...args: string[]): string => runWrangler(args, 'log');

/** Where a deployment was made with settings of its own, they say which resources are meant. */
const deployedConfig = (args: readonly string[]): string[] =>
  args.includes('--remote') && !args.includes('--config') && existsSync(join(ROOT, MERGED)) ? ['--config', MERGED] : [];

const command = (args: readonly string[]): string[] => [
  join(ROOT, 'node_modules/wrangler/bin/wrangler.js'),
  ...args,
  ...deployedConfig(args),
];

const environment = (level: 'log' | 'warn') => ({
  cwd: ROOT,
  env: { ...process.env, CI: 'true', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG: level },
});

function runWrangler(args: readonly string[], level: 'log' | 'warn'): string {
  return execFileSync(process.execPath, command(args), {
    ...environment(level),
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // A page of a backup may be a few megabytes; node's default is one.
    maxBuffer: 256 * 1024 * 1024,
  });
}

/** Called with a process as it begins. */
export type Begun = (child: ChildProcess) => void;

/**
 * Runs the project's wrangler while this process goes on listening to signals. It gets a process group of its own, so that
 * Ctrl-C does not break it off. `begun` is called with the process. Rejects with its stderr.
 */
export async function wranglerAside(args: readonly string[], begun: Begun): Promise<void> {
  const options: SpawnOptions = {
    ...environment('warn'),
    stdio: ['ignore', 'ignore', 'pipe'],
    detached: process.platform !== 'win32',
  };
  const child = spawn(process.execPath, command(args), options);
  begun(child);
  let stderr = '';
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  await new Promise<void>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => {
      if (code === 0) resolve();
      else reject(Object.assign(new Error(`wrangler ${args.slice(0, 3).join(' ')} failed`), { stderr }));
    });
  });
}
