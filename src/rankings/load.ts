import { type SQL, sql } from 'drizzle-orm';
import { topicToken } from '../content/facets.ts';
import { THIRD_PARTY_CLIENT } from '../content/types.ts';
import type { Db } from '../db/client.ts';
import { CONTINENTS, SENIORITIES } from '../engagement/audiences.ts';
import { hoursTable, partitionOf } from '../engagement/partitions.ts';
import {
  type ArticleFacts,
  AUDIENCES,
  HORIZON,
  liveFrom,
  MEASURES,
  RollingWindow,
  windowStarts,
} from '../engagement/window.ts';

/** Topic id under which the site-wide window goes. */
export const SITE = 0;

/** Sums of `clicks` over the rows where `condition` holds, by the first `width` measures, as one JSON array. */
export function measures(condition: string, width: number): SQL {
  const sum = (where: string) => `coalesce(sum(clicks) FILTER (WHERE ${where}), 0)`;
  const parts = (column: string, values: readonly string[]) =>
    values.map((value) => sum(`${condition} AND ${column} = '${value}'`));
  const all = [
    sum(condition),
    ...parts('company_type', MEASURES.slice(1, AUDIENCES)),
    ...parts('region', CONTINENTS),
    ...parts('seniority', SENIORITIES),
  ];
  return sql.raw(`json_array(${all.slice(0, width).join(', ')})`);
}

interface SumRow {
  contentId: number;
  /** 0: all sealed hours together. */
  hour: number;
  day: string;
  week: string;
  previous: number;
}

/**
 * The window of a topic (or the site) at an hour, from the stored aggregates: one query over the clicks of its articles,
 * one for what is known of them.
 */
export async function loadWindow(db: Db, topicId: number, hour: number): Promise<RollingWindow> {
  const { day, week } = windowStarts(hour);
  const width = topicId === SITE ? MEASURES.length : AUDIENCES;
  const rows = await db.all<SumRow>(sql`
    ${
      topicId === SITE
        ? sql``
        : sql`WITH mine AS MATERIALIZED (SELECT a.id FROM article_index i JOIN articles a ON a.position = i.rowid
      WHERE i.article_index MATCH ${`facets: ${topicToken(topicId)}`})`
    }
    SELECT content_id AS contentId, iif(hour >= ${liveFrom(hour)}, hour, 0) AS hour,
      ${measures(`hour >= ${day}`, width)} AS day, ${measures(`hour >= ${week}`, width)} AS week,
      coalesce(sum(clicks) FILTER (WHERE hour < ${week}), 0) AS previous
    FROM (${clicksSince(hour - HORIZON, hour, topicId)})
    GROUP BY 1, 2`);
  const facts = await loadFacts(db, [...new Set(rows.map(({ contentId }) => contentId))]);
  const sealed = rows.filter((row) => row.hour === 0);
  const window = new RollingWindow(
    hour,
    sealed.map((row) => ({
      contentId: row.contentId,
      day: JSON.parse(row.day),
      week: JSON.parse(row.week),
      previous: row.previous,
    })),
    facts,
  );
  for (const row of rows) {
    if (row.hour !== 0) window.tell({ contentId: row.contentId, hour: row.hour, counts: JSON.parse(row.day) });
  }
  return window;
}

/**
 * The stored clicks after hour `after`, of one topic's articles or of all. Partitions are named one by one: over the view
 * SQLite would read every click for every topic, joined to each table it goes by its primary key.
 */
function clicksSince(after: number, hour: number, topicId: number): SQL {
  const partitions = new Set(Array.from({ length: HORIZON + 2 }, (_, i) => partitionOf(hour + 1 - i)));
  const arms = Array.from(partitions, (partition) =>
    topicId === SITE
      ? sql`SELECT * FROM ${hoursTable(partition)} WHERE hour > ${after}`
      : sql`SELECT c.* FROM mine CROSS JOIN ${hoursTable(partition)} c ON c.content_id = mine.id AND c.hour > ${after}`,
  );
  return sql.join(arms, sql` UNION ALL `);
}

/** Ids a query takes as one JSON value, far below D1's 2 MB. */
const IDS = 50_000;

/** Facts of the articles with these ids; ids without an article are left out. Two rows read an id. */
export async function loadFacts(db: Db, ids: readonly number[]): Promise<ArticleFacts[]> {
  const facts: ArticleFacts[] = [];
  for (let i = 0; i < ids.length; i += IDS) {
    const rows = await db.all<FactsRow>(selectFacts(ids.slice(i, i + IDS)));
    facts.push(...rows.map(toFacts));
  }
  return facts;
}

export interface FactsRow {
  id: number;
  topics: string;
  contentType: string;
  organisationType: string | null;
  client: string | null;
  source: string;
}

/** Query for the rows that `toFacts` reads. */
export const selectFacts = (ids: readonly number[]) => sql`
  SELECT a.id, (SELECT json_group_array(value ->> 'id') FROM json_each(a.topics)) AS topics, a.content_type AS contentType,
    coalesce(a.organisation_type, a.source ->> 'organisationType') AS organisationType,
    coalesce(a.client, a.source ->> 'client') AS client, a.source ->> 'name' AS source
  FROM json_each(${JSON.stringify(ids)}) wanted JOIN articles a ON a.id = wanted.value`;

export const toFacts = ({ organisationType, client, topics, ...row }: FactsRow): ArticleFacts => ({
  ...row,
  topics: JSON.parse(topics),
  sourceType:
    client === THIRD_PARTY_CLIENT
      ? '3rd-party-publication'
      : (organisationType?.toLowerCase().replace(' ', '-') ?? null),
});
