import type { MiddlewareHandler } from 'hono';
import type { AppContext, AppEnv } from '../http/env.ts';
import { apiKeyInvalid, apiKeyMissing, forbidden, parameterInvalid } from '../http/errors.ts';
import { authenticate } from '../keys/authenticate.ts';
import { KEY_KINDS, type Kind } from '../keys/key.ts';
import type { KeyRecord } from '../keys/key-store.ts';
import { hashedAddress, LIMITS, limited, lookedUp } from './limits.ts';
import { assertOrigin, assertOwnOrigin } from './origins.ts';
import { sessionOf } from './session.ts';

export interface Access {
  kinds: readonly Kind[];
  /** Accepts keys in the Authorization header only, because URLs end up in browser histories and logs. */
  headerOnly?: boolean;
  withoutSession?: boolean;
}

/** Requires an active key or session, and applies the key's rate limit. Mount it once per path prefix. */
export function authenticated({
  kinds,
  headerOnly = false,
  withoutSession = false,
}: Access): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    if (c.var.key) return next();
    const given = presentedKey(c, headerOnly);
    const session = given.key || withoutSession ? null : await sessionOf(c);
    if (!given.key && !session) throw apiKeyMissing();
    if (session) assertOwnOrigin(c);
    c.set('session', session);
    const key = session ? session.key : await admittedKey(c, given.key ?? '', true, given.isBearer ? 'bearer' : 'key');
    if (!key) throw apiKeyInvalid();
    // Sets the key before the checks, so that pages of the key's origins can show error responses in a frame too.
    c.set('key', key);
    c.set('usedKey', key.id);
    if (!kinds.includes(key.kind)) throw forbidden(whyNot(key, kinds));
    if (key.kind === 'operator' && !session && !given.isBearer)
      throw forbidden({
        apiKey:
          'is an operator key in an address, where others can read it. Revoke it now, and send its successor only as Authorization: Bearer',
      });
    assertOrigin(c, key);
    await withinKeysRate(c, key, next);
  };
}

function whyNot({ kind, isPerson }: KeyRecord, kinds: readonly Kind[]): Record<string, string> {
  const own = `is ${/^[aeiou]/.test(kind) ? 'an' : 'a'} ${kind}`;
  if (isPerson)
    return {
      role: `${own}, but this path is for ${joinWords(kinds.filter((one) => !isKey(one) || one === 'operator'))}s`,
    };
  return { apiKey: `${own} key, but this path accepts only ${joinWords(kinds.filter(isKey))} keys` };
}

const isKey = (kind: Kind): boolean => KEY_KINDS.some((known) => known === kind);

const joinWords = (kinds: readonly Kind[]): string =>
  kinds.length > 1 ? `${kinds.slice(0, -1).join(', ')} or ${kinds.at(-1)}` : kinds.join();

/** Returns the first key in the documented order: query, `Authorization: Bearer`, `X-API-Key`. */
function presentedKey(c: AppContext, headerOnly: boolean): { key: string | undefined; isBearer: boolean } {
  const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  if (headerOnly) return { key: bearer, isBearer: true };
  const inQuery = c.req.queries('apiKey') ?? [];
  if (inQuery.length > 1) throw parameterInvalid({ apiKey: 'is given more than once' });
  if (inQuery[0]?.trim()) return { key: inQuery[0].trim(), isBearer: false };
  return bearer
    ? { key: bearer, isBearer: true }
    : { key: c.req.header('X-API-Key')?.trim() || undefined, isBearer: false };
}

/** Returns an active key's record. If `opens` is set, the record is at most a second old. (docs/decisions.md#K14) */
export async function admittedKey(c: AppContext, key: string, opens = false, sort: 'bearer' | 'key' = 'key') {
  const { db, now } = c.var;
  return authenticate(db, key, now, (...lookUp) => lookedUp(c, sort, ...lookUp), opens);
}

async function withinKeysRate(c: AppContext, key: KeyRecord, next: () => Promise<void>): Promise<void> {
  // All readers of a site share its publishable key, so its rate limit applies per hashed address.
  const perReader = key.kind === 'publishable';
  const client = perReader ? `${key.id}:${await hashedAddress(c)}` : String(key.id);
  const rate = perReader ? LIMITS.reader : LIMITS.key;
  const binding = perReader ? c.env.READER_LIMIT : c.env.SECRET_LIMIT;
  await limited(c, rate, client, binding, next);
}
