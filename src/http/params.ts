import { zValidator } from '@hono/zod-validator';
import type { ValidationTargets } from 'hono';
import * as z from 'zod';
import { asListed, calendarDay, describeIssues, readAs } from '../lib/faults.ts';
import { parameterInvalid } from './errors.ts';

/** The rules all parameters share: values are trimmed, empty counts as absent, given twice is a fault, numbers are never clamped, codes are case-insensitive. */

const MAX_LIST = 100;

/** A value for the API description; from the schema alone, every parameter would be text. */
type Shape = { type: 'string' | 'integer' | 'boolean' | 'array' } & Record<string, unknown>;
const TEXT: Shape = { type: 'string' };

const given = z.string({ error: 'is given more than once; give it once, with commas between the values of a list' });

const orDefault = <S extends z.ZodType<unknown, string>, const D>(inner: S, fallback: D, override: Shape) =>
  given
    .optional()
    .transform((text) => text?.trim() || undefined)
    .pipe(inner.optional())
    .transform((value): z.output<S> | D => value ?? fallback)
    .meta({ override });

/** One of these words, in small or capital letters; the result has the letters of the list. */
const word = <const T extends readonly [string, ...string[]]>(values: T) => spelled(values).pipe(z.enum(values));

const spelled = (values: readonly string[]) => z.string().transform((text) => asListed(values, text));

/** One of the given words. */
export const choice = <const T extends readonly [string, ...string[]], const D>(values: T, fallback: D) =>
  orDefault(word(values), fallback, { type: 'string', enum: [...values], ...stated(fallback) });

/** One of the given words, or another one as it is: where it depends on other parameters whether a wrong word matters. */
export const choiceOrOther = <const T extends readonly [string, ...string[]], const D>(values: T, fallback: D) =>
  orDefault(spelled(values), fallback, { type: 'string', enum: [...values], ...stated(fallback) });

/** A feed boolean: `0` or `1`. */
export const bit = (fallback: boolean) =>
  orDefault(
    word(['0', '1']).transform((value) => value === '1'),
    fallback,
    { type: 'integer', enum: [0, 1], default: Number(fallback) },
  );

/** An insights boolean: `true` or `false`. */
export const bool = <const D>(fallback: D) =>
  orDefault(
    z.enum(['true', 'false']).transform((value) => value === 'true'),
    fallback,
    { type: 'boolean', ...stated(fallback) },
  );

/** `true`, `false`, or neither: then it makes no difference. */
export const optionalBool = bool(undefined);

/** A whole number within bounds. */
export const integer = <const D>(min: number, max: number, fallback: D) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return orDefault(
    z
      .string()
      .regex(/^\d{1,16}$/, { error })
      .transform(Number)
      .pipe(z.number().min(min, { error }).max(max, { error })),
    fallback,
    { type: 'integer', minimum: min, maximum: max, ...stated(fallback) },
  );
};

const ID: Shape = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

/** A positive integer id in a path or a list. */
export const id = z
  .string()
  .regex(/^[1-9]\d{0,15}$/, { error: 'must be a positive integer id' })
  .transform(Number)
  .refine(Number.isSafeInteger, { error: 'must be a positive integer id below 2^53' })
  .meta({
    override: ({ jsonSchema }) => {
      delete jsonSchema.pattern;
      Object.assign(jsonSchema, ID);
    },
  });

/**
 * A comma-separated list: values trimmed, deduplicated, at most 100. `shape` is that of one value; `wrong` checks
 * all of them together.
 */
export const list = <S extends z.ZodType<unknown, string>>(
  item: S,
  shape = TEXT,
  wrong: (values: readonly z.output<S>[]) => string | null = () => null,
) =>
  orDefault(
    z
      .string()
      .transform(splitList)
      .pipe(z.array(item).max(MAX_LIST, { error: `holds too many values; at most ${MAX_LIST}` }))
      .transform((values, ctx) => {
        const message = wrong(values);
        if (message) ctx.addIssue({ code: 'custom', message });
        return [...new Set(values)];
      }),
    [] as z.output<S>[],
    { type: 'array', items: shape, maxItems: MAX_LIST },
  ).meta({ param: { style: 'form', explode: false } });

/** One id, or none. */
export const optionalId = orDefault(id, undefined, ID);

export const ids = list(id, ID);

/** A list of the given words. */
export const choices = <const T extends readonly [string, ...string[]]>(values: T) =>
  list(word(values), { type: 'string', enum: [...values] });

/** Text that must match the given pattern; `allowed` describes it in words. */
export const shaped = (shape: RegExp, allowed: string) =>
  orDefault(z.string().regex(shape, { error: `must be ${allowed}` }), undefined, {
    type: 'string',
    pattern: shape.flags.includes('i') ? insensitive(shape.source) : shape.source,
  });

/** What `read` makes of a text, or none; `allowed` says in words what it can read, `shape` for the description. */
export const orNothing = <T>(read: (text: string) => T | null, allowed: string, shape = TEXT) =>
  orDefault(readAs(read, `must be ${allowed}`), undefined, shape);

/** A slug in a path. */
export const slugPath = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case words joined by hyphens' });

/** A calendar day of UTC. */
export const day = orDefault(calendarDay, undefined, { type: 'string', format: 'date' });

function stated(fallback: unknown): { default?: unknown } {
  // A query cannot give null.
  return fallback === undefined || fallback === null ? {} : { default: fallback };
}

/** A pattern without flags, which the description does not support; enough for letters in character classes. */
function insensitive(source: string): string {
  return source.replaceAll('a-f', 'a-fA-F').replaceAll('a-z', 'a-zA-Z');
}

function splitList(value: string): string[] {
  const values = value.split(',').map((part) => part.trim());
  return [...new Set(values.filter((part) => part !== ''))];
}

/** Validates a request's parameters; all faults go into one 400. */
export const validated = <S extends z.ZodType, T extends keyof ValidationTargets>(target: T, schema: S) =>
  zValidator(target, schema, (result) => {
    if (!result.success) throw parameterInvalid(describeIssues(result.error));
  });
