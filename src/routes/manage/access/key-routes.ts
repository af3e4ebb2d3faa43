import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { cleanText } from '../../../content/input.ts';
import type { Precondition } from '../../../db/client.ts';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { apiKeys } from '../../../db/schema.ts';
import { idsOf } from '../../../db/sql.ts';
import { CLICKS_NEED, EXPLORED, LIST_LAYOUTS } from '../../../db/view-columns.ts';
import { operations } from '../../../http/endpoint.ts';
import type { AppContext } from '../../../http/env.ts';
import { notFound, parameterInvalid } from '../../../http/errors.ts';
import { changedMeanwhile } from '../../../http/preconditions.ts';
import { forgetKeys } from '../../../keys/authenticate.ts';
import { KEY_KINDS, type KeyKind } from '../../../keys/key.ts';
import { findKeyById, isAlive, type KeyRecord } from '../../../keys/key-store.ts';
import { type KeyUse, keyUsesOf, lastUsed, reportingLists, USE_OUTCOMES } from '../../../keys/key-use.ts';
import { addKey, changeKey, KEY_STATE, replaceKey, signedBy } from '../../../keys/manage.ts';
import { forgetSessions } from '../../../keys/sessions.ts';
import { addSigningSecret, newSigner } from '../../../keys/signing.ts';
import { readAs } from '../../../lib/faults.ts';
import { choice, id, integer } from '../../../lib/formats/params.ts';
import { DAY, rfc3339, rfc3339OrNull, toSeconds, utcDay } from '../../../lib/time.ts';
import { loadOrderGains } from '../../../rankings/learning/read-order-gains.ts';
import { isDiscountingEnabled } from '../../../rankings/object/stored-baseline.ts';
import { ORDER_GAIN_EXAMPLE, orderGainShape } from '../../order-gain.ts';
import { count, date, time } from '../../shapes.ts';
import { asSeen } from '../as-seen.ts';
import { cursor, loadListingPage, PAGE_FIELDS, pageFields, search, sortedBy } from '../list-parameters.ts';
import { KEY_SORTS, KEY_STATES, keyListing } from './key-list.ts';
import { auditRecorder } from './own.ts';

export const manageKeys = operations('Management');

const MAX_GRACE = 90 * DAY;

const listedKey = z
  .object({
    id: z.int(),
    kind: z.enum(KEY_KINDS),
    name: z.string(),
    ending: z.string().nullable().describe('Last four characters of the key; null if an earlier version created it'),
    origins: z.array(z.string()).describe('Origins that may use the key; if empty, any origin may'),
    state: z.enum(['living', 'expired', 'revoked']),
    created: time,
    expires: time.nullable().describe('Expiry; null if the key never expires'),
    revoked: time.nullable(),
    signs: z.boolean().describe('Whether the key accepts signed claims'),
    explore: z
      .enum(EXPLORED)
      .describe(
        'Lists with exploration swaps in one in a hundred minutes, if they report impressions (`views=1`); `feeds` excludes selections. Lists on the publisher’s own pages are never changed',
      ),
    clicksNeed: z
      .enum(CLICKS_NEED)
      .describe(
        'Condition for counting unsigned clicks; `token` requires a valid list token of the page that shows the article. Clicks of signed readers and trusted networks always count',
      ),
    lastUsed: date
      .nullable()
      .describe(`Last UTC day of use; null if it was not used within ${RETENTION_DAYS.keyUses} days`),
    reports: z
      .array(z.enum(LIST_LAYOUTS))
      .describe(
        'Layouts of the key’s lists that have reported impressions within 7 days; `page` stands for lists on the publisher’s own pages',
      ),
    orderGain: orderGainShape,
  })
  .meta({ id: 'ListedKey', description: 'Details of a key, without the key itself' });
type ListedKey = z.output<typeof listedKey>;

const PARTNER: ListedKey = {
  id: 3,
  kind: 'publishable',
  name: 'Partner',
  ending: 'k3Zq',
  origins: ['https://www.partner.example'],
  state: 'living',
  created: '2026-01-02T09:00:00Z',
  expires: null,
  revoked: null,
  signs: false,
  explore: 'off',
  clicksNeed: 'nothing',
  lastUsed: '2026-01-30',
  reports: ['cards'],
  orderGain: ORDER_GAIN_EXAMPLE,
};

manageKeys.get('/', {
  operationId: 'getKeys',
  summary: 'List keys, without their secret part',
  query: z.object({
    search: search.describe('Text that the name must contain'),
    kind: choice(KEY_KINDS, undefined).describe('Only keys of this kind'),
    state: choice(KEY_STATES, undefined).describe('Only keys in this state'),
    sort: sortedBy(KEY_SORTS),
    cursor,
    limit: integer(1, 1000, 100).describe('Maximum number of keys'),
  }),
  data: z.object({ keys: z.array(listedKey), ...pageFields }),
  example: { keys: [PARTNER], ...PAGE_FIELDS },
  answer: async (c, { query }) => {
    const { db, now } = c.var;
    const { rows, ...page } = await loadListingPage(db, keyListing(query, toSeconds(now)), query);
    return { keys: await toListed(c, rows), ...page };
  },
});

const path = z.object({ id: id.describe('Key id') });

manageKeys.get('/:id', {
  operationId: 'getKey',
  summary: 'Get a key’s details (the key itself is shown only when it is created or rotated)',
  path,
  data: listedKey,
  example: PARTNER,
  answer: async (c, { path: { id } }) => {
    const key = await loadListedKey(c, id);
    if (!key) throw unknownKey();
    return key;
  },
});

const uses = z.object(Object.fromEntries(USE_OUTCOMES.map((use) => [use, count])) as Record<KeyUse, typeof count>);
const NO_USES = Object.fromEntries(USE_OUTCOMES.map((use) => [use, 0])) as Record<KeyUse, number>;

manageKeys.get('/:id/uses', {
  operationId: 'getKeyUses',
  summary: 'Get a key’s daily requests and clicks by outcome',
  description: 'Counts are added once per minute, so the latest may be missing.',
  path,
  data: z.object({
    days: z
      .array(z.object({ date, ...uses.shape }))
      .describe(`Days of use, newest first, at most ${RETENTION_DAYS.keyUses}`),
  }),
  example: { days: [{ date: '2026-01-30', ...NO_USES, answered: 412, clickAccepted: 96 }] },
  answer: async (c, { path: { id } }) => {
    if (!(await findTyped(c, id))) throw unknownKey();
    const rows = await keyUsesOf(c.var.db, id, Math.floor(c.var.now / 1000 / DAY) - RETENTION_DAYS.keyUses);
    const days = Array.from(
      Map.groupBy(rows, ({ day }) => day),
      ([day, outcomes]) => ({
        date: utcDay(day * DAY),
        ...NO_USES,
        ...Object.fromEntries(outcomes.map(({ outcome, count }) => [outcome, count])),
      }),
    );
    return { days };
  },
});

const name = cleanText(200).refine((text) => text !== '', { error: 'must be the name of the owner of the key' });
const origin = readAs((text) => {
  const url = URL.parse(text);
  const isOrigin = url && /^https?:$/.test(url.protocol) && url.pathname === '/' && !url.search && !url.username;
  return isOrigin ? url.origin : null;
}, 'must be an origin such as https://www.example.com');
const binding = {
  name,
  origins: z.array(origin).max(100).optional(),
  expires: z.iso
    .datetime({ offset: true, error: 'must be a time in RFC 3339, such as 2027-01-31T00:00:00Z' })
    .nullish()
    .describe('Expiry; if null or omitted, the key never expires'),
  explore: z
    .enum(EXPLORED)
    .optional()
    .describe('Lists with exploration swaps, which measure position bias; `feeds` excludes selections (default: off)'),
  clicksNeed: z
    .enum(CLICKS_NEED)
    .optional()
    .describe(
      'Condition for counting unsigned clicks (default: none). With `token` they need a list token of the page, so links in feed readers and emails count only for signed and trusted readers',
    ),
};

const newKey = z.object({
  kind: z.enum(KEY_KINDS),
  ...binding,
  sign: z.boolean().optional().describe('Whether to create a signing secret as well'),
});

const createdKey = z
  .object({
    key: z.string().describe('Key, which is shown only once'),
    secret: z.string().nullable().describe('Signing secret, which is shown only once; null if none was created'),
    stored: listedKey,
  })
  .meta({ id: 'MadeKey' });
const MADE = { key: 'ngp_…', secret: null, stored: PARTNER };

manageKeys.post('/', {
  operationId: 'createKey',
  summary: 'Create a key (shown only once)',
  input: { schema: newKey, example: { kind: 'publishable', name: 'Partner', origins: PARTNER.origins } },
  data: createdKey,
  example: MADE,
  answer: async (c, { input: { kind, name, origins = [], expires, sign = false, ...given } }) => {
    const settings = settingsOf(given);
    if (kind !== 'publishable') refuseElsewhere({ sign, ...areChanged(settings) });
    const now = toSeconds(c.var.now);
    const expiresAt = expiresOf(expires, now);
    const signer = sign ? newSigner() : null;
    // Stores the secret first, so that a signing key never exists without a secret.
    const secret = signer === null ? null : await addSigningSecret(storesOf(c), signer, now, 0);
    const { key, stored } = await addKey(
      c.var.db,
      { kind, name, origins, expiresAt, signer, ...settings },
      now,
      auditRecorder(c, 'key', 'create'),
    );
    return { key, secret, stored: await listedOne(c, stored) };
  },
});

manageKeys.put('/:id', {
  operationId: 'putKey',
  summary: 'Change a key’s name, origins or expiry',
  path,
  isConditional: true,
  input: { schema: z.object(binding), example: { name: 'Partner', origins: PARTNER.origins, expires: null } },
  data: listedKey,
  example: PARTNER,
  answer: async (c, { path: { id }, input: { name, origins = [], expires, ...given } }) => {
    const settings = settingsOf(given);
    const known = Object.values(areChanged(settings)).some(Boolean) ? await findTyped(c, id) : null;
    if (known && known.kind !== 'publishable') refuseElsewhere(areChanged(settings));
    const change = { name, origins, expiresAt: expiresOf(expires, toSeconds(c.var.now)), ...settings };
    const record = auditRecorder(c, 'key', 'update');
    return listedOne(c, await changeKeyAsSeen(c, id, (guard) => changeKey(c.var.db, id, change, record, guard)));
  },
});

manageKeys.delete('/:id', {
  operationId: 'revokeKey',
  summary: 'Revoke a key',
  description:
    'The key stops working everywhere within a minute and cannot be restored. Its sessions, share links, subscriptions and open invitations end.',
  path,
  isConditional: true,
  data: listedKey,
  example: { ...PARTNER, state: 'revoked', revoked: '2026-01-30T09:00:00Z' },
  answer: async (c, { path: { id } }) => {
    const change = { revokedAt: toSeconds(c.var.now) };
    const record = auditRecorder(c, 'key', 'delete');
    return listedOne(c, await changeKeyAsSeen(c, id, (guard) => changeKey(c.var.db, id, change, record, guard)));
  },
});

const grace = z.int().min(0).max(MAX_GRACE).default(DAY).describe('Seconds until the old key expires');

manageKeys.post('/:id/rotate', {
  operationId: 'rotateKey',
  summary: 'Rotate a key',
  description:
    'The new key has the same kind, name and origins, and takes over share links, subscriptions and open invitations. Sessions end with the old key. After a leak, revoke the key instead.',
  path,
  isConditional: true,
  input: { schema: z.object({ grace }), example: { grace: DAY } },
  data: createdKey,
  example: MADE,
  answer: async (c, { path: { id }, input: { grace } }) => {
    const now = toSeconds(c.var.now);
    const replaced = await changeKeyAsSeen(c, id, (guard) =>
      replaceKey(c.var.db, id, { now, grace }, auditRecorder(c, 'key', 'create'), guard),
    );
    return { key: replaced.key, secret: null, stored: await listedOne(c, replaced.stored) };
  },
});

manageKeys.post('/:id/sign', {
  operationId: 'signKey',
  summary: 'Create a new signing secret',
  description: 'Once a key has a signing secret, audience claims without a token count as unknown.',
  path,
  isConditional: true,
  input: { schema: z.object({ grace }), example: { grace: DAY } },
  data: z.object({ secret: z.string().describe('Signing secret, shown only once'), stored: listedKey }),
  example: { secret: 'ngj_…', stored: { ...PARTNER, signs: true } },
  answer: async (c, { path: { id }, input: { grace } }) => {
    const now = toSeconds(c.var.now);
    const secret = await changeKeyAsSeen(c, id, async (guard) => {
      const key = await findTyped(c, id);
      if (!key || !isAlive(key, now)) return null;
      if (key.kind !== 'publishable')
        throw parameterInvalid({ id: 'is not a publishable key, and only publishable keys can report clicks' });
      const signer = key.signer ?? newSigner();
      const records = [guard, ...signedBy(key, signer, auditRecorder(c, 'key', 'update'))];
      return addSigningSecret(storesOf(c), signer, now, grace, records);
    });
    const stored = await loadListedKey(c, id);
    if (!stored) throw unknownKey();
    return { secret, stored };
  },
});

const settingsOf = ({ explore = 'off', clicksNeed = 'nothing' }: GivenSettings) => ({ explore, clicksNeed });
type GivenSettings = { [Name in 'explore' | 'clicksNeed']?: KeyRecord[Name] | undefined };

const areChanged = ({ explore, clicksNeed }: ReturnType<typeof settingsOf>) => ({
  explore: explore !== 'off',
  clicksNeed: clicksNeed !== 'nothing',
});

function refuseElsewhere(given: Record<string, boolean>): void {
  for (const [field, isGiven] of Object.entries(given))
    if (isGiven) throw parameterInvalid({ [field]: 'applies to publishable keys only' });
}

async function findTyped(c: AppContext, id: number): Promise<KeyRecord | null> {
  const found = await findKeyById(c.var.db, id);
  return found?.isPerson ? null : found;
}

const unknownKey = () => notFound({ id: 'is not the id of an active key' });

const storesOf = (c: AppContext) => ({ db: c.var.db, kv: c.env.SALTS });

export const KEY_ROW = { shape: z.unknown(), row: KEY_STATE, table: sql`${apiKeys}` };

function changeKeyAsSeen<T>(c: AppContext, id: number, change: (guard: Precondition) => Promise<T | null>): Promise<T> {
  const seen = { kind: KEY_ROW, where: eq(apiKeys.id, id), load: () => loadListedKey(c, id) };
  return asSeen(c, seen, (_, guard) => unwrapChange(c, change(guard)));
}

/** Returns the result of a change. If the key is not active, throws 404, or 412 if the request had a precondition. */
async function unwrapChange<T>(c: AppContext, change: Promise<T | null>): Promise<T> {
  const done = await change;
  if (done === null) throw c.req.header('If-Match') ? await changedMeanwhile(c, null) : unknownKey();
  forgetKeys();
  forgetSessions();
  return done;
}

function expiresOf(text: string | null | undefined, now: number): number | null {
  if (!text) return null;
  const seconds = Math.floor(Date.parse(text) / 1000);
  if (seconds <= now) throw parameterInvalid({ expires: 'must be in the future' });
  return seconds;
}

async function loadListedKey(c: AppContext, id: number): Promise<ListedKey | null> {
  const key = await findTyped(c, id);
  return key && listedOne(c, key);
}

async function listedOne(c: AppContext, key: KeyRecord): Promise<ListedKey> {
  const [listed] = await toListed(c, [key]);
  if (!listed) throw new Error('one key is listed as one');
  return listed;
}

async function toListed(c: AppContext, keys: readonly KeyRecord[]): Promise<ListedKey[]> {
  const now = toSeconds(c.var.now);
  const { db } = c.var;
  const ids = idsOf(keys);
  const [days, reports, gains] = await Promise.all([
    lastUsed(db, ids),
    reportingLists(db, ids, c.var.now),
    loadOrderGains(db, ids, { now: c.var.now, isDiscounted: isDiscountingEnabled(c.env) }),
  ]);
  return keys.map((key) => {
    const { id, kind, name, ending, origins, createdAt, expiresAt, revokedAt, signer, explore, clicksNeed } = key;
    return {
      id,
      // The cast is safe, because people are never listed as keys.
      kind: kind as KeyKind,
      name,
      ending,
      origins,
      state: isAlive(key, now) ? 'living' : revokedAt === null ? 'expired' : 'revoked',
      created: rfc3339(createdAt),
      expires: rfc3339OrNull(expiresAt),
      revoked: rfc3339OrNull(revokedAt),
      signs: signer !== null,
      explore,
      clicksNeed,
      lastUsed: days.get(id) ?? null,
      reports: reports.get(id) ?? [],
      orderGain: gains.get(id) ?? null,
    };
  });
}
