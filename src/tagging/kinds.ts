/** The kinds of rules, and the articles' field that each fills. */
export const KIND_OF = { topic: 'topics', company: 'companies', country: 'countries', geoGroup: 'geoGroups' } as const;
export const RULE_KINDS = ['topic', 'company', 'country', 'geoGroup'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** A rule as it is stored; `ref`: topic or company id, country code, geo group slug. */
export interface StoredRule {
  kind: RuleKind;
  ref: string;
  words: string[];
  exclusions: string[];
  /** ISO 639: articles of this language alone; none: all. */
  language?: string | null | undefined;
}
