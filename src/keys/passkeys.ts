import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { eq, type SQL } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../db/client.ts';
import { passkeys } from '../db/schema.ts';
import { base64url } from '../lib/hash/hash.ts';
import { MINUTE, type Seconds } from '../lib/time.ts';
import type { KeyRecord } from './key-store.ts';
import { makeOnce, type TokenUse, takeOnce } from './one-time-tokens.ts';
import { findPerson } from './people.ts';

/** This module implements passkeys (WebAuthn level 3) without attestation. Only pages outside frames may use them. */

export interface Site {
  db: Db;
  origin: string;
  now: Seconds;
}

const CHALLENGE_SECONDS = 5 * MINUTE;
const RELYING_PARTY = 'newsgauge';

const hostOf = ({ origin }: Site): string => new URL(origin).hostname;

export async function challengeToSignIn(site: Site) {
  const challenge = await makeOnce(site.db, { use: 'signIn', keyId: null, life: CHALLENGE_SECONDS }, site.now);
  return generateAuthenticationOptions({
    rpID: hostOf(site),
    challenge,
    timeout: CHALLENGE_SECONDS * 1000,
    userVerification: 'required',
  });
}

export async function challengeToJoin(site: Site, { id, name, email }: KeyRecord) {
  const challenge = await makeOnce(site.db, { use: 'joining', keyId: id, life: CHALLENGE_SECONDS }, site.now);
  const known = await site.db.select({ id: passkeys.id }).from(passkeys).where(eq(passkeys.keyId, id));
  return generateRegistrationOptions({
    rpName: RELYING_PARTY,
    rpID: hostOf(site),
    challenge,
    userName: email ?? name,
    userDisplayName: name,
    userID: Uint8Array.from(String(id), toCode),
    timeout: CHALLENGE_SECONDS * 1000,
    excludeCredentials: known,
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  });
}

/** Consumes the signed challenge, so that a response cannot be reused. Returns `null` if the challenge is unknown. */
async function takeChallenge({ db, now }: Site, use: TokenUse, clientData: string) {
  const said = await unlessBroken(async () => clientDataOf.parse(JSON.parse(fromBase64(clientData))));
  const taken = said && (await takeOnce(db, fromBase64(said.challenge), use, now));
  return taken && isOfOwnPage(said) ? { challenge: said.challenge, keyId: taken.keyId } : null;
}

const clientDataOf = z.object({
  challenge: z.base64url(),
  crossOrigin: z.unknown().optional(),
  topOrigin: z.unknown().optional(),
});

/** Returns true if the response comes from a page outside frames. Some browsers omit `crossOrigin`. */
const isOfOwnPage = ({ crossOrigin = false, topOrigin }: z.output<typeof clientDataOf>): boolean =>
  crossOrigin === false && topOrigin === undefined;

const fromBase64 = (text: string): string => atob(text.replaceAll('-', '+').replaceAll('_', '/'));

const expectedBy = (site: Site, challenge: string) => ({
  expectedChallenge: challenge,
  expectedOrigin: site.origin,
  expectedRPID: hostOf(site),
  requireUserVerification: true,
});

/** Returns the person whose passkey signed the response, or `null` if the passkey or the challenge is invalid. */
export async function personBy(site: Site, answer: AuthenticationResponseJSON): Promise<KeyRecord | null> {
  const { db } = site;
  const taken = await takeChallenge(site, 'signIn', answer.response.clientDataJSON);
  const [known] = await db.select().from(passkeys).where(eq(passkeys.id, answer.id));
  if (!taken || !known) return null;
  const { id, publicKey, counter } = known;
  const verified = await unlessBroken(() =>
    verifyAuthenticationResponse({
      ...expectedBy(site, taken.challenge),
      response: answer,
      credential: { id, publicKey: Uint8Array.from(fromBase64(publicKey), toCode), counter },
    }),
  );
  if (!verified?.verified) return null;
  const { newCounter } = verified.authenticationInfo;
  if (newCounter !== counter) await db.update(passkeys).set({ counter: newCounter }).where(eq(passkeys.id, id));
  return findPerson(db, known.keyId);
}

/** Stores a new passkey of a person with its audit record. Returns false if the challenge is invalid. */
export async function addPasskey(
  site: Site,
  person: KeyRecord,
  { credential, name }: { credential: RegistrationResponseJSON; name: string },
  recorded: SQL,
): Promise<boolean> {
  const taken = await takeChallenge(site, 'joining', credential.response.clientDataJSON);
  if (taken?.keyId !== person.id) return false;
  const made = await unlessBroken(() =>
    verifyRegistrationResponse({ ...expectedBy(site, taken.challenge), response: credential }),
  );
  if (!made?.verified) return false;
  const { id, publicKey, counter } = made.registrationInfo.credential;
  const { stored } = await site.db.transaction({
    stored: site.db
      .insert(passkeys)
      .values({ id, keyId: person.id, publicKey: base64url(publicKey), counter, name, createdAt: site.now })
      .onConflictDoNothing()
      .returning({ id: passkeys.id }),
    recorded,
  });
  return stored.length === 1;
}

/** Returns `null` if `read` throws, because the WebAuthn library throws on any invalid input. */
async function unlessBroken<T>(read: () => Promise<T>): Promise<T | null> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof Error) return null;
    throw error;
  }
}

const toCode = (character: string): number => character.charCodeAt(0);
