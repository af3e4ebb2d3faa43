import { createRandom } from '../../../../src/demo/random.ts';
import type { Kind, Orders } from './kinds.ts';
import { vars } from './vars.ts';

export const random = createRandom(Number(vars.FAULTS_SEED), 'faults');

let current: Orders = JSON.parse(vars.FAULTS_ORDERS);
export const orders = (): Orders => current;
export const setOrders = (next: Orders): void => {
  current = next;
};

/** Faults that have struck in this process. */
export const struck: Partial<Record<Kind, number>> = {};

export const count = (kind: Kind, times = 1): void => {
  struck[kind] = (struck[kind] ?? 0) + times;
};

/** Whether this one strikes now. */
export function strikes(kind: Kind): boolean {
  if (!random.chance(current.rates[kind] ?? 0)) return false;
  count(kind);
  return true;
}

/** What the platform says when it fails. */
const SAID = [
  'D1_ERROR: Network connection lost.',
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'Network connection lost.',
  'internal error; reference = 0123456789',
];

export const failure = (): Error => new Error(random.pick(SAID));

/** A call that may be slow, fail before it reaches the other side, or after it has done its work there. */
export async function around<T>(
  what: 'D1 call' | 'object call' | 'refresh of a ranking' | 'send',
  call: () => Promise<T>,
): Promise<T> {
  if (what === 'D1 call' && current.outage) {
    count('D1 call during the outage');
    throw failure();
  }
  if (strikes(`${what} slow`)) await scheduler.wait(random.int(20, 400));
  if (strikes(`${what} fails before`)) throw failure();
  const result = await call();
  if (strikes(`${what} fails after`)) throw failure();
  return result;
}
