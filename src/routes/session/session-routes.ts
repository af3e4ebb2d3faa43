import * as z from 'zod';
import { authenticated } from '../../admission/auth.ts';
import { fewSignIns, lookedUp } from '../../admission/limits.ts';
import { beginSession, sessionOf, stopSession } from '../../admission/session.ts';
import { operations } from '../../http/endpoint.ts';
import { notFound } from '../../http/errors.ts';
import { isOwnHost } from '../../http/origin.ts';
import { PROOF_ID, PROOF_NONCE, proofOf } from '../../keys/proof.ts';
import { toSeconds } from '../../lib/time.ts';
import { account } from './account.ts';
import { EXAMPLE, SIGN_IN_KINDS, signedIn, toSignedIn } from './shapes.ts';

const on = operations('Session');
export const session = on.router;

const data = z.object({ session: signedIn.nullable().describe('Session of the request; null if no one is signed in') });

session.post('/', fewSignIns, authenticated({ kinds: SIGN_IN_KINDS, headerOnly: true, withoutSession: true }));
on.post('/', {
  operationId: 'signIn',
  summary: 'Sign in with a key',
  description:
    'The response sets a cookie for 12 hours, or until the key ends. `/api/v2` and `/manage` accept it if a request has no key. Requests that change something must then have the `Origin` of this site.',
  security: ['bearer', 'operator'],
  errors: [401, 403, 429, 500, 503],
  data,
  example: { session: EXAMPLE },
  answer: async (c) => ({ session: toSignedIn(await beginSession(c, c.var.key)) }),
});

on.get('/', {
  operationId: 'getSession',
  summary: 'Get the signed-in person or key',
  description: 'Uses only the cookie; a key is ignored.',
  security: ['session'],
  errors: [429, 500, 503],
  data,
  example: { session: EXAMPLE },
  answer: async (c) => {
    const found = await sessionOf(c);
    return { session: found && toSignedIn(found) };
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

on.get('/proof', {
  operationId: 'proveKey',
  summary: 'Prove knowledge of a key',
  description:
    'The command line requests this before it sends an operator key. The proof is HMAC-SHA-256 of the host (with a port other than the default), a line feed and the nonce, with the SHA-256 of the key in 64 hex digits as its key.',
  security: [],
  query: z.object({
    id: z
      .string()
      .regex(PROOF_ID, { error: 'must be the first 16 hex digits of the SHA-256 of a key' })
      .describe('First 16 hex digits of the SHA-256 of the key'),
    nonce: z.string().regex(PROOF_NONCE, { error: 'must be 32 hex digits' }).describe('Random nonce of 32 hex digits'),
  }),
  errors: [400, 404, 429, 500, 503],
  data: z.object({ proof: z.string().describe('Proof of 64 hex digits') }),
  example: { proof: '5e884898da28047151d0e56f8dc6292773603d0d6aabbdd62a11ef721d1542d8' },
  answer: async (c, { query: { id, nonce } }) => {
    if (!isOwnHost(c))
      throw notFound({ host: 'is neither the host of PUBLIC_URL nor the address of the server on its machine' });
    const { host } = new URL(c.req.url);
    const proof = await lookedUp(c, 'proof', (db) => proofOf(db, id, { host, nonce }, toSeconds(c.var.now)));
    if (!proof) throw notFound({ id: 'does not match an active operator key' });
    return { proof };
  },
});

session.route('/', account);
