import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import * as z from 'zod';
import type { AppContext } from '../../http/env.ts';
import { ROLES } from '../../keys/key.ts';
import type { StoredSession } from '../../keys/sessions.ts';
import { rfc3339, rfc3339OrNull, toSeconds } from '../../lib/time.ts';
import { time } from '../shapes.ts';

export const SIGN_IN_KINDS = ['operator', 'secret'] as const;

export const signedIn = z
  .object({
    name: z.string().describe('Name of the person or key'),
    kind: z.enum(['secret', ...ROLES]).describe('Role of the person, or type of the key'),
    isPerson: z.boolean().describe('Whether the session was started with a passkey'),
    expires: time.describe('End of the session, unless its person or key ends earlier'),
    accessExpires: time.nullable().describe('Expiry of the person or key; null if access does not expire'),
  })
  .meta({ id: 'Session', description: 'Owner of the session' });

export const EXAMPLE: z.output<typeof signedIn> = {
  name: 'Dana Whitfield',
  kind: 'editor',
  isPerson: true,
  expires: '2026-01-02T21:00:00Z',
  accessExpires: null,
};

export function toSignedIn({ key, expiresAt }: StoredSession): z.input<typeof signedIn> {
  const { name, kind, isPerson } = key;
  if (kind === 'publishable') throw new Error('a publishable key cannot sign in');
  return { name, kind, isPerson, expires: rfc3339(expiresAt), accessExpires: rfc3339OrNull(key.expiresAt) };
}

export const relyingPartyOf = (c: AppContext) => ({
  db: c.var.db,
  origin: new URL(c.req.url).origin,
  now: toSeconds(c.var.now),
});

export const fragmentToken = z.string().max(100).describe('Part of the link after #');

const answered = z.looseObject({
  id: z.string().max(2000),
  response: z.looseObject({ clientDataJSON: z.string().max(10_000) }),
});
const described = 'Credential from the browser (`PublicKeyCredential.toJSON()`)';

export const assertion = answered
  .transform((value) => value as unknown as AuthenticationResponseJSON)
  .describe(described);
export const registration = answered
  .transform((value) => value as unknown as RegistrationResponseJSON)
  .describe(described);

export const CREDENTIAL = {
  id: 'kT0c…',
  rawId: 'kT0c…',
  type: 'public-key',
  clientExtensionResults: {},
  response: { clientDataJSON: 'eyJ0…' },
};
