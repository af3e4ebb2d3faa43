import * as z from 'zod';
import { FOLLOW_KINDS, FREQUENCIES, WAYS } from '../../../db/values.ts';
import { operations } from '../../../http/endpoint.ts';
import type { AppContext } from '../../../http/env.ts';
import { notFound, parameterInvalid } from '../../../http/errors.ts';
import { publicOrigin } from '../../../http/origin.ts';
import { id } from '../../../lib/formats/params.ts';
import { rfc3339, rfc3339OrNull, type Seconds, toSeconds } from '../../../lib/time.ts';
import { alreadyThere, nextMorning } from '../../../subscriptions/compose.ts';
import { domainsIn, isInDomains, isMailAddress, mailingOf } from '../../../subscriptions/mail/smtp-server.ts';
import {
  invitationFault,
  inviteAgain,
  inviteRecipient,
  MAX_INVITATIONS_PER_ADDRESS,
  MAX_INVITATIONS_PER_DAY,
} from '../../../subscriptions/recipients.ts';
import { signingSecret } from '../../../subscriptions/send/derived-secrets.ts';
import {
  addSubscription,
  CONFIRMATION_SECONDS,
  endSubscription,
  type ListedSubscription,
  listSubscriptions,
  MAX_PER_OWNER,
  RECIPIENT_OWNERS,
  renewFeed,
  type Subscription,
} from '../../../subscriptions/store.ts';
import { subjectOf } from '../../../subscriptions/subject.ts';
import { allowedHosts, othersUrl, publicUrl } from '../../../syndication/fetch/public-url.ts';
import { time } from '../../shapes.ts';
import { auditRecorder, ownerOf, tooMany } from './own.ts';

export const manageSubscriptions = operations('Subscriptions');

const fields = {
  kind: z.enum(FOLLOW_KINDS),
  ref: z.string().max(300).describe('Id of the topic, story or author; empty for `week` and `alerts`'),
  via: z.enum(WAYS),
  rhythm: z.enum(FREQUENCIES).describe('`once` sends within minutes, `digest` at 7:00 if there is anything new'),
};
const listedSubscription = z
  .object({
    id: z.int(),
    ...fields,
    name: z.string().describe('Name of the followed resource'),
    address: z
      .string()
      .nullable()
      .describe('Address that receives the messages; null for the person’s own email address and for feeds'),
    isOwn: z.boolean().describe('Whether the subscription belongs to the caller; operators see all subscriptions'),
    state: z
      .enum(['active', 'invited', 'expired'])
      .describe('`invited` until the recipient confirms; `expired` if the invitation is more than 48 hours old'),
    invitedUntil: time.nullable().describe('Time until which a recipient may confirm; null in other states'),
    created: time,
    last: time.nullable().describe('Time of the last delivered message; null before the first'),
    failure: z.string().nullable().describe('Reason why the last message failed; null if it was delivered'),
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
  state: 'active',
  invitedUntil: null,
  created: '2026-01-30T09:00:00Z',
  last: '2026-01-31T07:00:10Z',
  failure: null,
};

const INVITED = { state: 'invited', invitedUntil: '2026-02-01T09:00:00Z', last: null } as const;

manageSubscriptions.get('/', {
  operationId: 'getSubscriptions',
  summary: 'List active subscriptions, newest first',
  description: 'People who are not operators see only their own.',
  data: z.object({
    subscriptions: z.array(listedSubscription),
    mail: z.string().nullable().describe('Email address of the caller; null if unknown or if email is not set up'),
    sendsMail: z.boolean().describe('Whether email is set up'),
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
      'Email address (default: your own; editors and operators may set another, whose owner must confirm), or the public http or https URL of a webhook',
    ),
});

manageSubscriptions.post('/', {
  operationId: 'createSubscription',
  summary: 'Follow a topic, story, author, the week or alerts',
  description: `Sends new items and events, each once. The subscription ends when its person or key ends, after a \`DELETE\` request, or by the link in each email. At most ${MAX_PER_OWNER} per owner. The owner of another email address gets an invitation (at most ${MAX_INVITATIONS_PER_DAY} per owner and day, and ${MAX_INVITATIONS_PER_ADDRESS} per address and week) and receives nothing else until they confirm within 48 hours.`,
  input: { schema: input, example: { kind: 'topic', ref: '12', via: 'mail', rhythm: 'digest' } },
  data: z.object({
    stored: listedSubscription,
    feed: z.string().nullable().describe('URL of the feed, shown only once; null for other subscriptions'),
    secret: z
      .string()
      .nullable()
      .describe('Secret that signs webhook messages (Standard Webhooks); null for other subscriptions'),
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
      // `null` stands for the owner's own address, so that mail goes to the new address if the owner changes it.
      address: !address || address === key.email ? null : address,
      rhythm,
      createdAt: toSeconds(now),
      nextAt: rhythm === 'digest' && kind !== 'week' ? nextMorning(c.env.TIME_ZONE, now) : 0,
      sentItems: via === 'feed' ? [] : await alreadyThere(db, follower, now),
    };
    const record = auditRecorder(c, 'subscription', 'create');
    const recipient = via === 'mail' ? values.address : null;
    if (recipient !== null) await throwInvitationFault(c, { ...values, address: recipient });
    const { token, stored } = await (recipient === null
      ? addSubscription(db, values, record)
      : inviteRecipient(db, { ...values, address: recipient }, record, toSeconds(now))
    ).catch(tooMany({ kind: `cannot be followed: the limit is ${MAX_PER_OWNER} subscriptions` }));
    return {
      stored: toListed(c, { ...stored, isLiving: true, lastAt: null, reason: null }),
      feed: token && feedAddress(c, token),
      secret: via === 'webhook' ? await signingSecret(db, stored.id) : null,
    };
  },
});

async function throwInvitationFault(c: AppContext, ...[of, isNew]: InvitationParameters): Promise<void> {
  const fault = await invitationFault(c.var.db, of, toSeconds(c.var.now), isNew);
  if (fault) throw parameterInvalid({ address: fault });
}
type InvitationParameters = [of: Parameters<typeof invitationFault>[1], isNew?: boolean];

manageSubscriptions.post('/:id/invitation', {
  operationId: 'inviteRecipientAgain',
  summary: 'Invite a recipient again',
  description: 'The link of the previous invitation stops working. The same limits apply as for new recipients.',
  path: z.object({ id: id.describe('Id of a subscription whose recipient has not confirmed') }),
  data: listedSubscription,
  example: { ...EXAMPLE, address: 'lee@partner.example', ...INVITED },
  answer: async (c, { path: { id } }) => {
    const { db, now } = c.var;
    const find = async () => (await listSubscriptions(db, { of: ownerOf(c), id }, now))[0];
    const found = await find();
    if (!found || stateOf(found, toSeconds(now)) === 'active' || found.address === null)
      throw notFound({ id: 'is not the id of a subscription whose recipient has not confirmed' });
    const recipient = { ...found, address: found.address };
    const faults = domainFaults(c, recipient.address);
    if (faults.address) throw parameterInvalid(faults);
    await throwInvitationFault(c, recipient, false);
    await inviteAgain(db, recipient, auditRecorder(c, 'subscription', 'update'), toSeconds(now)).catch(
      tooMany({ id: 'was changed at the same time, or its limit of invitations is reached' }),
    );
    return toListed(c, (await find()) ?? found);
  },
});

const feedAddress = (c: AppContext, token: string) => `${publicOrigin(c)}/followed/${token}`;

manageSubscriptions.post('/:id/feed', {
  operationId: 'renewSubscriptionFeed',
  summary: 'Change the URL of a feed',
  description: 'Use it if the URL is lost or has leaked. The previous URL stops working.',
  path: z.object({ id: id.describe('Id of your own subscription with a feed') }),
  data: z.object({ feed: z.string().describe('URL of the feed, shown only once') }),
  example: { feed: 'https://feed.news.example/followed/3f0c9d' },
  answer: async (c, { path: { id } }) => {
    const { db, now, key } = c.var;
    const [living] = await listSubscriptions(db, { of: key.id, id }, now);
    const token = living && (await renewFeed(db, { id, of: key.id }, auditRecorder(c, 'subscription', 'update')));
    if (!token) throw notFound({ id: 'is not the id of one of your active feed subscriptions' });
    return { feed: feedAddress(c, token) };
  },
});

function addressFaults({ env, var: { key } }: AppContext, via: string, address: string | null): Record<string, string> {
  if (via === 'feed') return address === null ? {} : { address: 'does not apply to feeds; remove it' };
  if (via === 'webhook') {
    const urlFor = key.kind === 'operator' ? publicUrl : othersUrl;
    const { refused } = urlFor(address ?? '', allowedHosts(env.FEED_ALLOW_HOSTS));
    return refused ? { address: `is a webhook URL that ${refused}` } : {};
  }
  if (!mailingOf(env))
    return {
      via: 'cannot be mail, because email is not set up (MAIL_FROM, PUBLIC_URL, and SMTP_URL or the binding EMAIL)',
    };
  if (address === null)
    return key.email
      ? {}
      : { via: 'cannot be mail, because you have no email address; an operator can add one at /keys' };
  if (!isMailAddress(address)) return { address: 'must be an email address such as dana@news.example' };
  if (address === key.email) return {};
  if (!RECIPIENT_OWNERS.includes(key.kind)) return { address: 'must be your own email address; omit it' };
  return domainFaults({ env }, address);
}

function domainFaults({ env }: Pick<AppContext, 'env'>, address: string): Record<string, string> {
  const domains = domainsIn(env.RECIPIENT_DOMAINS ?? '');
  return isInDomains(address, domains) ? {} : { address: `must be in one of these domains: ${domains.join(', ')}` };
}

manageSubscriptions.delete('/:id', {
  operationId: 'endSubscription',
  summary: 'End a subscription',
  description: 'Stops all messages, including waiting ones.',
  path: z.object({ id: id.describe('Subscription id') }),
  data: listedSubscription,
  example: EXAMPLE,
  answer: async (c, { path: { id } }) => {
    const { db, now } = c.var;
    const of = ownerOf(c);
    const [was] = await listSubscriptions(db, { of, id }, now);
    if (!was || !(await endSubscription(db, { id, of }, toSeconds(now), auditRecorder(c, 'subscription', 'delete'))))
      throw notFound({ id: 'is not the id of an active subscription' });
    return toListed(c, was);
  },
});

type State = z.output<typeof listedSubscription>['state'];

function stateOf({ via, address, invitedAt, confirmedAt }: Subscription, now: Seconds): State {
  if (via !== 'mail' || address === null || confirmedAt !== null) return 'active';
  return (invitedAt ?? 0) < now - CONFIRMATION_SECONDS ? 'expired' : 'invited';
}

function toListed({ var: { key, now } }: AppContext, one: ListedSubscription): z.output<typeof listedSubscription> {
  const { id, kind, ref, via, rhythm, name, address, lastAt, reason } = one;
  const state = stateOf(one, toSeconds(now));
  return {
    id,
    kind,
    ref,
    via,
    rhythm,
    name,
    address,
    isOwn: one.keyId === key.id,
    state,
    invitedUntil: state === 'invited' ? rfc3339((one.invitedAt ?? 0) + CONFIRMATION_SECONDS) : null,
    created: rfc3339(one.createdAt),
    last: rfc3339OrNull(lastAt === null ? null : toSeconds(lastAt)),
    failure: one.isLiving
      ? reason && `${via === 'mail' ? 'The mail server' : 'The webhook'} ${reason}`
      : FOLLOWED_DELETED,
  };
}

const FOLLOWED_DELETED = 'The followed resource has been deleted';
