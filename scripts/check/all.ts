/**
 * Runs npm scripts in parallel and prints the output of failed ones. Exits with 1 if one fails. `--show SCRIPT` prints
 * the output of one while it runs. It prints the counts of the other tests.
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';

const { values, positionals } = parseArgs({ options: { show: { type: 'string' } }, allowPositionals: true });
const waiting = [...(values.show ? [values.show] : []), ...positionals];
const failures: string[] = [];

function run(script: string): Promise<void> {
  const began = performance.now();
  return new Promise((resolve) => {
    const output = script === values.show ? 'inherit' : 'pipe';
    const child = spawn('npm', ['run', '--silent', ...script.split(' ')], { stdio: ['ignore', output, output] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream?.on('data', (part) => (said += part));
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      const counts = said.match(/^.*\b(?:Test Files|Tests) .*\b(?:passed|failed)\b.*$/gm) ?? [];
      console.log([`[${seconds} s] ${script}${code === 0 ? '' : ' failed'}`, ...counts].join('\n'));
      if (code !== 0) failures.push(`${script} failed\n${said}`);
      resolve();
    });
  });
}

async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
for (const failure of failures) console.log(failure);
if (failures.length > 0) process.exitCode = 1;
