import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { failCommand } from '../../command/command.ts';
import { ROOT } from '../../command/paths.ts';
import { MERGED_CONFIG } from './settings.ts';

/** Runs wrangler and returns its stdout. Without `--json`, wrangler prints only warnings. */
export const wrangler = (...args: string[]): string => runWrangler(args, args.includes('--json') ? 'log' : 'warn');

export const verboseWrangler = (...args: string[]): string => runWrangler(args, 'log');

/** Returns the option that selects the merged configuration, because only that file names the deployed resources. */
const deployedConfig = (args: readonly string[]): string[] =>
  args.includes('--remote') && !args.includes('--config') && existsSync(join(ROOT, MERGED_CONFIG))
    ? ['--config', MERGED_CONFIG]
    : [];

function runWrangler(args: readonly string[], level: 'log' | 'warn'): string {
  const program = join(ROOT, 'node_modules/wrangler/bin/wrangler.js');
  if (!existsSync(program))
    failCommand('This installed package does not include wrangler. Manage deployments from a clone of the repository.');
  return execFileSync(process.execPath, [program, ...args, ...deployedConfig(args)], {
    cwd: ROOT,
    env: { ...process.env, CI: 'true', NO_COLOR: '1', WRANGLER_SEND_METRICS: 'false', WRANGLER_LOG: level },
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'pipe'],
    // A page of a backup can exceed Node's default of 1 MB.
    maxBuffer: 256 * 1024 * 1024,
  });
}
