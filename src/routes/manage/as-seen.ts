import type { SQL } from 'drizzle-orm';
import type { Context } from 'hono';
import { type Guard, guarded, guardOf, loadThing, Overtaken, type ThingKind, UNGUARDED } from '../../content/things.ts';
import { changedMeanwhile, checkConditions, isConditional } from '../../http/conditional.ts';
import type { AppEnv } from '../../http/env.ts';

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

/** Changes a row, with a guard for the transaction; throws 412 unless the row is what the request has seen. */
export async function asSeen<T, R>(
  c: Context<AppEnv>,
  { kind, where, load, show, now }: Seen<T>,
  change: (before: T, guard: Guard) => Promise<R>,
): Promise<R> {
  // First, so that a change between this and `load` makes the guard fail.
  const guard = isConditional(c)
    ? guardOf(kind, where, (await loadThing(c.var.db, kind, where))?.seen ?? null)
    : UNGUARDED;
  const before = await load();
  await checkConditions(c, show(before));
  try {
    return await guarded(change(before, guard));
  } catch (error) {
    throw error instanceof Overtaken ? await changedMeanwhile(c, await now()) : error;
  }
}
