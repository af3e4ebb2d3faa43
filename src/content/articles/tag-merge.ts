import type { RuleTags } from '../../db/values.ts';
import { TAG_KINDS, type TagKind, type Tags, tagsOf } from '../../tagging/tags.ts';

/** An article's tags, and what the rules did; null: nothing. */
export interface Tagged {
  tags: Tags;
  ruleTags: RuleTags | null;
}

/** Who says what an article is tagged with. */
export type TagAuthor = 'hand' | 'edit' | 'rules';

/**
 * The tags of an article that is saved with `given`: by hand, by an edit of what was read, or with what the rules have matched.
 * `stored`: as it is.
 */
export const mergeTags = (stored: Tagged | undefined, given: Tags, origin: TagAuthor, ofRules?: Tags): Tagged =>
  origin === 'rules' ? byRules(stored, given) : byHand(stored, given, origin === 'edit', ofRules);

/**
 * The given tags are the article's tags exactly; what it had and they leave out is barred. They are set by hand from now on, but
 * an edit leaves to the rules what these have added and `ofRules` names. A tag that `ofRules` names and that is not given is barred.
 */
function byHand(stored: Tagged | undefined, given: Tags, isEdit: boolean, ofRules?: Tags): Tagged {
  const isOfRules = (kind: TagKind, tag: number | string) => !ofRules || of(ofRules, kind).includes(tag);
  return {
    tags: given,
    ruleTags: ruleTags(
      (kind) =>
        isEdit
          ? of(stored?.ruleTags?.added, kind).filter((tag) => of(given, kind).includes(tag) && isOfRules(kind, tag))
          : [],
      (kind) => without([...barred(stored, kind), ...of(stored?.tags, kind), ...of(ofRules, kind)], given[kind]),
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
