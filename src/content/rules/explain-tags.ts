import { desc } from 'drizzle-orm';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import type { RuleTags } from '../../db/values.ts';
import type { Reason, TaggedText } from '../../tagging/compile.ts';
import type { TagEvidence } from '../../tagging/evidence.ts';
import { KIND_OF, type StoredRule } from '../../tagging/rule-kinds.ts';
import type { TagKind, Tags } from '../../tagging/tags.ts';
import { readGeography } from '../geography.ts';
import { loadTagger, taggerOf } from './rules.ts';

interface Named {
  kind: TagKind;
  ref: number | string;
  name: string;
}

/** Returns the origin of each tag and its evidence under the current rules. `byRules` are the tags set by rules. */
export async function explainTags(db: Db, text: TaggedText, named: readonly Named[], byRules: Tags) {
  const reasons = (await loadTagger(db)).reasons(text);
  return named.map((tag) => {
    const isOf = (other: { kind: TagKind; ref: number | string }) => other.kind === tag.kind && other.ref === tag.ref;
    const byRule = (byRules[tag.kind] as (number | string)[]).includes(tag.ref);
    return { ...tag, by: byRule ? ('rule' as const) : ('hand' as const), ...whyOf(reasons.find(isOf)) };
  });
}

const whyOf = (reason: Reason | undefined) => ({
  places: reason?.places ?? [],
  ...(reason?.evidence ? displayedEvidence(reason.evidence) : { chance: null, signs: [] }),
});

export const displayedEvidence = ({ chance, signs }: TagEvidence): TagEvidence => ({
  chance: Math.round(chance * 100) / 100,
  signs: signs.filter(({ weight }) => weight !== 0).toSorted((a, b) => Math.abs(b.weight) - Math.abs(a.weight)),
});

const MAX_TRIAL_ARTICLES = 500;

/** Returns the matches of a rule in the newest 500 articles, but stores nothing. Reads one row per article. */
export async function tryRule(db: Db, rule: StoredRule) {
  const { id, title, introduction, language, ruleTags } = articles;
  const { topics, companies, countries, geoGroups } = articles;
  const newest = await db
    .select({ id, title, introduction, language, ruleTags, topics, companies, countries, geoGroups })
    .from(articles)
    .orderBy(desc(articles.position))
    .limit(MAX_TRIAL_ARTICLES);
  const kind = KIND_OF[rule.kind];
  const groups = kind === 'geoGroups' ? await readGeography(db) : [];
  const tagger = taggerOf({ companies: [], groups, rules: [rule] });
  const ref = kind === 'topics' || kind === 'companies' ? Number(rule.ref) : rule.ref;
  const matches = newest.flatMap((article) => {
    const found = tagger.reasons(article).find((reason) => reason.kind === kind && reason.ref === ref);
    if (!found) return [];
    const own = (article[kind] as (string | { id: number })[]).map((tag) => (typeof tag === 'string' ? tag : tag.id));
    const barred = ((article.ruleTags as RuleTags | null)?.barred[kind] ?? []) as (number | string)[];
    const { id, title, introduction } = article;
    const state = { isTagged: own.includes(ref), isBarred: barred.includes(ref) };
    return [{ id, title, introduction, ...state, places: found.places }];
  });
  return { examined: newest.length, matches };
}
