import type { FieldType, FormField } from '../../../collections/core/look.ts';
import { fromLocal, toLocal } from '../lib/time/time.ts';
import type { StoredArticle } from './types.ts';

/** What a form holds: text, switches and lists, by field. */
export type Values = Record<string, string | boolean | string[]>;

export type Field = FormField;

/** Fields of several values, and those whose values are numbers. */
export const LISTS: readonly FieldType[] = ['lines', 'topics', 'companies', 'countries', 'groups'];
export const NUMBERS: readonly FieldType[] = ['number', 'topics', 'companies'];

/** Values of an empty form. */
export const blank = (fields: readonly Field[]): Values =>
  Object.fromEntries(
    fields.map(({ name, type, options }) => [
      name,
      type === 'switch' ? false : LISTS.includes(type) ? [] : type === 'select' ? (options?.[0]?.[0] ?? '') : '',
    ]),
  );

/** A stored thing as the form holds it. */
export function toValues(fields: readonly Field[], stored: Record<string, unknown>): Values {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = stored[name];
      if (type === 'switch') return [name, value === true];
      if (LISTS.includes(type)) return [name, ((value ?? []) as (string | number)[]).map(String)];
      if (type === 'time') return [name, value ? toLocal(String(value)) : ''];
      return [name, value === null || value === undefined ? '' : String(value)];
    }),
  );
}

/** The form as the API takes it: what is empty is left out. */
export function toBody(fields: readonly Field[], values: Values): Record<string, unknown> {
  const entries = fields.flatMap(({ name, type, isNumber }): [string, unknown][] => {
    const value = values[name];
    if (Array.isArray(value)) {
      const filled = value.map((one) => one.trim()).filter(Boolean);
      return [[name, NUMBERS.includes(type) ? filled.map(Number) : filled]];
    }
    if (typeof value === 'boolean') return [[name, value]];
    const text = value?.trim() ?? '';
    if (text === '') return [];
    if (isNumber || type === 'number') return [[name, Number(text)]];
    return [[name, type === 'time' ? fromLocal(text) : text]];
  });
  return Object.fromEntries(entries);
}

/** Fields whose values differ. */
export const changed = (fields: readonly Field[], a: Values, b: Values): Field[] =>
  fields.filter(({ name }) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));

/** A picture is two fields of the form and one of the API. */
export function articleToForm(article: Record<string, unknown>): Record<string, unknown> {
  const { image } = article as unknown as StoredArticle;
  return { ...article, imageUrl: image?.url ?? '', imageAlt: image?.alt ?? '' };
}

export function articleToApi(
  { imageUrl, imageAlt, ...body }: Record<string, unknown>,
  stored: Record<string, unknown> | null,
): Record<string, unknown> {
  if (!imageUrl) return body;
  const { image } = (stored ?? {}) as Partial<StoredArticle>;
  const kept = image?.url === imageUrl ? image : null;
  const size = kept?.width && kept.height ? { width: kept.width, height: kept.height } : {};
  return { ...body, image: { url: imageUrl, alt: imageAlt ?? '', ...size } };
}
