/** `npm run verify -- soak` sends requests for a long time. Exits with 1 if a process needs too much memory or ends. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { run } from '../../../src/command/command.ts';
import { circumstances, table, whole } from '../../bench/lib/report.ts';
import { writeMeasured } from '../../support/measured.ts';
import { ended, killAll, type Process, stillRunning } from '../../support/processes.ts';
import { freePort } from '../../support/servers/free-port.ts';
import { Server } from '../../support/started.ts';
import { isSupervisor, isWorker } from '../crash/newsroom.ts';

const PATIENCE = 10_000;

/** Number of responses by status (0: none), and response times in milliseconds. */
class Answers {
  readonly statuses = new Map<number, number>();
  readonly times: number[] = [];

  note(status: number, milliseconds: number): void {
    this.statuses.set(status, (this.statuses.get(status) ?? 0) + 1);
    this.times.push(milliseconds);
  }

  percentile(part: number): number {
    const sorted = this.times.toSorted((a, b) => a - b);
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? 0;
  }
}

/** Sends `rate` GET requests per second for a time, cycling through the paths, without waiting for responses. */
async function load(base: URL, paths: readonly string[], rate: number, milliseconds: number): Promise<Answers> {
  const agent = new Agent({ keepAlive: true, maxSockets: 500 });
  const answers = new Answers();
  const underway = new Set<Promise<void>>();
  const start = Date.now();
  for (let sent = 0; Date.now() < start + milliseconds; await sleep(5)) {
    for (const due = ((Date.now() - start) / 1000) * rate; sent < due; sent++) {
      const one = ask(new URL(paths[sent % paths.length] ?? '/', base), agent, answers);
      underway.add(one);
      void one.finally(() => underway.delete(one));
    }
  }
  await Promise.all(underway);
  agent.destroy();
  return answers;
}

function ask(url: URL, agent: Agent, answers: Answers): Promise<void> {
  const start = Date.now();
  return new Promise((resolve) => {
    const end = (status: number) => {
      answers.note(status, Date.now() - start);
      resolve();
    };
    const sent = request(url.href, { agent, timeout: PATIENCE }, (response) => {
      response.resume();
      response.on('close', () => end(response.complete ? (response.statusCode ?? 0) : 0));
    });
    sent.on('timeout', () => sent.destroy());
    sent.on('error', () => end(0));
    sent.end();
  });
}

const USAGE =
  'npm run verify -- soak [--minutes 20] [--rate 200] [--path /health/ready]… [--limit 280] [--port 0] [--write]  (limit in MiB)';
const STEP = 15_000;
const SHOWN = 8;
const STOP = 10_000;
const PATHS = ['/health/ready', '/health/live', '/api/v2/geography/list/', '/api/v2/feed/?limit=20'];

await run(USAGE, async () => {
  const { values } = parseArgs({
    options: {
      minutes: { type: 'string', default: '20' },
      rate: { type: 'string', default: '200' },
      path: { type: 'string', multiple: true, default: PATHS },
      limit: { type: 'string', default: '280' },
      port: { type: 'string', default: '0' },
      write: { type: 'boolean', default: false },
    },
  });
  const folder = mkdtempSync(join(tmpdir(), 'newsgauge-soak-'));
  const server = await Server.start({
    state: join(folder, 'state'),
    port: Number(values.port) || (await freePort()),
    log: join(folder, 'log'),
  });
  const processes = server.processes();
  try {
    const steps = Math.max(1, Math.round((Number(values.minutes) * 60_000) / STEP));
    const paths = values.path.map((path) => withKey(path, server));
    const looks: Look[] = [];
    for (let step = 1; step <= steps; step++) {
      const answers = await load(server.url, paths, Number(values.rate), STEP);
      const running = stillRunning(processes);
      if (running.length < processes.length)
        throw new Error(`a process has ended; last output of the server: ${server.lines.slice(-20).join(' | ')}`);
      const memory = { worker: memoryOf(processes, isWorker), supervisor: memoryOf(processes, isSupervisor) };
      const look = { minutes: (step * STEP) / 60_000, ...memory, answers };
      looks.push(look);
      console.log(inWords(look));
    }
    const most = mostOf(looks);
    console.log(`at most ${most} MiB`);
    if (most > Number(values.limit)) process.exitCode = 1;
    else if (values.write) write(looks, `--minutes ${values.minutes} --rate ${values.rate}`);
  } finally {
    server.stop();
    await ended(processes, STOP);
    killAll(stillRunning(processes));
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 });
  }
});

/** Memory of both processes in MiB, and the responses since the previous measurement. */
interface Look {
  minutes: number;
  worker: number;
  supervisor: number;
  answers: Answers;
}

function mostOf(looks: readonly Look[]): number {
  return Math.max(...looks.map(({ worker, supervisor }) => worker + supervisor));
}

function statusesOf(answers: readonly Answers[]): string {
  const sums = new Map<number, number>();
  for (const { statuses } of answers)
    for (const [status, count] of statuses) sums.set(status, (sums.get(status) ?? 0) + count);
  return Array.from(sums, ([status, count]) => `${whole(count)} × ${status || 'none'}`).join(', ');
}

function inWords({ minutes, worker, supervisor, answers }: Look): string {
  const memory = `worker ${worker} MiB  supervisor ${supervisor} MiB`;
  return `${minutes.toFixed(2)} min  ${memory}  ${statusesOf([answers])}  p95 ${answers.percentile(0.95)} ms`;
}

function write(looks: readonly Look[], options: string): void {
  const answers = looks.map((look) => look.answers);
  const shown = looks.filter((_, i) => i % SHOWN === 0 || i === looks.length - 1);
  const rows = shown.map(({ minutes, worker, supervisor }) => [minutes.toFixed(2), worker, supervisor]);
  const body = `${circumstances(`npm run verify -- soak ${options}`)}

Readiness, liveness, the list of geo groups and a feed, asked in turn, whether they are answered or not: ${statusesOf(answers)}.

${table(['minute', 'worker, MiB', 'supervisor, MiB'], rows)}

Proportional set sizes: what processes share counts once.`;
  const last = looks.at(-1);
  const summary = `In ${last?.minutes ?? 0} minutes of requests both processes of \`npm start\` used at most ${mostOf(looks)} MiB, and ${(last?.worker ?? 0) + (last?.supervisor ?? 0)} MiB at the end.`;
  writeMeasured({ name: 'memory', title: 'Memory', page: 'reliability.md', body, summary });
}

function withKey(path: string, { lines }: Server): string {
  const key = /publishable\s+(ngp_\w+)/.exec(lines.join('\n'))?.[1] ?? '';
  if (!path.startsWith('/api/')) return path;
  return `${path}${path.includes('?') ? '&' : '?'}apiKey=${key}`;
}

/** Memory of the selected processes in MiB. Shared pages count proportionally. */
function memoryOf(processes: readonly Process[], isMeant: (process: Process) => boolean): number {
  const sizes = processes.filter(isMeant).map(({ pid }) => {
    const [, size] = /^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8')) ?? [];
    return Number(size) / 1024;
  });
  return Math.round(sizes.reduce((sum, size) => sum + size, 0));
}
