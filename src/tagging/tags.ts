import type { Tags } from '../db/values.ts';

export type { Tags } from '../db/values.ts';

export const TAG_KINDS = ['topics', 'companies', 'countries', 'geoGroups'] as const satisfies (keyof Tags)[];
export type TagKind = (typeof TAG_KINDS)[number];

export const tagsOf = (make: (kind: TagKind) => readonly (number | string)[]): Tags =>
  Object.fromEntries(TAG_KINDS.map((kind) => [kind, make(kind)])) as unknown as Tags;

export const NO_TAGS: Tags = tagsOf(() => []);
