import { inArray, sql } from 'drizzle-orm';
import type { Db } from '../db/client.ts';
import { upsertRows, valuesOf } from '../db/json.ts';
import { companies, geoGroups, tagRules, topics } from '../db/schema.ts';
import type { RuleKind, StoredRule } from '../tagging/kinds.ts';
import { COUNTRY_NAMES } from './geography.ts';
import type { RuleInput } from './rule-input.ts';
import { type Line, lastByKey, type Refusals, refuse } from './saved.ts';

const NAMES = { topic: 'topic', company: 'company', country: 'country', geoGroup: 'geo group' } as const;

/** Most characters of rules in one transaction: below D1's limit of 2 MB per value in any alphabet. */
const PORTION = 400_000;

/** Stores rules; an equal one writes nothing, and one without words and exclusions is removed. */
export async function saveRules(db: Db, lines: readonly Line<RuleInput>[]): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const known = await knownRefs(db, lines);
  const accepted = lastByKey(lines, ({ kind, ref }) => `${kind} ${ref}`).filter(({ value }) => known.has(keyOf(value)));
  for (const { line, value } of lines) {
    if (!known.has(keyOf(value))) refuse(refusals, line, 'ref', `names the unknown ${NAMES[value.kind]} ${value.ref}`);
  }
  for (const rules of portionsOf(accepted.map(({ value }) => value))) {
    const removed = rules.filter(isEmpty).map(({ kind, ref }) => [kind, ref]);
    const pairs = sql`(SELECT value ->> 0, value ->> 1 FROM json_each(${JSON.stringify(removed)}))`;
    const kept = rules.filter((rule) => !isEmpty(rule));
    await db.transaction(
      db.delete(tagRules).where(sql`(${tagRules.kind}, ${tagRules.ref}) IN ${pairs}`),
      upsertRows(tagRules, kept, { columns: ['kind', 'ref', 'words', 'exclusions'], key: ['kind', 'ref'] }),
    );
  }
  return refusals;
}

/** The stored rules, ordered by kind and reference. */
export const loadRules = (db: Db): Promise<StoredRule[]> => selectRules(db);

/** The statement that reads the stored rules. */
export const selectRules = (db: Db) => db.select().from(tagRules).orderBy(tagRules.kind, tagRules.ref);

const isEmpty = ({ words, exclusions }: RuleInput) => words.length + exclusions.length === 0;

function portionsOf(rules: readonly RuleInput[]): RuleInput[][] {
  const portions: RuleInput[][] = [];
  let size = PORTION;
  for (const rule of rules) {
    const length = JSON.stringify(rule).length;
    if (size + length > PORTION) portions.push([]);
    size = (size + length > PORTION ? 0 : size) + length;
    portions.at(-1)?.push(rule);
  }
  return portions;
}

const keyOf = ({ kind, ref }: { kind: string; ref: string }) => `${kind} ${ref}`;

/** Which of the topics, companies, countries and groups of the rules exist, as `kind ref`. */
async function knownRefs(db: Db, lines: readonly Line<RuleInput>[]): Promise<Set<string>> {
  const refs = (kind: RuleKind) => lines.filter(({ value }) => value.kind === kind).map(({ value }) => value.ref);
  const ids = (kind: RuleKind) => valuesOf(refs(kind).map(Number));
  const [knownTopics, knownCompanies, knownGroups] = await db.transaction(
    db
      .select({ id: topics.id })
      .from(topics)
      .where(inArray(topics.id, ids('topic'))),
    db
      .select({ id: companies.id })
      .from(companies)
      .where(inArray(companies.id, ids('company'))),
    db
      .select({ slug: geoGroups.slug })
      .from(geoGroups)
      .where(inArray(geoGroups.slug, valuesOf(refs('geoGroup')))),
  );
  return new Set([
    ...knownTopics.map(({ id }) => `topic ${id}`),
    ...knownCompanies.map(({ id }) => `company ${id}`),
    ...knownGroups.map(({ slug }) => `geoGroup ${slug}`),
    ...Array.from(COUNTRY_NAMES.keys(), (code) => `country ${code}`),
  ]);
}
