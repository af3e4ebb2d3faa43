import * as z from 'zod';
import type { Writing } from '../../collections/core/collection.ts';
import type { Author } from '../../content/history/audit.ts';
import type { ImportLine, Refusals } from '../../content/import-lines.ts';
import { readLines } from '../../http/body.ts';
import { describe, enveloped } from '../../http/endpoint.ts';
import type { AppContext } from '../../http/env.ts';
import { parameterInvalid } from '../../http/errors.ts';
import { success } from '../../lib/formats/jsend.ts';
import { isTurnOver, nextTurn } from '../../lib/thread/turns.ts';
import { count } from '../shapes.ts';

const rejection = z
  .object({
    line: z.int().positive().describe('Line of NDJSON, or position in the JSON array, from 1'),
    errors: z.record(z.string(), z.string()).describe('Errors by field'),
  })
  .meta({ id: 'Rejection' });

const upserted = z
  .object({ accepted: count, rejected: z.array(rejection) })
  .meta({ id: 'Upserted', description: 'Valid lines are stored; invalid lines are listed' });

const UPSERT_EXAMPLE: z.input<typeof upserted> = {
  accepted: 41,
  rejected: [{ line: 7, errors: { slug: 'must be lower-case words joined by hyphens' } }],
};

interface Upsert<S extends z.ZodType> {
  operationId: string;
  summary: string;
  description?: string;
  line: S;
  example: object;
}

type Save<T> = (writing: Writing & { env: Env }, lines: ImportLine<T>[]) => Promise<Refusals | undefined>;

export const writingOf = (c: AppContext) => ({ db: c.var.db, env: c.env, author: authorOf(c) });

const CHANGE_ID = 'Change-Id';

/** Returns the author of a change. Requests with the same UUID in `Change-Id` become one audit entry. */
export function authorOf(c: AppContext): Author {
  const { key, session, now, requestId } = c.var;
  const given = c.req.header(CHANGE_ID);
  if (given !== undefined && !z.guid().safeParse(given).success)
    throw parameterInvalid({
      [CHANGE_ID]: 'must be a UUID; requests with the same UUID form one change in the audit trail',
    });
  return { actor: key.name, session: session?.id, change: given?.toLowerCase() ?? requestId, now };
}

/** Creates a handler that saves the valid lines of an array or NDJSON and returns the errors of the other lines. */
export function upsert<S extends z.ZodType>({ line, example, ...operation }: Upsert<S>, save: Save<z.output<S>>) {
  return describe(
    {
      ...operation,
      tag: 'Management',
      body: {
        'application/json': { schema: z.array(line), example: [example] },
        'application/x-ndjson': {
          schema: z.string().describe('One JSON object per line'),
          example: JSON.stringify(example),
        },
      },
      answer: {
        status: 200,
        description: 'Success',
        content: { 'application/json': enveloped(upserted, UPSERT_EXAMPLE) },
      },
    },
    async (c: AppContext) => {
      const { lines, rejected } = await readLines(c, line, () => (isTurnOver() ? nextTurn() : undefined));
      const refusals = (await save(writingOf(c), lines)) ?? new Map();
      for (const [line, errors] of refusals) rejected.push({ line, errors });
      rejected.sort((a, b) => a.line - b.line);
      const data: z.input<typeof upserted> = { accepted: lines.length - refusals.size, rejected };
      return c.json(success(data));
    },
  );
}
