import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { admittedKey, authenticated } from '../../admission/auth.ts';
import { newAuditChange, recordOther } from '../../content/history/audit.ts';
import { ConflictError, type Db } from '../../db/client.ts';
import { passkeys } from '../../db/schema.ts';
import { operations } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { notFound, parameterInvalid } from '../../http/errors.ts';
import { ROLES } from '../../keys/key.ts';
import { findKeyById, isAlive, type KeyRecord } from '../../keys/key-store.ts';
import { DEVICE_LINK } from '../../keys/one-time-tokens.ts';
import { invite, removePasskey } from '../../keys/people.ts';
import { endSessionById, forgetSessions, listSessions } from '../../keys/sessions.ts';
import { rfc3339, type Seconds, toSeconds } from '../../lib/time.ts';
import { loadOrderGains } from '../../rankings/learning/read-order-gains.ts';
import { isDiscountingEnabled } from '../../rankings/object/stored-baseline.ts';
import { conflictsOf, inUse } from '../manage/name-in-use.ts';
import { ORDER_GAIN_EXAMPLE, orderGainShape } from '../order-gain.ts';
import { time } from '../shapes.ts';
import { clickSteps, USE_STEPS } from './click-steps.ts';
import { EXAMPLE, signedIn } from './shapes.ts';

const on = operations('Session');
export const account = on.router;

const ownAccount = authenticated({ kinds: ['secret', ...ROLES], headerOnly: true });

const data = z.object({
  name: signedIn.shape.name,
  kind: signedIn.shape.kind,
  isPerson: signedIn.shape.isPerson,
  email: z.string().nullable(),
  passkeys: z.array(z.object({ id: z.string(), name: z.string(), created: time })),
  sessions: z.array(
    z.object({
      id: z.string(),
      created: time,
      expires: time,
      isOwn: z.boolean().describe('Whether this session is the one of the request'),
    }),
  ),
});
const SESSION = { id: '4be21f0a9c37d5e8', created: '2026-01-02T09:00:00Z', expires: EXAMPLE.expires, isOwn: true };
const PASSKEY = { id: 'kT0c…', name: 'Chrome on Windows', created: '2026-01-02T09:00:00Z' };

const ownSessions = async ({ var: { db, key, now } }: AppContext) =>
  (await listSessions(db, toSeconds(now))).filter(({ keyId }) => keyId === key.id);

account.use('/account', ownAccount);
on.get('/account', {
  operationId: 'getAccount',
  summary: 'Get your name, role, passkeys and sessions',
  security: ['session', 'bearer'],
  errors: [401, 403, 429, 500, 503],
  data,
  example: {
    name: EXAMPLE.name,
    kind: EXAMPLE.kind,
    isPerson: true,
    email: 'dana@news.example',
    passkeys: [PASSKEY],
    sessions: [SESSION],
  },
  answer: async (c) => {
    const { db, key, session } = c.var;
    const { id, name, kind, isPerson, email } = key;
    if (kind === 'publishable') throw new Error('a publishable key has no account');
    const own = await db.select().from(passkeys).where(eq(passkeys.keyId, id)).orderBy(passkeys.createdAt);
    return {
      name,
      kind,
      isPerson,
      email,
      passkeys: own.map((one) => ({ id: one.id, name: one.name, created: rfc3339(one.createdAt) })),
      sessions: (await ownSessions(c)).map((one) => ({
        id: one.id,
        created: rfc3339(one.createdAt),
        expires: rfc3339(one.expiresAt),
        isOwn: one.id === session?.id,
      })),
    };
  },
});

account.use('/device', ownAccount);
on.post('/device', {
  operationId: 'inviteDevice',
  summary: 'Create a sign-in link for another device',
  description: 'The link works once, within 15 minutes. Only this response contains it.',
  security: ['session'],
  errors: [400, 401, 403, 429, 500, 503],
  data: z.object({ link: z.string(), expires: time }),
  example: { link: 'https://news.example/join#5d41…', expires: '2026-01-02T09:15:00Z' },
  answer: async (c) => {
    const { db, key, now } = c.var;
    if (!key.isPerson) throw parameterInvalid({ session: 'belongs to a key; only people can add devices' });
    const at = toSeconds(now);
    const token = await invite(db, { id: key.id, makerId: key.id }, at, DEVICE_LINK);
    return { link: `${new URL(c.req.url).origin}/join#${token}`, expires: rfc3339(at + DEVICE_LINK) };
  },
});

const step = z.enum(USE_STEPS);

async function activeKey(db: Db, id: number, now: Seconds): Promise<KeyRecord | null> {
  const key = await findKeyById(db, id);
  return key && isAlive(key, now) ? key : null;
}

account.use('/key-use', ownAccount);
on.post('/key-use', {
  operationId: 'getKeyUse',
  summary: 'Check whether clicks with a key arrive',
  description:
    'Returns when clicks with a publishable key last arrived, for people who build an embed with it: within the hour, today (UTC), in the last seven days, or not since. Also returns origins that were refused, at most ten. A minute may pass before a click appears.',
  security: ['session', 'bearer'],
  errors: [400, 401, 403, 429, 500, 503],
  input: {
    schema: z.object({
      key: z.string().max(100).optional().describe('A publishable key'),
      id: z.int().optional().describe('Id of a publishable key, instead of the key itself; for operators'),
    }),
    example: { key: 'ngp_…' },
  },
  data: z
    .object({
      accepted: step.describe('Last click that counts'),
      dropped: step.describe('Last click that does not count, for example from a bot'),
      forbidden: step.describe('Last click that was refused because its origin is not one of the key’s'),
      parameterInvalid: step.describe('Last click that was refused because it was malformed'),
      rateLimited: step.describe('Last click that was refused because of a rate limit'),
      origins: z
        .array(z.object({ origin: z.string(), last: step }))
        .describe('Origins that used the key although it is not bound to them'),
      orderGain: orderGainShape,
    })
    .meta({ id: 'KeyUse' }),
  example: {
    accepted: 'hour',
    dropped: 'week',
    forbidden: 'week',
    parameterInvalid: 'never',
    rateLimited: 'never',
    origins: [{ origin: 'https://staging.partner.example', last: 'week' }],
    orderGain: ORDER_GAIN_EXAMPLE,
  } as const,
  answer: async (c, { input }) => {
    const { db, now } = c.var;
    const isById = input.id !== undefined && c.var.key.kind === 'operator';
    const key = isById ? await activeKey(db, input.id ?? 0, toSeconds(now)) : await admittedKey(c, input.key ?? '');
    if (key?.kind !== 'publishable')
      throw parameterInvalid(
        isById ? { id: 'must be the id of an active publishable key' } : { key: 'must be an active publishable key' },
      );
    const gains = await loadOrderGains(db, [key.id], { now, isDiscounted: isDiscountingEnabled(c.env) });
    return { ...(await clickSteps(db, key.id, now)), orderGain: gains.get(key.id) ?? null };
  },
});

account.use('/passkeys/:id', ownAccount);
on.delete('/passkeys/:id', {
  operationId: 'removePasskey',
  summary: 'Remove one of your passkeys (not the last one)',
  description:
    'Ends sessions that were started with it, including the current one, and sign-in links for other devices.',
  security: ['session'],
  path: z.object({ id: z.string().max(2000) }),
  errors: [400, 401, 403, 404, 429, 500, 503],
  others: conflictsOf('The passkey is your last one (`conflict`)'),
  data: z.object({ removed: z.string() }),
  example: { removed: PASSKEY.id },
  answer: async (c, { path: { id } }) => {
    const { db, key, now, session } = c.var;
    const change = newAuditChange({ actor: key.name, session: session?.id, now });
    const record = recordOther(change, 'passkey', {
      ref: String(key.id),
      action: 'delete',
      before: sql`(SELECT json_object('name', ${passkeys.name}) FROM ${passkeys} WHERE (${passkeys.id}, ${passkeys.keyId}) = (${id}, ${key.id}))`,
      after: sql`NULL`,
    });
    try {
      if (!(await removePasskey(db, { keyId: key.id, id }, toSeconds(now), record)))
        throw notFound({ id: 'is not the id of one of your passkeys' });
    } catch (error) {
      if (!(error instanceof ConflictError)) throw error;
      throw inUse({ id: 'is your last passkey; add another one first' });
    }
    forgetSessions();
    return { removed: id };
  },
});

account.use('/sessions/:id', ownAccount);
on.delete('/sessions/:id', {
  operationId: 'endOwnSession',
  summary: 'End one of your sessions',
  description: 'The session and your sign-in links for other devices end everywhere within five seconds.',
  security: ['session'],
  path: z.object({ id: z.string().regex(/^[0-9a-f]{16}$/, { error: 'must be the id of a session' }) }),
  errors: [400, 401, 403, 404, 429, 500, 503],
  data: z.object({ ended: z.string() }),
  example: { ended: SESSION.id },
  answer: async (c, { path: { id } }) => {
    if (!(await ownSessions(c)).some((one) => one.id === id))
      throw notFound({ id: 'is not the id of one of your sessions' });
    await endSessionById(c.var.db, id, toSeconds(c.var.now));
    forgetSessions();
    return { ended: id };
  },
});
