import { type Db, openDb } from '../../db/client.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { type Millis, toSeconds } from '../../lib/time.ts';
import { isQuiet } from '../../outbox/quiet-hours.ts';
import { postOf } from '../../webhooks/consumer.ts';
import { recordEvents } from '../../webhooks/event.ts';
import { wakeDue } from '../../webhooks/queue.ts';
import { receives, selectReceivers } from '../../webhooks/receivers.ts';
import { type Post, parcelOf } from '../../webhooks/send/deliver-webhooks.ts';
import { sendWebhook } from '../../webhooks/send/send.ts';
import { webhookSecrets } from '../../webhooks/send/signature.ts';
import { listWebhooks, type StoredWebhook } from '../../webhooks/webhook-resource.ts';
import { type AlarmMemory, follow, type ServiceEvent, type Signs } from '../alarms/follow.ts';
import { keepInMind, lastMemory, readMemory, saveMemory } from '../alarms/memory.ts';
import { noteRun } from '../job-runs.ts';
import { readSigns, signsOfMachine } from './signs.ts';

/** A failed check raises an alarm only if it fails again after a pause, because many problems are brief. */
const ANSWER_TIMEOUT_MS = 10_000;
const RECHECK_DELAY_MS = 10_000;

/** Raises or ends alarms every minute, even while the database rejects writes. Never rejects. */
export async function watchService(env: Env, now: Millis, restoring = false): Promise<void> {
  const post = postOf(env);
  const db = openDb(env.DB.withSession('first-primary'));
  const signs = await look(db, env, now);
  const isOut = restoring || Boolean(signs.database ?? signs.writes);
  const before = restoring || signs.database ? lastMemory() : await readMemory(db).catch(lastMemory);
  const { memory, events } = follow(before, signs, toSeconds(now));
  for (const { type, data } of events) log('alarm', now, { type, alarm: data.alarm });
  try {
    // Receivers may have to be loaded during a restore, because a restore may take longer than an isolate lives.
    if (restoring && receivers.length === 0) await rememberReceivers({ ...post, db });
    if (isOut) throw new Error('the database rejects writes');
    await rememberReceivers({ ...post, db });
    await record(db, { before, memory, events }, post.clock());
    keepInMind(memory, true);
    if (events.length > 0) await wakeDue(db, env.WEBHOOKS, post.clock());
  } catch (error) {
    log('alarmsUnsaved', now, { reason: reasonOf(error) });
    keepInMind(memory, false);
    await sendDirectly(post, events);
  }
}

async function look(db: Db, env: Env, now: number): Promise<Signs> {
  const seen = await twice(() => readSigns(db, env, now));
  if (!seen) return { ...signsOfMachine(now), database: 'the database does not respond' };
  const wrote = await twice(async () => {
    await noteRun(db, { job: 'alarms', at: now, milliseconds: Math.max(0, Date.now() - now) });
    return true;
  });
  return { ...seen, writes: wrote ? null : 'the database rejects writes, possibly because the disk is full' };
}

async function twice<T>(ask: () => Promise<T>): Promise<T | null> {
  const once = () => {
    const late = scheduler
      .wait(ANSWER_TIMEOUT_MS)
      .then(() => Promise.reject(new Error('the database did not respond in time')));
    return Promise.race([ask(), late]).catch(() => null);
  };
  const first = await once();
  if (first !== null) return first;
  await scheduler.wait(RECHECK_DELAY_MS);
  return once();
}

interface Change {
  before: AlarmMemory;
  memory: AlarmMemory;
  events: readonly ServiceEvent[];
}

/** Stores events together with the alarm state. A webhook that received an event directly does not receive it again. */
async function record(db: Db, { before, memory, events }: Change, now: number): Promise<void> {
  const receivers = unrecorded.length > 0 ? await selectReceivers(db) : [];
  for (const sent of unrecorded) {
    const others = receivers.filter(({ id }) => !sent.got.has(id));
    await recordEvents(db, [sent.event], now, others);
    unrecorded = unrecorded.filter((one) => one !== sent);
  }
  const save = saveMemory(db, memory);
  if (events.length > 0) await recordEvents(db, events, now, undefined, [save]);
  else if (JSON.stringify(before) !== JSON.stringify(memory)) await save;
}

/** Receivers of alarms during an outage. They stay in memory, because only the database may store webhook URLs. */
let receivers: { webhook: StoredWebhook; secrets: readonly string[] }[] = [];
let unrecorded: readonly { event: ServiceEvent; got: Set<number> }[] = [];

/** Loads the webhooks that receive service alarms, with their secrets. Reads one row per webhook. */
async function rememberReceivers({ db, kv, clock }: Pick<Post, 'kv' | 'clock'> & { db: Db }): Promise<void> {
  const wanting = (await listWebhooks(db)).filter(
    ({ enabled, events }) => enabled && events.some((type) => type.startsWith('service.')),
  );
  receivers = await Promise.all(
    wanting.map(async (webhook) => ({ webhook, secrets: await webhookSecrets({ db, kv }, webhook.signer, clock()) })),
  );
}

async function sendDirectly({ reach, zone, clock }: Post, events: readonly ServiceEvent[]): Promise<void> {
  unrecorded = [...unrecorded, ...events.map((event) => ({ event, got: new Set<number>() }))];
  for (const { event, got } of unrecorded)
    await Promise.all(
      receivers.map(async ({ webhook, secrets }) => {
        const { id, url, quiet } = webhook;
        if (got.has(id) || !receives(webhook, event) || isQuiet(quiet, zone, clock())) return;
        const parcel = { url, secrets, ...(await parcelOf(event, webhook, zone)) };
        const { attempt } = await sendWebhook(reach, parcel, clock());
        if (attempt.reason === null) got.add(id);
      }),
    );
}
