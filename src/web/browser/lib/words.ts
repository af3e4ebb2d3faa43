import { type ContentType, TYPE_NAMES } from '../../../db/values.ts';

export const capitalize = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** Turns an error into a sentence: `must not be empty` → `Must not be empty.` */
export const sentence = (fault: string): string => `${capitalize(fault)}.`;

/** Formats a count with its noun: `1 feed`, `2 feeds`. */
export const formatCount = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

export const typeName = (type: string | null): string => (type ? (TYPE_NAMES[type as ContentType]?.[0] ?? type) : '');

/** Returns a slug of lower-case words, or an empty string if the name has no Latin letters. */
export const latinSlugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
    .replace(/-$/, '');

export const optionsOf = <V extends string>(words: Record<V, string>): [value: V, text: string][] =>
  Object.entries(words) as [V, string][];

/** Returns the value if it is an option, otherwise the first option. Anyone can edit values in the URL. */
export function optionOrFirst<V extends string>(options: readonly (readonly [V, string])[], value: string): V {
  return (options.find(([option]) => option === value) ?? options[0])?.[0] as V;
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ORDINAL_ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
export const ordinal = (place: number): string => place + (ORDINAL_ENDINGS[ORDINALS.select(place)] ?? '');
