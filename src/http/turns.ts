import type { Context } from 'hono';
import type { AppEnv } from './env.ts';
import { rateLimited, ServerError } from './errors.ts';
import { type Slot, Slots } from './slots.ts';

/** Questions that are not cached and may be worked on at once: of a key, of a reader (publishable) or a server (secret). */
const BY_KEY = 64;
const BY_CLIENT = 16;
/** Milliseconds that a question waits for its turn, and between two looks. */
const PATIENCE = 2000;
const INTERVAL = 10;
/** Costly questions that may wait. */
const WAITING = 64;
/** After a costly question the database is left to the others for so many times as long as it took. */
const REST = 1.5;

const slots = new Slots();
/** Epoch milliseconds from which the next costly question may begin. */
let costlyFrom = 0;

/**
 * Does `work`, which asks the database, when its turn has come: each key and each reader has a number of questions at once,
 * and costly ones go one after the other with pauses, so that a cheap one never waits for many. Throws 429 where a client
 * has too many, 503 where too many costly ones wait.
 */
export async function inTurn<T>(c: Context<AppEnv>, isCostly: boolean, work: () => Promise<T>): Promise<T> {
  const { key, client } = c.var;
  const paced = () => (isCostly ? oneByOne(work) : work());
  return key ? atMost(`key ${key.id}`, BY_KEY, () => atMost(`client ${client}`, BY_CLIENT, paced)) : paced();
}

/** Does `work` as soon as fewer than `most` of the same name go on. Throws 429 after two seconds. */
export async function atMost<T>(name: string, most: number, work: () => Promise<T>): Promise<T> {
  const slot = await wait(name, most);
  try {
    return await work();
  } finally {
    slots.release(slot);
  }
}

async function wait(name: string, most: number): Promise<Slot> {
  const until = Date.now() + PATIENCE;
  for (;;) {
    const slot = slots.take(name, most, Date.now());
    if (slot) return slot;
    if (Date.now() >= until) throw rateLimited(1);
    await scheduler.wait(INTERVAL * (0.5 + Math.random()));
  }
}

async function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const turn = await costlyTurn();
  const began = Date.now();
  try {
    return await work();
  } finally {
    const now = Date.now();
    costlyFrom = now + REST * (now - began);
    slots.release(turn);
  }
}

async function costlyTurn(): Promise<Slot> {
  const waiting = slots.take('waiting', WAITING, Date.now());
  if (!waiting) throw busy();
  try {
    const until = Date.now() + PATIENCE;
    while (Date.now() < until) {
      const turn = Date.now() >= costlyFrom ? slots.take('costly', 1, Date.now()) : null;
      if (turn) return turn;
      await scheduler.wait(INTERVAL * (0.5 + Math.random()));
    }
    throw busy();
  } finally {
    slots.release(waiting);
  }
}

const busy = () => new ServerError(503, { isExpected: true, retryAfter: 2 });
