import { createExecutionContext, env, waitOnExecutionContext } from 'cloudflare:test';
import { app } from '../../src/routes.ts';
import { ORIGIN } from '../support/index.ts';

/** The environment with a database whose every call goes through `instead`. */
export function withDatabase(instead: () => Promise<never>): Env {
  const statement = { bind: () => statement, all: instead, run: instead, raw: instead, first: instead };
  const session = { prepare: () => statement, batch: instead, getBookmark: () => null };
  const DB = { ...session, withSession: () => session } as unknown as D1Database;
  return { ...env, DB };
}

/** Asks the whole app under an environment of its own. `settled` waits for what goes on after the answer, too. */
export async function askUnder(
  env: Env,
  path: string,
  { settled = false, ...init }: RequestInit & { settled?: boolean } = {},
): Promise<Response> {
  const context = createExecutionContext();
  const response = await app.fetch(new Request(ORIGIN + path, init), env, context);
  if (settled) await waitOnExecutionContext(context);
  return response;
}
