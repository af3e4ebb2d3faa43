import * as z from 'zod';
import { LIMITS, limitedByAddress } from '../../admission/limits.ts';
import { jsonErrors } from '../../admission/mount.ts';
import { shedReads } from '../../admission/overload.ts';
import { notifyRankings } from '../../collections/core/service.ts';
import { type Db, openDb } from '../../db/client.ts';
import { isRestoring } from '../../db/restoring.ts';
import { router } from '../../http/base.ts';
import { MAX_BODY_BYTES } from '../../http/body.ts';
import { describe, type Operation } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { ClientError, methodNotAllowed, notFound, payloadTooLarge } from '../../http/errors.ts';
import { log, reasonOf } from '../../lib/log.ts';
import type { Millis } from '../../lib/time.ts';
import { readBytes } from '../../syndication/fetch/read-bytes.ts';
import { feedById } from '../../syndication/poll/claim.ts';
import { pollFeeds } from '../../syndication/poll/run.ts';
import { runOptions } from '../../syndication/poll/run-options.ts';
import {
  claimRead,
  confirm,
  type HubSubscription,
  isSigned,
  notePing,
  noteRead,
  pauseOf,
  subscriptionAt,
} from '../../websub/subscribe.ts';
import { announceChange } from './announce.ts';

/** Routes that the hubs of polled feeds call to verify subscriptions and to report changes. */
export const callback = router();

/** Maximum wait before a changed feed is fetched, in ms. After longer waits, the five-minute job fetches the feed. */
const PING_WAIT_MS: Millis = 20_000;

callback.use('/websub/callback/*', jsonErrors, shedReads, limitedByAddress('websub', LIMITS.hub));

const path = z.object({ token: z.string().describe('Token that the hub received') });
const GONE_RESPONSE = {
  description: 'The subscription has ended',
  content: {
    'application/json': {
      schema: z.object({
        status: z.literal('fail'),
        code: z.literal(410),
        reason: z.literal('notFound'),
        data: z.record(z.string(), z.string()),
      }),
      example: {
        status: 'fail',
        code: 410,
        reason: 'notFound',
        data: { token: 'belongs to a subscription that has ended' },
      },
    },
  },
};
const CALLBACK_ERRORS = { errors: [404, 429, 500, 503], others: { 410: GONE_RESPONSE } };

const CONFIRM: Operation = {
  operationId: 'confirmSubscription',
  summary: 'Verify a subscription for a hub',
  description:
    'No key is required, because the URL is secret. Only subscriptions that the service requested are confirmed.',
  tag: 'Feed',
  path,
  answer: {
    status: 200,
    description: 'The challenge from the hub',
    content: { 'text/plain': { schema: z.string(), example: 'w8tzq1' } },
  },
  ...CALLBACK_ERRORS,
};

const PING_OPERATION: Operation = {
  operationId: 'takePing',
  summary: 'Receive a hub’s notification of a changed feed',
  description:
    'No key is required, because the URL is secret. A notification with a wrong signature gets the same response and changes nothing. Its content is ignored; the service polls the feed itself.',
  tag: 'Feed',
  path,
  answer: { status: 202, description: 'The notification was received' },
  ...CALLBACK_ERRORS,
  errors: [404, 413, 429, 500, 503],
};

const confirmSubscription = describe(CONFIRM, async (c: AppContext) => {
  const { db, subscription } = await subscriptionIn(c);
  const given = (name: string) => c.req.query(`hub.${name}`) ?? '';
  const [mode, topic, lease] = [given('mode'), given('topic'), Number(given('lease_seconds') || Number.NaN)];
  const isMeant = await confirm(db, subscription, { mode, topic, lease, reason: given('reason') }, c.var.now);
  if (!isMeant) throw notFound({ 'hub.mode': 'does not match a requested subscription' });
  return c.text(given('challenge').slice(0, 2000), 200, { 'Cache-Control': 'no-store' });
});

const handlePing = describe(PING_OPERATION, async (c: AppContext) => {
  const { db, subscription } = await subscriptionIn(c);
  const body = await readBytes(c.req.raw.body, MAX_BODY_BYTES);
  if (!body) throw payloadTooLarge('5 MB');
  // A wrong signature gets the same response as a correct one, so that the secret cannot be guessed.
  const signature = c.req.header('X-Hub-Signature') ?? '';
  if (subscription.isMeant && (await isSigned(db, subscription.id, body, signature))) {
    const { now } = c.var;
    await notePing(db, subscription, now);
    c.executionCtx.waitUntil(
      readPinged(c, db, subscription, now).catch((error) =>
        log('cronFailed', Date.now(), { job: 'websub', reason: reasonOf(error) }),
      ),
    );
  }
  return c.body(null, 202);
});

callback.get('/websub/callback/:token', confirmSubscription);
callback.post('/websub/callback/:token', handlePing);
callback.all('/websub/callback/:token', () => {
  throw methodNotAllowed('GET, HEAD, POST, OPTIONS');
});

async function subscriptionIn(c: AppContext): Promise<{ db: Db; subscription: HubSubscription }> {
  const db = openDb(c.env.DB.withSession('first-primary'));
  const subscription = await subscriptionAt(db, c.req.param('token') ?? '');
  if (subscription === 'unknown') throw notFound({ token: 'does not belong to a subscription' });
  if (subscription === 'gone')
    throw new ClientError(410, 'notFound', { token: 'belongs to a subscription that has ended' });
  return { db, subscription };
}

/** Fetches a feed that a hub reported as changed, after the required pause between two such fetches. */
async function readPinged(
  c: AppContext,
  db: Db,
  { id, feedId, ...rest }: HubSubscription,
  pinged: Millis,
): Promise<void> {
  const subscription = { id, feedId, ...rest };
  const rests = Math.max(0, (rest.readAt ?? 0) + pauseOf(rest) - pinged);
  if (rests > PING_WAIT_MS) return;
  await scheduler.wait(rests);
  if (await isRestoring(db)) return;
  if (!(await claimRead(db, subscription, Date.now()))) return;
  const feed = await feedById(db, feedId);
  if (!feed || feed.nextAt === null || feed.failures > 0) return;
  const { polled, topics } = await pollFeeds(db, [feed], runOptions(c.env, Date.now()));
  await noteRead(
    db,
    subscription,
    polled.some(({ added, changed }) => added + changed > 0),
  );
  await notifyRankings(c.env, { topics }, Date.now());
  announceChange(c);
}
