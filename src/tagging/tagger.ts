import type { GeoGroup } from '../content/geography.ts';
import type { Db } from '../db/client.ts';
import { companies, geography } from '../db/schema.ts';
import { companyPhrases } from './company-words.ts';
import { compileTagger, type Rule, type Tagger } from './compile.ts';
import { countryRules, otherNames as otherCountries } from './country-words.ts';
import { geoGroupRules, otherNames as otherGroups } from './geo-group-words.ts';
import { KIND_OF, type StoredRule } from './kinds.ts';
import { rulePhrases } from './phrase.ts';
import { loadRules } from './rules.ts';

export type { Tagger } from './compile.ts';

let remembered: { key: string; tagger: Tagger } | undefined;

/**
 * The tagger of the rules, companies and groups as they are. Reads a row each; compiled is only what is different from the last
 * time, so that a change made anywhere counts at once everywhere.
 */
export async function loadTagger(db: Db): Promise<Tagger> {
  const [known, groups] = await db.transaction(
    db.select({ id: companies.id, name: companies.name }).from(companies),
    db.select({ groups: geography.groups }).from(geography),
  );
  const vocabulary: Known = { companies: known, groups: groups[0]?.groups ?? [], rules: await loadRules(db) };
  const key = JSON.stringify(vocabulary);
  if (remembered?.key !== key) remembered = { key, tagger: makeTagger(vocabulary) };
  return remembered.tagger;
}

export interface Known {
  companies: readonly { id: number; name: string }[];
  groups: readonly Pick<GeoGroup, 'slug' | 'name'>[];
  rules: readonly StoredRule[];
}

/**
 * A tagger that knows companies, countries and geo groups by their names without any rule, and topics by their rules alone.
 * A rule for a company, country or group adds to what is known of it.
 */
export function makeTagger({ companies, groups, rules }: Known): Tagger {
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
