import type { Name, Phrase } from './phrase.ts';
import type { TagKind } from './tags.ts';

export interface Rule {
  kind: TagKind;
  /** Topic or company id, country code, or geo group slug. */
  ref: number | string;
  words: readonly Phrase[];
  exclusions: readonly Phrase[];
}

/** Phrase of a rule. A phrase without a rule only hides shorter phrases: `Boston Globe` hides `Boston`. */
export interface RuleUse {
  rule: Rule | null;
  excludes: boolean;
  doubtful: Name | null;
  part?: Phrase['part'];
}
