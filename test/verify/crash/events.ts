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
const isFront = ({ command }: Process) => /\/front-process\.ts\b/.test(command);
const inWords = (processes: readonly Process[]) => processes.map(({ command }) => command.slice(0, 60)).join(', ');

export type EventName = 'everything' | 'stop' | 'npm' | 'node' | 'front' | 'workerd';

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

  /** SIGKILL of npm alone: the server notices and stops as if it had been asked to. */
  npm(server, state) {
    const [npm] = server.processes();
    return endsWith(server, state, 'npm', ({ pid }) => pid === npm?.pid, STOP);
  },

  /** SIGKILL of node alone: nothing may be left that serves on. */
  node: (server, state) => endsWith(server, state, 'node', isNode, RECOVERY),

  /** SIGKILL of the front alone: another takes its place, and ends workerd when node is killed next. */
  async front(server, state) {
    const before = server.processes().filter(isFront);
    const start = Date.now();
    killAll(before);
    const others = () => server.processes().filter((one) => isFront(one) && !before.some(({ pid }) => pid === one.pid));
    let took: number | null = null;
    for (; took === null && Date.now() < start + RECOVERY; await sleep(50))
      if (others().length > 0) took = Date.now() - start;
    const wrong = took === null ? ['a killed front is not replaced'] : [];
    const rest = await EVENTS.node(server, state);
    return { took, wrong: [...wrong, ...rest.wrong] };
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
    // The line follows the first answer.
    const isLogged = () => server.hasSaid(/"event":"workerdRestarted"/);
    while (!isLogged() && Date.now() < start + RECOVERY) await sleep(50);
    if (!isLogged()) wrong.push('that workerd was killed is not logged');
    const rest = await EVENTS.everything(server, state);
    return { took, wrong: [...wrong, ...rest.wrong] };
  },
};

/** Kills some processes, with which all others must end in so many milliseconds. */
async function endsWith(
  server: Server,
  state: string,
  name: string,
  isKilled: (process: Process) => boolean,
  patience: number,
): Promise<Finding> {
  const processes = server.processes();
  const killed = processes.filter(isKilled);
  if (killed.length === 0) throw new Error(`no process of ${name} among ${inWords(processes)}`);
  killAll(killed);
  const took = await ended(processes, patience);
  const left = stillRunning(processes);
  killAll(left);
  const wrong = left.length > 0 ? [`when ${name} was killed, there ran on: ${inWords(left)}`] : [];
  return { took, wrong: [...wrong, ...findDamage(state)] };
}

async function answers(url: URL): Promise<boolean> {
  const signal = AbortSignal.timeout(2000);
  const answer = await fetch(new URL('/health/ready', url), { signal }).catch(() => null);
  return answer?.status === 200;
}
