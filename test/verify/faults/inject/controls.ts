import { openDb } from '../../../../src/db/client.ts';
import worker from '../../../../src/index.ts';
import { hashKey, type KeyKind } from '../../../../src/keys/key.ts';
import { createKey, findKey, revokeKey } from '../../../../src/keys/store.ts';
import { windowOf } from '../../../../src/rankings/object/notify.ts';
import { setAhead } from './clock.ts';
import { faulty } from './env.ts';
import type { Orders } from './kinds.ts';
import { setOrders, struck } from './random-faults.ts';
import type { FaultyTopicWindow } from './topic-window.ts';

type Clocked = Pick<FaultyTopicWindow, 'clockMoved'>;

/** How the run steers the Worker; none of it fails on purpose but what operators do. */
export const controls: Record<string, (request: Request, env: Env) => Promise<unknown>> = {
  'PUT /faults/orders': async (request) => setOrders((await request.json()) as Orders),
  'PUT /faults/clock': async (request, env) => {
    const { ahead, topics } = (await request.json()) as { ahead: number; topics: number[] };
    setAhead(ahead);
    await Promise.all(
      [0, ...topics].map((topic) => (windowOf(env.TOPIC_WINDOW, topic) as unknown as Clocked).clockMoved()),
    );
  },
  /** Objects that are asked do not fall asleep. */
  'POST /faults/awake': async (request, env) => {
    const topics: number[] = await request.json();
    await Promise.all([0, ...topics].map((topic) => windowOf(env.TOPIC_WINDOW, topic).notify(topic, [])));
  },
  'POST /faults/cron': async (request, env) =>
    worker.scheduled({ cron: await request.text(), scheduledTime: Date.now(), noRetry() {} }, faulty(env)),
  'POST /faults/queue': async (request, env) => {
    const bodies: unknown[] = await request.json();
    await env.CLICKS.sendBatch(bodies.map((body) => ({ body, contentType: 'json' as const })));
  },
  'GET /faults/state': async (_, env) => ({
    struck,
    now: Date.now(),
    queued: (await env.CLICKS.metrics()).backlogCount,
  }),
  'POST /faults/sql': async (request, env) => (await env.DB.prepare(await request.text()).all()).results,
  'POST /faults/keys': async (request, env) => {
    const kind = (await request.text()) as KeyKind;
    return createKey(database(env), { kind, name: 'faults', origins: [], expiresAt: null }, seconds());
  },
  'DELETE /faults/keys': async (request, env) => {
    const key = await findKey(database(env), await hashKey(await request.text()));
    if (!key) throw new Error('there is no such key');
    await revokeKey(database(env), key.id, seconds());
  },
};

const database = (env: Env) => openDb(faulty(env).DB);
const seconds = () => Math.floor(Date.now() / 1000);
