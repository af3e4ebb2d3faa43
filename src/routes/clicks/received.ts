import type * as z from 'zod';
import { assertOrigin } from '../../admission/origins.ts';
import { readClaims } from '../../clicks/accept/claims.ts';
import { readText } from '../../http/body.ts';
import type { AppContext } from '../../http/env.ts';
import { ClientError, parameterInvalid, rateLimited } from '../../http/errors.ts';
import { describeIssues } from '../../lib/faults.ts';
import { signingSecretsOf } from './accepting.ts';
import { requirePublishableKey } from './admission.ts';
import { keyInput, type reporterInput } from './description.ts';
import { setIgnoredHeader, setOutcomeHeader } from './tally.ts';

const MAX_BODY_BYTES = 4096;
const RATE_PERIOD_SECONDS = 60;
const MAX_HINT_LENGTH = 200;

/** Parses a beacon and requires an active publishable key. Throws 4xx errors and 503. */
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

/** Responds 202 with the outcome in `X-Click`, or throws 429. `what`: plural noun for the error message. */
export function respond(c: AppContext, outcome: string, what: string): Response {
  setOutcomeHeader(c, outcome);
  if (outcome === 'rateLimited')
    throw tooMany({ address: `has sent too many ${what}; retry in ${RATE_PERIOD_SECONDS} seconds` });
  if (outcome === 'keyRateLimited')
    throw tooMany({
      key: `has sent too many ${what} from all addresses together; retry in ${RATE_PERIOD_SECONDS} seconds`,
    });
  return c.body(null, 202);
}

function tooMany(message: Record<string, string>): ClientError {
  const { code, reason, headers } = rateLimited(RATE_PERIOD_SECONDS);
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
