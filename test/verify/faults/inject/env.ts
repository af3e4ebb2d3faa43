import type { TopicWindow } from '../../../../src/index.ts';
import { tellSent } from './logbook.ts';
import { around, count, failure, orders } from './random-faults.ts';

/** The environment with a database, objects and a queue whose every call may fail. `reader`: whose request it serves. */
export const faulty = (env: Env, reader: string | null = null): Env => ({
  ...env,
  DB: faultyDb(env.DB),
  TOPIC_WINDOW: faultyObjects(env.TOPIC_WINDOW),
  CLICKS: faultyQueue(env.CLICKS, reader),
});

const INNER = Symbol('the statement that D1 knows');
type Inner = D1PreparedStatement & { [INNER]: D1PreparedStatement };

export function faultyDb(db: D1Database): D1Database {
  const wrap = (statement: D1PreparedStatement): Inner =>
    ({
      [INNER]: statement,
      bind: (...values: unknown[]) => wrap(statement.bind(...values)),
      all: () => around('D1 call', () => statement.all()),
    }) as unknown as Inner;
  const client = (inner: D1Database | D1DatabaseSession) => ({
    prepare: (query: string) => wrap(inner.prepare(query)),
    batch: (statements: Inner[]) => around('D1 call', () => inner.batch(statements.map((each) => each[INNER]))),
  });
  return {
    ...client(db),
    withSession: (start: string) => client(db.withSession(start)),
  } as unknown as D1Database;
}

/** Methods of the objects, by what their calls are called among the faults. */
const METHODS = {
  tell: 'object call',
  refresh: 'refresh of a ranking',
  refreshSoon: 'refresh of a ranking',
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
