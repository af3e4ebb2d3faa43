import type { Changed } from '../../content/changed.ts';
import { findTrashEntry } from '../../content/history/trash.ts';
import type { ImportLine } from '../../content/import-lines.ts';
import { NO_PRECONDITION, type Precondition } from '../../db/client.ts';
import { log, reasonOf } from '../../lib/log.ts';
import { refreshWindows } from '../../rankings/object/notify.ts';
import type { WindowObjects } from '../../rankings/object/stubs.ts';
import type { Collection, Doing, Done, Writing } from './collection.ts';

/** Requests new rankings. Errors are only logged. The watchdog updates outdated rankings within five minutes. */
export async function notifyRankings(env: WindowObjects, { topics }: Changed, now: number) {
  if (topics.size === 0) return;
  try {
    await refreshWindows(env, topics);
  } catch (error) {
    log('rankingsNotNotified', now, { topics: topics.size, reason: reasonOf(error) });
  }
}

async function notifyChange(writing: Writing, change: Doing): Promise<Done> {
  const done: Done = (await (change as Promise<Done | undefined>)) ?? {};
  if (done.topics) await notifyRankings(writing.env, { topics: done.topics }, writing.author.now);
  return done;
}

export const saveResources = <L>(
  of: Collection<object, L>,
  writing: Writing,
  lines: ImportLine<L>[],
  guard: Precondition = NO_PRECONDITION,
) => notifyChange(writing, of.save(writing, lines, guard));

export const editResource = <L>(of: Collection<object, L>, writing: Writing, value: L, guard: Precondition) =>
  notifyChange(writing, of.edit?.(writing, value, guard) ?? of.save(writing, [{ line: 1, value }], guard));

export const removeResource = <T extends object>(of: Collection<T>, writing: Writing, thing: T, guard: Precondition) =>
  notifyChange(writing, of.remove(writing, thing, guard));

export const mergeResources = <T extends object>(
  of: Collection<T>,
  writing: Writing,
  thing: T,
  { into, guard }: { into: string | number; guard: Precondition },
) => notifyChange(writing, of.merge?.(writing, thing, into, guard) ?? Promise.resolve({}));

/** Reverts the last deletion or merge, or the one in `change`. Returns false if the trash has none. */
export async function restoreResource(
  of: Collection,
  writing: Writing,
  ref: string,
  change?: string,
): Promise<boolean> {
  const trashEntry = await findTrashEntry(writing.db, of.kind, ref, writing.author.now, change);
  if (!trashEntry || !of.restore) return false;
  await notifyChange(writing, of.restore(writing, trashEntry));
  return true;
}
