import type { SQL } from 'drizzle-orm';
import { guardOf, loadThing, type ThingKind } from '../../content/things.ts';
import { ConflictError, type Precondition } from '../../db/client.ts';
import type { AppContext } from '../../http/env.ts';
import { ServerError } from '../../http/errors.ts';
import { changedMeanwhile, checkConditions, isConditional } from '../../http/preconditions.ts';
import { retry } from '../../lib/async-control.ts';

interface GuardedRow<T> {
  kind: ThingKind<unknown>;
  where: SQL;
  load: () => Promise<T>;
  /** Returns the row as the API shows it. By default, this is the loaded row. */
  show?: (row: T) => object | null;
  /** Loads the current row for the 412 response. By default, this is `load`. */
  now?: () => Promise<object | null>;
}

const MAX_ATTEMPTS = 20;

/** Changes a row that is unchanged since it was read. Otherwise retries, or throws 412 if there are preconditions. */
export async function asSeen<T, R>(
  c: AppContext,
  { kind, where, load, show = (row) => row as object | null, now = async () => show(await load()) }: GuardedRow<T>,
  change: (before: T, guard: Precondition) => Promise<R>,
): Promise<R> {
  const isOvertaken = (error: unknown) => error instanceof ConflictError;
  try {
    return await retry(isConditional(c) ? 1 : MAX_ATTEMPTS, isOvertaken, async () => {
      // Reads the row before `load`, so that a change in between makes the precondition fail.
      const found = await loadThing(c.var.db, kind, where);
      const before = await load();
      await checkConditions(c, show(before));
      return change(before, guardOf(kind, where, found?.seen ?? null));
    });
  } catch (error) {
    if (!isOvertaken(error)) throw error;
    throw isConditional(c) ? await changedMeanwhile(c, await now()) : new ServerError(503);
  }
}
