import type { Context } from 'hono';
import { deleteCookie, getCookie, setCookie } from 'hono/cookie';
import type { AppContext } from '../http/env.ts';
import type { KeyRecord } from '../keys/key-store.ts';
import { createSession, endSession, findSession, type StoredSession } from '../keys/sessions.ts';
import { toSeconds } from '../lib/time.ts';
import { lookedUp } from './limits.ts';
import { assertOwnOrigin } from './origins.ts';

function cookieOf(c: Context) {
  const { protocol, port } = new URL(c.req.url);
  const secure = protocol === 'https:';
  // The `__Host-` prefix prevents subdomains from setting the cookie. Over plain HTTP, all ports of a host share
  // cookies, so the name contains the port.
  const name = secure ? '__Host-newsgauge' : `newsgauge-${port || '80'}`;
  return { name, attributes: { path: '/', httpOnly: true, sameSite: 'Strict', secure } as const };
}

/** Returns the active session or `null`. Throws 429 after too many unknown sessions from one address. */
export async function sessionOf(c: AppContext): Promise<StoredSession | null> {
  const token = getCookie(c, cookieOf(c).name);
  return token ? findSession(c.var.db, token, c.var.now, (...lookUp) => lookedUp(c, 'session', ...lookUp)) : null;
}

/** Starts a session for a key, sets its cookie and ends the browser's previous session. */
export async function beginSession(
  c: AppContext,
  key: KeyRecord,
  passkeyId: string | null = null,
): Promise<StoredSession> {
  const { name, attributes } = cookieOf(c);
  const now = toSeconds(c.var.now);
  const before = getCookie(c, name);
  if (before) await endSession(c.var.db, before, c.var.now);
  const { id, token, expiresAt } = await createSession(c.var.db, key, now, passkeyId);
  setCookie(c, name, token, { ...attributes, maxAge: expiresAt - now });
  return { id, key, expiresAt };
}

/** Ends the session and deletes its cookie. Throws 403 for requests from other origins. */
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
