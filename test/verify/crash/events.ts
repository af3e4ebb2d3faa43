import { setTimeout as sleep } from 'node:timers/promises';
import { ended, killAll, type Process, stillRunning } from '../../support/processes.ts';
import type { Server } from '../../support/started.ts';
import { findDamage } from './count.ts';

/** Milliseconds that a clean stop may take. */
const STOP = 10_000;
/** Milliseconds in which what is left of a server whose node was killed must end, and a killed workerd be replaced. */
const RECOVERY = 60_000;

/** What an event has shown. */
export interface Finding {
  /** Milliseconds until it was over. */
  took: number | null;
  /** What is not as it must be. */
  wrong: string[];
}

type Event = (server: Server, state: string) => Promise<Finding>;

const isNode = ({ command }: Process) => /^\S*node\s\S*src\/cli\/newsgauge\.js start/.test(command);
const isWorkerd = ({ command }: Process) => /^\S*workerd\s/.test(command);
const inWords = (processes: readonly Process[]) => processes.map(({ command }) => command.slice(0, 60)).join(', ');

export type EventName = 'everything' | 'stop' | 'node' | 'workerd';

/** Everything that is done to a server while clicks flow. Each ends it. */
export const EVENTS: Record<EventName, Event> = {
  /** Every process at once, by SIGKILL. */
  async everything(server, state) {
    const processes = server.processes();
    killAll(processes);
    const took = await ended(processes, STOP);
    return { took, wrong: findDamage(state) };
  },

  /** SIGTERM to npm. */
  async stop(server, state) {
    const processes = server.processes();
    server.stop();
    const took = await ended(processes, STOP);
    const left = stillRunning(processes);
    killAll(left);
    const wrong = left.length > 0 ? [`after ${STOP / 1000} s there still run: ${inWords(left)}`] : [];
    return { took, wrong: [...wrong, ...findDamage(state)] };
  },

  /** SIGKILL of node alone: nothing may be left that serves on. */
  async node(server, state) {
    const processes = server.processes();
    const killed = processes.filter(isNode);
    if (killed.length === 0) throw new Error(`no process of node among ${inWords(processes)}`);
    killAll(killed);
    const took = await ended(processes, RECOVERY);
    const left = stillRunning(processes);
    killAll(left);
    const wrong = left.length > 0 ? [`when node was killed, there ran on: ${inWords(left)}`] : [];
    return { took, wrong: [...wrong, ...findDamage(state)] };
  },

  /** SIGKILL of workerd alone: it is replaced, and said to be. Ends with a kill of everything. */
  async workerd(server, state) {
    const before = server.processes().filter(isWorkerd);
    const start = Date.now();
    killAll(before);
    let took: number | null = null;
    while (took === null && Date.now() < start + RECOVERY) {
      await sleep(100);
      if (await answers(server.url)) took = Date.now() - start;
    }
    const wrong = took === null ? ['a killed workerd is not replaced'] : [];
    if (!server.hasSaid(/workerd|runtime/i)) wrong.push('that workerd was killed is not logged');
    const rest = await EVENTS.everything(server, state);
    return { took, wrong: [...wrong, ...rest.wrong] };
  },
};

async function answers(url: URL): Promise<boolean> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(new URL('/health/ready', url), { signal }).catch(() => null);
  return answer?.status === 200;
}
