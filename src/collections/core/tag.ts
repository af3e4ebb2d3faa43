import type { Kept } from '../../content/history/trash.ts';
import {
  mergeTagThings,
  removeTagThing,
  restoreTagThing,
  type TagThingKind,
  usesOfTag,
} from '../../content/removal/tags.ts';
import type { Db } from '../../db/client.ts';
import type { Guard } from '../../db/guard.ts';
import type { Writing } from './collection.ts';
import { count } from './field.ts';

/** Something that articles are tagged with. */
interface Tagging {
  id?: number;
  slug?: string;
  name: string;
}

/** What can be done with what articles are tagged with, besides saving it. `key`: the field that names one. */
export const tagVerbs = (kind: TagThingKind, key: 'id' | 'slug') => ({
  uses: {
    shape: { articles: count.describe('Articles that are tagged with it'), rules: count.describe('Rules for it') },
    example: { articles: 120, rules: 0 },
  },
  usesOf: (db: Db, thing: Tagging) => usesOfTag(db, kind, thing[key] ?? ''),
  remove: ({ db, author }: Writing, thing: Tagging, guard: Guard) =>
    removeTagThing(db, { kind, ref: thing[key] ?? '', name: thing.name }, author, guard),
  restore: ({ db, author }: Writing, kept: Kept) => restoreTagThing(db, kept, author),
});

/** Merges one into another of the kind. */
export const mergeTag =
  (kind: 'topic' | 'company') =>
  ({ db, author }: Writing, { id = 0, name }: Tagging, into: string | number, guard: Guard) =>
    mergeTagThings(db, { kind, ref: id, into: Number(into), name }, author, guard);
