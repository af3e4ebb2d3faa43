import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Db, failWhere, type Precondition } from '../../db/client.ts';
import { companies, geoGroups, savedSearches, tagRules, topics, topicWindows } from '../../db/schema.ts';
import { bare, columnNames, excluded, inList, listed, objectOf, upsertRows } from '../../db/sql.ts';
import { toSeconds } from '../../lib/time.ts';
import type { RuleKind, StoredRule } from '../../tagging/rule-kinds.ts';
import { type AnnotationSubject, forgetMoved, moveNotes, notesOn, removeNotes, restoreNotes } from '../annotations.ts';
import { same } from '../articles/article-audit.ts';
import { indexPending } from '../articles/store/pending.ts';
import {
  companyTag,
  countHaving,
  geoGroupTag,
  removeTag,
  replaceTag,
  restoreTag,
  type Tag,
  topicTag,
} from '../articles/store/tag.ts';
import { type Changed, changedBy } from '../changed.ts';
import { forgetGeography, rewriteGeography } from '../geography.ts';
import { type Author, newAuditChange, recordRemoval, recordRestored } from '../history/audit.ts';
import { intoTrash, type TrashRow, takeFromTrash, trashedRows } from '../history/trash.ts';
import { companyIs, geoGroupIs, guardOf, loadThing, RESOURCE_ROWS, ruleIs, topicIs } from '../things.ts';
import {
  type FollowerRows,
  followersOf,
  listBeforeMerge,
  loseTopic,
  moveFollowers,
  regainWebhooks,
  restoreSubscriptions,
  rowsWithoutTarget,
  webhooksOf,
} from './followers.ts';

export type TagThingKind = 'topic' | 'company' | 'geoGroup';

interface Spec {
  kind: TagThingKind;
  ref: number | string;
  where: SQL;
  tag: Tag;
}

const TABLES = { topic: topics, company: companies, geoGroup: geoGroups };
const TRASH_ROWS = {
  topic: objectOf(topics, columnNames(topics)),
  company: objectOf(companies, columnNames(companies)),
  geoGroup: objectOf(geoGroups, columnNames(geoGroups)),
};

async function specOf(db: Db, kind: TagThingKind, ref: number | string): Promise<Spec> {
  const where = whereOf(kind, ref);
  const [group] =
    kind === 'geoGroup' ? await db.select({ id: geoGroups.id }).from(geoGroups).where(where) : [{ id: 0 }];
  return { kind, ref, where, tag: tagOf(kind, ref, group?.id ?? 0) };
}

const whereOf = (kind: TagThingKind, ref: number | string): SQL =>
  ({ topic: topicIs(Number(ref)), company: companyIs(Number(ref)), geoGroup: geoGroupIs(String(ref)) })[kind];

const tagOf = (kind: TagThingKind, ref: number | string, groupId: number): Tag =>
  kind === 'geoGroup' ? geoGroupTag(String(ref), groupId) : { topic: topicTag, company: companyTag }[kind](Number(ref));

const ruleOf = (kind: RuleKind, ref: number | string): SQL =>
  trashedRows(sql`SELECT ${RESOURCE_ROWS.rule.row} AS row FROM ${tagRules} WHERE ${ruleIs(kind, String(ref))}`);

/** SQL expression: the trash rows of a resource. `into` is the merge target, whose rule gains this rule's words. */
const keptRows = ({ kind, ref, where }: Spec, into?: number): SQL =>
  sql`json_object('things', ${trashedRows(sql`SELECT ${TRASH_ROWS[kind]} AS row FROM ${TABLES[kind]} WHERE ${where}`)},
    'tagRules', ${ruleOf(kind, ref)}, 'intoRules', ${into === undefined ? sql`json('[]')` : ruleOf(kind, into)},
    'notes', ${kind === 'topic' ? trashedRows(notesOn(aboutTopic(ref), into)) : sql`json('[]')`}, 'followers', ${kind === 'topic' ? followersOf('topic', String(ref)) : sql`json('[]')`},
    'webhooks', ${kind === 'topic' ? webhooksOf(ref, into) : sql`json('[]')`},
    'searches', ${kind === 'geoGroup' || into === undefined ? sql`json('[]')` : searchesOf(kind, Number(ref), into)})`;

const aboutTopic = (ref: number | string): AnnotationSubject => ({ scope: 'topic', ref: Number(ref) });
const withoutNotes = ({ kind, ref }: Spec): SQL[] => (kind === 'topic' ? [removeNotes(aboutTopic(ref))] : []);

/** Counts the articles and rules that refer to a resource. Reads one row per article. */
export async function usesOfTag(db: Db, kind: TagThingKind, ref: number | string) {
  const { tag } = await specOf(db, kind, ref);
  const [found] = await db.rows(
    z.object({ articles: z.int(), rules: z.int() }),
    sql`SELECT ${countHaving(tag)} AS articles,
      (SELECT count(*) FROM ${tagRules} WHERE ${ruleIs(kind, String(ref))}) AS rules`,
  );
  return found ?? { articles: 0, rules: 0 };
}

/** Deletes the ranking of a topic. It must run first, because otherwise the ranking would be computed again. */
const withoutWindow = (db: Db, { kind, ref }: Spec) =>
  db.delete(topicWindows).where(kind === 'topic' ? sql`${topicWindows.topicId} = ${ref}` : sql`false`);

const geographyOf = ({ kind }: Spec): SQL => (kind === 'geoGroup' ? rewriteGeography : sql`SELECT 1 AS unchanged`);

/** Deletes a topic, company or geo group, and removes it from articles and rules in the same transaction. */
export async function removeTagThing(
  db: Db,
  { kind, ref, name }: { kind: TagThingKind; ref: number | string; name: string },
  author: Author,
  guard: Precondition,
): Promise<Changed> {
  const spec = await specOf(db, kind, ref);
  const { before } = await db.transaction({
    guard,
    trashed: intoTrash(author, { kind, ref, name }, keptRows(spec)),
    recorded: recordRemoval(newAuditChange(author), kind, { thing: RESOURCE_ROWS[kind], where: spec.where, ref }),
    window: withoutWindow(db, spec),
    ...removeTag(spec.tag),
    rule: db.delete(tagRules).where(ruleIs(kind, String(ref))),
    thing: db.delete(TABLES[kind]).where(spec.where),
    geography: geographyOf(spec),
    notes: withoutNotes(spec),
    followers: kind === 'topic' ? loseTopic(ref) : [],
  });
  forgetGeography();
  await indexPending(db, author.now);
  return changedBy(before);
}

/** Merges a resource into another, including articles, rules, searches and followers. `guard` must cover both. */
export async function mergeTagThings(
  db: Db,
  { kind, ref, into, name }: { kind: 'topic' | 'company'; ref: number; into: number; name: string },
  author: Author,
  guard: Precondition,
): Promise<Changed> {
  const [from, target] = [await specOf(db, kind, ref), await specOf(db, kind, into)];
  const thing = RESOURCE_ROWS[kind];
  const { before, after } = await db.transaction({
    guard,
    trashed: intoTrash(author, { kind, ref, name, mergedInto: into }, keptRows(from, into)),
    recorded: recordRemoval(newAuditChange(author), kind, { thing, where: from.where, ref, mergedInto: into }),
    window: withoutWindow(db, from),
    followers: kind === 'topic' ? moveFollowers(ref, into, toSeconds(author.now)) : [],
    ...replaceTag(from.tag, target.tag),
    rules: mergeRules(kind, ref, into),
    rule: db.delete(tagRules).where(ruleIs(kind, String(ref))),
    thing: db.delete(TABLES[kind]).where(from.where),
    moved: kind === 'topic' ? [moveNotes(ref, into)] : [],
    searches: renameInSearches(kind, ref, into),
    notes: withoutNotes(from),
  });
  await indexPending(db, author.now);
  return changedBy(before, after);
}

export const SEARCH_FIELDS = { topic: ['includeTopics'], company: ['includeCompanies', 'excludeCompanies'] } as const;

const renameInSearches = (kind: 'topic' | 'company', ref: number, into: number): SQL[] =>
  SEARCH_FIELDS[kind].map(
    (field) =>
      sql`UPDATE ${savedSearches} SET ${bare(savedSearches.filter)} = json_set(${savedSearches.filter}, ${`$.${field}`}, (
        SELECT json_group_array(one) FROM (SELECT DISTINCT iif(named.value = ${ref}, ${into}, named.value) AS one FROM json_each(${savedSearches.filter}, ${`$.${field}`}) named)))
      WHERE ${naming(field, ref)}`,
  );

const naming = (field: string, of: number): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(${savedSearches.filter}, ${`$.${field}`}) named WHERE named.value = ${of})`;

/** SQL expression: saved searches with a resource, as trash rows. `both` is true if a search also contains `into`. */
const searchesOf = (kind: 'topic' | 'company', ref: number, into: number): SQL =>
  trashedRows(
    sql.join(
      SEARCH_FIELDS[kind].map(
        (field) =>
          sql`SELECT json_object('slug', ${savedSearches.slug}, 'field', ${field}, 'both', ${naming(field, into)}) AS row FROM ${savedSearches} WHERE ${naming(field, ref)}`,
      ),
      sql` UNION ALL `,
    ),
  );

/** Builds statements that revert `renameInSearches`. `rows` come from `searchesOf`. */
const partSearches = (kind: TagThingKind, ref: number | string, into: string | null, rows: FollowerRows = []): SQL[] =>
  kind === 'geoGroup' || into === null
    ? []
    : SEARCH_FIELDS[kind].map((field) => {
        const slugs = (of: FollowerRows) => of.flatMap((row) => (row.field === field ? [row.slug] : []));
        const list = sql`json_extract(${savedSearches.filter}, ${`$.${field}`})`;
        const before = listBeforeMerge(list, inList(savedSearches.slug, slugs(rowsWithoutTarget(rows))), {
          from: ref,
          into,
        });
        return sql`UPDATE ${savedSearches} SET ${bare(savedSearches.filter)} = json_set(${savedSearches.filter}, ${`$.${field}`}, ${before})
          WHERE ${inList(savedSearches.slug, slugs(rows))} AND ${naming(field, Number(into))} AND NOT ${naming(field, Number(ref))}`;
      });

/** Merges a rule into another, whose words come first. The result has a language only if both rules share it. */
function mergeRules(kind: RuleKind, from: number, into: number): SQL {
  const { ref, words, exclusions, language } = tagRules;
  const refs = [from, into].map(String);
  const both = (column: typeof words | typeof exclusions) =>
    sql`(SELECT json_group_array(value ORDER BY place) FROM
      (SELECT w.value, min((${ref} <> ${String(into)}) * 1000000 + w.key) AS place
      FROM ${tagRules} CROSS JOIN json_each(${column}) w WHERE ${and(eq(tagRules.kind, kind), inArray(ref, refs))} GROUP BY w.value))`;
  const common = sql`(SELECT iif(count(DISTINCT coalesce(${language}, '')) = 1, max(${language}), NULL) FROM ${tagRules}
      WHERE ${and(eq(tagRules.kind, kind), inArray(ref, refs))})`;
  return sql`INSERT INTO ${tagRules} (${listed(tagRules.kind, ref, words, exclusions, language)})
    SELECT ${kind}, ${String(into)}, ${both(words)}, ${both(exclusions)}, ${common}
    WHERE EXISTS (SELECT 1 FROM ${tagRules} WHERE ${ruleIs(kind, String(from))})
    ON CONFLICT DO UPDATE SET ${bare(words)} = ${excluded(words)}, ${bare(exclusions)} = ${excluded(exclusions)}, ${bare(language)} = ${excluded(language)}`;
}

/** Builds statements that restore the rule of the merge target unless it has changed since the merge. */
async function partRules(
  db: Db,
  kind: RuleKind,
  into: string,
  { tagRules: own = [], intoRules = [] }: TrashRow['rows'],
) {
  const seen = await loadThing(db, RESOURCE_ROWS.rule, ruleIs(kind, into));
  const both = [...intoRules, ...own] as unknown as StoredRule[];
  const united = (of: 'words' | 'exclusions') => [...new Set(both.flatMap((rule) => rule[of]))];
  if (!seen || !same([seen.value.words, seen.value.exclusions], [united('words'), united('exclusions')])) return [];
  return [
    guardOf(RESOURCE_ROWS.rule, ruleIs(kind, into), seen.seen),
    intoRules.length > 0
      ? upsertRows(tagRules, intoRules, RULE_COLUMNS)
      : db.delete(tagRules).where(ruleIs(kind, into)),
  ];
}

const RULE_COLUMNS = { columns: ['kind', 'ref', 'words', 'exclusions', 'language'], key: ['kind', 'ref'] } as const;

/** Restores a resource and its tags on articles, even after a merge. Throws `ConflictError` if its name is in use. */
export async function restoreTagThing(db: Db, trashEntry: TrashRow, author: Author): Promise<Changed> {
  const kind = trashEntry.kind as TagThingKind;
  const { things = [], tagRules: rules = [], notes = [], followers, webhooks, searches } = trashEntry.rows;
  const [row = {}] = things;
  const { mergedInto } = trashEntry;
  const ref = kind === 'geoGroup' ? String(row.slug) : Number(row.id);
  const where = whereOf(kind, ref);
  const spec: Spec = { kind, ref, where, tag: tagOf(kind, ref, Number(row.id)) };
  const window = { ...row, topicId: row.id, excluded: row.excludedFromTrending };
  const into = mergedInto === null ? undefined : tagOf(kind, Number(mergedInto), 0);
  const { before, after } = await db.transaction({
    guard: failWhere(sql`EXISTS (SELECT 1 FROM ${TABLES[kind]} WHERE ${where})`, ...takenNames(kind, row)),
    thing: insertThing(kind, things),
    window: upsertRows(topicWindows, kind === 'topic' ? [window] : [], {
      columns: ['topicId', 'name', 'slug', 'description', 'category', 'excluded'],
      key: ['topicId'],
    }),
    rules: upsertRows(tagRules, rules, RULE_COLUMNS),
    ...restoreTag(spec.tag, trashEntry.id, into),
    geography: geographyOf(spec),
    recorded: recordRestored(newAuditChange(author), kind, {
      thing: RESOURCE_ROWS[kind],
      where,
      ref: trashEntry.ref,
      mergedInto,
    }),
    parted: mergedInto === null ? [] : await partRules(db, kind, mergedInto, trashEntry.rows),
    taken: takeFromTrash(db, trashEntry.id),
    notes: [restoreNotes(notes), ...(mergedInto === null ? [] : [forgetMoved(notes, mergedInto)])],
    followers:
      kind === 'topic'
        ? [restoreSubscriptions('topic', ref, followers, mergedInto), regainWebhooks(ref, webhooks, mergedInto)]
        : [],
    searches: partSearches(kind, ref, mergedInto, searches),
  });
  forgetGeography();
  await indexPending(db, author.now);
  return changedBy(before, after);
}

const takenNames = (kind: TagThingKind, row: Record<string, unknown>): SQL[] =>
  kind === 'topic' ? [sql`EXISTS (SELECT 1 FROM ${topics} WHERE ${topics.slug} = ${row.slug})`] : [];

function insertThing(kind: TagThingKind, rows: readonly Record<string, unknown>[]): SQL {
  if (kind === 'topic') return upsertRows(topics, rows, { columns: columnNames(topics), key: ['id'] });
  if (kind === 'company') return upsertRows(companies, rows, { columns: columnNames(companies), key: ['id'] });
  return upsertRows(geoGroups, rows, { columns: columnNames(geoGroups), key: ['slug'] });
}
