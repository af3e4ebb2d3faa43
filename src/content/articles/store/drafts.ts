import { eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import * as z from 'zod';
import {
  ConflictError,
  type Db,
  failWhere,
  NO_PRECONDITION,
  type Precondition,
  PreparedQuery,
  type Statement,
} from '../../../db/client.ts';
import {
  articleCards,
  articles,
  CARDS_PER_ROW,
  companies,
  geoGroups,
  sequences,
  sourceAliases,
  sources,
  topics,
} from '../../../db/schema.ts';
import { bare, columnNames, idsOf, inList, joined, jsonField, jsonValue, listed } from '../../../db/sql.ts';
import type { Tags } from '../../../db/values.ts';
import { nextTurn } from '../../../lib/thread/turns.ts';
import type { Seconds } from '../../../lib/time.ts';
import { type Changed, changedBy, markRankingsOf } from '../../changed.ts';
import { indexArticles, makePending, positionsMatching, unindexArticles } from '../../index/entries.ts';
import { forgetLanguages } from '../../index/newsroom-languages.ts';
import { storyExpression } from '../../stories/assign.ts';
import type { ArticleDraft, Differences, Stored } from '../article-facts.ts';
import { indexPending, tokensOfRow } from './pending.ts';
import { findPositions } from './positions.ts';
import { companiesJson, ITS_ID, LIST_VALUE, SOURCE_DOMAIN, sourceJson, topicsJson } from './rows.ts';

/** Only this folder writes articles and index entries. Each transaction also marks affected rankings as outdated. */

/** Returns true for the errors of a save that failed because of a concurrent change. */
export const isOvertaken = (error: unknown): boolean =>
  error instanceof ConflictError ||
  (error instanceof Error && /UNIQUE constraint failed: articles/.test(error.message));

function hasChanged(drafts: readonly ArticleDraft[], byId: ReadonlyMap<number, Stored>): SQL {
  const seen = drafts.map(({ id }) => [id, ...(byId.get(id)?.version ?? [null, null, null])]);
  return sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(seen)}) v LEFT JOIN ${articles} ON ${articles.id} = v.value ->> 0
    WHERE (${articles.modifiedAt}, ${TAGS}, ${articles.ruleTags}) IS NOT (v.value ->> 1, v.value ->> 2, v.value ->> 3))`;
}

/** SQL expression: the ids of an article's tags, in the same form as in `tagVersion`. */
const idsIn = (list: SQLWrapper): SQL =>
  sql`coalesce((SELECT group_concat(j.value ->> 'id', ' ' ORDER BY j.key) FROM json_each(${list}) j), '')`;
const TAGS = sql`${idsIn(articles.topics)} || '|' || ${idsIn(articles.companies)} || '|' || ${articles.geoGroups} || '|' || (${SOURCE_DOMAIN})
  || '|' || coalesce(${articles.source} ->> 'iframeable', 0)`;

/** Resources that drafts (articles to store) refer to, as they were when the drafts were built. */
export interface DraftReferences {
  geoGroups: ReadonlyMap<string, number>;
  /** Whether a source's articles may be shown in iframes, by domain. A missing source is created and allows iframes. */
  iframeable: ReadonlyMap<string, boolean>;
}

function referencesHaveChanged(drafts: readonly ArticleDraft[], known: DraftReferences): SQL[] {
  const named = <T>(of: (draft: ArticleDraft) => readonly T[]) => [...new Set(drafts.flatMap(of))];
  const missing = (list: readonly unknown[], table: typeof topics | typeof companies) =>
    sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(list)}) wanted
      WHERE NOT EXISTS (SELECT 1 FROM ${table} WHERE ${table.id} = wanted.value))`;
  const groups = named(({ geoGroups }) => geoGroups).map((slug) => [slug, known.geoGroups.get(slug)]);
  const found = drafts.flatMap(({ host, domain }) => (host === null ? [] : [JSON.stringify([host, domain])]));
  const shown = named(({ domain }) => [domain]).map((domain) => [domain, known.iframeable.get(domain) ?? true]);
  return [
    missing(
      named((draft) => draft.topics),
      topics,
    ),
    missing(
      named((draft) => draft.companies),
      companies,
    ),
    sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(groups)}) v LEFT JOIN ${geoGroups} ON ${geoGroups.slug} = v.value ->> 0
      WHERE ${geoGroups.id} IS NOT v.value ->> 1)`,
    // A source that was deleted concurrently is created again and allows iframes.
    sql`EXISTS (SELECT 1 FROM json_each(${JSON.stringify(shown)}) v LEFT JOIN ${sources} ON ${sources.domain} = v.value ->> 0
      WHERE coalesce(${sources.iframeable}, 1) <> v.value ->> 1)`,
    sql`EXISTS (SELECT 1 FROM json_each(${`[${[...new Set(found)]}]`}) v LEFT JOIN ${sources} ON ${sources.domain} = v.value ->> 0
      LEFT JOIN ${sourceAliases} ON ${sourceAliases.alias} = v.value ->> 0
      WHERE coalesce(${sources.domain}, ${sourceAliases.domain}, v.value ->> 0) <> v.value ->> 1)`,
  ];
}

/** Stores the highest id, so that the id of a deleted article is never assigned again (docs/decisions.md#F32). */
function raiseSequence(drafts: readonly ArticleDraft[]): SQL {
  const last = drafts.reduce((highest, { id }) => Math.max(highest, id), 0);
  const target = bare(sequences.last);
  return sql`INSERT INTO ${sequences} (${bare(sequences.name)}, ${target}) VALUES ('articles', ${last})
    ON CONFLICT (${bare(sequences.name)}) DO UPDATE SET ${target} = excluded.${target} WHERE ${sequences.last} < excluded.${target}`;
}

const DRAFT_ROW = sql.raw('v');
type ArticleColumn = keyof typeof articles.$inferInsert;
const COLUMNS = columnNames(articles);

const own = (name: string) => jsonValue(DRAFT_ROW, name);

/** Article columns computed from draft `v` within the transaction, with the current names of its tags and source. */
const COMPUTED_COLUMNS: Partial<Record<ArticleColumn, SQL>> = {
  modifiedAt: sql`coalesce(${own('modifiedAt')}, ${own('publishedAt')})`,
  authors: jsonField(DRAFT_ROW, 'authors'),
  keywords: jsonField(DRAFT_ROW, 'keywords'),
  source: sourceJson(own('domain')),
  topics: topicsJson(jsonField(DRAFT_ROW, 'topics'), LIST_VALUE),
  companies: companiesJson(jsonField(DRAFT_ROW, 'companies'), LIST_VALUE),
  countries: jsonField(DRAFT_ROW, 'countries'),
  geoGroups: jsonField(DRAFT_ROW, 'geoGroups'),
  storyId: storyExpression(own('id'), own('story')),
};
const fromDraft = (name: ArticleColumn): SQL => COMPUTED_COLUMNS[name] ?? own(name);
const namesOf = (columns: readonly ArticleColumn[]) => joined(columns.map((name) => bare(articles[name])));

type PlacedDraft = ArticleDraft & { position?: number };

const draftsJson = (drafts: readonly PlacedDraft[]): string =>
  JSON.stringify(drafts.map(({ tokens: _, host: __, sourceName: ___, ...row }) => row));

/** SQL subquery: drafts as `v`. The OFFSET makes SQLite write a draft's JSON once instead of once per column. */
const draftsOf = (json: string): SQL => sql`(SELECT value AS v FROM json_each(${json}) LIMIT -1 OFFSET 0)`;

/** Inserts drafts, or replaces articles with the same id, whose modification time becomes `now` (epoch seconds). */
function upsertDrafts(drafts: string, now: number): SQL {
  const replaced = COLUMNS.filter((name) => !['id', 'storyId'].includes(name));
  const values = replaced.map((name) => afterChange(name, sql`excluded.${bare(articles[name])}`, now));
  return sql`INSERT INTO ${articles} (${namesOf(COLUMNS)}) SELECT ${joined(COLUMNS.map(fromDraft))}
    FROM ${draftsOf(drafts)} WHERE true
    ON CONFLICT (${bare(articles.id)}) DO UPDATE SET (${namesOf(replaced)}) = (${joined(values)})`;
}

/** Stores many article cards in one row. Otherwise, the trigger `articles_carded` would write one row per card. */
function storeCards(drafts: string): SQL {
  const { portion, cards } = articleCards;
  const card = sql`json_array(${own('id')}, ${own('title')}, ${own('url')}, ${sources.name}, ${own('contentType')},
    coalesce(${own('organisationType')}, ${sources.organisationType}), coalesce(${own('client')}, ${sources.client}), ${own('publishedAt')})`;
  return sql`INSERT INTO ${articleCards} (${listed(portion, cards)})
    SELECT ${own('id')} / ${sql.raw(String(CARDS_PER_ROW))}, json_group_object(CAST(${own('id')} AS TEXT), ${card})
    FROM ${draftsOf(drafts)} CROSS JOIN ${sources} ON ${sources.domain} = ${own('domain')} WHERE true GROUP BY 1
    ON CONFLICT (${bare(portion)}) DO UPDATE SET ${bare(cards)} = json_patch(${cards}, excluded.${bare(cards)})`;
}

/** Updates articles with unchanged URL and time. Not writing these indexed columns saves two thirds of the writes. */
function updateDrafts(drafts: string, now: number): SQL {
  const replaced = COLUMNS.filter(
    (name) => !['id', 'url', 'urlHash', 'publishedAt', 'position', 'storyId'].includes(name),
  );
  const values = replaced.map((name) => afterChange(name, fromDraft(name), now));
  return sql`UPDATE ${articles} SET (${namesOf(replaced)}) = (${joined(values)}) FROM ${draftsOf(drafts)} WHERE ${articles.id} = ${own('id')}`;
}

const afterChange = (name: ArticleColumn, given: SQL, now: number): SQL => {
  if (name === 'modifiedAt') return sql`${now}`;
  return name === 'fromPage' ? sql`coalesce(${given}, ${articles.fromPage})` : given;
};

/**
 * Stores articles, sources and index in one transaction. For `remembered`, only rule tags are written. The statements
 * of `along` run last, even if no article changes. Throws an `isOvertaken` error if an article or reference changed.
 */
export async function storeDrafts(
  db: Db,
  { different, remembered }: Differences,
  seen: {
    byId: ReadonlyMap<number, Stored>;
    known: DraftReferences;
    guard?: Precondition;
    records: readonly SQL[];
    along?: readonly Statement[];
  },
  now: Seconds,
): Promise<Changed> {
  const along = seen.along ?? [];
  if (different.length + remembered.length === 0) {
    if (along.length > 0) await db.transaction(...along);
    return changedBy();
  }
  const these = inList(articles.id, idsOf(different));
  const isInPlace = ({ id, url, publishedAt }: ArticleDraft) => {
    const stored = seen.byId.get(id);
    return stored?.url === url && stored.shown.publishedAt === publishedAt;
  };
  const moved = different.filter((draft) => !isInPlace(draft));
  const positions = await findPositions(db, moved);
  // This module is imported on demand, because read requests do not need it.
  const { placeArticles } = await import('../../stories/place-articles.ts');
  const { storyById, placing, hasPending, remember } = await placeArticles(db, different, seen.byId, now);
  const placed = draftsJson(
    moved.map((draft) => ({
      ...draft,
      story: draft.story ?? storyById.get(draft.id),
      position: positions.byId.get(draft.id) ?? 0,
    })),
  );
  const inPlace = different.filter(isInPlace);
  const isIndexed = (draft: ArticleDraft) => {
    const stored = seen.byId.get(draft.id);
    return stored && isInPlace(draft) && draft.tokens === tokensOfRow(stored.row, seen.known.geoGroups);
  };
  const named = JSON.stringify(different.map(({ domain, sourceName }) => [domain, sourceName]));
  const memories = JSON.stringify(remembered.map(({ id, ruleTags }) => ({ id, ruleTags })));
  // The transaction is the longest turn of an import, so other requests run before it.
  await nextTurn();
  const { before, after } = await db.transaction({
    guard: seen.guard ?? NO_PRECONDITION,
    unchanged: failWhere(
      hasChanged([...different, ...remembered], seen.byId),
      ...referencesHaveChanged(different, seen.known),
    ),
    room: positions.guard,
    before: markRankingsOf(these),
    remembered: sql`UPDATE ${articles} SET ${bare(articles.ruleTags)} = v.value ->> 'ruleTags' FROM json_each(${memories}) v
      WHERE ${articles.id} = v.value ->> 'id'`,
    sources: sql`INSERT INTO ${sources} (${bare(sources.domain)}, ${bare(sources.name)}) SELECT value ->> 0, value ->> 1 FROM json_each(${named}) WHERE true
      ON CONFLICT DO NOTHING`,
    // Only moved articles are removed here. The index entries of other articles are replaced in place.
    unindexed: unindexArticles(inList(articles.id, idsOf(moved.filter(({ id }) => seen.byId.has(id))))),
    updated: inPlace.length > 0 ? [updateDrafts(draftsJson(inPlace), now)] : [],
    cards: moved.length > 1 ? [storeCards(placed)] : [],
    stored: upsertDrafts(placed, now),
    // An entry with the same tokens stays, because replacing it writes more rows than the article itself.
    indexed: indexArticles(different.filter((draft) => !isIndexed(draft)).map(({ id, tokens }) => [id, tokens])),
    placing,
    after: markRankingsOf(these),
    sequence: raiseSequence(different),
    records: seen.records,
    along,
  });
  remember();
  forgetLanguages();
  if (hasPending || positions.hasPending) await indexPending(db, now * 1000);
  return changedBy(before, after);
}

/** Restores an article's modification time after an update that is not an edit. */
export const keepModified = (db: Db, id: number, modifiedAt: Seconds) =>
  db.update(articles).set({ modifiedAt }).where(eq(articles.id, id));

/** Builds statements that remove articles. `marked` returns the affected rankings. */
export const removeArticles = (db: Db, condition: SQL) => ({
  marked: markRankingsOf(condition),
  unindexed: unindexArticles(condition),
  removed: db.delete(articles).where(condition),
});

export interface Retagging {
  id: number;
  tags: Tags;
  ruleTags: string | null;
  before: { title: string; introduction: string; tags: string; ruleTags: string | null };
}

/** Writes tags and returns the written ids. Skips articles that changed since they were read and have newer tags. */
export async function storeTags(db: Db, changes: readonly Retagging[], now: Seconds) {
  if (changes.length === 0) return { ...changedBy(), written: new Set() };
  const these = inList(articles.id, idsOf(changes));
  const columns = ['topics', 'companies', 'countries', 'geoGroups', 'ruleTags'] as const;
  const values = columns.map(fromDraft);
  const rows = JSON.stringify(changes.map(({ tags, ...change }) => ({ ...change, ...tags })));
  const was = (name: keyof Retagging['before']) => sql`v -> 'before' ->> ${sql.raw(`'${name}'`)}`;
  const { before, written, after } = await db.transaction({
    before: markRankingsOf(these),
    written: new PreparedQuery(
      z.object({ id: z.int() }),
      sql`UPDATE ${articles} SET (${namesOf(columns)}, ${bare(articles.modifiedAt)}) = (${joined(values)}, ${now})
      FROM (SELECT value AS v FROM json_each(${rows}))
      WHERE ${articles.id} = v ->> 'id' AND (${articles.title}, ${articles.introduction}, ${TAGS}, ${articles.ruleTags})
        IS (${was('title')}, ${was('introduction')}, ${was('tags')}, ${was('ruleTags')})
      RETURNING ${articles.id} AS id`,
    ),
    after: markRankingsOf(these),
    pending: makePending(these),
  });
  await indexPending(db, now * 1000);
  return { ...changedBy(before, after), written: new Set(written.map(({ id }) => id)) };
}

export const renameTopics = (expression: SQL): SQL =>
  sql`UPDATE ${articles} SET ${bare(articles.topics)} = ${topicsJson(sql`${articles.topics}`, ITS_ID)}
    WHERE ${articles.position} IN ${positionsMatching(expression)}`;

export const renameCompanies = (expression: SQL): SQL =>
  sql`UPDATE ${articles} SET ${bare(articles.companies)} = ${companiesJson(sql`${articles.companies}`, ITS_ID)}
    WHERE ${articles.position} IN ${positionsMatching(expression)}`;

/** Updates the copies of source fields in articles. Skips deleted sources. `touched` returns the affected rankings. */
export const renameSources = (expression: SQL) => {
  const these = sql`${articles.position} IN ${positionsMatching(expression)}`;
  const source = (is: SQL) =>
    sql`EXISTS (SELECT 1 FROM ${sources} WHERE ${sources.domain} = ${SOURCE_DOMAIN} AND ${is})`;
  return {
    pending: makePending(
      sql`${these} AND ${source(sql`${sources.iframeable} IS NOT ${articles.source} ->> 'iframeable'`)}`,
    ),
    carried: sql`UPDATE ${articles} SET ${bare(articles.source)} = ${sourceJson(SOURCE_DOMAIN)} WHERE ${these} AND ${source(sql`true`)}`,
    touched: markRankingsOf(these),
  };
};

export const placeInStories = (places: readonly (readonly [article: number, story: number])[]): SQL =>
  sql`UPDATE ${articles} SET ${bare(articles.storyId)} = v.value ->> 1 FROM json_each(${JSON.stringify(places)}) v
    WHERE ${articles.id} = v.value ->> 0 AND ${articles.storyId} <> v.value ->> 1`;
