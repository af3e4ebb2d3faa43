import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppContext } from '../http/env.ts';
import { createSession, endSession, findSession, type Session } from '../keys/sessions.ts';
import type { KeyRecord } from '../keys/store.ts';
import { toSeconds } from '../lib/time.ts';
import { lookedUp } from './limits.ts';
import { assertOwnOrigin } from './origins.ts';

/** The cookie of a session: scripts cannot read it, and no other site can make a browser send it. */

function cookieOf(c: Context) {
  const { protocol, port } = new URL(c.req.url);
  const secure = protocol === 'https:';
  // The prefix prevents subdomains from setting one. Over HTTP, where all ports of a host share cookies, each port has its own name.
  const name = secure ? '__Host-newsgauge' : `newsgauge-${port || '80'}`;
  return { name, attributes: { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const };
}

/** The living session that the request came with, or null. Throws 429 where an address comes with too many that nobody has. */
export async function sessionOf(c: AppContext): Promise<Session | null> {
  const token = getCookie(c, cookieOf(c).name);
  return token ? findSession(c.var.db, token, c.var.now, (...lookUp) => lookedUp(c, 'session', ...lookUp)) : null;
}

/** Starts a session for a key; the answer sets its cookie. An earlier one of the same browser ends. `passkeyId`: what a person signed in with. */
export async function beginSession(c: AppContext, key: KeyRecord, passkeyId: string | null = null): Promise<Session> {
  const { name, attributes } = cookieOf(c);
  const now = toSeconds(c.var.now);
  const before = getCookie(c, name);
  if (before) await endSession(c.var.db, before, c.var.now);
  const { id, token, expiresAt } = await createSession(c.var.db, key, now, passkeyId);
  setCookie(c, name, token, { ...attributes, maxAge: expiresAt - now });
  return { id, key, expiresAt };
}

/** Ends the session that the request came with, if any, and deletes its cookie. Throws 403 for pages of other origins. */
export async function stopSession(c: AppContext): Promise<void> {
  const { name, attributes } = cookieOf(c);
  const token = getCookie(c, name);
  if (!token) return;
  if (await sessionOf(c)) {
    assertOwnOrigin(c);
    await endSession(c.var.db, token, c.var.now);
  }
  deleteCookie(c, name, attributes);
}
