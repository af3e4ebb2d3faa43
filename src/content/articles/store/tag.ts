import { type SQL, sql } from 'drizzle-orm';
import { articles, companies, topics, trashLinks } from '../../../db/schema.ts';
import { bare } from '../../../db/sql.ts';
import { markRankingsOf } from '../../changed.ts';
import { LAST_TRASH } from '../../history/trash.ts';
import { makePending, positionsMatching, positionsWith } from '../../index/entries.ts';
import { companyToken, geoGroupToken, PENDING, topicToken } from '../../index/tokens.ts';

export type TagColumn = 'topics' | 'companies' | 'geoGroups';

export interface Tag {
  column: TagColumn;
  value: number | string;
  token: string;
}

export const topicTag = (id: number): Tag => ({ column: 'topics', value: id, token: topicToken(id) });
export const companyTag = (id: number): Tag => ({ column: 'companies', value: id, token: companyToken(id) });
export const geoGroupTag = (slug: string, id: number): Tag => ({
  column: 'geoGroups',
  value: slug,
  token: geoGroupToken(id),
});

/** SQL condition: the article has a tag. It also finds articles that wait for indexing. */
export const articlesWithTag = (tag: Tag): SQL => sql`${articles.position} IN ${positionsWith(tag.token, hasTag(tag))}`;

/** SQL condition: the article waits for indexing and has a tag that this transaction changed. */
const pendingWith = (tag: Tag): SQL => sql`${articles.position} IN ${positionsMatching(PENDING)} AND ${hasTag(tag)}`;

const idOf = (column: TagColumn): SQL => sql.raw(column === 'geoGroups' ? 'j.value' : `j.value ->> 'id'`);
const elementOf = (column: TagColumn): SQL => sql.raw(column === 'geoGroups' ? 'j.value' : 'json(j.value)');

const elementOr = (column: TagColumn, tag: Tag, other: SQL): SQL => {
  const element = sql`iif(${idOf(column)} = ${tag.value}, ${other}, j.value)`;
  return column === 'geoGroups' ? element : sql`json(${element})`;
};

/** SQL expression: an integer. Without the cast, D1 binds numbers as floats, so JSON would contain `1.0`. */
const whole = (value: number | string): SQL =>
  typeof value === 'number' ? sql`CAST(${value} AS INTEGER)` : sql`${value}`;

function inRow({ column, value }: Tag): SQL {
  if (column === 'geoGroups') return sql`${value}`;
  return column === 'topics'
    ? sql`(SELECT json_object('id', ${topics.id}, 'name', ${topics.name}, 'slug', ${topics.slug}, 'category', ${topics.category})
        FROM ${topics} WHERE ${topics.id} = ${value})`
    : sql`(SELECT json_object('id', ${companies.id}, 'name', ${companies.name}) FROM ${companies} WHERE ${companies.id} = ${value})`;
}

const hasTag = ({ column, value }: Tag): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(${articles[column]}) j WHERE ${idOf(column)} = ${value})`;

const addedBy = (column: TagColumn): SQL => sql.raw(`'$.added.${column}'`);

const PORTION_OF = sql.raw('100000');

/** Links articles that change source to the newest trash entry. `had` marks those that belonged to the target. */
export const noteArticles = (these: SQL, had: SQL): SQL =>
  sql`INSERT INTO ${trashLinks} (${bare(trashLinks.trashId)}, ${bare(trashLinks.portion)}, ${bare(trashLinks.links)})
    SELECT ${LAST_TRASH}, ${articles.id} / ${PORTION_OF}, json_group_array(json_array(${articles.id}, 0, NULL, ${had}))
    FROM ${articles} WHERE ${these} GROUP BY ${articles.id} / ${PORTION_OF}`;

/** Links tagged articles to the newest trash entry, with the tag's index in each list. `into` is a merge target. */
const noteLinks = (tag: Tag, into?: Tag): SQL =>
  sql`INSERT INTO ${trashLinks} (${bare(trashLinks.trashId)}, ${bare(trashLinks.portion)}, ${bare(trashLinks.links)})
    SELECT ${LAST_TRASH}, tagged / ${PORTION_OF}, json_group_array(json_array(tagged, place, by_rule, had) ORDER BY tagged)
    FROM (SELECT ${articles.id} AS tagged, j.key AS place,
        (SELECT r.key FROM json_each(${articles.ruleTags}, ${addedBy(tag.column)}) r WHERE r.value = ${tag.value}) AS by_rule,
        ${into ? hasTag(into) : sql`0`} AS had
      FROM ${articles}, json_each(${articles[tag.column]}) j WHERE ${articlesWithTag(tag)} AND ${idOf(tag.column)} = ${tag.value})
    GROUP BY tagged / ${PORTION_OF}`;

const listWithout = ({ column, value }: Tag): SQL =>
  sql`(SELECT json_group_array(${elementOf(column)} ORDER BY j.key) FROM json_each(${articles[column]}) j WHERE ${idOf(column)} <> ${value})`;
const addedWithout = ({ column, value }: Tag): SQL =>
  sql`json_set(${articles.ruleTags}, ${addedBy(column)}, json((SELECT json_group_array(r.value ORDER BY r.key)
    FROM json_each(${articles.ruleTags}, ${addedBy(column)}) r WHERE r.value <> ${value})))`;

const setTags = (column: TagColumn): SQL => sql.join([articles[column], articles.ruleTags].map(bare), sql`, `);

/** Removes a tag from every article without changing modification times. `before` returns the affected rankings. */
export const removeTag = (tag: Tag) => ({
  links: noteLinks(tag),
  before: markRankingsOf(articlesWithTag(tag)),
  pending: makePending(articlesWithTag(tag)),
  tagged: sql`UPDATE ${articles} SET (${setTags(tag.column)}) =
      (${listWithout(tag)}, iif(${articles.ruleTags} IS NULL, NULL, ${addedWithout(tag)}))
      WHERE ${articlesWithTag(tag)}`,
});

/** Replaces tag `from` with `into` in every article, without duplicates. Returns affected rankings before and after. */
export function replaceTag(from: Tag, into: Tag) {
  const { column } = from;
  const replaced = sql`(SELECT json_group_array(${elementOr(column, from, inRow(into))} ORDER BY j.key)
    FROM json_each(${articles[column]}) j)`;
  const addedReplaced = sql`json_set(${articles.ruleTags}, ${addedBy(column)}, json((SELECT json_group_array(
    iif(r.value = ${from.value}, ${whole(into.value)}, r.value) ORDER BY r.key) FROM json_each(${articles.ruleTags}, ${addedBy(column)}) r)))`;
  const both = hasTag(into);
  return {
    links: noteLinks(from, into),
    before: markRankingsOf(articlesWithTag(from)),
    pending: makePending(articlesWithTag(from)),
    tagged: sql`UPDATE ${articles} SET (${setTags(column)}) = (
      CASE WHEN ${both} THEN ${listWithout(from)} ELSE ${replaced} END,
      CASE WHEN ${articles.ruleTags} IS NULL THEN NULL WHEN ${both} THEN ${addedWithout(from)} ELSE ${addedReplaced} END)
      WHERE ${articlesWithTag(from)}`,
    after: markRankingsOf(pendingWith(into)),
  };
}

/** SQL condition: the article is linked to a trash entry. `which` limits the articles by their value of `had`. */
export const articlesInTrashEntry = (trashId: number, which = sql`true`): SQL =>
  sql`${articles.id} IN (SELECT tagged FROM ${linksOf(trashId)} WHERE ${which})`;

const linksOf = (trashId: number): SQL =>
  sql`(SELECT v.value ->> 0 AS tagged, v.value ->> 1 AS place, v.value ->> 2 AS by_rule, v.value ->> 3 AS had
    FROM ${trashLinks} CROSS JOIN json_each(${trashLinks.links}) v WHERE ${trashLinks.trashId} = ${trashId})`;

const NO_RULE_TAGS = JSON.stringify({
  added: { topics: [], companies: [], countries: [], geoGroups: [] },
  barred: { topics: [], companies: [], countries: [], geoGroups: [] },
});

/** Restores a tag at its former index in each article. Removes merge target `into` from articles that gained it. */
export function restoreTag(tag: Tag, trashId: number, into?: Tag) {
  const { column, value } = tag;
  const element = column === 'geoGroups' ? sql.raw('value') : sql.raw('json(value)');
  const these = articlesInTrashEntry(trashId);
  const isTaken = into ? sql`(NOT link.had AND ${hasTag(into)})` : sql`false`;
  const added = sql`json_each(${articles.ruleTags}, ${addedBy(column)}) r`;
  // The present elements get odd sort keys, so that the restored element can be placed between any two of them.
  const listWithElement = (rows: SQL, place: SQL, by: SQL, as: SQL) =>
    sql`(SELECT json_group_array(${as} ORDER BY k) FROM (SELECT ${rows} UNION ALL SELECT ${place} * 2, ${by}))`;
  const tags = listWithElement(
    sql`j.key * 2 + 1 AS k, j.value AS value FROM json_each(${articles[column]}) j`,
    sql.raw('link.place'),
    inRow(tag),
    element,
  );
  const byRules = listWithElement(
    sql`r.key * 2 + 1 AS k, r.value AS value FROM ${added}`,
    sql.raw('link.by_rule'),
    whole(value),
    sql.raw('value'),
  );
  const replaced = (into: Tag) => ({
    tags: sql`(SELECT json_group_array(${elementOr(column, into, inRow(tag))} ORDER BY j.key) FROM json_each(${articles[column]}) j)`,
    byRules: sql`(SELECT json_group_array(iif(r.value = ${into.value}, ${whole(value)}, r.value) ORDER BY r.key) FROM ${added})`,
  });
  const set = (list: SQL) =>
    sql`json_set(coalesce(${articles.ruleTags}, ${NO_RULE_TAGS}), ${addedBy(column)}, json(${list}))`;
  return {
    before: markRankingsOf(these),
    tagged: sql`UPDATE ${articles} SET (${setTags(column)}) = (
        ${into ? sql`CASE WHEN ${isTaken} THEN ${replaced(into).tags} ELSE ${tags} END` : tags},
        CASE WHEN link.by_rule IS NULL THEN ${articles.ruleTags}
          ${into ? sql`WHEN ${isTaken} AND EXISTS (SELECT 1 FROM ${added} WHERE r.value = ${into.value}) THEN ${set(replaced(into).byRules)}` : sql``}
          ELSE ${set(byRules)} END)
      FROM ${linksOf(trashId)} link WHERE ${articles.id} = link.tagged AND NOT ${hasTag(tag)}`,
    after: markRankingsOf(these),
    pending: makePending(these),
  };
}

export const countHaving = (tag: Tag): SQL => sql`(SELECT count(*) FROM ${positionsWith(tag.token, hasTag(tag))})`;
