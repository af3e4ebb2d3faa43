export const KIND_OF = { topic: 'topics', company: 'companies', country: 'countries', geoGroup: 'geoGroups' } as const;
export const RULE_KINDS = ['topic', 'company', 'country', 'geoGroup'] as const;
export type RuleKind = (typeof RULE_KINDS)[number];

/** Rule as it is stored. `ref` is a topic or company id, a country code or the slug of a geo group. */
export interface StoredRule {
  kind: RuleKind;
  ref: string;
  words: string[];
  exclusions: string[];
  /** ISO 639 code of the language to which the rule is limited. Absent if the rule applies to all articles. */
  language?: string | null | undefined;
}
