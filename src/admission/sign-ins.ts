import type { Context } from 'hono';
import type { AppEnv } from '../http/env.ts';
import { ClientError, rateLimited } from '../http/errors.ts';
import { sayAllowance } from '../lib/rate.ts';
import { hashedAddress } from './address.ts';
import { LIMITS } from './limits.ts';

/** Limits the attempts of an address to sign in, whatever keys it tries. Throws 429 before a key is checked. */
export async function fewSignIns(c: Context<AppEnv>, next: () => Promise<void>): Promise<void> {
  const allowance = await LIMITS.signIns.take(await hashedAddress(c), c.env.SESSION_LIMIT, c.var.now);
  if (!allowance.isAllowed) {
    const { code, reason, headers } = rateLimited(allowance.resets, LIMITS.signIns.policy);
    const address = `has tried to sign in too often; wait ${allowance.resets} seconds`;
    throw new ClientError(code, reason, { address }, { headers });
  }
  await next();
  // Fewer than the key itself may ask.
  c.res.headers.delete('RateLimit');
  sayAllowance(c.res.headers, LIMITS.signIns, allowance);
}
