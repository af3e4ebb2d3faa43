import { eq, sql } from 'drizzle-orm';
import * as z from 'zod';
import { nonEmptyText } from '../../../content/input.ts';
import type { Precondition } from '../../../db/client.ts';
import { RETENTION_DAYS } from '../../../db/retention-days.ts';
import { apiKeys } from '../../../db/schema.ts';
import { operations } from '../../../http/endpoint.ts';
import type { AppContext } from '../../../http/env.ts';
import { notFound } from '../../../http/errors.ts';
import { publicOrigin } from '../../../http/origin.ts';
import { forgetKeys } from '../../../keys/authenticate.ts';
import { ROLES } from '../../../keys/key.ts';
import type { KeyRecord } from '../../../keys/key-store.ts';
import { lastUsed } from '../../../keys/key-use.ts';
import {
  addPerson,
  changePerson,
  findPerson,
  invite,
  isLastOperator,
  loadPeople,
  type Person,
  removePerson,
} from '../../../keys/people.ts';
import { forgetSessions } from '../../../keys/sessions.ts';
import { id } from '../../../lib/formats/params.ts';
import { rfc3339, rfc3339OrNull, toSeconds } from '../../../lib/time.ts';
import { mailingOf } from '../../../subscriptions/mail/smtp-server.ts';
import { mailInvitation } from '../../../subscriptions/send/invitation.ts';
import { date, time } from '../../shapes.ts';
import { asSeen } from '../as-seen.ts';
import { conflictsOf, inUse } from '../name-in-use.ts';
import { KEY_ROW } from './key-routes.ts';
import { auditRecorder } from './own.ts';

export const managePeople = operations('Management');

const listedPerson = z
  .object({
    id: z.int(),
    name: z.string(),
    role: z.enum(ROLES),
    email: z.string().nullable(),
    state: z
      .enum(['active', 'invited', 'ended'])
      .describe('`ended` means that the invitation has expired and a new one is needed'),
    invitedUntil: time.nullable().describe('Expiry of the invitation; null if there is none'),
    created: time,
    lastUsed: date
      .nullable()
      .describe(`Last UTC day with a request; null if there was none within ${RETENTION_DAYS.keyUses} days`),
  })
  .meta({ id: 'Person', description: 'Person who signs in with a passkey' });
type ListedPerson = z.output<typeof listedPerson>;

const DANA: ListedPerson = {
  id: 7,
  name: 'Dana Whitfield',
  role: 'editor',
  email: 'dana@news.example',
  state: 'active',
  invitedUntil: null,
  created: '2026-01-02T09:00:00Z',
  lastUsed: '2026-01-30',
};

const input = z.object({
  name: nonEmptyText(100).describe('Name, as in the audit trail'),
  role: z
    .enum(ROLES)
    .describe(
      'reader: insights and share links; editor: also content and the desk; partner: feeds and embeds; operator: everything',
    ),
  email: z.email({ error: 'must be an address such as dana@news.example' }).max(200).nullish(),
});
const { name, role, email } = DANA;
const INPUT = { name, role, email };

const invitation = z.object({
  person: listedPerson,
  link: z
    .string()
    .describe('Link, shown only once. It can be used once, within seven days, until its creator’s access ends'),
  mailed: z
    .boolean()
    .nullable()
    .describe('Whether the link was emailed to the person; null if the person has no address or email is not set up'),
});
const INVITED_EXAMPLE: z.output<typeof invitation> = {
  person: { ...DANA, state: 'invited', invitedUntil: '2026-01-09T09:00:00Z', lastUsed: null },
  link: 'https://news.example/join#5d41…',
  mailed: true,
};

managePeople.get('/', {
  operationId: 'getPeople',
  summary: 'List people and open invitations by name',
  data: z.object({ people: z.array(listedPerson) }),
  example: { people: [DANA] },
  answer: async (c) => ({ people: await toListed(c, await loadPeople(c.var.db, toSeconds(c.var.now))) }),
});

managePeople.post('/', {
  operationId: 'invitePerson',
  summary: 'Invite a person',
  description:
    'The first person who opens the link creates a passkey and becomes this user. The link is emailed if an address is given and email is set up.',
  input: { schema: input, example: INPUT },
  data: invitation,
  example: INVITED_EXAMPLE,
  answer: async (c, { input: { name, role, email = null } }) => {
    const record = auditRecorder(c, 'person', 'create');
    const id = await addPerson(c.var.db, { name, kind: role, email }, toSeconds(c.var.now), record);
    return createInvitation(c, id);
  },
});

const path = z.object({ id: id.describe('Person id') });

managePeople.get('/:id', {
  operationId: 'getPerson',
  summary: 'Get a person',
  path,
  data: listedPerson,
  example: DANA,
  answer: async (c, { path: { id } }) => (await loadListedPerson(c, id)) ?? throwUnknown(),
});

managePeople.put('/:id', {
  operationId: 'putPerson',
  summary: 'Change a person’s name or role',
  description: 'Sessions get the new role within a minute.',
  path,
  isConditional: true,
  others: conflictsOf('The person is the last operator who can sign in (`conflict`)'),
  input: { schema: input, example: INPUT },
  data: listedPerson,
  example: DANA,
  answer: async (c, { path: { id }, input: { name, role, email = null } }) => {
    await changeAsSeen(c, id, role === 'operator', (before, guard) =>
      changePerson(
        c.var.db,
        { name, kind: role, email },
        { before, guard, record: auditRecorder(c, 'person', 'update') },
      ),
    );
    return (await loadListedPerson(c, id)) ?? throwUnknown();
  },
});

managePeople.delete('/:id', {
  operationId: 'removePerson',
  summary: 'Remove a person',
  description:
    'Ends all sessions, passkeys, invitations and share links of the person. Their changes and their name remain in the audit trail.',
  path,
  isConditional: true,
  others: conflictsOf('The person is the last operator who can sign in (`conflict`)'),
  data: z.object({ removed: z.int() }),
  example: { removed: DANA.id },
  answer: async (c, { path: { id } }) => {
    await changeAsSeen(c, id, false, (before, guard) =>
      removePerson(c.var.db, toSeconds(c.var.now), { before, guard, record: auditRecorder(c, 'person', 'delete') }),
    );
    return { removed: id };
  },
});

managePeople.post('/:id/invitation', {
  operationId: 'invitePersonAgain',
  summary: 'Create a new sign-in link for a person',
  description: 'Earlier links expire; passkeys remain valid.',
  path,
  data: invitation,
  example: INVITED_EXAMPLE,
  answer: async (c, { path: { id } }) => {
    const { name } = (await findPerson(c.var.db, id)) ?? throwUnknown();
    const record = { ref: String(id), before: sql`NULL`, after: sql`${JSON.stringify({ name, invited: true })}` };
    await c.var.db.run(auditRecorder(c, 'person', 'update')(record));
    return createInvitation(c, id);
  },
});

const throwUnknown = (): never => {
  throw notFound({ id: 'is not the id of a person' });
};

async function createInvitation(c: AppContext, id: number): Promise<z.output<typeof invitation>> {
  const token = await invite(c.var.db, { id, makerId: c.var.key.id }, toSeconds(c.var.now));
  const person = (await loadListedPerson(c, id)) ?? throwUnknown();
  const link = `${publicOrigin(c)}/join#${token}`;
  const mailing = person.email ? mailingOf(c.env) : null;
  const letter = { to: person.email ?? '', name: person.name, by: c.var.key?.name ?? '', link };
  return { person, link, mailed: mailing && (await mailInvitation(mailing, letter, c.var.now)) };
}

async function changeAsSeen(
  c: AppContext,
  id: number,
  staysOperator: boolean,
  change: (before: KeyRecord, guard: Precondition) => Promise<void>,
): Promise<void> {
  const { db } = c.var;
  const seen = { kind: KEY_ROW, where: eq(apiKeys.id, id), load: () => loadListedPerson(c, id) };
  await asSeen(c, seen, async (_, guard) => {
    const before = (await findPerson(db, id)) ?? throwUnknown();
    if (!staysOperator && (await isLastOperator(db, id)))
      throw inUse({ id: 'is the last operator who can sign in; make another person an operator first' });
    await change(before, guard);
  });
  forgetKeys();
  forgetSessions();
}

async function loadListedPerson(c: AppContext, id: number): Promise<ListedPerson | null> {
  const [person] = await toListed(c, await loadPeople(c.var.db, toSeconds(c.var.now), id));
  return person ?? null;
}

async function toListed(c: AppContext, people: readonly Person[]): Promise<ListedPerson[]> {
  const now = toSeconds(c.var.now);
  const ids = people.map(({ id }) => id);
  const days = await lastUsed(c.var.db, ids);
  return people.map(({ id, name, kind, email, createdAt, passkeys, invitedUntil }) => {
    const until = invitedUntil !== null && invitedUntil > now ? invitedUntil : null;
    return {
      id,
      name,
      role: kind,
      email,
      state: passkeys > 0 ? 'active' : until === null ? 'ended' : 'invited',
      invitedUntil: rfc3339OrNull(until),
      created: rfc3339(createdAt),
      lastUsed: days.get(id) ?? null,
    };
  });
}
