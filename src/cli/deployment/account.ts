import { setTimeout as sleep } from 'node:timers/promises';
import * as z from 'zod';
import { failAs, failCommand } from '../../command/command.ts';
import { wrangler } from './wrangler.ts';

/** This module sends requests to the API of one Cloudflare account and turns its errors into readable messages. */

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH';

export class Refused extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

export type AskAccount = (method: Method, path: string, body?: object) => Promise<unknown>;

const MAX_ATTEMPTS = 3;
const MAX_WAIT_S = 10;
const answer = z.object({
  result: z.unknown(),
  errors: z.array(z.object({ code: z.number(), message: z.string() })).default([]),
});
const accounts = z.array(z.object({ id: z.string(), name: z.string() }));

/** Opens the account named by `CLOUDFLARE_ACCOUNT_ID` or by the settings, or else the only account of the token. */
export async function openAccount(named?: string, env: NodeJS.ProcessEnv = process.env): Promise<AskAccount> {
  const base = env.CLOUDFLARE_API_BASE_URL || 'https://api.cloudflare.com/client/v4';
  const token = env.CLOUDFLARE_API_TOKEN || tokenOfLogin();
  const ask: AskAccount = (method, path, body) => patiently(() => sendOnce(`${base}${path}`, token, method, body));
  const chosen = env.CLOUDFLARE_ACCOUNT_ID || named;
  const all = chosen
    ? []
    : accounts.parse(
        await ask('GET', '/accounts').catch((refused) => {
          throw refused instanceof Refused && refused.status < 500 ? unknownToken() : refused;
        }),
      );
  if (!chosen && all.length !== 1)
    failCommand(
      `The token can access ${all.length} accounts. Set CLOUDFLARE_ACCOUNT_ID to the id of the right one.`,
      ...all.map(({ id, name }) => `${id}  ${name}`),
    );
  const account = `/accounts/${chosen ?? all[0]?.id}`;
  return (method, path, body) => ask(method, `${account}${path}`, body);
}

function tokenOfLogin(): string {
  try {
    return z.object({ token: z.string() }).parse(JSON.parse(wrangler('auth', 'token', '--json'))).token;
  } catch {
    failCommand('You are not signed in to Cloudflare.', 'Run `npx wrangler login`, or set CLOUDFLARE_API_TOKEN.');
  }
}

async function patiently(attempt: () => Promise<Response>): Promise<unknown> {
  for (let tries = 1; ; tries++) {
    const response = await attempt();
    if (response.ok) return answer.parse(await response.json()).result;
    const passes = response.status === 429 || response.status >= 500;
    if (!passes || tries === MAX_ATTEMPTS) throw await refusalOf(response);
    const seconds = Number(response.headers.get('Retry-After')) || 0.25 * 2 ** tries;
    await sleep(1000 * Math.min(seconds, MAX_WAIT_S));
  }
}

async function refusalOf(response: Response): Promise<Error> {
  const { errors } = answer.catch({ result: null, errors: [] }).parse(await response.json().catch(() => null));
  if (response.status === 429 || response.status >= 500) return away(`responded with ${response.status}`);
  // Codes 6003 and 6111 mean a missing token. 9109, 1000 and 10001 mean an expired or invalid token.
  if (response.status === 401 || errors.some(({ code }) => [1000, 6003, 6111, 9109, 10_001].includes(code)))
    return unknownToken();
  return new Refused(response.status, errors.map(({ message, code }) => `${message} [code: ${code}]`).join(', '));
}

const refusal = (...lines: string[]): Error => {
  try {
    return failAs('closed', ...lines);
  } catch (thrown) {
    return thrown as Error;
  }
};

const unknownToken = (): Error =>
  refusal('Cloudflare rejected this token.', 'Set CLOUDFLARE_API_TOKEN to a valid one, or run `npx wrangler login`.');

const away = (what: string): Error =>
  refusal(
    `Cloudflare's API ${what}: run the command again in a few minutes.`,
    'The command reuses the resources that it has already created.',
  );

async function sendOnce(url: string, token: string, method: Method, body?: object): Promise<Response> {
  try {
    return await fetch(url, {
      method,
      headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
  } catch {
    throw away('cannot be reached');
  }
}

const PLACEHOLDER_ACCOUNT_ID = '0'.repeat(32);

/** Edits of resources that do not exist. They reveal missing permissions and change nothing. (docs/decisions.md#B13) */
const EDITS: Record<string, [Method, string, object]> = {
  'D1: Edit': ['PUT', '/d1/database/00000000-0000-0000-0000-000000000000', { read_replication: { mode: 'auto' } }],
  'Workers KV Storage: Edit': ['PUT', `/storage/kv/namespaces/${PLACEHOLDER_ACCOUNT_ID}`, { title: 'newsgauge' }],
  'Queues: Edit': ['PATCH', `/queues/${PLACEHOLDER_ACCOUNT_ID}`, { settings: {} }],
  'Workers Scripts: Edit': ['PUT', `/workers/scripts/${PLACEHOLDER_ACCOUNT_ID}/schedules`, []],
};

/** Ends the command if the token lacks a permission, before anything is created. */
export async function refuseNarrowToken(ask: AskAccount): Promise<void> {
  const lacking = await Promise.all(
    Object.entries(EDITS).map(async ([permission, edit]) => {
      try {
        await ask(...edit);
      } catch (thrown) {
        if (!(thrown instanceof Refused)) throw thrown;
        if (thrown.status === 403) return permission;
      }
      return null;
    }),
  );
  const names = lacking.filter((each) => each !== null);
  if (names.length > 0)
    failAs(
      'closed',
      `The token lacks these permissions in this account: ${names.join(', ')}.`,
      'Add them at https://dash.cloudflare.com/profile/api-tokens. Nothing was created.',
    );
}
