import { and, desc, gt, gte, lt, lte, or, sql } from 'drizzle-orm';
import * as z from 'zod';
import type { Db } from '../../db/client.ts';
import { appealSnapshots, articles, placeRates, VIEW_HOURS } from '../../db/schema.ts';
import { bare, columnNames, upsertRows } from '../../db/sql.ts';
import { LIST_LAYOUTS, PLACE_CLASSES } from '../../db/view-columns.ts';
import type { TrafficBaseline } from '../../engagement/discounting.ts';
import { utcHourIndex } from '../../engagement/hours.ts';
import { countersIn, FIRST_NETWORK, SUMMED, SUMMED_MARKS } from '../../engagement/impressions.ts';
import { partitionsOf, shownTable } from '../../engagement/partitions.ts';
import { HOUR, HOUR_MS, type Millis, toSeconds } from '../../lib/time.ts';
import { sum } from '../math/figures/position-bias.ts';
import { discountedByMark, discountedReaders } from '../math/figures/weighted-impressions.ts';
import { addedCounters } from '../object/compute-placements.ts';
import { baselineInForce } from '../object/stored-baseline.ts';
import { learnAppeals, MAX_AGE_HOURS, type ObservedArticle, PERIOD_ENDS, type PeriodFigures } from './appeal.ts';
import { EXPLORED_CLICKS } from './minute-order.ts';
import { steppedMean, steppedShape } from './steps.ts';

/** Maximum number of articles in a snapshot. Of a busier newsroom, the newest are learned. */
const MAX_ARTICLES = 1000;
const SNAPSHOT_HOURS = 3;

/** Figures of an article by period: counters of viewers, of clickers, and clickers by network bucket. */
type Counted = readonly { viewers: number[]; clickers: number[]; networks: number[][] }[];

/** Learns the appeal of the articles of the last 72 hours and stores it. Returns the number of articles. */
export async function computeAppeals(
  db: Db,
  { now, isDiscounted }: { now: Millis; isDiscounted: boolean },
): Promise<number> {
  const hour = utcHourIndex(now);
  const at = toSeconds(hour * HOUR_MS);
  const recent = await db
    .select({
      id: articles.id,
      position: articles.position,
      publishedAt: articles.publishedAt,
      topics: articles.topics,
      source: articles.source,
      type: articles.contentType,
      story: articles.storyId,
    })
    .from(articles)
    .where(and(gte(articles.publishedAt, at - MAX_AGE_HOURS * HOUR), lte(articles.publishedAt, toSeconds(now))))
    .orderBy(desc(articles.publishedAt))
    .limit(MAX_ARTICLES);
  const baseline = isDiscounted ? await baselineInForce(db, hour) : null;
  const rates = await loadRates(db);
  const counted = await loadCounted(
    db,
    recent.map(({ id }) => id),
    hour,
  );
  const figures = figuresOf([...counted], rates, baseline);
  const observed: ObservedArticle[] = recent.map(({ id, publishedAt, topics, source, type }) => ({
    id,
    publishedAt,
    topics: topics.map((topic) => topic.id),
    source: source.domain,
    type,
    periods: figures.get(id) ?? PERIOD_ENDS.map(() => ({ clicks: 0, usual: 0 })),
  }));
  const { appeals, ...learned } = learnAppeals(observed, at);
  const snapshot = {
    ...learned,
    articles: recent.flatMap(({ id, position, publishedAt, topics, story }) => {
      const appeal = appeals.get(id);
      if (!appeal) return [];
      return [
        {
          id,
          position,
          publishedAt,
          story,
          topics: topics.map((topic) => topic.id),
          mean: steppedMean(appeal.mean),
          shape: steppedShape(appeal.shape),
          isExplored: appeal.usual >= EXPLORED_CLICKS,
        },
      ];
    }),
  };
  await db.transaction(
    upsertRows(appealSnapshots, [{ hour, snapshot }], { columns: columnNames(appealSnapshots), key: ['hour'] }),
    db
      .delete(appealSnapshots)
      .where(or(lt(appealSnapshots.hour, hour - SNAPSHOT_HOURS), gt(appealSnapshots.hour, hour))),
  );
  return recent.length;
}

/** Returns the click rate of each position bucket, or zeros before the first computation of placement. */
async function loadRates(db: Db): Promise<number[]> {
  const rows = await db.select().from(placeRates);
  const byMark = new Map(rows.map(({ layout, firstPlace, rate }) => [`${layout} ${firstPlace}`, rate]));
  return LIST_LAYOUTS.flatMap((layout) => PLACE_CLASSES.map((first) => byMark.get(`${layout} ${first}`) ?? 0));
}

/** Returns discounted clicks and usual clicks by period. Discounting covers each article, all of them, and positions. */
export function figuresOf(
  counted: readonly (readonly [id: number, periods: Counted])[],
  rates: readonly number[],
  baseline: TrafficBaseline | null,
): Map<number, PeriodFigures[]> {
  const totals = counted.map(([, periods]) => ({
    viewers: addedPeriods(periods.map(({ viewers }) => viewers)),
    clickers: addedPeriods(periods.map(({ clickers }) => clickers)),
    networks: Array.from({ length: Math.max(0, ...periods.map(({ networks }) => networks.length)) }, (_, bucket) =>
      addedPeriods(periods.flatMap(({ networks }) => (networks[bucket] ? [networks[bucket]] : []))),
    ),
  }));
  const clicksAmongAll = discountedByMark(
    totals.map(({ clickers }) => clickers),
    baseline,
    totals.map(({ networks }) => networks),
  );
  const viewsAmongAll = discountedByMark(
    totals.map(({ viewers }) => viewers),
    baseline,
  );
  return new Map(
    counted.map(([id, periods], i) => {
      const clicks = increments(
        periods.map(({ clickers }) => clickers),
        baseline,
      );
      const views = increments(
        periods.map(({ viewers }) => viewers),
        baseline,
      );
      const clickPart = partOf(sum(clicksAmongAll[i] ?? []), sum(clicks));
      const viewPart = partOf(sum(viewsAmongAll[i] ?? []), sum(views));
      return [
        id,
        periods.map(({ viewers }, period) => {
          const atMarks = viewers.slice(0, rates.length);
          const usual = sum(atMarks.map((count, mark) => count * (rates[mark] ?? 0)));
          const seen = partOf((views[period] ?? 0) * viewPart, sum(atMarks));
          return { clicks: (clicks[period] ?? 0) * clickPart, usual: usual * seen };
        }),
      ];
    }),
  );
}

/** Adds the counters of periods. A period without readers has no counters. */
const addedPeriods = (rows: readonly (readonly number[])[]): number[] =>
  addedCounters(rows.filter(({ length }) => length > 0));

const partOf = (left: number, all: number): number => (all > 0 ? Math.min(1, left / all) : 0);

/** Returns the discounted readers that each period adds to the newer periods. */
function increments(periods: readonly (readonly number[])[], baseline: TrafficBaseline | null): number[] {
  let [before, cumulative] = [0, [] as number[]];
  return periods.map((counters) => {
    cumulative = addedPeriods([cumulative, counters]);
    const all = cumulative.length > 0 ? discountedReaders(cumulative, baseline) : 0;
    const added = Math.max(0, all - before);
    before = Math.max(before, all);
    return added;
  });
}

const countedRow = z.object({ contentId: z.int(), period: z.int(), stage: z.int(), counters: z.string() });

async function loadCounted(db: Db, ids: readonly number[], hour: number): Promise<Map<number, Counted>> {
  const from = hour - MAX_AGE_HOURS;
  const { contentId, clicked, hour: of } = VIEW_HOURS[0];
  const period = sql`CASE ${sql.join(
    PERIOD_ENDS.slice(0, -1).map((end, i) => sql`WHEN ${bare(of)} >= ${hour - end} THEN ${i}`),
    sql` `,
  )} ELSE ${PERIOD_ENDS.length - 1} END`;
  const counted = new Map<number, { viewers: number[]; clickers: number[]; networks: number[][] }[]>();
  for (let first = 0; first < ids.length; first += ARTICLES_PER_QUERY) {
    const wanted = JSON.stringify(ids.slice(first, first + ARTICLES_PER_QUERY));
    const rows = await db.rows(
      countedRow,
      sql`SELECT ${bare(contentId)} AS contentId, ${period} AS period, ${bare(clicked)} AS stage,
          iif(${bare(clicked)} < ${FIRST_NETWORK}, ${SUMMED}, ${SUMMED_MARKS}) AS counters FROM (${sql.join(
            partitionsOf({ from, to: hour + 1 })
              .map(shownTable)
              .map(
                (own) => sql`SELECT * FROM ${own} WHERE ${own.contentId} IN (SELECT value FROM json_each(${wanted}))
                  AND ${own.hour} >= ${from} AND ${own.hour} < ${hour}`,
              ),
            sql` UNION ALL `,
          )}) GROUP BY 1, 2, 3`,
    );
    for (const { contentId, period, stage, counters } of rows) {
      const own =
        counted.get(contentId) ?? PERIOD_ENDS.map(() => ({ viewers: [], clickers: [], networks: [] as number[][] }));
      counted.set(contentId, own);
      const figures = own[period];
      if (!figures) continue;
      if (stage === 0) figures.viewers = countersIn(counters);
      else if (stage === 1) figures.clickers = countersIn(counters);
      else figures.networks[stage - FIRST_NETWORK] = countersIn(counters);
    }
  }
  return counted;
}

const ARTICLES_PER_QUERY = 100;
