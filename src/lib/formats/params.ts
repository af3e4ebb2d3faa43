import * as z from 'zod';
import { asListed, calendarDay, readAs } from '../faults.ts';

/** This module parses parameters. It trims values, treats empty values as absent and rejects repeated parameters. */

const MAX_LIST = 100;

/** JSON Schema of a parameter. It is set explicitly, because Zod would describe every parameter as a string. */
type Shape = { type: 'string' | 'integer' | 'boolean' | 'array' } & Record<string, unknown>;
const TEXT: Shape = { type: 'string' };

const given = z.string({ error: 'is given more than once; separate the values of a list by commas' });

const orDefault = <S extends z.ZodType<unknown, string>, const D>(inner: S, fallback: D, override: Shape) =>
  given
    .optional()
    .transform((text) => text?.trim() || undefined)
    .pipe(inner.optional())
    .transform((value): z.output<S> | D => value ?? fallback)
    .meta({ override });

const word = <const T extends readonly [string, ...string[]]>(values: T) => listedValue(values).pipe(z.enum(values));

const listedValue = (values: readonly string[]) => z.string().transform((text) => asListed(values, text));

export const choice = <const T extends readonly [string, ...string[]], const D>(values: T, fallback: D) =>
  orDefault(word(values), fallback, { type: 'string', enum: [...values], ...statedDefault(fallback) });

export const choiceOrOther = <const T extends readonly [string, ...string[]], const D>(values: T, fallback: D) =>
  orDefault(listedValue(values), fallback, { type: 'string', enum: [...values], ...statedDefault(fallback) });

export const bit = (fallback: boolean) =>
  orDefault(
    word(['0', '1']).transform((value) => value === '1'),
    fallback,
    { type: 'integer', enum: [0, 1], default: Number(fallback) },
  );

export const bool = <const D>(fallback: D) =>
  orDefault(
    z.enum(['true', 'false']).transform((value) => value === 'true'),
    fallback,
    { type: 'boolean', ...statedDefault(fallback) },
  );

export const optionalBool = bool(undefined);

export const integer = <const D>(min: number, max: number, fallback: D) => {
  const error = `must be a whole number from ${min} to ${max}`;
  return orDefault(
    z
      .string()
      .regex(/^\d{1,16}$/, { error })
      .transform(Number)
      .pipe(z.number().min(min, { error }).max(max, { error })),
    fallback,
    { type: 'integer', minimum: min, maximum: max, ...statedDefault(fallback) },
  );
};

const ID: Shape = { type: 'integer', minimum: 1, maximum: Number.MAX_SAFE_INTEGER };

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

/** Comma-separated list of at most 100 values, trimmed and deduplicated. `shape`: JSON Schema of one value. */
export const list = <S extends z.ZodType<unknown, string>>(
  item: S,
  shape = TEXT,
  wrong: (values: readonly z.output<S>[]) => string | null = () => null,
) =>
  orDefault(
    z
      .string()
      .transform(splitList)
      .pipe(z.array(item).max(MAX_LIST, { error: `has too many values; the limit is ${MAX_LIST}` }))
      .transform((values, ctx) => {
        const message = wrong(values);
        if (message) ctx.addIssue({ code: 'custom', message });
        return [...new Set(values)];
      }),
    [] as z.output<S>[],
    { type: 'array', items: shape, maxItems: MAX_LIST },
  ).meta({ param: { style: 'form', explode: false } });

export const optionalId = orDefault(id, undefined, ID);

export const ids = list(id, ID);

export const choices = <const T extends readonly [string, ...string[]]>(values: T) =>
  list(word(values), { type: 'string', enum: [...values] });

export const shaped = (shape: RegExp, allowed: string) =>
  orDefault(z.string().regex(shape, { error: `must be ${allowed}` }), undefined, {
    type: 'string',
    pattern: shape.flags.includes('i') ? insensitive(shape.source) : shape.source,
  });

export const orNothing = <T>(read: (text: string) => T | null, allowed: string, shape = TEXT) =>
  orDefault(readAs(read, `must be ${allowed}`), undefined, shape);

export const slugPath = z
  .string()
  .regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, { error: 'must be lower-case words joined by hyphens' });

export const day = orDefault(calendarDay, undefined, { type: 'string', format: 'date' });

function statedDefault(fallback: unknown): { default?: unknown } {
  return fallback === undefined || fallback === null ? {} : { default: fallback };
}

/** Expands letter ranges to both cases, because patterns in OpenAPI have no flags. */
function insensitive(source: string): string {
  return source.replaceAll('a-f', 'a-fA-F').replaceAll('a-z', 'a-zA-Z');
}

function splitList(value: string): string[] {
  const values = value.split(',').map((part) => part.trim());
  return [...new Set(values.filter((part) => part !== ''))];
}
