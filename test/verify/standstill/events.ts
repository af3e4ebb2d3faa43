import { setTimeout as sleep } from 'node:timers/promises';
import type { Process } from '../../support/processes.ts';
import type { Server } from '../../support/started.ts';
import { isSupervisor, isWorker } from '../crash/newsroom.ts';

export type EventName = 'kill' | 'restart' | 'stopWorker' | 'stopSupervisor';

/** Time within which a server must respond again, in milliseconds. `missed`: share of failed first attempts. */
export const LIMITS: Record<EventName, { within: number; missed: number }> = {
  kill: { within: 5000, missed: 0.01 },
  restart: { within: 30_000, missed: 0 },
  stopWorker: { within: 6000, missed: 0.01 },
  stopSupervisor: { within: 6000, missed: 0.01 },
};

/** Events that a server survives. Each resolves to the milliseconds until it responds again. */
export const EVENTS: Record<EventName, (server: Server) => Promise<number>> = {
  kill: (server) => signalled(server, isWorker, 'SIGKILL'),
  restart: (server) => signalled(server, isSupervisor, 'SIGUSR2', () => server.readyCount()),
  stopWorker: (server) => signalled(server, isWorker, 'SIGSTOP'),
  stopSupervisor: (server) => signalled(server, isSupervisor, 'SIGSTOP'),
};

/** Measures the time from a signal to the next response. `done` returns a counter that must first grow. */
async function signalled(
  server: Server,
  isMeant: (process: Process) => boolean,
  signal: NodeJS.Signals,
  done?: () => number,
): Promise<number> {
  const [meant] = server.processes().filter(isMeant);
  if (!meant) throw new Error(`there is no process for ${signal}`);
  const before = done?.() ?? 0;
  const start = Date.now();
  process.kill(meant.pid, signal);
  while (done && done() === before && Date.now() < start + 60_000) await sleep(20);
  // Sends a new request after the signal, because an earlier one could already be under way.
  await sleep(20);
  while (!(await answers(server.url))) await sleep(20);
  return Date.now() - start;
}

export async function answers(url: URL): Promise<boolean> {
  const answer = await fetch(new URL('/api/v2/feed/?limit=1', url), {
    headers: { connection: 'close' },
    signal: AbortSignal.timeout(60_000),
  }).catch(() => null);
  return answer?.status === 401;
}
