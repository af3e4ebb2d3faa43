import { zValidator } from '@hono/zod-validator';
import type { Context, ValidationTargets } from 'hono';
import * as z from 'zod';
import { describeIssues } from '../lib/faults.ts';
import { TtlCache } from '../lib/ttl-cache.ts';
import { parameterInvalid } from './errors.ts';

export const validated = <S extends z.ZodType, T extends keyof ValidationTargets>(target: T, schema: S) =>
  zValidator(target, schema, (result) => {
    if (!result.success) throw parameterInvalid(describeIssues(result.error));
  });

/** Limits of the query cache: the number of results per schema, and the query length in characters. */
const MAX_QUERIES = 100;
const MAX_CHARACTERS = 500;

const parsedQueries = new WeakMap<z.ZodObject, TtlCache<z.ZodSafeParseSuccess<object>>>();

/** Validates a query. Results are cached, because most queries are repeated, so a schema must not use other data. */
export function parseQuery<Q extends z.ZodObject>(c: Context, schema: Q): z.ZodSafeParseResult<z.output<Q>> {
  const { url } = c.req;
  const start = url.indexOf('?');
  const text = start < 0 ? '' : url.slice(start);
  const results = parsedQueries.get(schema) ?? new TtlCache({ ttl: Number.POSITIVE_INFINITY, capacity: MAX_QUERIES });
  parsedQueries.set(schema, results);
  const known = results.get(text, 0) as z.ZodSafeParseSuccess<z.output<Q>> | undefined;
  if (known) return known;
  const result = z.safeParse(schema, queryOf(c));
  if (result.success && text.length <= MAX_CHARACTERS) {
    freeze(result.data);
    results.set(text, result, 0);
  }
  return result;
}

/** Returns the query parameters. A repeated parameter becomes a list, which every schema rejects. */
function queryOf(c: Context): Record<string, string | string[] | undefined> {
  const entries = Object.entries(c.req.queries());
  return Object.fromEntries(entries.map(([name, values]) => [name, values.length > 1 ? values : values[0]]));
}

function freeze(value: unknown): void {
  if (typeof value !== 'object' || value === null) return;
  Object.freeze(value);
  for (const each of Object.values(value)) freeze(each);
}
