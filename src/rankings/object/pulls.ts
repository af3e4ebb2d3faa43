import { sql } from 'drizzle-orm';
import * as z from 'zod';
import { type Db, Query } from '../../db/client.ts';
import { placeRates, pulls, VIEW_HOURS } from '../../db/schema.ts';
import { bare, columnNames, inList, upsertRows } from '../../db/sql.ts';
import { LIST_LAYOUTS, PLACE_CLASSES } from '../../db/view-columns.ts';
import { hourOf, windowsAt } from '../../engagement/hours.ts';
import { partitionsOf, shownTable } from '../../engagement/partitions.ts';
import { countersIn, SUMMED } from '../../engagement/shown.ts';
import type { Millis } from '../../lib/time.ts';
import { placementsOf } from '../math/figures/placements.ts';
import { standsAt } from '../math/figures/pull.ts';
import { sharesInForce } from './class-shares.ts';

/** Articles read in one statement. */
const PAGE = 500;

const sums = z.object({ contentId: z.int(), clicked: z.int(), isWeek: z.int(), counts: z.string() });
type Sums = z.output<typeof sums>;

/**
 * Makes the site's curve of the last two weeks, and the pull of every article of the last seven days. Reads each total of what was shown once.
 * Returns the number of articles that have a pull.
 */
export async function computePulls(db: Db, { now, isWeighed }: { now: Millis; isWeighed: boolean }): Promise<number> {
  const hour = hourOf(now);
  const shares = isWeighed ? await sharesInForce(db, hour) : null;
  const rows = await loadSums(db, hour);
  const shown = [...Map.groupBy(rows, ({ contentId }) => contentId)].map(([contentId, of]) => {
    const part = (isInside: (row: Sums) => boolean) => ({
      views: addedCounters(of.filter((row) => row.clicked === 0 && isInside(row))),
      clicks: addedCounters(of.filter((row) => row.clicked === 1 && isInside(row))),
    });
    return { contentId, fortnight: part(() => true), week: part(({ isWeek }) => isWeek === 1) };
  });
  const { curve, placements } = placementsOf(shown, shares);
  const found = placements.map(({ contentId, index: pull, interval: [low, high], confidence, views }) => {
    const { from: firstPlace, to: lastPlace } = standsAt(views);
    return { contentId, pull, low, high, confidence, firstPlace, lastPlace };
  });
  const rates = LIST_LAYOUTS.flatMap((layout, l) =>
    PLACE_CLASSES.map((place, p) => {
      const mark = l * PLACE_CLASSES.length + p;
      return { layout, firstPlace: place, rate: curve.rates[mark] ?? 0, variance: curve.variances[mark] ?? 0 };
    }),
  );
  await db.transaction(
    db.delete(pulls).where(
      sql`NOT ${inList(
        pulls.contentId,
        found.map(({ contentId }) => contentId),
      )}`,
    ),
    upsertRows(pulls, found, { columns: columnNames(pulls), key: ['contentId'] }),
    upsertRows(placeRates, rates, { columns: columnNames(placeRates), key: ['layout', 'firstPlace'] }),
  );
  return found.length;
}

/** The counters of rows, added up. */
function addedCounters(rows: readonly Sums[]): number[] {
  const [first = [], ...others] = rows.map(({ counts }) => countersIn(counts));
  return first.map((own, i) => others.reduce((sum, counters) => sum + (counters[i] ?? 0), own));
}

/** Totals of the articles that were shown in the last two weeks, those of the last seven days apart. */
async function loadSums(db: Db, hour: number): Promise<Sums[]> {
  const { week, votes } = windowsAt(hour);
  const totals = partitionsOf({ from: votes.from, to: hour + 2 }).map(shownTable);
  const { contentId, clicked, hour: of } = VIEW_HOURS[0];
  const rows: Sums[] = [];
  for (let after = 0; ; ) {
    const { page } = await db.transaction({
      page: new Query(
        sums,
        sql`SELECT ${bare(contentId)} AS contentId, ${bare(clicked)} AS clicked, ${bare(of)} >= ${week.from} AS isWeek, ${SUMMED} AS counts FROM (${sql.join(
          totals.map(
            (own) => sql`SELECT * FROM ${own} WHERE ${own.contentId} > ${after} AND ${own.hour} >= ${votes.from}`,
          ),
          sql` UNION ALL `,
        )}) GROUP BY 1, 2, 3 ORDER BY 1 LIMIT ${4 * PAGE}`,
      ),
    });
    // The last article may go on after the page.
    const last = page.length < 4 * PAGE ? Number.POSITIVE_INFINITY : (page.at(-1)?.contentId ?? 0);
    rows.push(...page.filter(({ contentId }) => contentId < last));
    if (last === Number.POSITIVE_INFINITY) return rows;
    after = last - 1;
  }
}
