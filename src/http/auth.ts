import type { Context, MiddlewareHandler } from 'hono';
import { authenticate } from '../keys/authenticate.ts';
import type { KeyKind } from '../keys/key.ts';
import type { KeyRecord } from '../keys/store.ts';
import { sha256 } from '../lib/hash.ts';
import type { AppEnv } from './env.ts';
import { apiKeyInvalid, apiKeyMissing, forbidden, parameterInvalid, rateLimited } from './errors.ts';
import { assertOrigin } from './origins.ts';
import { RequestRate } from './rate.ts';
import { assertOwnOrigin, sessionOf } from './session.ts';

/** Who may ask at a path. */
export interface Access {
  kinds: readonly KeyKind[];
  /** Keys are taken from the Authorization header only: an address with a key would be kept by histories and logs. */
  headerOnly?: boolean;
  /** The session of a page does not do: a key is needed. */
  withoutSession?: boolean;
}

/** A server asks often: its limit in wrangler.toml counts every tenth of a secret key's requests. */
const KEYS = new RequestRate({ quota: 6000, sample: 10 });
const READERS = new RequestRate({ quota: 600 });

/** Lets only living keys of the right kind and origin pass, at their rate. Mounted once per prefix, never per handler. */
export function authenticated({
  kinds,
  headerOnly = false,
  withoutSession = false,
}: Access): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    // A row for more specific paths has let it pass.
    if (c.var.key) return next();
    const given = presentedKey(c, headerOnly);
    const session = given || withoutSession ? null : await sessionOf(c);
    if (!given && !session) throw apiKeyMissing();
    if (session) assertOwnOrigin(c);
    c.set('session', session);
    const key = session ? session.key : await authenticate(c.var.db, given ?? '', c.var.now);
    if (!key) throw apiKeyInvalid();
    // Known from here on, so that a refusal, too, can be framed where the key's answers may be.
    c.set('key', key);
    if (!kinds.includes(key.kind)) {
      throw forbidden({
        apiKey: `is ${key.kind === 'operator' ? 'an' : 'a'} ${key.kind} key; this path takes ${kinds.join(' or ')} keys`,
      });
    }
    assertOrigin(c, key);
    await limitRate(c, key);
    await next();
  };
}

function presentedKey(c: Context<AppEnv>, headerOnly: boolean): string | undefined {
  const bearer = /^Bearer +(\S+)$/i.exec(c.req.header('Authorization') ?? '')?.[1];
  if (headerOnly) return bearer;
  const inQuery = c.req.queries('apiKey') ?? [];
  if (inQuery.length > 1) throw parameterInvalid({ apiKey: 'is given more than once; give it once' });
  return bearer || c.req.header('X-API-Key') || inQuery[0] || undefined;
}

async function limitRate(c: Context<AppEnv>, key: KeyRecord): Promise<void> {
  // A publishable key serves all readers of a site, so it is counted per reader; the address enters hashed and is not kept.
  const perReader = key.kind === 'publishable';
  const client = perReader ? `${key.id}:${await sha256(c.req.header('CF-Connecting-IP') ?? '')}` : String(key.id);
  const rate = perReader ? READERS : KEYS;
  c.header('RateLimit-Policy', rate.policy);
  const allowance = await rate.take(client, perReader ? c.env.READER_LIMIT : c.env.SECRET_LIMIT, c.var.now);
  if (!allowance.isAllowed) throw rateLimited(allowance.resets);
}
