import type { Context } from 'hono';
import type * as z from 'zod';
import type { Numbered, Refusals } from '../../content/saved.ts';
import type { Db } from '../../db/client.ts';
import { readLines } from '../../http/body.ts';
import type { AppEnv } from '../../http/env.ts';
import { success } from '../../lib/jsend.ts';

type Save<T> = (db: Db, lines: Numbered<T>[], now: number, env: Env) => Promise<Refusals | undefined>;

/** Handler that takes a JSON array or NDJSON: good lines are stored, bad ones named, in the order of their lines. */
export function upsert<S extends z.ZodType>(schema: S, save: Save<z.output<S>>) {
  return async (c: Context<AppEnv>) => {
    const { lines, rejected } = await readLines(c, schema);
    const refusals = (await save(c.var.db, lines, c.var.now, c.env)) ?? new Map();
    for (const [line, errors] of refusals) rejected.push({ line, errors });
    rejected.sort((a, b) => a.line - b.line);
    return c.json(success({ accepted: lines.length - refusals.size, rejected }));
  };
}
