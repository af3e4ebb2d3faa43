import type { RuleTags } from '../db/values.ts';
import { TAG_KINDS, type TagKind, type Tags, tagsOf } from '../tagging/tags.ts';

/** An article's tags, and what the rules did; null: nothing. */
export interface Tagged {
  tags: Tags;
  ruleTags: RuleTags | null;
}

/** Who sets an article's tags. */
export type Origin = 'hand' | 'rules';

/** The tags of an article that is saved with `given`, by hand or with what the rules have matched. `stored`: its present tags. */
export const mergeTags = (stored: Tagged | undefined, given: Tags, origin: Origin): Tagged =>
  origin === 'hand' ? byHand(stored, given) : byRules(stored, given);

/** The given tags become the article's tags, all set by hand from now on; the rules must not add any that were left out. */
function byHand(stored: Tagged | undefined, given: Tags): Tagged {
  return {
    tags: given,
    ruleTags: ruleTags(
      () => [],
      (kind) => without([...barred(stored, kind), ...of(stored?.tags, kind)], given[kind]),
    ),
  };
}

/** Tags set by hand stay and come first; matched ones are added unless barred, and added ones that no longer match are removed. */
function byRules(stored: Tagged | undefined, matched: Tags): Tagged {
  const hand = tagsOf((kind) => without(of(stored?.tags, kind), of(stored?.ruleTags?.added, kind)));
  const added = tagsOf((kind) => without(matched[kind], [...hand[kind], ...barred(stored, kind)]));
  return {
    tags: tagsOf((kind) => [...hand[kind], ...added[kind]]),
    ruleTags: ruleTags(
      (kind) => added[kind],
      (kind) => barred(stored, kind),
    ),
  };
}

type List = readonly (number | string)[];

const of = (tags: Tags | undefined, kind: TagKind): List => tags?.[kind] ?? [];
const barred = (stored: Tagged | undefined, kind: TagKind): List => of(stored?.ruleTags?.barred, kind);

/** The distinct elements of `list` that are not in `other`. */
export function without(list: List, other: List): (number | string)[] {
  const taken = new Set(other);
  return [...new Set(list)].filter((each) => !taken.has(each));
}

function ruleTags(added: (kind: TagKind) => List, barred: (kind: TagKind) => List): RuleTags | null {
  const result = { added: tagsOf(added), barred: tagsOf(barred) };
  return TAG_KINDS.some((kind) => result.added[kind].length + result.barred[kind].length > 0) ? result : null;
}
