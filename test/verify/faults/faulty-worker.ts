import './inject/clock.ts';
import { openDb } from '../../../src/db/client.ts';
import type { SiteCoordinator, TopicWindow } from '../../../src/index.ts';
import worker from '../../../src/index.ts';
import { hashKey, type KeyKind } from '../../../src/keys/key.ts';
import { createKey, findKey } from '../../../src/keys/key-store.ts';
import { siteCoordinator, topicWindow } from '../../../src/rankings/object/stubs.ts';
import { revokeKey } from '../../keys/revoke-key.ts';
import { setAhead } from './inject/clock.ts';
import { ClockedSiteCoordinator, ClockedTopicWindow, moveClock } from './inject/clocked-window.ts';
import {
  count,
  failure,
  faulty,
  faultyDb,
  orders,
  random,
  setOrders,
  strikes,
  struck,
  tellDone,
} from './inject/env.ts';
import type { Orders } from './inject/orders.ts';

/** Maximum number of messages that await a second delivery, possibly hours later. */
const MAX_LATE_MESSAGES = 200;
const lateMessages: Message[] = [];

/** Maximum number of messages that are rejected while `poison` is set. */
const POISONED = 30;
const poisoned = new Set<string>();

/** Attempts added to rejected messages, so that the service gives up on them within seconds instead of hours. */
const OLDER = 37;
/** Attempts added in a simulated outage of four days, in which retries slow down to one per 90 minutes. */
const IN_DAYS = 90;
/** Maximum wait between two attempts in seconds, instead of the service's 90 minutes. */
const LONGEST = 5;

/** Decision per message: `null` if acknowledged, otherwise the delay until the retry in seconds. */
type Said = Map<Message, number | null>;

/** Delivers a batch as a queue may: late, twice, reordered, together with old messages, and again after a failure. */
async function deliver(batch: MessageBatch, env: Env): Promise<void> {
  while (orders().held) await scheduler.wait(100);
  const isDead = batch.queue.endsWith('-dead');
  const refused = isDead ? [] : batch.messages.filter(isRefused);
  const delayed = batch.messages.filter((message) => !refused.includes(message) && strikes('message delayed'));
  const prompt = batch.messages.filter((message) => !refused.includes(message) && !delayed.includes(message));
  if (strikes('batch fails before')) throw failure();
  const again = isDead ? [] : lateMessages.filter(() => strikes('message delivered again later'));
  const list = strikes('batch reordered') ? random.shuffle([...again, ...prompt]) : [...again, ...prompt];
  const times = strikes('batch delivered twice') ? 2 : 1;
  const said: Said = new Map();
  if (list.length > 0) {
    const world = faulty(env);
    const older = orders().outage ? IN_DAYS : 0;
    await Promise.all(Array.from({ length: times }, () => hand(batch.queue, list, world, said, older)));
  }
  if (refused.length > 0) await hand(batch.queue, refused, faulty(env, null, true), said, OLDER);
  if (strikes('batch fails after')) throw failure();
  const done = [...prompt, ...refused].filter((message) => said.get(message) === null);
  for (const message of prompt) if (random.chance(0.05)) lateMessages[random.int(0, MAX_LATE_MESSAGES - 1)] = message;
  // A dead letter is not complete until it has been replayed.
  if (!isDead) await tellDone(done.filter((message) => !refused.includes(message)).map(({ body }) => body));
  for (const message of delayed) message.retry({ delaySeconds: random.int(1, LONGEST) });
  for (const message of batch.messages) {
    const delaySeconds = said.get(message);
    if (typeof delaySeconds === 'number') message.retry({ delaySeconds: Math.min(LONGEST, delaySeconds) });
  }
}

function isRefused({ id }: Message): boolean {
  if (!orders().poison) {
    poisoned.clear();
    return false;
  }
  if (poisoned.size < POISONED) poisoned.add(id);
  if (poisoned.has(id)) count('message refused until it is dead');
  return poisoned.has(id);
}

/**
 * Throws if the consumer neither acknowledges nor retries a message. If it is delivered twice, one delivery must
 * acknowledge it.
 */
async function hand(queue: string, messages: readonly Message[], env: Env, said: Said, older = 0): Promise<void> {
  const spoken = new Set<Message>();
  const ack = (message: Message) => {
    spoken.add(message);
    said.set(message, null);
  };
  const retry = (message: Message, delaySeconds = 0) => {
    spoken.add(message);
    if (said.get(message) !== null) said.set(message, delaySeconds);
  };
  const handed = messages.map((message) => ({
    id: message.id,
    timestamp: message.timestamp,
    body: message.body,
    attempts: message.attempts + older,
    ack: () => ack(message),
    retry: (options?: QueueRetryOptions) => retry(message, options?.delaySeconds),
  }));
  const ackAll = () => messages.forEach(ack);
  // The consumer calls `retryAll` after deciding on each message. These earlier decisions take precedence.
  const retryAll = () => {};
  await worker.queue({ queue, messages: handed, ackAll, retryAll } as unknown as MessageBatch, env);
  if (messages.some((message) => !spoken.has(message)))
    throw new Error('the consumer neither acknowledged nor retried a message');
}

/** Topic object whose database may fail, whose alarms follow the Worker's clock, and which may lose its memory. */
class FaultyTopicWindow extends ClockedTopicWindow {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    Object.defineProperty(this, 'env', { value: { ...env, DB: faultyDb(env.DB) } });
  }

  override async receiveCounts(...received: Parameters<TopicWindow['receiveCounts']>): Promise<void> {
    await resetting(this.ctx, () => super.receiveCounts(...received));
  }
}

/** Site object with the same faults as the topic objects. */
class FaultySiteCoordinator extends ClockedSiteCoordinator {
  constructor(ctx: DurableObjectState, env: Env) {
    super(ctx, env);
    Object.defineProperty(this, 'env', { value: { ...env, DB: faultyDb(env.DB) } });
  }

  override async notify(...received: Parameters<SiteCoordinator['notify']>): Promise<void> {
    await resetting(this.ctx, () => super.notify(...received));
  }

  override async receive(...received: Parameters<SiteCoordinator['receive']>): Promise<void> {
    await resetting(this.ctx, () => super.receive(...received));
  }
}

async function resetting(ctx: Pick<DurableObjectState, 'abort'>, work: () => Promise<void>): Promise<void> {
  if (strikes('object reset')) ctx.abort('reset on purpose');
  await work();
  if (strikes('object reset')) ctx.abort('reset on purpose');
}

/** Requests with which the test controls the Worker. Faults are injected only into operators' requests. */
const controls: Record<string, (request: Request, env: Env) => Promise<unknown>> = {
  'PUT /faults/orders': async (request) => setOrders((await request.json()) as Orders),
  'PUT /faults/clock': async (request, env) => {
    const { ahead, topics } = (await request.json()) as { ahead: number; topics: number[] };
    setAhead(ahead);
    // Makes the service accept the jump of the clock as if the days had passed one by one.
    await env.DB.prepare('UPDATE service_clock SET newest = ?').bind(Date.now()).run();
    await moveClock(env, [0, ...topics]);
  },
  /** Durable Objects that receive calls are not hibernated. */
  'POST /faults/awake': async (request, env) => {
    const topics: number[] = await request.json();
    await Promise.all([
      siteCoordinator(env).notify([]),
      ...topics.map((topic) => topicWindow(env, topic).notify(topic, [])),
    ]);
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

/** The deployed Worker with injected faults. Each response carries the time at which its request arrived. */
export default {
  async fetch(request, env, ctx) {
    const { pathname } = new URL(request.url);
    const control = controls[`${request.method} ${pathname}`];
    if (control) return Response.json((await control(request, env)) ?? null);
    const at = Date.now();
    const continent = request.headers.get('X-Faults-Continent');
    // On the platform, the edge adds the reader's location. In this run, the request contains it.
    const placed = (continent ? new Request(request, { cf: { continent } }) : request) as typeof request;
    const answer = await worker.fetch(placed, faulty(env, request.headers.get('X-Faults-Reader')), ctx);
    const stamped = new Response(answer.body, answer);
    stamped.headers.set('X-Faults-At', String(at));
    return stamped;
  },
  queue: deliver,
  scheduled: (controller, env) => worker.scheduled(controller, faulty(env)),
} satisfies ExportedHandler<Env>;

export { FaultySiteCoordinator as SiteCoordinator, FaultyTopicWindow as TopicWindow };
