import { hashedAddress, LIMITS, withinRate } from '../../admission/limits.ts';
import type { AppContext } from '../../http/env.ts';
import { sayAllowance } from '../../lib/rate.ts';

/** Keeps an address to what hubs need. */
export async function limited(c: AppContext, next: () => Promise<void>): Promise<void> {
  const client = `websub ${await hashedAddress(c)}`;
  const allowance = await withinRate(LIMITS.hub, client, c.env.READER_LIMIT, c.var.now);
  await next();
  sayAllowance(c.res.headers, LIMITS.hub, allowance);
}
