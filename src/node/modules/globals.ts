/** Gives Node the global functions of the platform that the Worker uses. */
import { timingSafeEqual, webcrypto } from 'node:crypto';

/** Functions that end the waits that are under way. */
const waits = new Set<() => void>();
let areOver = false;

const scheduler = {
  wait: (milliseconds: number) =>
    new Promise<void>((resolve) => {
      if (areOver) return void setImmediate(resolve);
      const end = () => {
        clearTimeout(timer);
        waits.delete(end);
        resolve();
      };
      const timer = setTimeout(end, milliseconds);
      waits.add(end);
    }),
};

/** Ends all waits, of now and from now on: what gathers work for some seconds does it at once, before a stop. */
export function endWaits(): void {
  areOver = true;
  for (const end of waits) end();
}

Object.assign(globalThis, { scheduler });
Object.defineProperty(webcrypto.subtle, 'timingSafeEqual', { value: timingSafeEqual, configurable: true });
