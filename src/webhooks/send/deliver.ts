import type { Db } from '../../db/client.ts';
import type { SigningStores } from '../../keys/signing.ts';
import { sha256 } from '../../lib/hash/hash.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import type { Reach } from '../../syndication/fetch/fetch.ts';
import { bodyOf, type Message } from './body.ts';
import {
  type Addressed,
  type Due,
  dueDeliveries,
  giveUp,
  giveUpLate,
  isLeased,
  leaseWebhook,
  nextDue,
  noteDelivered,
  noteFailed,
  setState,
} from './pending.ts';
import { delayAfter, endOfQuiet, isQuiet } from './schedule.ts';
import { webhookSecrets } from './secret.ts';
import { type Sent, send } from './send.ts';

/** What deliveries need. */
export interface Post {
  db: Db;
  kv: SigningStores['kv'];
  reach: Reach;
  /** Time zone of quiet hours. */
  zone: string;
  /** Epoch milliseconds. */
  clock: () => number;
}

/** Milliseconds after which a run begins no more attempts, and how many it makes at most: the next one goes on. */
const LONGEST = 30_000;
const MOST = 40;
const ROUND = 20;
/** Longer than a run, its last attempt included, can take. */
const LEASE = MINUTE_MS;

/** How a run ended: `next` is when the next delivery is due, in epoch milliseconds, if a message has to be sent for it. */
export type Ended = { isBusy: true } | { isBusy: false; next: number | null };

/**
 * Sends what is due to a webhook, one message after the other. Only one run at a time does so, and of the events about one subject
 * only the oldest is tried: they arrive in their order.
 */
export async function deliverDue(post: Post, id: number): Promise<Ended> {
  const { db, clock } = post;
  const start = clock();
  const webhook = await leaseWebhook(db, id, start, start + LEASE);
  if (!webhook) return (await isLeased(db, id, start)) ? { isBusy: true } : { isBusy: false, next: null };
  let notBefore = 0;
  let wakeAt = webhook.wakeAt;
  try {
    notBefore = await deliver(post, webhook);
  } catch (error) {
    await setState(db, id, { leasedUntil: 0 });
    throw error;
  }
  const due = await nextDue(db, id);
  const next = due === null ? null : Math.max(due, notBefore);
  const isKnown = next === null || (wakeAt > clock() && wakeAt <= next);
  if (!isKnown) wakeAt = next;
  await setState(db, id, { leasedUntil: 0, wakeAt });
  return { isBusy: false, next: isKnown ? null : next };
}

/** Returns the time before which nothing may be sent. */
async function deliver(post: Post, webhook: Addressed): Promise<number> {
  const { db, kv, reach, zone, clock } = post;
  const { id, quiet, heldUntil } = webhook;
  const start = clock();
  const barred = quiet && isQuiet(quiet, zone, start) ? endOfQuiet(quiet, zone, start) : heldUntil;
  if (barred > start) return barred;
  const secrets = await webhookSecrets({ db, kv }, webhook.signer, start);
  let { silences } = webhook;
  for (let made = 0; made < MOST; ) {
    const round = await dueDeliveries(db, id, clock(), ROUND);
    if (round.length === 0) break;
    for (const due of round) {
      made++;
      const sent = await send(reach, { url: webhook.url, secrets, ...(await parcelOf(due, webhook)) }, clock());
      if (sent.isGone) {
        await switchOff(db, id, due, sent);
        return 0;
      }
      if (sent.status === null) return hold(db, { id, silences }, due, sent);
      await db.transaction(
        sent.reason === null
          ? noteDelivered(db, id, due, attemptOf(sent))
          : noteFailed(db, id, due, attemptOf(sent), sent.wait),
        ...(silences > 0 ? [setState(db, id, { silences: 0 })] : []),
      );
      silences = 0;
      if (clock() - start > LONGEST) return 0;
    }
  }
  return 0;
}

/** An event as a webhook is sent it: the id of the message and its body. */
export async function parcelOf(
  due: Message & { key: string },
  { format }: Pick<Addressed, 'format'>,
): Promise<{ id: string; body: string }> {
  // The same wherever the event is recorded, also after a backup has been restored.
  const id = `evt_${(await sha256(due.key)).slice(0, 32)}`;
  return { id, body: bodyOf(due, format) };
}

const attemptOf = ({ at, status, milliseconds, reason, excerpt }: Sent) => ({
  at,
  status,
  milliseconds,
  reason,
  excerpt,
});

async function switchOff(db: Db, id: number, due: Due, sent: Sent): Promise<void> {
  const attempt = attemptOf(sent);
  await db.transaction(
    noteFailed(db, id, due, attempt, null),
    giveUp(db, id, attempt),
    setState(db, id, { enabled: false, disabledReason: 'Its address is gone for good (410)' }),
  );
}

/** A receiver that does not answer at all would cost each further event a timeout, so the webhook rests. */
async function hold(
  db: Db,
  { id, silences }: Pick<Addressed, 'id' | 'silences'>,
  due: Due,
  sent: Sent,
): Promise<number> {
  const attempt = attemptOf(sent);
  const heldUntil = sent.at + sent.milliseconds + delayAfter(silences + 1);
  await db.transaction(
    noteFailed(db, id, due, attempt, null),
    giveUpLate(db, id, attempt),
    setState(db, id, { silences: silences + 1, heldUntil }),
  );
  return heldUntil;
}
