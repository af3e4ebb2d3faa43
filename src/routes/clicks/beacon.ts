import type { Context } from 'hono';
import type * as z from 'zod';
import { assertOrigin } from '../../admission/origins.ts';
import { sheddingClicks } from '../../admission/overload.ts';
import { readClaims } from '../../clicks/accept/claims.ts';
import { channelOf, isSaid } from '../../clicks/accept/vocabulary.ts';
import { router } from '../../http/base.ts';
import { readText } from '../../http/body.ts';
import { describe } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { ClientError, methodNotAllowed, parameterInvalid, rateLimited } from '../../http/errors.ts';
import { describeIssues } from '../../lib/faults.ts';
import { accept, signingSecretsOf } from './accepting.ts';
import { publishableKey } from './admission.ts';
import { beaconInput, keyInput, POST_CLICK } from './description.ts';
import { sayIgnored, sayOutcome, tallied } from './tally.ts';

const MAX_BODY = 4096;
/** Seconds of the click limits' period in wrangler.toml. */
const RATE_PERIOD = 60;
/** Characters of a hint that count. */
const MAX_HINT = 200;

/** `POST /clicks`: beacons of reader pages. */
export const beacon = router();

beacon.use('/clicks', tallied, sheddingClicks);

beacon.post(
  '/clicks',
  describe(POST_CLICK, async (c: Context<AppEnv>) => {
    const body = parseBody(await readText(c.req.raw, MAX_BODY, '4 KB'));
    const key = await publishableKey(c, check(keyInput, body).key);
    assertOrigin(c, key, { required: true });
    const { contentId, hint, channel: said, ...claimed } = check(beaconInput, body);
    const claims = await readClaims(claimed, await signingSecretsOf(c, key, claimed.token), c.var.now);
    const channel = channelOf(said);
    sayIgnored(c, [...claims.ignored, ...(isSaid(said) && !channel ? ['channel'] : [])]);
    const text = typeof hint === 'string' ? hint.slice(0, MAX_HINT) : '';
    const page = { contentId, claims, channel, hint: text, isLink: false };
    const outcome = await accept(c, key, page);
    sayOutcome(c, outcome);
    if (outcome === 'rateLimited' || outcome === 'keyRateLimited') throw tooMany(outcome);
    return c.body(null, 202);
  }),
);

beacon.all('/clicks', () => {
  throw methodNotAllowed('POST, OPTIONS');
});

const LIMIT_MESSAGES = {
  rateLimited: { address: `has sent too many clicks; wait ${RATE_PERIOD} seconds` },
  keyRateLimited: { key: `has sent too many clicks, from all addresses taken together; wait ${RATE_PERIOD} seconds` },
};

function tooMany(limit: keyof typeof LIMIT_MESSAGES): ClientError {
  const { code, reason, headers } = rateLimited(RATE_PERIOD);
  return new ClientError(code, reason, LIMIT_MESSAGES[limit], { headers });
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
