import { setTimeout as sleep } from 'node:timers/promises';
import type { FaultyMachine } from '../../support/servers/faulty-machine.ts';
import type { Server } from '../../support/started.ts';
import { isWorker } from '../crash/newsroom.ts';

export interface FaultStage {
  server: Server;
  machine: FaultyMachine;
}

export interface Fault {
  begin(stage: FaultStage): void | Promise<void>;
  end(stage: FaultStage): void;
}

const SLOW_SYNC_MS = 500;
const HOUR = 3600;
const DAY = 86_400;
/** Time before midnight to which the clock is set, in seconds. */
const BEFORE_MIDNIGHT = 2;

const onDisk = (...orders: Parameters<FaultyMachine['setDisk']>): Fault => ({
  begin: ({ machine }) => machine.setDisk(...orders),
  end: ({ machine }) => machine.setDisk('none'),
});

const ofClock = (seconds: () => number): Fault => ({
  begin: ({ machine }) => machine.setClock(seconds()),
  end: ({ machine }) => machine.setClock(0),
});

/** A disk fault during which the worker is killed. A new worker must start with the existing files. */
const withKill = ({ begin, end }: Fault): Fault => ({
  async begin(stage) {
    await begin(stage);
    for (const { pid } of stage.server.processes().filter(isWorker)) process.kill(pid, 'SIGKILL');
  },
  end,
});

export const FAULTS = {
  slowSync: onDisk('slowSync', SLOW_SYNC_MS),
  failingSync: onDisk('failingSync'),
  fullDisk: onDisk('full'),
  readOnlyDisk: onDisk('readOnly'),
  fullDiskAndKill: withKill(onDisk('full')),
  readOnlyDiskAndKill: withKill(onDisk('readOnly')),
  unreadLog: { begin: ({ server }) => server.readLog(false), end: ({ server }) => server.readLog(true) },
  'clock-2h': ofClock(() => -2 * HOUR),
  'clock-100s': ofClock(() => -100),
  'clock+1h': ofClock(() => HOUR),
  midnight: ofClock(() => DAY - (Math.floor(Date.now() / 1000) % DAY) - BEFORE_MIDNIGHT),
} satisfies Record<string, Fault>;

export type FaultName = keyof typeof FAULTS;

/** Maximum time after a fault until a request is answered, and until a click is counted, in milliseconds. */
export const RECOVERY = { answeredMs: 5000, countedMs: 10_000 };

export interface Recovery {
  /** Time from the end of the fault to the first response, in milliseconds. */
  answered: number;
  counted: number;
}

export interface Observer {
  isAnswered(): Promise<boolean>;
  /** Whether a click sent after the end of the fault is stored. */
  isCounted(): boolean;
}

const PATIENCE_MS = 120_000;

export async function recovery({ isAnswered, isCounted }: Observer): Promise<Recovery> {
  const start = performance.now();
  const until = async (isSo: () => boolean | Promise<boolean>) => {
    while (!(await isSo())) {
      if (performance.now() - start > PATIENCE_MS) return Number.POSITIVE_INFINITY;
      await sleep(20);
    }
    return Math.round(performance.now() - start);
  };
  const [answered, counted] = await Promise.all([until(isAnswered), until(isCounted)]);
  return { answered, counted };
}
