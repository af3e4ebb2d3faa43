import { type ContentType, TYPE_NAMES } from '../../../db/values.ts';

/** With a capital letter first. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What the service says of a field, as a sentence beside it: `must not be empty` → `Must not be empty.` */
export const sentence = (fault: string): string => `${capitalized(fault)}.`;

/** `1 feed`, `2 feeds`. */
export const counted = (count: number, one: string, several = `${one}s`): string =>
  `${count} ${count === 1 ? one : several}`;

/** A content type as people say it. */
export const typeName = (type: string | null): string => (type ? (TYPE_NAMES[type as ContentType]?.[0] ?? type) : '');

/** A slug of lower-case words joined by hyphens; empty where the name has no Latin letters. */
export const slugOf = (name: string): string =>
  name
    .normalize('NFD')
    .toLowerCase()
    .replace(/\p{M}/gu, '')
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 80)
    .replace(/-$/, '');

/** The choices of a control: each value with what people read, in their order. */
export const optionsOf = <V extends string>(words: Record<V, string>): [value: V, text: string][] =>
  Object.entries(words) as [V, string][];

/** The value where it is among the options, else the first: an address may hold anything. */
export function known<V extends string>(options: readonly (readonly [V, string])[], value: string): V {
  return (options.find(([option]) => option === value) ?? options[0])?.[0] as V;
}

const ORDINALS = new Intl.PluralRules('en', { type: 'ordinal' });
const ENDINGS: Record<string, string> = { one: 'st', two: 'nd', few: 'rd', other: 'th' };
/** `3rd` */
export const ordinal = (place: number): string => place + (ENDINGS[ORDINALS.select(place)] ?? '');
