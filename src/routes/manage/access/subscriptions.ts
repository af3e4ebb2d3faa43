import * as z from 'zod';
import { FOLLOWED, RHYTHMS, WAYS } from '../../../db/values.ts';
import { operations } from '../../../http/endpoint.ts';
import type { AppContext } from '../../../http/env.ts';
import { notFound, parameterInvalid } from '../../../http/errors.ts';
import { publicOrigin } from '../../../http/origin.ts';
import { id } from '../../../http/params.ts';
import { rfc3339, rfc3339OrNull, toSeconds } from '../../../lib/time.ts';
import { alreadyThere, nextMorning } from '../../../subscriptions/compose.ts';
import { isMailAddress, mailingOf } from '../../../subscriptions/mail/smtp-server.ts';
import { signingSecret } from '../../../subscriptions/send/secret.ts';
import {
  addSubscription,
  endSubscription,
  type ListedSubscription,
  listSubscriptions,
  MAX_PER_OWNER,
  renewFeed,
} from '../../../subscriptions/store.ts';
import { subjectOf } from '../../../subscriptions/subject.ts';
import { allowedHosts, othersUrl, publicUrl } from '../../../syndication/fetch/public-url.ts';
import { time } from '../../shapes.ts';
import { auditRecorder, ownerOf, tooMany } from './own.ts';

export const manageSubscriptions = operations('Subscriptions');

const fields = {
  kind: z.enum(FOLLOWED),
  ref: z.string().max(300).describe('Id of the topic, story or author; empty for `week` and `alarms`'),
  via: z.enum(WAYS),
  rhythm: z
    .enum(RHYTHMS)
    .describe('`once`: within minutes; `digest`: at seven in the morning, if there is something new'),
};
const listedSubscription = z
  .object({
    id: z.int(),
    ...fields,
    name: z.string().describe('What is followed, in words'),
    address: z.string().nullable().describe('Null: the person’s own mail address, or a feed'),
    isOwn: z.boolean().describe('Whether it is of who asks: operators see those of everybody'),
    created: time,
    last: time.nullable().describe('When the last message was handed over; null: none was'),
    failure: z.string().nullable().describe('Why the last message that was tried has not arrived; null: it has'),
  })
  .meta({ id: 'Subscription' });

const EXAMPLE: z.output<typeof listedSubscription> = {
  id: 3,
  kind: 'topic',
  ref: '12',
  via: 'mail',
  rhythm: 'digest',
  name: 'Cyber',
  address: null,
  isOwn: true,
  created: '2026-01-30T09:00:00Z',
  last: '2026-01-31T07:00:10Z',
  failure: null,
};

manageSubscriptions.get('/', {
  operationId: 'getSubscriptions',
  summary: 'Living subscriptions, newest first',
  description: 'Of people who are no operators their own.',
  data: z.object({
    subscriptions: z.array(listedSubscription),
    mail: z
      .string()
      .nullable()
      .describe('Where mail to who asks would go; null: this newsroom sends none, or no address is known'),
    sendsMail: z.boolean().describe('Whether this newsroom sends mail'),
  }),
  example: { subscriptions: [EXAMPLE], mail: 'dana@news.example', sendsMail: true },
  answer: async (c) => {
    const { db, now, key } = c.var;
    const all = await listSubscriptions(db, { of: ownerOf(c) }, now);
    const sendsMail = mailingOf(c.env) !== null;
    return { subscriptions: all.map((one) => toListed(c, one)), mail: sendsMail ? key.email : null, sendsMail };
  },
});

const input = z.object({
  ...fields,
  ref: fields.ref.default(''),
  rhythm: fields.rhythm.default('digest'),
  address: z
    .string()
    .max(2000)
    .nullish()
    .describe(
      'Of mail: left out, one’s own, and only operators name another; of a webhook: a public http or https address',
    ),
});

manageSubscriptions.post('/', {
  operationId: 'createSubscription',
  summary: 'Follow a topic, a story, an author, the week or alarms',
  description: `What comes from then on is told, each thing once. It ends with the person or key, by \`DELETE\`, and by the link in each mail. At most ${MAX_PER_OWNER} each.`,
  input: { schema: input, example: { kind: 'topic', ref: '12', via: 'mail', rhythm: 'digest' } },
  data: z.object({
    stored: listedSubscription,
    feed: z.string().nullable().describe('Address of the feed, which cannot be read again; null: it has none'),
    secret: z
      .string()
      .nullable()
      .describe('What messages to the webhook are signed with (Standard Webhooks); null: there is none'),
  }),
  example: { stored: { ...EXAMPLE, last: null }, feed: null, secret: null },
  answer: async (c, { input: { kind, ref, via, rhythm, address } }) => {
    const { db, now, key } = c.var;
    const subject = await subjectOf(db, kind, ref.trim(), now);
    const faults = {
      ...(typeof subject === 'string' ? { ref: subject } : {}),
      ...addressFaults(c, via, address ?? null),
    };
    if (typeof subject === 'string' || Object.keys(faults).length > 0) throw parameterInvalid(faults);
    const follower = { kind, ref: subject.ref, ownerKind: key.kind };
    const values = {
      ...subject,
      keyId: key.id,
      kind,
      via,
      // The owner's own address is stored as `null`, so that mail follows a change of their email address.
      address: !address || address === key.email ? null : address,
      rhythm,
      createdAt: toSeconds(now),
      nextAt: rhythm === 'digest' && kind !== 'week' ? nextMorning(c.env.TIME_ZONE, now) : 0,
      told: via === 'feed' ? [] : await alreadyThere(db, follower, now),
    };
    const { token, stored } = await addSubscription(db, values, auditRecorder(c, 'subscription', 'create')).catch(
      tooMany({ kind: `is one too many: ${MAX_PER_OWNER} can be followed` }),
    );
    return {
      stored: toListed(c, { ...stored, isLiving: true, lastAt: null, reason: null }),
      feed: token && feedAddress(c, token),
      secret: via === 'webhook' ? await signingSecret(db, stored.id) : null,
    };
  },
});

const feedAddress = (c: AppContext, token: string) => `${publicOrigin(c)}/followed/${token}`;

manageSubscriptions.post('/:id/feed', {
  operationId: 'renewSubscriptionFeed',
  summary: 'Give a feed another address',
  description:
    'For an address that is lost, or known to somebody who should not read it. The former address opens nothing from then on.',
  path: z.object({ id: id.describe('Id of a subscription of one’s own, by feed') }),
  data: z.object({ feed: z.string().describe('Address of the feed, which cannot be read again') }),
  example: { feed: 'https://feed.news.example/followed/3f0c9d' },
  answer: async (c, { path: { id } }) => {
    const { db, now, key } = c.var;
    const [living] = await listSubscriptions(db, { of: key.id, id }, now);
    const token = living && (await renewFeed(db, { id, of: key.id }, auditRecorder(c, 'subscription', 'update')));
    if (!token) throw notFound({ id: 'is not the id of a living feed of yours' });
    return { feed: feedAddress(c, token) };
  },
});

function addressFaults({ env, var: { key } }: AppContext, via: string, address: string | null): Record<string, string> {
  if (via === 'feed') return address === null ? {} : { address: 'is none of a feed: leave it out' };
  if (via === 'webhook') {
    const urlFor = key.kind === 'operator' ? publicUrl : othersUrl;
    const { refused } = urlFor(address ?? '', allowedHosts(env.FEED_ALLOW_HOSTS));
    return refused ? { address: `of a webhook ${refused}` } : {};
  }
  if (!mailingOf(env))
    return {
      via: 'cannot be mail: this newsroom sends none, because MAIL_FROM, PUBLIC_URL, and SMTP_URL or the binding EMAIL are not set',
    };
  if (address === null)
    return key.email ? {} : { via: 'cannot be mail: no mail address of yours is known; an operator adds it at /keys' };
  if (!isMailAddress(address)) return { address: 'must be a mail address such as dana@news.example' };
  return key.kind === 'operator' || address === key.email
    ? {}
    : { address: 'must be your own mail address: leave it out' };
}

manageSubscriptions.delete('/:id', {
  operationId: 'endSubscription',
  summary: 'End a subscription',
  description: 'Nothing is sent any more, not even what waits.',
  path: z.object({ id: id.describe('Subscription id') }),
  data: listedSubscription,
  example: EXAMPLE,
  answer: async (c, { path: { id } }) => {
    const { db, now } = c.var;
    const of = ownerOf(c);
    const [was] = await listSubscriptions(db, { of, id }, now);
    if (!was || !(await endSubscription(db, { id, of }, toSeconds(now), auditRecorder(c, 'subscription', 'delete'))))
      throw notFound({ id: 'is not the id of a living subscription' });
    return toListed(c, was);
  },
});

function toListed({ var: { key } }: AppContext, one: ListedSubscription): z.output<typeof listedSubscription> {
  const { id, kind, ref, via, rhythm, name, address, lastAt, reason } = one;
  return {
    id,
    kind,
    ref,
    via,
    rhythm,
    name,
    address,
    isOwn: one.keyId === key.id,
    created: rfc3339(one.createdAt),
    last: rfc3339OrNull(lastAt === null ? null : toSeconds(lastAt)),
    failure: one.isLiving ? reason && `${via === 'mail' ? 'The mail server' : 'The webhook'} ${reason}` : GONE,
  };
}

const GONE = 'What it followed has been deleted';
