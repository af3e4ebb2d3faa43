import type { Changed } from '../../content/changed.ts';
import { findKept } from '../../content/history/trash.ts';
import type { Line } from '../../content/lines.ts';
import { type Guard, UNGUARDED } from '../../db/client.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { refreshWindows } from '../../rankings/object/notify.ts';
import type { Collection, Doing, Done, Writing } from './collection.ts';

/**
 * The service through which content is changed: every verb stores its change and notifies the rankings, so that no caller
 * has to.
 */

/**
 * Requests a recomputation of the rankings that a change of content affects. Never rejects: the change is stored, its transaction
 * has marked those rankings, and the watchdog recomputes marked ones within five minutes.
 */
export async function notifyRankings({ TOPIC_WINDOW }: Pick<Env, 'TOPIC_WINDOW'>, { topics }: Changed, now: number) {
  if (topics.size === 0) return;
  try {
    await refreshWindows(TOPIC_WINDOW, topics);
  } catch (error) {
    log('rankingsNotNotified', now, { topics: topics.size, reason: reasonOf(error) });
  }
}

async function notifyChange(writing: Writing, change: Doing): Promise<Done> {
  const done: Done = (await (change as Promise<Done | undefined>)) ?? {};
  if (done.topics) await notifyRankings(writing.env, { topics: done.topics }, writing.author.now);
  return done;
}

/** Stores lines: the good ones. */
export const save = <L>(of: Collection<object, L>, writing: Writing, lines: Line<L>[], guard: Guard = UNGUARDED) =>
  notifyChange(writing, of.save(writing, lines, guard));

/** Stores what the address of one thing has been sent. */
export const edit = <L>(of: Collection<object, L>, writing: Writing, value: L, guard: Guard) =>
  notifyChange(writing, of.edit?.(writing, value, guard) ?? of.save(writing, [{ line: 1, value }], guard));

export const remove = <T extends object>(of: Collection<T>, writing: Writing, thing: T, guard: Guard) =>
  notifyChange(writing, of.remove(writing, thing, guard));

/** `into`: the key of another thing, which must exist. */
export const merge = <T extends object>(
  of: Collection<T>,
  writing: Writing,
  thing: T,
  { into, guard }: { into: string | number; guard: Guard },
) => notifyChange(writing, of.merge?.(writing, thing, into, guard) ?? Promise.resolve({}));

/** Puts back what was deleted or merged last under a ref, or by a change. False where nothing was within 30 days. */
export async function restore(of: Collection, writing: Writing, ref: string, change?: string): Promise<boolean> {
  const kept = await findKept(writing.db, of.kind, ref, writing.author.now, change);
  if (!kept || !of.restore) return false;
  await notifyChange(writing, of.restore(writing, kept));
  return true;
}
