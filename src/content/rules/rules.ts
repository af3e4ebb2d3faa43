import { inArray, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import { type Db, NO_PRECONDITION, type Precondition } from '../../db/client.ts';
import { audit, companies, companyOdds, geoGroups, geography, tagRules, topics } from '../../db/schema.ts';
import { upsertRows, valuesOf } from '../../db/sql.ts';
import type { TaggedText, Tagger } from '../../tagging/compile.ts';
import type { RuleKind } from '../../tagging/rule-kinds.ts';
import { makeTagger, type Vocabulary } from '../../tagging/tagger.ts';
import { COUNTRY_NAMES } from '../geography.ts';
import { AUDIT_COLUMNS, type AuditChange, type Author, auditHead, newAuditChange } from '../history/audit.ts';
import { type ImportLine, lastByKey, type Refusals, refuse } from '../import-lines.ts';
import { languageOfArticle } from '../language.ts';
import { RESOURCE_ROWS } from '../things.ts';
import type { RuleInput } from './rule-input.ts';

const NAMES = { topic: 'topic', company: 'company', country: 'country', geoGroup: 'geo group' } as const;

/** Maximum characters of rules per transaction. In any alphabet, this is less than D1's limit of 2 MB per value. */
const CHARACTERS_PER_TRANSACTION = 400_000;

/** Stores rules. An unchanged rule is not written, and a rule without words and exclusions is removed. */
export async function saveRules(
  db: Db,
  lines: readonly ImportLine<RuleInput>[],
  author: Author,
  guard: Precondition = NO_PRECONDITION,
) {
  const refusals: Refusals = new Map();
  const known = await knownRefs(db, lines);
  const accepted = lastByKey(lines, ({ kind, ref }) => `${kind} ${ref}`).filter(({ value }) => known.has(keyOf(value)));
  for (const { line, value } of lines) {
    if (!known.has(keyOf(value))) refuse(refusals, line, 'ref', `unknown ${NAMES[value.kind]}: ${value.ref}`);
  }
  for (const rules of portionsOf(accepted.map(({ value }) => value))) {
    const removed = rules.filter(isEmpty).map(({ kind, ref }) => [kind, ref]);
    const pairs = sql`(SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(removed)}))`;
    const nonEmptyRules = rules.filter((rule) => !isEmpty(rule));
    const change = newAuditChange(author);
    await db.transaction(
      guard,
      ...recordRules(change, rules),
      db.delete(tagRules).where(sql`(${tagRules.kind}, ${tagRules.ref}) IN ${pairs}`),
      upsertRows(tagRules, nonEmptyRules, {
        columns: ['kind', 'ref', 'words', 'exclusions', 'language'],
        key: ['kind', 'ref'],
      }),
      ...withoutDangling(nonEmptyRules),
    );
  }
  return refusals;
}

/** Builds statements that record new, changed and removed rules. They must run before the rules are stored. */
function recordRules(change: AuditChange, rules: readonly RuleInput[]): SQL[] {
  const { row, table } = RESOURCE_ROWS.rule;
  const rows = rules.map(({ kind, ref, words, exclusions, language = null }) => ({
    kind,
    ref,
    words,
    exclusions,
    language,
  }));
  const is = sql`(${tagRules.kind}, ${tagRules.ref}) = (v.value ->> 'kind', v.value ->> 'ref')`;
  const isEmpty = sql`v.value ->> 'words' = '[]' AND v.value ->> 'exclusions' = '[]'`;
  return [
    sql`INSERT INTO ${audit} (${AUDIT_COLUMNS})
      SELECT ${auditHead(change, 'rule')}, (v.value ->> 'kind') || '/' || (v.value ->> 'ref'),
        CASE WHEN ${isEmpty} THEN 'delete' WHEN ${tagRules.kind} IS NULL THEN 'create' ELSE 'update' END,
        iif(${tagRules.kind} IS NULL, NULL, ${row}), iif(${isEmpty}, NULL, v.value)
      FROM json_each(${JSON.stringify(rows)}) v LEFT JOIN ${table} ON ${is}
      WHERE (${tagRules.kind} IS NOT NULL OR NOT (${isEmpty})) AND iif(${tagRules.kind} IS NULL, '', ${row}) <> v.value`,
  ];
}

/** Removes rules whose topic, company or geo group was deleted at the same time. */
function withoutDangling(rules: readonly RuleInput[]): SQL[] {
  const pairs = sql`(SELECT value ->> 'kind', value ->> 'ref' FROM json_each(${JSON.stringify(rules)}))`;
  return (['topic', 'company', 'geoGroup'] as const).map(
    (kind) =>
      sql`DELETE FROM ${tagRules} WHERE (${tagRules.kind}, ${tagRules.ref}) IN ${pairs} AND ${tagRules.kind} = ${kind} AND NOT EXISTS (${ruleSubjectOf(kind, tagRules.ref)})`,
  );
}

/** Builds a query for the topic, company or geo group that a rule sets. Countries always exist and need no query. */
export const ruleSubjectOf = (kind: RuleKind, ref: SQLWrapper | string): SQL =>
  ({
    topic: sql`SELECT 1 FROM ${topics} WHERE ${topics.id} = CAST(${ref} AS INTEGER)`,
    company: sql`SELECT 1 FROM ${companies} WHERE ${companies.id} = CAST(${ref} AS INTEGER)`,
    geoGroup: sql`SELECT 1 FROM ${geoGroups} WHERE ${geoGroups.slug} = ${ref}`,
    country: sql`SELECT 1`,
  })[kind];

export const selectRules = (db: Db) => db.select().from(tagRules).orderBy(tagRules.kind, tagRules.ref);

const isEmpty = ({ words, exclusions }: RuleInput) => words.length + exclusions.length === 0;

function portionsOf(rules: readonly RuleInput[]): RuleInput[][] {
  const portions: RuleInput[][] = [];
  let size = CHARACTERS_PER_TRANSACTION;
  for (const rule of rules) {
    const length = JSON.stringify(rule).length;
    if (size + length > CHARACTERS_PER_TRANSACTION) portions.push([]);
    size = (size + length > CHARACTERS_PER_TRANSACTION ? 0 : size) + length;
    portions.at(-1)?.push(rule);
  }
  return portions;
}

const keyOf = ({ kind, ref }: { kind: string; ref: string }) => `${kind} ${ref}`;

async function knownRefs(db: Db, lines: readonly ImportLine<RuleInput>[]): Promise<Set<string>> {
  const refs = (kind: RuleKind) => lines.filter(({ value }) => value.kind === kind).map(({ value }) => value.ref);
  const ids = (kind: RuleKind) => valuesOf(refs(kind).map(Number));
  const { knownTopics, knownCompanies, knownGroups } = await db.transaction({
    knownTopics: db
      .select({ id: topics.id })
      .from(topics)
      .where(inArray(topics.id, ids('topic'))),
    knownCompanies: db
      .select({ id: companies.id })
      .from(companies)
      .where(inArray(companies.id, ids('company'))),
    knownGroups: db
      .select({ slug: geoGroups.slug })
      .from(geoGroups)
      .where(inArray(geoGroups.slug, valuesOf(refs('geoGroup')))),
  });
  return new Set([
    ...knownTopics.map(({ id }) => `topic ${id}`),
    ...knownCompanies.map(({ id }) => `company ${id}`),
    ...knownGroups.map(({ slug }) => `geoGroup ${slug}`),
    ...Array.from(COUNTRY_NAMES.keys(), (code) => `country ${code}`),
  ]);
}

/** Creates a tagger that detects the language of articles whose language is unknown. */
export function taggerOf(vocabulary: Vocabulary): Tagger {
  const tagger = makeTagger(vocabulary);
  const read =
    <T>(of: (text: TaggedText) => T) =>
    (text: TaggedText) =>
      of({ ...text, language: languageOfArticle(text) });
  return { tags: read(tagger.tags), reasons: read(tagger.reasons), doubts: read(tagger.doubts) };
}

const remembered = new Map<boolean, { key: string; tagger: Tagger }>();

/** Loads the tagger. Compiles it again only if the rules changed. `isFirstDay` ignores learnt weights. */
export async function loadTagger(db: Db, { isFirstDay = false } = {}): Promise<Tagger> {
  const { known, groups, rules, learnt } = await db.transaction({
    known: db.select({ id: companies.id, name: companies.name }).from(companies),
    groups: db.select({ groups: geography.groups }).from(geography),
    rules: selectRules(db),
    learnt: db.select().from(companyOdds),
  });
  const vocabulary: Vocabulary = {
    companies: known,
    groups: groups[0]?.groups ?? [],
    rules,
    learnt: isFirstDay ? [] : learnt,
  };
  const key = JSON.stringify(vocabulary);
  const before = remembered.get(isFirstDay);
  if (before?.key === key) return before.tagger;
  const tagger = taggerOf(vocabulary);
  remembered.set(isFirstDay, { key, tagger });
  return tagger;
}
