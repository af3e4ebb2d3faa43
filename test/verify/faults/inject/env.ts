import type { TopicWindow } from '../../../../src/index.ts';
import { tellSent, tellTried } from './logbook.ts';
import { around, count, failure, orders } from './random-faults.ts';

/**
 * The environment with a database, objects and a queue whose every call may fail. `reader`: whose request it serves;
 * `refuses`: the ledger takes nothing.
 */
export const faulty = (env: Env, reader: string | null = null, refuses = false): Env => ({
  ...env,
  DB: faultyDb(env.DB, refuses),
  TOPIC_WINDOW: faultyObjects(env.TOPIC_WINDOW),
  CLICKS: faultyQueue(env.CLICKS, reader),
});

const INNER = Symbol('the statement that D1 knows');
/** What is written into the ledger: the attempt's number, and its clicks as JSON. */
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

async function tryCounting([nonce, rows]: readonly unknown[], refuses: boolean): Promise<void> {
  if (refuses) throw failure();
  const clicks = JSON.parse(String(rows)) as [id: string, contentId: number, hour: number][];
  await tellTried({ nonce: Number(nonce), hours: clicks.map(([id, , hour]) => [id, hour]) });
}

/** Methods of the objects, by what their calls are called among the faults. */
const METHODS = {
  notify: 'object call',
  refresh: 'refresh of a ranking',
  refreshSoon: 'refresh of a ranking',
  reweigh: 'object call',
  takenOff: 'object call',
} as const;
type Objects = DurableObjectNamespace<TopicWindow>;

function faultyObjects(objects: Objects): Objects {
  const get = (id: DurableObjectId) => {
    const stub = objects.get(id) as unknown as Record<string, (...args: unknown[]) => Promise<unknown>>;
    const methods = Object.entries(METHODS).map(([name, what]) => [
      name,
      (...args: unknown[]) => around(what, async () => stub[name]?.(...args)),
    ]);
    return Object.fromEntries(methods);
  };
  return { idFromName: (name: string) => objects.idFromName(name), get } as unknown as Objects;
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

/** The simulator's queue has no bound; this one refuses as the platform's does when it is full. */
async function assertRoom(queue: Queue): Promise<void> {
  const { bound } = orders();
  if (bound === 0 || (await queue.metrics()).backlogCount < bound) return;
  count('queue full');
  throw failure();
}
