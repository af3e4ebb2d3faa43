import type { AppContext } from './env.ts';
import { rateLimited, ServerError } from './errors.ts';
import { type Slot, Slots } from './slots.ts';

/**
 * Questions that are not cached and may be worked on at once: of a reader (publishable) or a server (secret), and of a key. As many
 * more may wait. Costly ones have slots of their own, so that they take none of those of the others. (docs/decisions.md#K17)
 */
const PLACES = { cheap: { client: 16, key: 64 }, costly: { client: 4, key: 16 } };
/** Milliseconds that a question waits for its slot, and between two checks. */
const PATIENCE = 2000;
const INTERVAL = 10;
/** Costly questions that may wait. */
const WAITING = 64;
/** Pause after a costly question, as a multiple of its duration, in which the database is free for others. (docs/decisions.md#F38) */
const REST = 1.5;

const slots = new Slots();
/** Epoch milliseconds from which the next costly question may begin. */
let costlyFrom = 0;

/**
 * Runs `work`, which queries the database, within the limits: each key and each reader has a number of concurrent questions,
 * and costly ones run one at a time with pauses, so that a cheap one never waits for many. Throws 429 if a client
 * has too many, 503 if too many costly ones wait.
 */
export async function limitConcurrency<T>(c: AppContext, isCostly: boolean, work: () => Promise<T>): Promise<T> {
  const { client } = c.var;
  const sort = isCostly ? 'costly' : 'cheap';
  const most = PLACES[sort];
  const begun = () => {
    c.var.slot?.back();
    return work();
  };
  const paced = () => (isCostly ? oneByOne(begun) : begun());
  c.var.slot?.leave();
  if (!client) return paced();
  const [key] = client.split(':');
  // The client's slot first, so that a client that waits for it holds none of the key's.
  return atMost(`${sort} client ${client}`, most.client, () => atMost(`${sort} key ${key}`, most.key, paced));
}

/**
 * Runs `work` as soon as fewer than `most` of the same name are running. Throws 429 after `patience`, and at once if `waiting`
 * others wait already: waiting requests take memory, too.
 */
export async function atMost<T>(
  name: string,
  most: number,
  work: () => Promise<T>,
  waiting = most,
  patience = PATIENCE,
): Promise<T> {
  const take = () => slots.take(name, most, Date.now());
  const slot = take() ?? (await wait(`waiting for ${name}`, waiting, take, () => rateLimited(1), patience));
  try {
    return await work();
  } finally {
    slots.release(slot);
  }
}

/**
 * The slot that `take` gives as soon as there is one. Throws `refusal` after `patience`, and at once if `most` others of this name wait
 * already.
 */
async function wait(name: string, most: number, take: () => Slot | null, refusal: () => Error, patience = PATIENCE) {
  const waiting = slots.take(name, most, Date.now());
  if (!waiting) throw refusal();
  try {
    const until = Date.now() + patience;
    while (Date.now() < until) {
      const slot = take();
      if (slot) return slot;
      await scheduler.wait(INTERVAL * (0.5 + Math.random()));
    }
    throw refusal();
  } finally {
    slots.release(waiting);
  }
}

async function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const take = () => (Date.now() >= costlyFrom ? slots.take('costly', 1, Date.now()) : null);
  const turn = await wait('waiting', WAITING, take, busy);
  const began = Date.now();
  try {
    return await work();
  } finally {
    const now = Date.now();
    costlyFrom = now + REST * (now - began);
    slots.release(turn);
  }
}

const busy = () => new ServerError(503, { isExpected: true, retryAfter: 2 });
