import type { Name, Phrase } from './phrase.ts';
import type { TagKind } from './tags.ts';

export interface Rule {
  kind: TagKind;
  /** Topic or company id, country code, or geo group slug. */
  ref: number | string;
  words: readonly Phrase[];
  exclusions: readonly Phrase[];
}

/** Phrase as a rule uses it, or without a rule if it only hides the phrases inside it. */
export interface RuleUse {
  rule: Rule | null;
  excludes: boolean;
  doubtful: Name | null;
  part?: Phrase['part'];
}
