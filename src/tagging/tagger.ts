import { companyPhrases } from './company-words.ts';
import { compileTagger, type Tagger } from './compile.ts';
import { countryRules, otherNames as otherCountries } from './country-words.ts';
import { geoGroupRules, type NamedGroup, otherNames as otherGroups } from './geo-group-words.ts';
import { KIND_OF, type StoredRule } from './kinds.ts';
import { rulePhrases } from './phrase.ts';
import type { Rule } from './rule.ts';

/** What a tagger is made of. */
export interface Vocabulary {
  companies: readonly { id: number; name: string }[];
  groups: readonly NamedGroup[];
  rules: readonly StoredRule[];
}

/**
 * A tagger that knows companies, countries and geo groups by their names without any rule, and topics by their rules alone.
 * A rule for a company, country or group adds to what is known of it.
 */
export function makeTagger({ companies, groups, rules }: Vocabulary): Tagger {
  const named: Rule[] = [
    ...companies.map(
      ({ id, name }): Rule => ({ kind: 'companies', ref: id, words: companyPhrases(name), exclusions: [] }),
    ),
    ...countryRules(),
    ...geoGroupRules(groups),
  ];
  const byKey = new Map(named.map((rule) => [`${rule.kind} ${rule.ref}`, rule]));
  for (const { kind, ref, words, exclusions } of rules) {
    const key = `${KIND_OF[kind]} ${ref}`;
    const known = byKey.get(key);
    byKey.set(key, {
      kind: KIND_OF[kind],
      ref: kind === 'topic' || kind === 'company' ? Number(ref) : ref,
      words: [...(known?.words ?? []), ...words.flatMap(rulePhrases)],
      exclusions: [...(known?.exclusions ?? []), ...exclusions.flatMap(rulePhrases)],
    });
  }
  return compileTagger([...byKey.values()], [...otherCountries(), ...otherGroups()]);
}
