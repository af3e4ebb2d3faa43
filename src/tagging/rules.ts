import { sql } from 'drizzle-orm';
import { COUNTRY_NAMES } from '../content/geography.ts';
import { lastByKey, type Numbered, type Refusals, refuse } from '../content/saved.ts';
import type { Db } from '../db/client.ts';
import type { RuleInput } from './input.ts';
import type { RuleKind, StoredRule } from './kinds.ts';

const NAMES = { topic: 'topic', company: 'company', country: 'country', geoGroup: 'geo group' } as const;

/** Characters of rules in one transaction, below D1's 2 MB a value in any alphabet. */
const PORTION = 400_000;

/** Stores rules; the same again writes nothing, and one without words and exclusions is removed. */
export async function saveRules(db: Db, lines: readonly Numbered<RuleInput>[]): Promise<Refusals> {
  const refusals: Refusals = new Map();
  const known = await knownRefs(db, lines);
  const accepted = lastByKey(lines, ({ kind, ref }) => `${kind} ${ref}`).filter(({ value }) => known.has(keyOf(value)));
  for (const { line, value } of lines) {
    if (!known.has(keyOf(value))) refuse(refusals, line, 'ref', `names the unknown ${NAMES[value.kind]} ${value.ref}`);
  }
  for (const rules of portionsOf(accepted.map(({ value }) => value))) {
    const rows = (empty: boolean) => JSON.stringify(rules.filter((rule) => isEmpty(rule) === empty));
    await db.together(
      sql`DELETE FROM tag_rules WHERE (kind, ref) IN (SELECT value ->> 'kind', value ->> 'ref' FROM json_each(${rows(true)}))`,
      sql`INSERT INTO tag_rules (kind, ref, words, exclusions)
        SELECT value ->> 'kind', value ->> 'ref', value -> 'words', value -> 'exclusions'
        FROM json_each(${rows(false)}) WHERE true
        ON CONFLICT DO UPDATE SET (words, exclusions) = (excluded.words, excluded.exclusions)
        WHERE (words, exclusions) IS NOT (excluded.words, excluded.exclusions)`,
    );
  }
  return refusals;
}

/** The stored rules, by kind and what they are for. */
export async function loadRules(db: Db): Promise<StoredRule[]> {
  const rows = await db.all<{ kind: RuleKind; ref: string; words: string; exclusions: string }>(
    sql`SELECT kind, ref, words, exclusions FROM tag_rules ORDER BY kind, ref`,
  );
  return rows.map((row) => ({ ...row, words: JSON.parse(row.words), exclusions: JSON.parse(row.exclusions) }));
}

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

/** Which of the topics, companies, countries and groups that rules are for there are. */
async function knownRefs(db: Db, lines: readonly Numbered<RuleInput>[]): Promise<Set<string>> {
  const refs = (kind: RuleKind) =>
    JSON.stringify(lines.filter(({ value }) => value.kind === kind).map(({ value }) => value.ref));
  const found = await db.together<{ kind: string; ref: string | number }[][]>(
    sql`SELECT 'topic' AS kind, id AS ref FROM topics WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(${refs('topic')}))`,
    sql`SELECT 'company' AS kind, id AS ref FROM companies WHERE id IN (SELECT CAST(value AS INTEGER) FROM json_each(${refs('company')}))`,
    sql`SELECT 'geoGroup' AS kind, slug AS ref FROM geo_groups WHERE slug IN (SELECT value FROM json_each(${refs('geoGroup')}))`,
  );
  const countries = [...COUNTRY_NAMES.keys()].map((code) => `country ${code}`);
  return new Set([...found.flat().map(({ kind, ref }) => `${kind} ${ref}`), ...countries]);
}
