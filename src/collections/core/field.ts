import * as z from 'zod';
import { articleId, cleanText, country, flag, nonEmptyText, optional, slugField, unique } from '../../content/input.ts';
import type { FieldType, Look } from './look.ts';

/** Field of a collection. The schema `stored` is used for responses, and `given` for requests. */
export interface Field<S extends z.ZodType = z.ZodType, G extends z.ZodType = z.ZodType> extends Look {
  type: FieldType;
  stored: S;
  given: G;
}

export type Fields = Record<string, Field>;

export const makeField = <S extends z.ZodType, G extends z.ZodType>(
  type: FieldType,
  stored: S,
  given: G,
  look: Look,
): Field<S, G> => ({ ...look, type, stored, given });

const SLUG_HINT = 'Lower-case words joined by hyphens, used in addresses';
const NUMBER_HINT = 'Identifier in the API. You cannot change it later';

export const number = () =>
  makeField('number', z.int(), articleId, {
    label: 'Number',
    hint: NUMBER_HINT,
    isRequired: true,
    isIdentity: true,
    column: { heading: 'No.' },
  });

export const textField = (max: number, look: Look) =>
  makeField('text', z.string(), nonEmptyText(max), { isRequired: true, maxLength: max, ...look });

export const slugText = (look: Partial<Look> = {}) =>
  makeField('text', z.string(), slugField, { label: 'Slug', hint: SLUG_HINT, isRequired: true, ...look });

export const area = (max: number, look: Look) =>
  makeField(
    'area',
    z.string(),
    optional(cleanText(max)).transform((given) => given ?? ''),
    { isWhole: true, maxLength: max, ...look },
  );

export const toggle = (look: Look) =>
  makeField(
    'switch',
    z.boolean(),
    flag.transform((given) => given ?? false),
    look,
  );

export const countriesField = (look: Look) =>
  makeField(
    'countries',
    z.array(z.string()),
    unique(country, 250).transform((codes) => codes.sort()),
    { isWhole: true, ...look },
  );

export const count = z.int().min(0);
