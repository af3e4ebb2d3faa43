import { hashedAddress, LIMITS } from '../../admission/limits.ts';
import type { AppContext } from '../../http/env.ts';
import { rateLimited } from '../../http/errors.ts';
import { sayAllowance } from '../../lib/rate.ts';

/** Keeps an address to what hubs need. */
export async function limited(c: AppContext, next: () => Promise<void>): Promise<void> {
  const allowance = await LIMITS.hub.take(`websub ${await hashedAddress(c)}`, c.env.READER_LIMIT, c.var.now);
  if (!allowance.isAllowed) throw rateLimited(allowance.resets, LIMITS.hub.policy);
  await next();
  sayAllowance(c.res.headers, LIMITS.hub, allowance);
}
