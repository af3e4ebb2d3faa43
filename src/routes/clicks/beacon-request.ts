import type * as z from 'zod';
import { admittedKey } from '../../admission/auth.ts';
import { assertOrigin } from '../../admission/origins.ts';
import { type AcceptDependencies, QueueUnavailable } from '../../clicks/accept/accept.ts';
import { readClaims } from '../../clicks/accept/claims.ts';
import { readersPerAddress } from '../../clicks/accept/reader.ts';
import { trustedNetworks } from '../../clicks/accept/trusted.ts';
import { SaltUnavailable } from '../../clicks/salts/salts.ts';
import { readText } from '../../http/body.ts';
import type { AppContext } from '../../http/env.ts';
import { ClientError, forbidden, parameterInvalid, ServerError } from '../../http/errors.ts';
import type { KeyRecord } from '../../keys/key-store.ts';
import { loadSigningSecrets } from '../../keys/signing.ts';
import { describeIssues } from '../../lib/faults.ts';
import { keyInput, type reporterInput } from './description.ts';
import { setIgnoredHeader } from './outcome.ts';

const MAX_BODY_BYTES = 4096;
const MAX_HINT_LENGTH = 200;

/** Parses a beacon and requires an active publishable key. Throws 503 if the key's signing secrets are unavailable. */
export async function parseBeacon<S extends z.ZodType<z.output<typeof reporterInput>>>(
  c: AppContext,
  input: S,
  ignored: (fields: z.output<S>) => string[] = () => [],
) {
  const body = parseBody(await readText(c.req.raw, MAX_BODY_BYTES, '4 KB'));
  const key = await requirePublishableKey(c, check(keyInput, body).key);
  assertOrigin(c, key, { required: true });
  const fields = check(input, body);
  const claims = await readClaims(fields, await signingSecretsOf(c, key, fields.token), c.var.now);
  setIgnoredHeader(c, [...claims.ignored, ...ignored(fields)]);
  const hint = typeof fields.hint === 'string' ? fields.hint.slice(0, MAX_HINT_LENGTH) : '';
  return { key, claims, hint, fields };
}

const unauthorized = (reason: string, key: string) => new ClientError(401, reason, { key });

/** Returns the active publishable key that a click contains. Throws 401 or 403 if there is none. */
export async function requirePublishableKey(c: AppContext, given: string | null | undefined): Promise<KeyRecord> {
  if (!given) throw unauthorized('apiKeyMissing', 'is required and must be a publishable key');
  const key = await admittedKey(c, given);
  if (!key) throw unauthorized('apiKeyInvalid', 'is unknown, revoked or expired; use a valid publishable key');
  c.set('usedKey', key.id);
  if (key.kind === 'publishable') return key;
  throw forbidden({
    key: `is ${key.kind === 'operator' ? 'an operator' : `a ${key.kind}`} key and must never be on a page or in a link. Revoke it now, and use a publishable key here`,
  });
}

export function reporterOf(c: AppContext, key: KeyRecord) {
  const { continent, asn } = c.req.raw.cf ?? {};
  const address = c.req.header('CF-Connecting-IP') ?? '';
  return { key, address, headers: c.req.raw.headers, edge: { continent, asn } };
}

export function dependenciesOf(c: AppContext): AcceptDependencies {
  const {
    env,
    var: { db, now },
  } = c;
  return {
    db,
    kv: env.SALTS,
    queue: env.CLICKS,
    clickWaitMs: Number(env.CLICK_WAIT_MS) || 0,
    keepAlive: (work) => c.executionCtx.waitUntil(work),
    limits: {
      address: env.CLICK_LIMIT,
      key: env.KEY_CLICK_LIMIT,
      share: env.KEY_SHARE_LIMIT,
      burst: env.LINK_BURST,
      keyClicks: Number(env.KEY_CLICKS) || undefined,
    },
    readersPerAddress: readersPerAddress(env.READERS_PER_ADDRESS),
    trusted: trustedNetworks(env.TRUSTED_NETWORKS),
    now,
    pause: (milliseconds) => scheduler.wait(milliseconds),
    random: Math.random,
  };
}

/** Turns a failed queue write into a 503, so that the page can retry the click. */
export async function orUnavailable<T>(accepting: Promise<T>): Promise<T> {
  try {
    return await accepting;
  } catch (thrown) {
    const isPassing = thrown instanceof QueueUnavailable || thrown instanceof SaltUnavailable;
    throw isPassing ? Object.assign(new ServerError(503), { cause: thrown }) : thrown;
  }
}

/** Returns the secrets that may have signed a token, or `null` if the key accepts unsigned claims. */
async function signingSecretsOf(c: AppContext, key: KeyRecord, token: unknown): Promise<string[] | null> {
  if (key.signer === null) return null;
  if (typeof token !== 'string') return [];
  const { db, now } = c.var;
  return loadSigningSecrets({ db, kv: c.env.SALTS }, key.signer, now).catch((cause) => {
    throw Object.assign(new ServerError(503), { cause });
  });
}

function parseBody(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw parameterInvalid({ body: 'must be a JSON object' });
  }
}

function check<S extends z.ZodType>(schema: S, body: unknown): z.output<S> {
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw parameterInvalid({ body: 'must be a JSON object' });
  const result = schema.safeParse(body);
  if (!result.success) throw parameterInvalid(describeIssues(result.error));
  return result.data;
}
