import type * as z from 'zod';
import { assertOrigin } from '../../admission/origins.ts';
import { readClaims } from '../../clicks/accept/claims.ts';
import { readText } from '../../http/body.ts';
import type { AppContext } from '../../http/env.ts';
import { ClientError, parameterInvalid, rateLimited } from '../../http/errors.ts';
import { describeIssues } from '../../lib/faults.ts';
import { signingSecretsOf } from './accepting.ts';
import { publishableKey } from './admission.ts';
import { keyInput, type reporterInput } from './description.ts';
import { sayIgnored, sayOutcome } from './tally.ts';

/** What the beacons of pages have in common: body, key, origin and claims before they are accepted, and the answer after. */

const MAX_BODY = 4096;
/** Seconds of the click limits' period in wrangler.toml. */
const RATE_PERIOD = 60;
/** Characters of a hint that count. */
const MAX_HINT = 200;

/**
 * Reads a beacon: JSON of 4 KB at most, whatever its content type, with a living publishable key, from an origin of the key. Names the
 * claims that do not count in `X-Click-Ignored`; `ignored`: names of further fields that do not. Throws the contract's 400, 401, 403, 413 and 503.
 */
export async function received<S extends z.ZodType<z.output<typeof reporterInput>>>(
  c: AppContext,
  input: S,
  ignored: (fields: z.output<S>) => string[] = () => [],
) {
  const body = parseBody(await readText(c.req.raw, MAX_BODY, '4 KB'));
  const key = await publishableKey(c, check(keyInput, body).key);
  assertOrigin(c, key, { required: true });
  const fields = check(input, body);
  const claims = await readClaims(fields, await signingSecretsOf(c, key, fields.token), c.var.now);
  sayIgnored(c, [...claims.ignored, ...ignored(fields)]);
  const hint = typeof fields.hint === 'string' ? fields.hint.slice(0, MAX_HINT) : '';
  return { key, claims, hint, fields };
}

/** Answers a beacon: 202 with what came of it in `X-Click`. Throws the contract's 429. `what`: what was sent, in the plural. */
export function answered(c: AppContext, outcome: string, what: string): Response {
  sayOutcome(c, outcome);
  if (outcome === 'rateLimited') throw tooMany({ address: `has sent too many ${what}; wait ${RATE_PERIOD} seconds` });
  if (outcome === 'keyRateLimited')
    throw tooMany({ key: `has sent too many ${what}, from all addresses taken together; wait ${RATE_PERIOD} seconds` });
  return c.body(null, 202);
}

function tooMany(message: Record<string, string>): ClientError {
  const { code, reason, headers } = rateLimited(RATE_PERIOD);
  return new ClientError(code, reason, message, { headers });
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
