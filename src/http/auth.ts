import type { Context, MiddlewareHandler } from 'hono';
import { authenticate } from '../keys/authenticate.ts';
import type { KeyKind } from '../keys/key.ts';
import type { KeyRecord } from '../keys/store.ts';
import { sha256 } from '../lib/hash.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import type { AppEnv } from './env.ts';
import { apiKeyInvalid, apiKeyMissing, forbidden, parameterInvalid, rateLimited } from './errors.ts';

/** Seconds of the rate-limit bindings' period in wrangler.toml. */
const RATE_PERIOD = 60;

/** Asking the rate limit costs a call; the first requests of a minute go without, and most readers make no more. */
const UNASKED = 5;
/** A server asks often: its limit in wrangler.toml counts every tenth of a secret key's requests. */
const SAMPLE = 10;
const recent = new TtlCache<number>({ ttl: RATE_PERIOD * 1000, capacity: 50_000 });

export interface Admission {
  /** The kinds of key that may pass at this path. */
  kinds: (path: string) => readonly KeyKind[];
  /** Operator keys never stand in an address, where histories and logs would keep them. */
  headerOnly?: boolean;
}

/** Lets only living keys of the right kind and origin pass, at their rate. Mounted once per router, never per handler. */
export function authenticated({ kinds, headerOnly = false }: Admission): MiddlewareHandler<AppEnv> {
  return async (c, next) => {
    const given = presentedKey(c, headerOnly);
    if (!given) throw apiKeyMissing();
    const key = await authenticate(c.var.db, given, c.var.now);
    if (!key) throw apiKeyInvalid();
    // Known from here on, so that a refusal, too, can be framed where the key's answers may be.
    c.set('key', key);
    const allowed = kinds(c.req.path);
    if (!allowed.includes(key.kind)) {
      throw forbidden({
        apiKey: `is ${key.kind === 'operator' ? 'an' : 'a'} ${key.kind} key; this path takes ${allowed.join(' or ')} keys`,
      });
    }
    if (!originAllowed(c, key)) throw forbidden({ origin: 'is not among the origins that the key is bound to' });
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

/** A key without origins, and a request that no page of another site made, pass; pages of this address always do (the embed's own). */
function originAllowed(c: Context<AppEnv>, key: KeyRecord): boolean {
  const origin = c.req.header('Origin');
  if (!origin || key.origins.length === 0) return true;
  return key.origins.includes(origin) || origin === new URL(c.req.url).origin;
}

async function limitRate(c: Context<AppEnv>, key: KeyRecord): Promise<void> {
  // A publishable key serves all readers of a site, so it is counted per reader; the address enters hashed and is not kept.
  const perReader = key.kind === 'publishable';
  const client = perReader ? `${key.id}:${await sha256(c.req.header('CF-Connecting-IP') ?? '')}` : String(key.id);
  c.header('RateLimit-Policy', `"default";q=${perReader ? 600 : 6000};w=${RATE_PERIOD}`);
  const requests = (recent.get(client, c.var.now) ?? 0) + 1;
  recent.set(client, requests, c.var.now);
  if (requests <= UNASKED || (!perReader && requests % SAMPLE !== 0)) return;
  const limiter = perReader ? c.env.READER_LIMIT : c.env.SECRET_LIMIT;
  if (!(await limiter.limit({ key: client })).success) throw rateLimited(RATE_PERIOD);
}
