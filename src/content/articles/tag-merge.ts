import type { RuleTags } from '../../db/values.ts';
import { TAG_KINDS, type TagKind, type Tags, tagsOf } from '../../tagging/tags.ts';

/** Tags of an article. `ruleTags` is `null` if rules set and removed none of them. */
export interface Tagged {
  tags: Tags;
  ruleTags: RuleTags | null;
}

export type TagAuthor = 'hand' | 'edit' | 'rules';

/** Merges stored and given tags. `origin` is who set the latter: an editor, an edit of an old version, or rules. */
export const mergeTags = (stored: Tagged | undefined, given: Tags, origin: TagAuthor, ofRules?: Tags): Tagged =>
  origin === 'rules' ? byRules(stored, given) : byHand(stored, given, origin === 'edit', ofRules);

/** Sets an editor's tags, and excludes tags that the editor removed. Tags in `ofRules` still count as set by rules. */
function byHand(stored: Tagged | undefined, given: Tags, isEdit: boolean, ofRules?: Tags): Tagged {
  if (!stored && !ofRules) return { tags: given, ruleTags: null };
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

/** Returns the editors' tags, followed by the tags of matching rules except those that an editor removed. */
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

export function without(list: List, other: List): (number | string)[] {
  const taken = new Set(other);
  return [...new Set(list)].filter((each) => !taken.has(each));
}

function ruleTags(added: (kind: TagKind) => List, barred: (kind: TagKind) => List): RuleTags | null {
  const result = { added: tagsOf(added), barred: tagsOf(barred) };
  return TAG_KINDS.some((kind) => result.added[kind].length + result.barred[kind].length > 0) ? result : null;
}
