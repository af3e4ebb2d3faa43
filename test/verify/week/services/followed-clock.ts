/**
 * Preload of a server on Node whose clock the test moves through a socket. Timers of 30 seconds or more follow the
 * passing of simulated time, so jobs and alarms run when they are due. Shorter timers, such as timeouts, stay real.
 */
import { rmSync } from 'node:fs';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { shiftDate } from '../../faults/inject/shifted-date.ts';

/** Order to let simulated time pass, and to set the clock forward or back at its end. In milliseconds. */
export interface Passing {
  by: number;
  step: number;
}

const { WEEK_AHEAD = '0', WEEK_DOOR } = process.env;
const LONG_MS = 30_000;

interface LongTimer {
  timer: NodeJS.Timeout & { _destroyed?: boolean };
  due: number;
  every: number | null;
  call(): unknown;
}

const clock = shiftDate(Number(WEEK_AHEAD));
let passed = 0;
/** Simulated time since the start of the process. Steps of the clock do not change it. */
const elapsed = () => performance.now() + passed;
const timers = new Set<LongTimer>();

const following = <T extends typeof setTimeout | typeof setInterval>(real: T, isRepeated: boolean): T =>
  new Proxy(real, {
    apply(target, self, [callback, delay, ...given]: [(...values: unknown[]) => unknown, number, ...unknown[]]) {
      const timer = Reflect.apply(target, self, [callback, delay, ...given]) as NodeJS.Timeout;
      if (delay >= LONG_MS)
        timers.add({ timer, due: elapsed() + delay, every: isRepeated ? delay : null, call: () => callback(...given) });
      return timer;
    },
  });

async function callDue(): Promise<void> {
  for (const each of [...timers]) {
    if (each.timer._destroyed) timers.delete(each);
    else if (each.due <= elapsed()) {
      if (each.every === null) {
        clearTimeout(each.timer);
        timers.delete(each);
      } else each.due = elapsed() + each.every;
      // Cron jobs return a promise.
      await each.call();
    }
  }
}

if (WEEK_DOOR) {
  globalThis.setTimeout = following(setTimeout, false);
  globalThis.setInterval = following(setInterval, true);
  // A killed process leaves its socket behind.
  rmSync(WEEK_DOOR, { force: true });
  createServer(async (request, response) => {
    const { by, step } = JSON.parse(await text(request)) as Passing;
    passed += by;
    clock.setAhead(clock.getAhead() + by + step);
    await callDue();
    response.end();
  })
    .listen(WEEK_DOOR)
    .unref();
}
