/**
 * Runs npm scripts side by side, one per core, and prints what each said and how long it took.
 *
 *     node scripts/check/all.ts SCRIPT…     exits 1 if one of them fails
 */
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';

const waiting = process.argv.slice(2);
let failed = 0;

/** Runs one script; resolves when it has ended. */
function run(script: string): Promise<void> {
  const began = performance.now();
  return new Promise((resolve) => {
    const child = spawn('npm', ['run', '--silent', script], { stdio: ['ignore', 'pipe', 'pipe'] });
    let said = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (part) => (said += part));
    child.on('close', (code) => {
      const seconds = ((performance.now() - began) / 1000).toFixed(1);
      console.log(`[${seconds} s] ${script}${code === 0 ? '' : ' failed'}`);
      if (code !== 0) {
        failed++;
        console.log(said);
      }
      resolve();
    });
  });
}

async function work(): Promise<void> {
  for (let next = waiting.shift(); next; next = waiting.shift()) await run(next);
}

await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
if (failed > 0) process.exitCode = 1;
