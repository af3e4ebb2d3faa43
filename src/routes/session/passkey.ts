import { type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { fewSignIns, lookedUp } from '../../admission/limits.ts';
import { beginSession } from '../../admission/session.ts';
import { newAuditChange, recordOther } from '../../content/history/audit.ts';
import { cleanText } from '../../content/input.ts';
import { operations } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { ClientError, notFound } from '../../http/errors.ts';
import { ROLES, type Role } from '../../keys/key.ts';
import type { KeyRecord } from '../../keys/key-store.ts';
import { findOnce, takeOnce } from '../../keys/one-time-tokens.ts';
import { addPasskey, challengeToJoin, challengeToSignIn, personBy } from '../../keys/passkeys.ts';
import { findPerson } from '../../keys/people.ts';
import { toSeconds } from '../../lib/time.ts';
import {
  assertion,
  CREDENTIAL,
  EXAMPLE,
  fragmentToken,
  registration,
  relyingPartyOf,
  signedIn,
  toSignedIn,
} from './shapes.ts';

const on = operations('Session');
/** Routes for signing in with passkeys. Only these routes load the large passkey library. */
export const passkeySession = on.router;

const options = z.looseObject({ challenge: z.string() });
const OPTIONS = { challenge: 'MDNm…', rpId: 'news.example' };
const ERRORS = [400, 403, 413, 429, 500, 503];

passkeySession.use('/challenge', fewSignIns);
on.post('/challenge', {
  operationId: 'challengePasskey',
  summary: 'Get a challenge for a passkey',
  description: 'The challenge can be used once, within five minutes.',
  security: [],
  errors: ERRORS,
  data: z.object({ options: options.describe('For `navigator.credentials.get()`, as JSON') }),
  example: { options: OPTIONS },
  answer: async (c) => ({ options: { ...(await challengeToSignIn(relyingPartyOf(c))) } }),
});

passkeySession.use('/passkey', fewSignIns);
on.post('/passkey', {
  operationId: 'signInByPasskey',
  summary: 'Sign in with a signed challenge',
  description: 'The response sets a cookie, like `POST /session`.',
  security: [],
  errors: [401, ...ERRORS],
  input: { schema: z.object({ credential: assertion }), example: { credential: CREDENTIAL } },
  data: z.object({ session: signedIn }),
  example: { session: EXAMPLE },
  answer: async (c, { input: { credential } }) => {
    const person = await lookedUp(c, 'passkey', () => personBy(relyingPartyOf(c), credential));
    if (!person)
      throw passkeyInvalid('is not registered here, belongs to another site, or was already used; sign in again');
    return { session: toSignedIn(await beginSession(c, person, credential.id)) };
  },
});

const passkeyInvalid = (text: string) => new ClientError(401, 'passkeyInvalid', { credential: text });

const invitationEnded = () =>
  notFound({ invitation: 'was used, has expired, or is invalid; ask an operator for a new one' });

/** Returns the invited person. Throws 404 if the invitation has expired or was used. */
async function findInvited(c: AppContext, invitation: string): Promise<KeyRecord> {
  const { db, now } = c.var;
  const found = await lookedUp(c, 'invitation', () => findOnce(db, invitation, 'invitation', toSeconds(now)));
  const person = found?.keyId ? await findPerson(db, found.keyId) : null;
  if (!person) throw invitationEnded();
  return person;
}

const recordPasskey = (c: AppContext, { id, name }: KeyRecord, device: string): SQL =>
  recordOther(newAuditChange({ actor: name, now: c.var.now }), 'passkey', {
    ref: String(id),
    action: 'create',
    before: sql`NULL`,
    after: sql`${JSON.stringify({ name: device })}`,
    when: sql`changes() > 0`,
  });

passkeySession.use('/invitation', fewSignIns);
on.post('/invitation', {
  operationId: 'openInvitation',
  summary: 'Get an invitation and the options for its passkey',
  description: 'The invitation stays valid.',
  security: [],
  errors: [404, ...ERRORS],
  input: { schema: z.object({ invitation: fragmentToken }), example: { invitation: '5d41…' } },
  data: z.object({
    name: z.string(),
    role: z.enum(ROLES),
    options: options.describe('For `navigator.credentials.create()`, as JSON'),
  }),
  example: { name: EXAMPLE.name, role: 'editor', options: OPTIONS },
  answer: async (c, { input: { invitation } }) => {
    const person = await findInvited(c, invitation);
    const made = await challengeToJoin(relyingPartyOf(c), person);
    return { name: person.name, role: person.kind as Role, options: { ...made } };
  },
});

on.put('/invitation', {
  operationId: 'acceptInvitation',
  summary: 'Accept an invitation with a new passkey and sign in',
  description: 'The invitation becomes invalid.',
  security: [],
  errors: [401, 404, ...ERRORS],
  input: {
    schema: z.object({
      invitation: fragmentToken,
      credential: registration,
      device: cleanText(100).default('Passkey').describe('Name of the passkey, chosen by its owner'),
    }),
    example: { invitation: '5d41…', credential: CREDENTIAL, device: 'Chrome on Windows' },
  },
  data: z.object({ session: signedIn }),
  example: { session: EXAMPLE },
  answer: async (c, { input: { invitation, credential, device } }) => {
    const { db, now } = c.var;
    const person = await findInvited(c, invitation);
    // Consumes the invitation first, so that only one of two devices can register.
    if (!(await takeOnce(db, invitation, 'invitation', toSeconds(now)))) throw invitationEnded();
    const made = { credential, name: device || 'Passkey' };
    if (!(await addPasskey(relyingPartyOf(c), person, made, recordPasskey(c, person, made.name))))
      throw passkeyInvalid('was not created for this invitation on this site; ask for a new invitation');
    return { session: toSignedIn(await beginSession(c, person, credential.id)) };
  },
});
