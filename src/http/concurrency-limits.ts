import type { AppContext } from './env.ts';
import { rateLimited, ServerError } from './errors.ts';
import { type Slot, Slots } from './permits.ts';

/** Maximum concurrent uncached queries per client and per key. As many more may wait. (docs/decisions.md#K17) */
const MAX_CONCURRENT_QUERIES = { cheap: { client: 16, key: 64 }, costly: { client: 4, key: 16 } };
/** How long a request waits for a permit. */
export const SLOT_TIMEOUT_MS = 2000;
const POLL_INTERVAL_MS = 10;
const MAX_WAITING_REQUESTS = 64;
/** Length of the pause after a costly query, as a multiple of the query's duration. (docs/decisions.md#F38) */
const PAUSE_RATIO = 1.5;

const slots = new Slots();
let costlyFrom = 0;

/** Runs costly queries one at a time. Throws 429 if the client or key sends too many, or 503 if too many wait. */
export async function limitConcurrency<T>(c: AppContext, isCostly: boolean, work: () => Promise<T>): Promise<T> {
  const { client } = c.var;
  const sort = isCostly ? 'costly' : 'cheap';
  const most = MAX_CONCURRENT_QUERIES[sort];
  const begun = () => {
    c.var.slot?.back();
    return work();
  };
  const paced = () => (isCostly ? oneByOne(begun) : begun());
  c.var.slot?.leave();
  if (!client) return paced();
  const [key] = client.split(':');
  // Takes the client's permit first, so that a waiting client does not occupy a permit of the key.
  return withPermit(`${sort} client ${client}`, most.client, () => withPermit(`${sort} key ${key}`, most.key, paced));
}

/** Limits concurrent calls with the same name. Throws 429 after `patience` ms, or if `waiting` calls already wait. */
export async function withPermit<T>(
  name: string,
  most: number,
  work: () => Promise<T>,
  waiting = most,
  patience = SLOT_TIMEOUT_MS,
): Promise<T> {
  const take = () => slots.take(name, most, Date.now());
  const slot = take() ?? (await waitForPermit(`waiting for ${name}`, waiting, take, () => rateLimited(1), patience));
  try {
    return await work();
  } finally {
    slots.release(slot);
  }
}

async function waitForPermit(
  name: string,
  most: number,
  take: () => Slot | null,
  refusal: () => Error,
  patience = SLOT_TIMEOUT_MS,
) {
  const waiting = slots.take(name, most, Date.now());
  if (!waiting) throw refusal();
  try {
    const until = Date.now() + patience;
    while (Date.now() < until) {
      const slot = take();
      if (slot) return slot;
      await scheduler.wait(POLL_INTERVAL_MS * (0.5 + Math.random()));
    }
    throw refusal();
  } finally {
    slots.release(waiting);
  }
}

async function oneByOne<T>(work: () => Promise<T>): Promise<T> {
  const take = () => (Date.now() >= costlyFrom ? slots.take('costly', 1, Date.now()) : null);
  const turn = await waitForPermit('waiting', MAX_WAITING_REQUESTS, take, busy);
  const began = Date.now();
  try {
    return await work();
  } finally {
    const now = Date.now();
    costlyFrom = now + PAUSE_RATIO * (now - began);
    slots.release(turn);
  }
}

const busy = () => new ServerError(503, { isExpected: true, retryAfter: 2 });
