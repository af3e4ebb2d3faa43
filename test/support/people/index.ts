import { env } from 'cloudflare:test';
import type { Role } from '../../../src/keys/key.ts';
import { ask, askWith, ORIGIN } from '../index.ts';
import { Authenticator } from './authenticator.ts';

/** This module provides people for tests: invited, joined and signed in. */

export const dataOf = async <T>(response: Response): Promise<T> => ((await response.json()) as { data: T }).data;

/** Returns `name=value` of the cookie that a response sets. */
export const cookieOf = (response: Response): string =>
  (response.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';

let address = 0;
/** Sends a request as a page of this site, each from another address, because sign-ins per address are limited. */
export const askAsPage = (
  path: string,
  { method = 'GET', body, cookie }: { method?: string; body?: unknown; cookie?: string },
) =>
  ask(path, {
    method,
    headers: {
      Origin: ORIGIN,
      'CF-Connecting-IP': `198.51.${(address >> 8) & 255}.${address++ & 255}`,
      ...(cookie ? { Cookie: cookie } : {}),
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

export interface Invited {
  id: number;
  token: string;
}

/** Uses an operator key to invite a person. */
export async function invitePerson(operator: string, role: Role, name = `A ${role}`): Promise<Invited> {
  const response = await askWith(operator, '/manage/people', { method: 'POST', body: JSON.stringify({ name, role }) });
  const { person, link } = await dataOf<{ person: { id: number }; link: string }>(response);
  return { id: person.id, token: link.split('#')[1] ?? '' };
}

/** Returns the challenge for a device that accepts an invitation. */
export const challengeOf = async (token: string): Promise<string> => {
  const answer = await askAsPage('/session/invitation', { method: 'POST', body: { invitation: token } });
  return (await dataOf<{ options: { challenge: string } }>(answer)).options.challenge;
};

/** Accepts an invitation. The response sets the cookie. */
export async function join(token: string, device = new Authenticator(), origin = ORIGIN): Promise<Response> {
  const credential = await device.create({ challenge: await challengeOf(token), origin });
  return askAsPage('/session/invitation', { method: 'PUT', body: { invitation: token, credential } });
}

/** Signs in with an existing passkey. The response sets the cookie. */
export async function signIn(device: Authenticator, origin = ORIGIN): Promise<Response> {
  const answer = await askAsPage('/session/challenge', { method: 'POST', body: {} });
  const { options } = await dataOf<{ options: { challenge: string } }>(answer);
  const credential = await device.get({ challenge: options.challenge, origin });
  return askAsPage('/session/passkey', { method: 'POST', body: { credential } });
}

/** Returns a signed-in person with a role. */
export async function personOf(operator: string, role: Role, name?: string) {
  const device = new Authenticator();
  const { id, token } = await invitePerson(operator, role, name);
  return { id, device, cookie: cookieOf(await join(token, device)) };
}

/** Returns the content of all tables with credentials, as text. */
export async function storedText(): Promise<string> {
  const tables = ['api_keys', 'passkeys', 'once_tokens', 'sessions', 'audit', 'shares'];
  const rows = await Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).all()));
  return JSON.stringify(rows.map(({ results }) => results));
}
