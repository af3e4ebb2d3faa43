import type { SQL } from 'drizzle-orm';
import { guardOf, loadThing, type ThingKind } from '../../content/things.ts';
import { type Guard, Overtaken } from '../../db/client.ts';
import type { AppContext } from '../../http/env.ts';
import { ServerError } from '../../http/errors.ts';
import { changedMeanwhile, checkConditions, isConditional } from '../../http/preconditions.ts';
import { repeated } from '../../lib/running.ts';

/** A row that a request may change only as it has seen it. */
interface Seen<T> {
  kind: ThingKind<unknown>;
  where: SQL;
  /** What is to be changed. */
  load: () => Promise<T>;
  /** `data` of the answer to a read; null: there is nothing. */
  show: (row: T) => object | null;
  /** The same as it is after another change. */
  now: () => Promise<object | null>;
}

/** Most attempts of an unconditional change that others keep interrupting. */
const ATTEMPTS = 20;

/**
 * Changes a row as it is, in a transaction that fails if it has changed since it was read: so none is done twice, and each is recorded
 * as what it was. Throws 412 unless the row is what the request has seen; a request without conditions starts again.
 */
export async function asSeen<T, R>(
  c: AppContext,
  { kind, where, load, show, now }: Seen<T>,
  change: (before: T, guard: Guard) => Promise<R>,
): Promise<R> {
  const isOvertaken = (error: unknown) => error instanceof Overtaken;
  try {
    return await repeated(isConditional(c) ? 1 : ATTEMPTS, isOvertaken, async () => {
      // First, so that a change between this and `load` makes the guard fail.
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
