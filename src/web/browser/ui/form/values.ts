import type { FieldType, FormField } from '../../../../collections/core/look.ts';
import type { Byline } from '../../../../db/values.ts';
import { fromLocal, toLocal } from '../../lib/time.ts';

/** Form values by field. A time range is a string such as `22:00-07:00`, or empty. */
export type Values = Record<string, string | boolean | string[]>;

export interface InputField extends Omit<FormField, 'type'> {
  /** Type of a field. `several` allows any number of options, `segments` shows all, and `hours` is a time range. */
  type: FieldType | 'several' | 'searches' | 'segments' | 'hours';
  range?: readonly [min: number, max: number];
  /** Label of a switch before the options of `several`, which stands for an empty list. */
  all?: string;
  /** Notes on the options of `several`, by value. */
  notes?: Readonly<Record<string, string>>;
}

export const LIST_TYPES: readonly InputField['type'][] = [
  'lines',
  'authors',
  'topics',
  'companies',
  'countries',
  'groups',
  'searches',
  'several',
];
export const NUMBER_TYPES: readonly InputField['type'][] = ['number', 'topics', 'companies'];

export const emptyValues = (fields: readonly InputField[]): Values =>
  Object.fromEntries(
    fields.map(({ name, type, options }) => [
      name,
      type === 'switch' ? false : LIST_TYPES.includes(type) ? [] : type === 'select' ? (options?.[0]?.[0] ?? '') : '',
    ]),
  );

/** Returns the values of a form for a new record. A required time is the present minute. */
export const newValues = (fields: readonly InputField[], now: number): Values => ({
  ...emptyValues(fields),
  ...Object.fromEntries(
    fields
      .filter(({ type, isRequired }) => type === 'time' && isRequired)
      .map(({ name }) => [name, toLocal(new Date(now).toISOString()).slice(0, 16)]),
  ),
});

export function toValues(fields: readonly InputField[], stored: Record<string, unknown>): Values {
  return Object.fromEntries(
    fields.map(({ name, type }) => {
      const value = stored[name];
      if (type === 'switch') return [name, value === true];
      if (type === 'authors') return [name, ((value ?? []) as Byline[]).map(authorLine)];
      if (LIST_TYPES.includes(type)) return [name, ((value ?? []) as (string | number)[]).map(String)];
      if (value === null || value === undefined) return [name, ''];
      if (type === 'time') return [name, toLocal(String(value))];
      return [name, type === 'hours' ? Object.values(value).join('-') : String(value)];
    }),
  );
}

/** Returns the request body for the API. Empty values are omitted. */
export function toBody(fields: readonly InputField[], values: Values): Record<string, unknown> {
  const entries = fields.flatMap(({ name, type, isNumber }): [string, unknown][] => {
    const value = values[name];
    if (Array.isArray(value)) {
      const nonEmptyValues = value.map((one) => one.trim()).filter(Boolean);
      return [
        [
          name,
          type === 'authors'
            ? nonEmptyValues.map(bylineOf)
            : NUMBER_TYPES.includes(type)
              ? nonEmptyValues.map(Number)
              : nonEmptyValues,
        ],
      ];
    }
    if (typeof value === 'boolean') return [[name, value]];
    const text = value?.trim() ?? '';
    if (text === '') return [];
    if (isNumber || type === 'number') return [[name, Number(text)]];
    const [from, to] = text.split('-');
    return [[name, type === 'time' ? fromLocal(text) : type === 'hours' ? { from, to } : text]];
  });
  return Object.fromEntries(entries);
}

export const authorLine = ({ name, url }: Byline): string => (url ? `${name} <${url}>` : name);

export function bylineOf(line: string): Byline {
  const [, name = line, url] = line.match(/^(.+?)\s*<(\S+)>$/) ?? [];
  return { name: name.trim(), ...(url && { url }) };
}

export const changedInputs = (fields: readonly InputField[], a: Values, b: Values): InputField[] =>
  fields.filter(({ name }) => JSON.stringify(a[name]) !== JSON.stringify(b[name]));
