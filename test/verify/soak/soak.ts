/**
 * `npm run verify:soak`: sends requests to `npm start` for a long time and watches the memory of its processes. Ends with 1
 * where workerd needs more than it may.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { run } from '../../../src/cli/command.ts';
import { killAll, type Process, stillRunning } from '../../support/processes.ts';
import { Server } from '../../support/started.ts';
import { load } from './load.ts';

const USAGE =
  'npm run verify:soak -- [--minutes 20] [--rate 200] [--path /health/ready]… [--limit 600] [--port 8791]  (limit in MiB)';
/** Milliseconds between two looks at the memory. */
const STEP = 15_000;
const PATHS = ['/health/ready', '/health/live', '/api/v2/geography/list/', '/api/v2/feed/?limit=20'];

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '20' },
      rate: { type: 'string', default: '200' },
      path: { type: 'string', multiple: true, default: PATHS },
      limit: { type: 'string', default: '600' },
      port: { type: 'string', default: '8791' },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-soak-'));
  const server = await Server.start({
    state: join(folder, 'state'),
    port: Number(values.port),
    log: join(folder, 'log'),
  });
  const processes = server.processes();
  try {
    const steps = Math.max(1, Math.round((Number(values.minutes) * 60_000) / STEP));
    const paths = values.path.map((path) => withKey(path, server));
    let most = 0;
    for (let step = 1; step <= steps; step++) {
      const answers = await load(server.url, paths, Number(values.rate), STEP);
      const workerd = memoryOf(processes, /workerd serve/);
      most = Math.max(most, workerd);
      const statuses = Array.from(answers.statuses, ([status, count]) => `${count} × ${status || 'none'}`).join(', ');
      console.log(
        `${((step * STEP) / 60_000).toFixed(2)} min  workerd ${workerd} MiB  node ${memoryOf(processes, /start\.js/)} MiB  ${statuses}  p95 ${answers.percentile(0.95)} ms`,
      );
    }
    console.log(`at most ${most} MiB`);
    if (most > Number(values.limit)) process.exitCode = 1;
  } finally {
    server.stop();
    await new Promise((resolve) => setTimeout(resolve, 5000));
    killAll(stillRunning(processes));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});

/** The path with the key that the server has printed, where it needs one. */
function withKey(path: string, { lines }: Server): string {
  const key = /publishable\s+(ngp_\w+)/.exec(lines.join('\n'))?.[1] ?? '';
  if (!path.startsWith('/api/')) return path;
  return `${path}${path.includes('?') ? '&' : '?'}apiKey=${key}`;
}

/** Resident memory of the process that a command names, in MiB. */
function memoryOf(processes: readonly Process[], command: RegExp): number {
  const pids = processes.filter((one) => command.test(one.command)).map(({ pid }) => pid);
  const text = execFileSync('ps', ['-o', 'rss=', '-p', pids.join(',')], { encoding: 'utf8' });
  const sizes = text.trim().split(/\s+/).map(Number);
  return Math.round(Math.max(...sizes) / 1024);
}
