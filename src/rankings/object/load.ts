import { type SQL, sql } from 'drizzle-orm';
import { positionsWith } from '../../content/index/entries.ts';
import { topicToken } from '../../content/index/tokens.ts';
import type { Db } from '../../db/client.ts';
import { articles } from '../../db/schema.ts';
import { aliasedHours, type CellRow, countsOf, NONZERO_COUNTERS } from '../../engagement/aggregates.ts';
import { type PackedCells, Packer } from '../../engagement/cells.ts';
import { firstHour } from '../../engagement/hours.ts';
import { partitionsOf } from '../../engagement/partitions.ts';
import { isTurnOver, nextTurn } from '../../lib/thread/turns.ts';
import { type ArticleFacts, type FactsRow, selectFacts, toFacts } from '../facts.ts';
import { SITE } from '../site.ts';

const CELLS_PAGE_ROWS = 20_000;
const IDS_PER_QUERY = 10_000;

export interface LoadedCells {
  cells: PackedCells;
  facts: ArticleFacts[];
}

/** Loads the hourly counts that a topic or the site needs to rank an hour, and the facts of the clicked articles. */
export async function loadCells(db: Db, topicId: number, hour: number): Promise<LoadedCells> {
  const byArticle = new Map<number, CellRow[]>();
  // The times of clicks may be up to one hour in the future.
  for (const partition of partitionsOf({ from: firstHour(hour), to: hour + 2 })) {
    for await (const row of cellsOf(db, topicId, partition, firstHour(hour))) {
      const cells = byArticle.get(row.contentId);
      if (cells) cells.push(row);
      else byArticle.set(row.contentId, [row]);
    }
  }
  const facts = await loadFacts(db, [...byArticle.keys()]);
  const packer = new Packer();
  for (const { id } of facts.sort((a, b) => a.id - b.id)) {
    packer.article(id);
    const cells = byArticle.get(id) ?? [];
    for (const cell of cells.sort((a, b) => a.hour - b.hour)) {
      packer.cell(cell.hour, countsOf(cell.counts));
    }
    if (isTurnOver()) await nextTurn();
  }
  return { cells: packer.finish(), facts };
}

async function* cellsOf(db: Db, topicId: number, partition: number, from: number): AsyncIterable<CellRow> {
  const [hours, h] = aliasedHours(partition);
  for (let [id, hour] = [0, 0]; ; ) {
    const rows = await db.all<CellRow>(
      topicId === SITE
        ? sql`SELECT ${h.contentId} AS contentId, ${h.hour} AS hour, ${NONZERO_COUNTERS} AS counts FROM ${hours} h
          WHERE (${h.contentId}, ${h.hour}) > (${id}, ${hour}) AND ${h.hour} >= ${from} ORDER BY ${h.contentId}, ${h.hour} LIMIT ${CELLS_PAGE_ROWS}`
        : sql`WITH mine AS MATERIALIZED (SELECT ${articles.id} AS tagged_id FROM ${articles} WHERE ${articles.position} IN ${positionsWith(topicToken(topicId), hasTopic(topicId))}
            AND ${articles.id} >= ${id} ORDER BY ${articles.id})
          SELECT ${h.contentId} AS contentId, ${h.hour} AS hour, ${NONZERO_COUNTERS} AS counts
          FROM mine CROSS JOIN ${hours} h ON ${h.contentId} = tagged_id AND ${h.hour} >= ${from}
          WHERE (${h.contentId}, ${h.hour}) > (${id}, ${hour}) LIMIT ${CELLS_PAGE_ROWS}`,
    );
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < CELLS_PAGE_ROWS) return;
    [id, hour] = [last.contentId, last.hour];
  }
}

const hasTopic = (id: number): SQL =>
  sql`EXISTS (SELECT 1 FROM json_each(${articles.topics}) t WHERE t.value ->> 'id' = ${id})`;

/** Loads article facts, skipping unknown ids. Reads two rows per id. */
export async function loadFacts(db: Db, ids: readonly number[]): Promise<ArticleFacts[]> {
  const facts: ArticleFacts[] = [];
  for (let i = 0; i < ids.length; i += IDS_PER_QUERY) {
    const rows = await db.all<FactsRow>(selectFacts(ids.slice(i, i + IDS_PER_QUERY)));
    facts.push(...rows.map(toFacts));
  }
  return facts;
}
