import { eq } from 'drizzle-orm';
import { topicWindows } from '../db/schema.ts';
import { within } from '../lib/within.ts';
import { type Asked, askWindows } from '../rankings/object/notify.ts';
import { SITE } from '../rankings/site.ts';
import type { AppContext } from './env.ts';

/** Milliseconds that a reader waits for an object: the stored ranking is read in not much less. */
const PATIENCE = 250;

/**
 * Has the rankings stored that an answer is about to be read from, as far as they have changed. Where objects do not answer soon, the
 * answer is that of the stored rankings: `rankingAge` says how old they are, no cache keeps it, and the objects go on.
 */
export async function upToDate(c: AppContext, asked: Asked): Promise<void> {
  const { TOPIC_WINDOW } = c.env;
  const stored = askWindows(TOPIC_WINDOW, asked, c.var.now).then(
    () => true,
    () => false,
  );
  if (await within(PATIENCE, stored, () => false)) return;
  c.executionCtx.waitUntil(stored);
  const [row] = await c.var.db
    .select({ at: topicWindows.version })
    .from(topicWindows)
    .where(eq(topicWindows.topicId, typeof asked === 'string' ? SITE : (asked.at(-1) ?? SITE)));
  c.set('rankingAge', Math.max(0, Math.round((c.var.now - (row?.at ?? c.var.now)) / 1000)));
}
