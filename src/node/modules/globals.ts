/** Gives Node the global functions of the platform that the Worker uses. */
import { timingSafeEqual, webcrypto } from 'node:crypto';
import { scheduler } from 'node:timers/promises';

Object.assign(globalThis, { scheduler: { wait: (milliseconds: number) => scheduler.wait(milliseconds) } });
Object.defineProperty(webcrypto.subtle, 'timingSafeEqual', { value: timingSafeEqual, configurable: true });
