import type { Name, Phrase } from './phrase.ts';
import type { TagKind } from './tags.ts';

export interface Rule {
  kind: TagKind;
  /** Topic or company id, country code, or geo group slug. */
  ref: number | string;
  words: readonly Phrase[];
  exclusions: readonly Phrase[];
}

/** Use of a phrase. A mask has no rule. */
export interface RuleUse {
  rule: Rule | null;
  excludes: boolean;
  doubtful: Name | null;
  part?: Phrase['part'];
}
