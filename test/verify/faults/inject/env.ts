import { createRandom } from '../../../../src/demo/random.ts';
import type { Kind, Orders } from './orders.ts';
import { vars } from './vars.ts';

/** Sends are reported before they happen, and acknowledgements after they happen, because this process may crash. */

/** Reports messages before they enter the queue. `reader`: the reader who clicked, if known. */
export const tellSent = (bodies: readonly unknown[], reader: string | null) => tell('sent', { bodies, reader });

export const tellDone = (bodies: readonly unknown[]) => tell('done', { bodies });

/** Reports that an attempt is about to write clicks into the ledger under its nonce, with the hour of each click. */
export const tellTried = (attempt: { nonce: number; hours: [id: string, hour: number][] }) =>
  tell('tried', { attempt });

async function tell(what: string, entry: object): Promise<void> {
  const response = await fetch(`${vars.FAULTS_LOGBOOK}/${what}`, { method: 'POST', body: JSON.stringify(entry) });
  await response.text();
}

export const random = createRandom(Number(vars.FAULTS_SEED), 'faults');

let current: Orders = JSON.parse(vars.FAULTS_ORDERS);
export const orders = (): Orders => current;
export const setOrders = (next: Orders): void => {
  current = next;
};

export const struck: Partial<Record<Kind, number>> = {};

export const count = (kind: Kind, times = 1): void => {
  struck[kind] = (struck[kind] ?? 0) + times;
};

export function strikes(kind: Kind): boolean {
  if (!random.chance(current.rates[kind] ?? 0)) return false;
  count(kind);
  return true;
}

const SAID = [
  'D1_ERROR: Network connection lost.',
  'D1_ERROR: D1 DB is overloaded. Requests queued for too long.',
  'Network connection lost.',
  'internal error; reference = 0123456789',
];

export const failure = (): Error => new Error(random.pick(SAID));

/** A call with faults may be slow, fail before it reaches the other side, or fail after it has succeeded there. */
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

/**
 * Injects faults into every call to the database, objects and the queue. If `refuses` is true, the ledger rejects all
 * writes.
 */
export const faulty = (env: Env, reader: string | null = null, refuses = false): Env => ({
  ...env,
  DB: faultyDb(env.DB, refuses),
  TOPIC_WINDOW: faultyObjects(env.TOPIC_WINDOW),
  SITE_COORDINATOR: faultyObjects(env.SITE_COORDINATOR),
  CLICKS: faultyQueue(env.CLICKS, reader),
});

const INNER = Symbol('the statement that D1 knows');
/** Statements that write into the ledger, with the attempt's nonce, the kind, and the counted rows as JSON. */
const LEDGER = /^\s*INSERT OR IGNORE INTO "?click_ids_/;
type Inner = D1PreparedStatement & { [INNER]: D1PreparedStatement; counts: readonly unknown[] | null };

export function faultyDb(db: D1Database, refuses = false): D1Database {
  const wrap = (statement: D1PreparedStatement, query: string, values: readonly unknown[] = []): Inner =>
    ({
      [INNER]: statement,
      counts: LEDGER.test(query) ? values : null,
      bind: (...bound: unknown[]) => wrap(statement.bind(...bound), query, bound),
      all: () => around('D1 call', () => statement.all()),
      first: () => around('D1 call', () => statement.first()),
    }) as unknown as Inner;
  const batch = async (inner: D1Database | D1DatabaseSession, statements: Inner[]) => {
    for (const { counts } of statements) if (counts) await tryCounting(counts, refuses);
    return inner.batch(statements.map((each) => each[INNER]));
  };
  const client = (inner: D1Database | D1DatabaseSession) => ({
    prepare: (query: string) => wrap(inner.prepare(query), query),
    batch: (statements: Inner[]) => around('D1 call', () => batch(inner, statements)),
  });
  return { ...client(db), withSession: (start: string) => client(db.withSession(start)) } as unknown as D1Database;
}

async function tryCounting([nonce, , rows]: readonly unknown[], refuses: boolean): Promise<void> {
  if (refuses) throw failure();
  // Reports of impressions write their own ids first, as plain strings.
  const clicks = JSON.parse(String(rows)) as (string | [id: string, contentId: number, hour: number])[];
  const hours = clicks.flatMap((row): [string, number][] => (typeof row === 'string' ? [] : [[row[0], row[2]]]));
  await tellTried({ nonce: Number(nonce), hours });
}

const METHODS = {
  notify: 'object call',
  receive: 'object call',
  ask: 'object call',
  refresh: 'refresh of a ranking',
  refreshSoon: 'refresh of a ranking',
  reweigh: 'object call',
  discounted: 'object call',
} as const;

function faultyObjects<T extends Env['TOPIC_WINDOW'] | Env['SITE_COORDINATOR']>(objects: T): T {
  const get = (id: DurableObjectId) => {
    const stub = objects.get(id) as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const methods = Object.entries(METHODS).map(([name, what]) => [
      name,
      (...args: unknown[]) => around(what, async () => stub[name]?.(...args)),
    ]);
    return Object.fromEntries(methods);
  };
  return { idFromName: (name: string) => objects.idFromName(name), get } as unknown as T;
}

function faultyQueue(queue: Queue, reader: string | null): Queue {
  const into = async (bodies: unknown[], send: () => Promise<unknown>) => {
    await assertRoom(queue);
    await tellSent(bodies, reader);
    return send();
  };
  return {
    send: (body: unknown, options: QueueSendOptions) =>
      around('send', () => into([body], () => queue.send(body, options))),
    sendBatch: (messages: MessageSendRequest[]) =>
      around('send', () =>
        into(
          messages.map(({ body }) => body),
          () => queue.sendBatch(messages),
        ),
      ),
    metrics: () => queue.metrics(),
  } as unknown as Queue;
}

/** Rejects messages like the platform's full queue, because the simulator's queue is unbounded. */
async function assertRoom(queue: Queue): Promise<void> {
  const { bound } = orders();
  if (bound === 0 || (await queue.metrics()).backlogCount < bound) return;
  count('queue full');
  throw failure();
}
