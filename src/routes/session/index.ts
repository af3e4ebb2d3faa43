import * as z from 'zod';
import { authenticated } from '../../admission/auth.ts';
import { fewSignIns } from '../../admission/limits.ts';
import { beginSession, sessionOf, stopSession } from '../../admission/session.ts';
import { operations } from '../../http/endpoint.ts';
import { account } from './account.ts';
import { EXAMPLE, SIGN_IN_KINDS, shown, signedIn } from './shapes.ts';

const on = operations('Session');
/** Signing in and out: a page sends a key or a passkey's answer once, and gets a cookie for it. */
export const session = on.router;

const data = z.object({ session: signedIn.nullable().describe('null: nobody is signed in') });

session.post('/', fewSignIns, authenticated({ kinds: SIGN_IN_KINDS, headerOnly: true, withoutSession: true }));
on.post('/', {
  operationId: 'signIn',
  summary: 'Start a session for a key',
  description:
    'The answer sets a cookie that lasts 12 hours, or until the key ends. `/api/v2` and `/manage` take it where a request has no key; what changes something needs this site’s own `Origin` then.',
  security: ['bearer', 'operator'],
  errors: [401, 403, 429, 500, 503],
  data,
  example: { session: EXAMPLE },
  answer: async (c) => ({ session: shown(await beginSession(c, c.var.key)) }),
});

on.get('/', {
  operationId: 'getSession',
  summary: 'Who is signed in',
  description: 'With the cookie alone; a key is not looked at.',
  security: ['session'],
  errors: [429, 500, 503],
  data,
  example: { session: EXAMPLE },
  answer: async (c) => {
    const found = await sessionOf(c);
    return { session: found && shown(found) };
  },
});

on.delete('/', {
  operationId: 'signOut',
  summary: 'End the session',
  security: ['session'],
  errors: [403, 429, 500, 503],
  data,
  example: { session: null },
  answer: async (c) => {
    await stopSession(c);
    return { session: null };
  },
});

session.route('/', account);
