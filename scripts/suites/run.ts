/** `npm run bench`, `npm run verify` and `npm run check` list their suites, or run one and exit with its code. */
import { spawn } from 'node:child_process';
import { BENCHES } from './benches.ts';
import { CHECKS } from './checks.ts';
import type { Suites } from './suites.ts';
import { VERIFICATIONS } from './verifications.ts';

const KINDS: Record<string, Suites> = { bench: BENCHES, verify: VERIFICATIONS, check: CHECKS };

const [kind = '', name = '', ...options] = process.argv.slice(2);
const suites = KINDS[kind] ?? {};
const suite = Object.hasOwn(suites, name) ? suites[name] : undefined;

if (suite) {
  // Options are passed as arguments of the shell, so that the shell does not expand them.
  const child = spawn('sh', ['-c', `${suite.command} "$@"`, name, ...options], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  child.on('exit', (code) => {
    process.exitCode = code ?? 1;
  });
} else {
  const width = Math.max(...Object.keys(suites).map(({ length }) => length));
  const isMistake = name !== '' && !/^(--help|-h)$/.test(name);
  const head = isMistake ? `There is no suite ${name}. ` : '';
  const lines = Object.entries(suites).map(([own, { help }]) => `  ${own.padEnd(width)}  ${help}`);
  console.log([`${head}Usage: npm run ${kind} -- NAME [OPTIONS]`, ...lines].join('\n'));
  process.exitCode = isMistake ? 2 : 0;
}
