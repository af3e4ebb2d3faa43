import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { KINDS } from '../../db/click-columns.ts';
import { type Db, PreparedQuery } from '../../db/client.ts';
import { placements, placeRates, VIEW_HOURS } from '../../db/schema.ts';
import { bare, columnNames, inList, upsertRows } from '../../db/sql.ts';
import { LIST_LAYOUTS, PLACE_CLASSES } from '../../db/view-columns.ts';
import { utcHourIndex, windowsAt } from '../../engagement/hours.ts';
import { countersIn, FIRST_NETWORK, SUMMED, SUMMED_MARKS } from '../../engagement/impressions.ts';
import { partitionsOf, shownTable } from '../../engagement/partitions.ts';
import type { Millis } from '../../lib/time.ts';
import { placementsOf, type ShownReaders } from '../math/figures/placements.ts';
import { mainPositions } from '../math/figures/position-bias.ts';
import { baselineInForce } from './stored-baseline.ts';

const ARTICLES_PER_PAGE = 500;

const partRow = z
  .object({ contentId: z.int(), isWeek: z.int(), byClicked: z.string() })
  .transform(({ byClicked, ...of }) => ({ ...of, counters: new Map<number, string>(JSON.parse(byClicked)) }));
type Part = z.output<typeof partRow>;

/** Computes the position-bias curve from two weeks of clicks, and placement indexes from one. Returns their number. */
export async function computePlacements(
  db: Db,
  { now, isDiscounted }: { now: Millis; isDiscounted: boolean },
): Promise<number> {
  const hour = utcHourIndex(now);
  const baseline = isDiscounted ? await baselineInForce(db, hour) : null;
  const parts = await loadParts(db, hour);
  const shownArticles = [...Map.groupBy(parts, ({ contentId }) => contentId)].map(([contentId, of]) => ({
    contentId,
    fortnight: readersOf(of),
    week: readersOf(of.filter(({ isWeek }) => isWeek === 1)),
  }));
  const { curve, placements: computed } = placementsOf(shownArticles, baseline);
  const found = computed.map(({ contentId, index: placement, interval: [low, high], confidence, views }) => {
    const { from: firstPlace, to: lastPlace } = mainPositions(views);
    return { contentId, placement, low, high, confidence, firstPlace, lastPlace };
  });
  const rates = LIST_LAYOUTS.flatMap((layout, l) =>
    PLACE_CLASSES.map((place, p) => {
      const mark = l * PLACE_CLASSES.length + p;
      return { layout, firstPlace: place, rate: curve.rates[mark] ?? 0, variance: curve.variances[mark] ?? 0 };
    }),
  );
  await db.transaction(
    db.delete(placements).where(
      sql`NOT ${inList(
        placements.contentId,
        found.map(({ contentId }) => contentId),
      )}`,
    ),
    upsertRows(placements, found, { columns: columnNames(placements), key: ['contentId'] }),
    upsertRows(placeRates, rates, { columns: columnNames(placeRates), key: ['layout', 'firstPlace'] }),
  );
  return found.length;
}

function readersOf(parts: readonly Part[]): ShownReaders {
  const [views = [], clicks = [], ...clickCells] = Array.from({ length: FIRST_NETWORK + KINDS.network }, (_, clicked) =>
    addedCounters(
      parts.flatMap(({ counters }) => {
        const text = counters.get(clicked);
        return text === undefined ? [] : [countersIn(text)];
      }),
    ),
  );
  return { views, clicks, clickCells };
}

/** Adds counters of the same kind. */
export function addedCounters(rows: readonly (readonly number[])[]): number[] {
  const [first = [], ...others] = rows;
  return first.map((own, i) => others.reduce((sum, counters) => sum + (counters[i] ?? 0), own));
}

async function loadParts(db: Db, hour: number): Promise<Part[]> {
  const { week, samples } = windowsAt(hour);
  const totals = partitionsOf({ from: samples.from, to: hour + 2 }).map(shownTable);
  const { contentId, clicked, hour: of } = VIEW_HOURS[0];
  const parts: Part[] = [];
  for (let after = 0; ; ) {
    const { page } = await db.transaction({
      page: new PreparedQuery(
        partRow,
        sql`SELECT contentId, isWeek, json_group_array(json_array(stage, counters)) AS byClicked FROM (
          SELECT ${bare(contentId)} AS contentId, ${bare(clicked)} AS stage, ${bare(of)} >= ${week.from} AS isWeek,
            iif(${bare(clicked)} < ${FIRST_NETWORK}, ${SUMMED}, ${SUMMED_MARKS}) AS counters FROM (${sql.join(
              totals.map(
                (own) => sql`SELECT * FROM ${own} WHERE ${own.contentId} > ${after} AND ${own.hour} >= ${samples.from}`,
              ),
              sql` UNION ALL `,
            )}) GROUP BY 1, 2, 3) GROUP BY 1, 2 ORDER BY 1 LIMIT ${2 * ARTICLES_PER_PAGE}`,
      ),
    });
    // The rows of the last article on a page may continue on the next page.
    const last = page.length < 2 * ARTICLES_PER_PAGE ? Number.POSITIVE_INFINITY : (page.at(-1)?.contentId ?? 0);
    parts.push(...page.filter(({ contentId }) => contentId < last));
    if (last === Number.POSITIVE_INFINITY) return parts;
    after = last - 1;
  }
}
