import { eq } from 'drizzle-orm';
import { topicWindows } from '../db/schema.ts';
import { within } from '../lib/within.ts';
import { askWindows, type WindowSelection } from '../rankings/object/notify.ts';
import { SITE } from '../rankings/site.ts';
import type { AppContext } from './env.ts';

/** Maximum time to wait for the Durable Object, in milliseconds. Reading the stored ranking takes almost as long. */
const UPDATE_WAIT_MS = 250;

/** Makes Durable Objects store changed rankings. After a timeout, the old stored ranking is used and not cached. */
export async function upToDate(c: AppContext, selection: WindowSelection): Promise<void> {
  const stored = askWindows(c.env, selection, c.var.now).then(
    () => true,
    () => false,
  );
  if (await within(UPDATE_WAIT_MS, stored, () => false)) return;
  c.executionCtx.waitUntil(stored);
  const [row] = await c.var.db
    .select({ at: topicWindows.version })
    .from(topicWindows)
    .where(eq(topicWindows.topicId, typeof selection === 'string' ? SITE : (selection.at(-1) ?? SITE)));
  c.set('rankingAge', Math.max(0, Math.round((c.var.now - (row?.at ?? c.var.now)) / 1000)));
}
