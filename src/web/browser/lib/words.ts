import { type ContentType, TYPE_NAMES } from '../../../db/values.ts';

/** With a capital letter first. */
export const capitalized = (words: string): string => words.charAt(0).toUpperCase() + words.slice(1);

/** What the service says of a field, as a sentence beside it: `must not be empty` → `Must not be empty.` */
export const sentence = (fault: string): string => `${capitalized(fault)}.`;

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
