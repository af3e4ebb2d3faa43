import type { Name, Phrase } from './phrase.ts';
import type { TagKind } from './tags.ts';

/** The phrases by which a tag is given. */
export interface Rule {
  kind: TagKind;
  /** Topic or company id, country code, geo group slug. */
  ref: number | string;
  words: readonly Phrase[];
  exclusions: readonly Phrase[];
}

/** A phrase's use; a mask belongs to no rule. */
export interface RuleUse {
  rule: Rule | null;
  excludes: boolean;
  /** A company's name that may mean something else. */
  doubtful: Name | null;
  /** As in `Phrase`. */
  part?: Phrase['part'];
}
