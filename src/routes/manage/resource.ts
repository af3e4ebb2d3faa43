import type { SQL } from 'drizzle-orm';
import type { Context, Hono } from 'hono';
import * as z from 'zod';
import type { Refusals } from '../../content/saved.ts';
import { guardOf, loadThing, type ThingKind } from '../../content/things.ts';
import { type Guard, Overtaken, UNGUARDED } from '../../db/guard.ts';
import { changedMeanwhile, checkConditions, etagOfData, isConditional } from '../../http/conditional.ts';
import { endpoint } from '../../http/endpoint.ts';
import type { AppEnv } from '../../http/env.ts';
import { ClientError, notFound, parameterInvalid } from '../../http/errors.ts';
import { bool } from '../../http/params.ts';
import { count } from '../shapes.ts';

/** Reading, writing, deleting, merging and restoring one thing of a collection: the same routes for each collection. */

/** What refers to a resource, by kind. */
type Losing = Record<string, number | string[]>;

export interface Resource<T extends object, P extends z.ZodObject, I extends z.ZodType> {
  /** As in operation ids: `Topic`. */
  name: string;
  /** As in sentences: `a topic`. */
  words: string;
  path: P;
  /** The route below the collection: `/:id`. */
  at: string;
  /** As answers show it. */
  shown: z.ZodType<T>;
  example: object;
  /** What PUT takes: the fields of a line of the collection, of which the address gives the key. */
  input: I;
  inputExample: object;
  description?: string;
  kind: ThingKind<T>;
  where: (path: z.output<P>) => SQL;
  /** The fields of the input that the address says. */
  keyOf: (path: z.output<P>) => Record<string, unknown>;
  /** `all`: fails if the resource has changed since it was read. */
  save: (c: Context<AppEnv>, line: unknown, guards: { all: Guard }) => Promise<Refusals | undefined>;
  removal?: Removal<T>;
}

interface Removal<T> {
  /** Fields of the answer beside `deleted`, with what they say. */
  loses: z.ZodRawShape;
  example: Losing;
  losing: (c: Context<AppEnv>, thing: T) => Promise<Losing>;
  remove: (c: Context<AppEnv>, thing: T, guard: Guard) => Promise<unknown>;
  restore?: (c: Context<AppEnv>, thing: Record<string, unknown>) => Promise<boolean>;
  /** Why it cannot be deleted or merged; null: it can. */
  refuse?: (thing: T) => string | null;
  merge?: {
    /** Of the other thing, as in a body: `z.int()`. */
    into: z.ZodType;
    example: number | string;
    whereInto: (into: never) => SQL;
    merge: (c: Context<AppEnv>, thing: T, into: never, guard: Guard) => Promise<unknown>;
  };
}

/** Adds the routes of one thing to a collection's router. */
export function mountResource<T extends object, P extends z.ZodObject, I extends z.ZodType>(
  router: Hono<AppEnv>,
  resource: Resource<T, P, I>,
): void {
  const { at, name, words, path, shown, example, description } = resource;
  const described = { tag: 'Management', path, ...(description ? { description } : {}) };
  const load = (c: Context<AppEnv>, key: z.output<P>) => loadThing(c.var.db, resource.kind, resource.where(key));
  const unknown = (key: object) => {
    const [field = 'id'] = Object.keys(key).slice(-1);
    return notFound({ [field]: `names no ${words.replace(/^an? /, '')}` });
  };

  router.get(
    at,
    endpoint(
      { ...described, operationId: `get${name}`, summary: `Read ${words}`, errors: [404], data: shown, example },
      async (c, given) => {
        const found = await load(c, given.path as z.output<P>);
        if (!found) throw unknown(given.path);
        return found.value as never;
      },
    ),
  );

  router.put(
    at,
    endpoint(
      {
        ...described,
        operationId: `put${name}`,
        summary: `Add or replace ${words}`,
        isConditional: true,
        input: { schema: resource.input, example: resource.inputExample },
        data: shown,
        example,
      },
      async (c, given) => {
        const key = given.path as z.output<P>;
        const line = withKey(given.input as Record<string, unknown>, resource.keyOf(key));
        const before = isConditional(c) ? await load(c, key) : undefined;
        if (before !== undefined) await checkConditions(c, before?.value ?? null);
        const seen = before === undefined ? undefined : (before?.seen ?? null);
        const all = seen === undefined ? UNGUARDED : guardOf(resource.kind, resource.where(key), seen);
        const refusals = await orOvertaken(c, resource.save(c, line, { all }), async () => (await load(c, key))?.value);
        const errors = refusals?.get(1);
        if (errors) throw parameterInvalid(errors);
        const stored = await load(c, key);
        if (!stored) throw unknown(given.path);
        c.header('ETag', await etagOfData(stored.value));
        return stored.value as never;
      },
    ),
  );

  if (resource.removal) mountRemoval(router, resource, resource.removal);
}

function mountRemoval<T extends object, P extends z.ZodObject, I extends z.ZodType>(
  router: Hono<AppEnv>,
  { at, name, words, path, shown, example, kind, where }: Resource<T, P, I>,
  { loses, losing, remove, restore, merge, refuse, example: lost }: Removal<T>,
): void {
  const load = (c: Context<AppEnv>, key: unknown) => loadThing(c.var.db, kind, where(key as z.output<P>));
  const losingShape = z.object(loses);
  const required = async (c: Context<AppEnv>, key: object) => {
    const found = await load(c, key);
    const [field = 'id'] = Object.keys(key).slice(-1);
    await checkConditions(c, found?.value ?? null);
    if (!found) throw notFound({ [field]: `names no ${words.replace(/^an? /, '')}` });
    const reason = refuse?.(found.value);
    if (reason) throw parameterInvalid({ [field]: reason });
    return found;
  };
  const query = z.object({ dryRun: bool(false).describe('true changes nothing and says what would lose the name') });

  router.delete(
    at,
    endpoint(
      {
        operationId: `delete${name}`,
        summary: `Delete ${words}`,
        description: `What names it loses the name in the same transaction.${restore ? ' It can be put back for 30 days.' : ''}`,
        tag: 'Management',
        path,
        query,
        isConditional: true,
        errors: [404],
        data: z.object({ deleted: z.boolean().describe('false: this was a dry run'), loses: losingShape }),
        example: { deleted: true, loses: lost },
      },
      async (c, given) => {
        const { dryRun } = given.query;
        return withRetries(async (isLast) => {
          const { value, seen } = await required(c, given.path);
          const loses = await losing(c, value);
          const guard = guardOf(kind, where(given.path as z.output<P>), seen);
          const removed = dryRun ? Promise.resolve() : remove(c, value, guard);
          await orOvertaken(c, removed, async () => (await load(c, given.path))?.value, isLast);
          return { deleted: !dryRun, loses } as never;
        });
      },
    ),
  );

  if (restore)
    router.post(
      `${at}/restore`,
      endpoint(
        {
          operationId: `restore${name}`,
          summary: `Put back ${words} that was deleted or merged within the last 30 days`,
          tag: 'Management',
          path,
          isConditional: true,
          errors: [404],
          others: CONFLICTS,
          data: shown,
          example,
        },
        async (c, given) => {
          const [field = 'id'] = Object.keys(given.path).slice(-1);
          const found = await load(c, given.path);
          await checkConditions(c, found?.value ?? null);
          if (found) throw inUse({ [field]: 'is in use' });
          try {
            if (!(await restore(c, given.path)))
              throw notFound({ [field]: 'names nothing that was deleted within the last 30 days' });
          } catch (error) {
            if (!(error instanceof Overtaken)) throw error;
            throw inUse({
              [field]: 'cannot be put back: its name, slug or address is in use again, or what it is for is gone',
            });
          }
          return (await load(c, given.path))?.value as never;
        },
      ),
    );

  if (merge)
    router.post(
      `${at}/merge`,
      endpoint(
        {
          operationId: `merge${name}`,
          summary: `Merge ${words} into another`,
          description:
            'What names it names the other one from then on. It can be put back for 30 days, with the articles it had.',
          tag: 'Management',
          path,
          query,
          isConditional: true,
          errors: [404],
          input: { schema: z.object({ into: merge.into }), example: { into: merge.example } },
          data: z.object({
            merged: z.boolean().describe('false: this was a dry run'),
            moves: losingShape,
            into: shown,
          }),
          example: { merged: true, moves: lost, into: example },
        },
        async (c, given) => {
          const { into } = given.input as { into: never };
          const { dryRun } = given.query;
          return withRetries(async (isLast) => {
            const { value, seen } = await required(c, given.path);
            const target = await loadThing(c.var.db, kind, merge.whereInto(into));
            if (!target) throw parameterInvalid({ into: `names no ${words.replace(/^an? /, '')}` });
            if (target.seen === seen) throw parameterInvalid({ into: 'must be another one' });
            const moves = await losing(c, value);
            const guard = guardOf(kind, where(given.path as z.output<P>), seen, merge.whereInto(into));
            const merged = dryRun ? Promise.resolve() : merge.merge(c, value, into, guard);
            await orOvertaken(c, merged, async () => (await load(c, given.path))?.value, isLast);
            const now = dryRun ? target : await loadThing(c.var.db, kind, merge.whereInto(into));
            return { merged: !dryRun, moves, into: (now ?? target).value } as never;
          });
        },
      ),
    );
}

export const inUse = (data: Record<string, string>) => new ClientError(409, 'conflict', data);

export const CONFLICTS = {
  409: {
    description: 'What it was called is in use again (`conflict`)',
    content: {
      'application/json': {
        schema: z.object({
          status: z.literal('fail'),
          code: z.literal(409).meta({ override: { type: 'integer' } }),
          reason: z.literal('conflict'),
          data: z.record(z.string(), z.string()),
        }),
        example: { status: 'fail', code: 409, reason: 'conflict', data: { id: 'is in use' } },
      },
    },
  },
};

/** The body with the key from the address; a body with another key is 400. */
function withKey(body: Record<string, unknown>, key: Record<string, unknown>): Record<string, unknown> {
  const wrong = Object.entries(key).filter(([name, value]) => body[name] !== undefined && body[name] !== value);
  if (wrong.length > 0)
    throw parameterInvalid(
      Object.fromEntries(wrong.map(([name, value]) => [name, `must be ${value}, as in the address`])),
    );
  return { ...body, ...key };
}

/** The resource has changed in the meantime, and the request is unconditional. */
class ChangedMeanwhile extends Error {}

const TRIES = 5;

/** Reads and writes again after a concurrent change, five times at most. */
async function withRetries<R>(attempt: (isLast: boolean) => Promise<R>): Promise<R> {
  for (let n = 1; ; n++) {
    try {
      return await attempt(n === TRIES);
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile)) throw error;
    }
  }
}

/** Throws 412 after a concurrent change, or `ChangedMeanwhile` if the request is unconditional. */
async function orOvertaken<R>(
  c: Context<AppEnv>,
  change: Promise<R>,
  current: () => Promise<object | undefined>,
  isLast = true,
): Promise<R> {
  try {
    return await change;
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    if (!isLast && !isConditional(c)) throw new ChangedMeanwhile();
    throw await changedMeanwhile(c, (await current()) ?? null);
  }
}

export const lost = {
  articles: count.describe('Articles that are tagged with it'),
  rules: count.describe('Rules for it'),
};
