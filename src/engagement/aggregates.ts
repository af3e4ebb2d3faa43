import { type SQL, sql } from 'drizzle-orm';
import { CLICK_COLUMNS } from '../db/click-columns.ts';
import type { Cell } from './cells.ts';
import { ATTRIBUTES, attributeOf } from './columns.ts';
import { hoursTable } from './partitions.ts';

/** Statements on the aggregates, all made from `CLICK_COLUMNS`. */

/** Arguments that the platform lets a function have. */
const ARGUMENTS = 32;

const names = CLICK_COLUMNS.join(', ');
/** Names of a CTE's columns in which a click says in which columns it counts, one an attribute. */
const additions = CLICK_COLUMNS.map((_, i) => `count(*) FILTER (WHERE c.${attributeOf(i)} = ${i})`).join(', ');
const upserts = CLICK_COLUMNS.map((name) => `${name} = ${name} + excluded.${name}`).join(', ');

/**
 * Columns of a click that is a JSON array `value`: what follows from `first` on is in the order of `ATTRIBUTES`. Belongs into
 * the CTE that `addClicks` reads.
 */
export const clickColumns = (value: SQL, first: number): SQL =>
  sql.join(
    ATTRIBUTES.map((attribute, i) => sql`${value} ->> ${sql.raw(String(first + i))} AS ${sql.raw(attribute)}`),
    sql`, `,
  );

/** Adds clicks to the aggregates of a partition. `clicks` is a query for `content_id`, `hour` and `clickColumns`: one row a click. */
export const addClicks = (partition: number, clicks: SQL): SQL =>
  sql`INSERT INTO ${hoursTable(partition)} (content_id, hour, ${sql.raw(names)})
    SELECT c.content_id, c.hour, ${sql.raw(additions)} FROM (${clicks}) c WHERE true GROUP BY 1, 2
    ON CONFLICT DO UPDATE SET ${sql.raw(upserts)}`;

/** A row of `selectCells`. */
export interface CellRow {
  contentId: number;
  hour: number;
  counts: string;
}

/** What is not zero in a row of aggregates `h`, as text: column and count, column and count. */
export const SPARSE: SQL = sql.raw(
  Array.from({ length: Math.ceil(CLICK_COLUMNS.length / ARGUMENTS) }, (_, part) => {
    const from = part * ARGUMENTS;
    const pairs = CLICK_COLUMNS.slice(from, from + ARGUMENTS).map(
      (name, i) => `iif(h.${name}, ',${from + i},' || h.${name}, '')`,
    );
    return `concat(${pairs.join(', ')})`;
  }).join(' || '),
);

/** The cell of a row. */
export const toCell = ({ contentId, hour, counts }: CellRow): Cell => ({
  contentId,
  hour,
  counts: JSON.parse(`[${counts.slice(1)}]`),
});

/** Query for the cells of these articles and hours, as `CellRow`. Two rows read a cell. */
export const selectCells = (partition: number, wanted: readonly (readonly [contentId: number, hour: number])[]): SQL =>
  sql`SELECT h.content_id AS contentId, h.hour AS hour, ${SPARSE} AS counts
    FROM json_each(${JSON.stringify(wanted)}) j CROSS JOIN ${hoursTable(partition)} h
      ON h.content_id = j.value ->> 0 AND h.hour = j.value ->> 1`;

/** Query for the cells of an article from an hour on, as `CellRow`. One row read a cell. */
export const selectArticleCells = (partitions: readonly number[], contentId: number, from: number): SQL =>
  sql.join(
    partitions.map(
      (partition) => sql`SELECT h.content_id AS contentId, h.hour AS hour, ${SPARSE} AS counts
        FROM ${hoursTable(partition)} h WHERE h.content_id = ${contentId} AND h.hour >= ${from}`,
    ),
    sql` UNION ALL `,
  );
