import type { Db } from '../../db/client.ts';
import { companies, geography } from '../../db/schema.ts';
import type { Tagger } from '../../tagging/compile.ts';
import { makeTagger, type Vocabulary } from '../../tagging/tagger.ts';
import { selectRules } from './rules.ts';

let remembered: { key: string; tagger: Tagger } | undefined;

/**
 * The tagger of the current rules, companies and groups. Reads one row for each of them; compiles only if something has changed since the
 * last time, so that every change takes effect at once everywhere.
 */
export async function loadTagger(db: Db): Promise<Tagger> {
  const { known, groups, rules } = await db.transaction({
    known: db.select({ id: companies.id, name: companies.name }).from(companies),
    groups: db.select({ groups: geography.groups }).from(geography),
    rules: selectRules(db),
  });
  const vocabulary: Vocabulary = { companies: known, groups: groups[0]?.groups ?? [], rules };
  const key = JSON.stringify(vocabulary);
  if (remembered?.key !== key) remembered = { key, tagger: makeTagger(vocabulary) };
  return remembered.tagger;
}
