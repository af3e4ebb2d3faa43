import type { Hono } from 'hono';
import * as z from 'zod';
import type { Collection, ResourceAddress } from '../../collections/core/collection.ts';
import type { Params } from '../../collections/core/list.ts';
import {
  editResource,
  mergeResources,
  removeResource,
  restoreResource,
  saveResources,
} from '../../collections/core/service.ts';
import { guardOf, loadThing } from '../../content/things.ts';
import { ConflictError, NO_PRECONDITION } from '../../db/client.ts';
import { RETENTION_DAYS } from '../../db/retention-days.ts';
import { router } from '../../http/base.ts';
import { operations } from '../../http/endpoint.ts';
import type { AppContext, AppEnv } from '../../http/env.ts';
import { notFound, parameterInvalid } from '../../http/errors.ts';
import { changedMeanwhile, checkConditions, etagOfData, isConditional } from '../../http/preconditions.ts';
import { retry } from '../../lib/async-control.ts';
import { bool, integer } from '../../lib/formats/params.ts';
import { upsert, writingOf } from './lines.ts';
import { cursor, listLimit, loadListingPage, PAGE_FIELDS, pageFields, search, sortedBy } from './list-parameters.ts';
import { CONFLICTS, inUse } from './name-in-use.ts';

/** Mounts the routes of a collection. `more` adds custom routes before the route that matches any name. */
export function manageCollection(of: Collection, more: (to: Hono<AppEnv>) => void = () => {}): Hono<AppEnv> {
  const to = router();
  if (of.put !== false) mountLines(to, of, of.put);
  mountList(to, of);
  more(to);
  for (const address of of.addresses) mountOne(to, of, address);
  return to;
}

const capital = (words: string) => words.charAt(0).toUpperCase() + words.slice(1);

function mountLines(
  to: Hono<AppEnv>,
  of: Collection,
  { summary, ...texts }: { summary?: string; description?: string } = {},
) {
  to.put(
    '/',
    upsert(
      {
        operationId: `put${capital(of.plural)}`,
        summary: summary ?? `Add or change ${of.many}`,
        ...texts,
        line: of.line,
        example: of.example,
      },
      async (writing, lines) => (await saveResources(of, writing, lines)).refusals,
    ),
  );
}

function mountList(to: Hono<AppEnv>, of: Collection) {
  const { list, plural, many, shown, addresses } = of;
  const { schema, example } = list.item ?? { schema: shown, example: addresses[0]?.example };
  const { description, isCostly } = list;
  operations('Management', to).get('/', {
    operationId: list.operationId ?? `list${capital(plural)}`,
    summary: list.summary ?? `List ${many}`,
    ...(description ? { description } : {}),
    query: z.object({
      ...(list.search ? { search: search.describe(list.search) } : {}),
      ...list.filters,
      ...(list.sorts.length > 0 ? { sort: sortedBy(list.sorts) } : {}),
      cursor,
      limit: list.most ? integer(1, list.most, 20).describe(`Maximum number of ${many}`) : listLimit,
    }),
    isCostly: isCostly && ((query) => isCostly(query)),
    data: z.object({ [plural]: z.array(schema), ...pageFields }),
    example: { [plural]: [example], ...PAGE_FIELDS },
    answer: async ({ var: { db, now }, env }, { query }) => {
      const { cursor, limit, ...params } = query as Params & { cursor: string | undefined; limit: number };
      const { rows, ...page } = await loadListingPage(db, await of.listingOf({ db, env, now }, params), {
        cursor,
        limit,
      });
      return { [plural]: list.show ? rows.map(list.show) : rows, ...page };
    },
  });
}

function mountOne(to: Hono<AppEnv>, of: Collection, address: ResourceAddress) {
  const on = operations('Management', to);
  const { stored, shown, where, refOf, uses } = of;
  const { name, words, path, example, description, keyOf = (path: Params) => path } = address;
  const at = Object.keys(path.shape)
    .map((part) => `/:${part}`)
    .join('');
  const load = (c: AppContext, given: Params) => loadThing(c.var.db, stored, where(refOf(given)));
  const field = Object.keys(path.shape).at(-1) ?? 'id';
  const unknown = `does not belong to ${words}`;
  const described = { path, ...(description ? { description } : {}) };

  on.get(at, {
    ...described,
    operationId: `get${name}`,
    summary: `Read ${words}`,
    data: shown,
    example,
    answer: async (c, given) => {
      const found = await load(c, given.path);
      if (!found) throw notFound({ [field]: unknown });
      return found.value;
    },
  });

  on.put(at, {
    ...described,
    operationId: `put${name}`,
    summary: `Add or replace ${words}`,
    isConditional: true,
    errors: [],
    input: { schema: of.input, example: of.inputExample ?? of.example },
    data: shown,
    example,
    answer: async (c, given) => {
      const line = withKey(given.input as Params, keyOf(given.path));
      const before = isConditional(c) ? await load(c, given.path) : undefined;
      if (before !== undefined) await checkConditions(c, before?.value ?? null);
      const guard =
        before === undefined ? NO_PRECONDITION : guardOf(stored, where(refOf(given.path)), before?.seen ?? null);
      const current = () => load(c, given.path);
      const { refusals } = await retryChange(c, current, () => editResource(of, writingOf(c), line, guard), 1);
      const errors = refusals?.get(1);
      if (errors) throw parameterInvalid(errors);
      const now = await current();
      if (!now) throw notFound({ [field]: unknown });
      c.header('ETag', await etagOfData(now.value));
      return now.value;
    },
  });

  const requireThing = async (c: AppContext, given: Params) => {
    const found = await load(c, given);
    await checkConditions(c, found?.value ?? null);
    if (!found) throw notFound({ [field]: unknown });
    const reason = of.keep?.(found.value);
    if (reason) throw parameterInvalid({ [field]: reason });
    return found;
  };
  const loadUses = async (c: AppContext, thing: object) => (await of.usesOf?.(c.var.db, thing)) ?? {};
  const query = z.object({
    dryRun: bool(false).describe('true changes nothing and reports the records that the request would change'),
  });
  const losing = z.object(uses?.shape ?? {});
  const lost = uses?.example ?? {};

  on.delete(at, {
    operationId: `delete${name}`,
    summary: `Delete ${words}`,
    description: `Removes all references to it in the same transaction.${of.restore ? ` You can restore it for ${RETENTION_DAYS.trash} days.` : ''}`,
    path,
    query,
    isConditional: true,
    data: z.object({ deleted: z.boolean().describe('Whether it was deleted; false in a dry run'), loses: losing }),
    example: { deleted: true, loses: lost },
    answer: async (c, given) => {
      const { dryRun } = given.query;
      return retryChange(
        c,
        () => load(c, given.path),
        async () => {
          const { value, seen } = await requireThing(c, given.path);
          const loses = await loadUses(c, value);
          const guard = guardOf(stored, where(refOf(given.path)), seen);
          if (!dryRun) await removeResource(of, writingOf(c), value, guard);
          return { deleted: !dryRun, loses };
        },
      );
    },
  });

  if (of.restore)
    on.post(`${at}/restore`, {
      operationId: `restore${name}`,
      summary: `Restore ${words}`,
      path,
      isConditional: true,
      others: CONFLICTS,
      data: shown,
      example,
      answer: async (c, given) => {
        const found = await load(c, given.path);
        await checkConditions(c, found?.value ?? null);
        if (found) throw inUse({ [field]: 'is in use' });
        try {
          if (!(await restoreResource(of, writingOf(c), refOf(given.path))))
            throw notFound({ [field]: `was not deleted within the last ${RETENTION_DAYS.trash} days` });
        } catch (error) {
          if (!isOvertaken(error)) throw error;
          throw inUse({
            [field]: 'cannot be restored: its name, slug or URL is in use, or its owner no longer exists',
          });
        }
        return (await load(c, given.path))?.value;
      },
    });

  if (of.into)
    on.post(`${at}/merge`, {
      operationId: `merge${name}`,
      summary: `Merge ${words} into another`,
      description: `Replaces all references to it. You can restore it with its articles for ${RETENTION_DAYS.trash} days.`,
      path,
      query,
      isConditional: true,
      input: { schema: z.object({ into: of.into.schema }), example: { into: of.into.example } },
      data: z.object({
        merged: z.boolean().describe('Whether it was merged; false in a dry run'),
        moves: losing,
        into: shown,
      }),
      example: { merged: true, moves: lost, into: example },
      answer: async (c, given) => {
        const { dryRun } = given.query;
        const into = given.input.into as string | number;
        const other = where(String(into));
        return retryChange(
          c,
          () => load(c, given.path),
          async () => {
            const { value, seen } = await requireThing(c, given.path);
            const target = await loadThing(c.var.db, stored, other);
            if (!target) throw parameterInvalid({ into: unknown });
            if (target.seen === seen) throw parameterInvalid({ into: 'must not be the one that is merged' });
            const moves = await loadUses(c, value);
            const guard = guardOf(stored, where(refOf(given.path)), seen, other);
            if (!dryRun) await mergeResources(of, writingOf(c), value, { into, guard });
            const now = dryRun ? target : await loadThing(c.var.db, stored, other);
            return { merged: !dryRun, moves, into: (now ?? target).value };
          },
        );
      },
    });
}

/** Copies the resource's key from the URL to the body. Throws 400 if the body contains another key. */
function withKey(body: Record<string, unknown>, key: Record<string, unknown>): Record<string, unknown> {
  const wrong = Object.entries(key).filter(([name, value]) => body[name] !== undefined && body[name] !== value);
  if (wrong.length > 0)
    throw parameterInvalid(Object.fromEntries(wrong.map(([name, value]) => [name, `must be ${value}, as in the URL`])));
  return { ...body, ...key };
}

const MAX_ATTEMPTS = 5;

const isOvertaken = (error: unknown): boolean => error instanceof ConflictError;

/** Retries a change after a conflict. Throws 412 after `tries` attempts, or after one if there are preconditions. */
async function retryChange<R>(
  c: AppContext,
  current: () => Promise<{ value: object } | null>,
  change: () => Promise<R>,
  tries = MAX_ATTEMPTS,
): Promise<R> {
  try {
    return await retry(isConditional(c) ? 1 : tries, isOvertaken, change);
  } catch (error) {
    throw isOvertaken(error) ? await changedMeanwhile(c, (await current())?.value ?? null) : error;
  }
}
