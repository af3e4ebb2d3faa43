import { env } from 'cloudflare:test';
import type { Role } from '../../../src/keys/key.ts';
import { ask, askWith, ORIGIN } from '../index.ts';
import { Authenticator } from './authenticator.ts';

export const dataOf = async <T>(response: Response): Promise<T> => ((await response.json()) as { data: T }).data;

export const cookieOf = (response: Response): string =>
  (response.headers.get('Set-Cookie') ?? '').split(';', 1)[0] ?? '';

let address = 0;
/** Sends each request from another address, because sign-ins per address are limited. */
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

export async function invitePerson(operator: string, role: Role, name = `A ${role}`): Promise<Invited> {
  const response = await askWith(operator, '/manage/people', { method: 'POST', body: JSON.stringify({ name, role }) });
  const { person, link } = await dataOf<{ person: { id: number }; link: string }>(response);
  return { id: person.id, token: link.split('#')[1] ?? '' };
}

export const challengeOf = async (token: string): Promise<string> => {
  const answer = await askAsPage('/session/invitation', { method: 'POST', body: { invitation: token } });
  return (await dataOf<{ options: { challenge: string } }>(answer)).options.challenge;
};

export async function join(token: string, device = new Authenticator(), origin = ORIGIN): Promise<Response> {
  const credential = await device.create({ challenge: await challengeOf(token), origin });
  return askAsPage('/session/invitation', { method: 'PUT', body: { invitation: token, credential } });
}

export async function signIn(device: Authenticator, origin = ORIGIN): Promise<Response> {
  const answer = await askAsPage('/session/challenge', { method: 'POST', body: {} });
  const { options } = await dataOf<{ options: { challenge: string } }>(answer);
  const credential = await device.get({ challenge: options.challenge, origin });
  return askAsPage('/session/passkey', { method: 'POST', body: { credential } });
}

export async function personOf(operator: string, role: Role, name?: string) {
  const device = new Authenticator();
  const { id, token } = await invitePerson(operator, role, name);
  return { id, device, cookie: cookieOf(await join(token, device)) };
}

export async function storedText(): Promise<string> {
  const tables = ['api_keys', 'passkeys', 'once_tokens', 'sessions', 'audit', 'shares'];
  const rows = await Promise.all(tables.map((table) => env.DB.prepare(`SELECT * FROM ${table}`).all()));
  return JSON.stringify(rows.map(({ results }) => results));
}
