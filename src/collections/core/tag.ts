import * as z from 'zod';
import type { TrashRow } from '../../content/history/trash.ts';
import {
  mergeTagThings,
  removeTagThing,
  restoreTagThing,
  type TagThingKind,
  usesOfTag,
} from '../../content/removal/remove-tags.ts';
import type { Db, Precondition } from '../../db/client.ts';
import type { Writing } from './collection.ts';
import { count } from './field.ts';

interface Tagging {
  id?: number;
  slug?: string;
  name: string;
}

export const tagVerbs = (kind: TagThingKind) => {
  const refOf = ({ id, slug }: Tagging) => (kind === 'geoGroup' ? slug : id) ?? '';
  return {
    uses: {
      shape: {
        articles: count.describe('Number of articles with this tag'),
        rules: count.describe('Number of rules for this tag'),
      },
      example: { articles: 120, rules: 0 },
    },
    usesOf: (db: Db, thing: Tagging) => usesOfTag(db, kind, refOf(thing)),
    remove: ({ db, author }: Writing, thing: Tagging, guard: Precondition) =>
      removeTagThing(db, { kind, ref: refOf(thing), name: thing.name }, author, guard),
    restore: ({ db, author }: Writing, trashEntry: TrashRow) => restoreTagThing(db, trashEntry, author),
    ...(kind === 'geoGroup' ? {} : mergeVerb(kind)),
  };
};

const mergeVerb = (kind: 'topic' | 'company') => ({
  into: { schema: z.int().positive(), example: 4 },
  merge: ({ db, author }: Writing, { id = 0, name }: Tagging, into: string | number, guard: Precondition) =>
    mergeTagThings(db, { kind, ref: id, into: Number(into), name }, author, guard),
});
