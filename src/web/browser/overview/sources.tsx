import { useState } from 'hono/jsx/dom';
import { formatPercent } from '../../../lib/percent.ts';
import {
  Calendar,
  chosenOf,
  daysOfView,
  PERIODS_WITHOUT_GROWTH,
  RiskSwitch,
  Tools,
  ViewBar,
} from '../insights/bar/toolbar.tsx';
import { AVERAGE_INDEX } from '../insights/charts/audiences.ts';
import { MovementMark } from '../insights/stories/items.tsx';
import { hasBefore, movementOf } from '../insights/stories/movement.ts';
import { PlacementAxis, PlacementDot } from '../insights/stories/placement-dot.tsx';
import { type InsightsSession, SLOW_POLL_MS } from '../insights/view.ts';
import { type Columns, tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { Empty, Loaded, Table } from '../ui/parts.tsx';
import { hasFewArticles, loadYields, type SourceYield } from './load.ts';
import { isClearYield, timesOf, YieldDot } from './yield-dot.tsx';

const KINDS = {
  source: { name: 'sources', title: 'Source', none: 'No source was read in this period' },
  company: { name: 'companies', title: 'Company', none: 'No company was read about in this period' },
} as const;

const MAX_NAMED = 3;

/** Sources or companies by their yield: readers per article compared with the site’s average. */
function Yields({ by, ...session }: InsightsSession & { by: keyof typeof KINDS }) {
  const { view, paused, href } = session;
  const [order, setOrder] = useState<Order>('yield');
  const { name, title, none } = KINDS[by];
  const window = daysOfView(session, PERIODS_WITHOUT_GROWTH);
  const chosen = chosenOf(window);
  const risk = view.risk === '1';
  const yields = useQuery(['yields', by, window, risk], (signal) => loadYields(by, { window, risk }, signal), {
    interval: chosen ? null : SLOW_POLL_MS,
    paused,
  });
  const sortBy = (key: Order, text: string) => (
    <button type="button" class="link" onClick={() => setOrder(key)}>
      {text} <span aria-hidden="true">{order === key ? '↓' : '↕'}</span>
    </button>
  );
  return (
    <>
      <Tools>
        <Calendar session={session} without={PERIODS_WITHOUT_GROWTH} />
        <RiskSwitch {...session} />
        <ViewBar
          of={yields}
          session={session}
          window={window}
          table={yields.value && { name, rows: tableOf(COLUMNS, yields.value) }}
        />
      </Tools>
      <Loaded of={yields} lines={20}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={none}>Rows appear here after the first complete day with readers.</Empty>
          ) : (
            <>
              <Finding rows={rows} by={by} href={href} />
              <Table
                class="yields"
                head={[
                  title,
                  [
                    <>
                      {sortBy('yield', 'Readers per article')}
                      <PlacementAxis normal="average" />
                    </>,
                    'placed',
                    order === 'yield' ? 'descending' : undefined,
                  ],
                  ['Articles', 'number'],
                  ['Change', 'number'],
                  [sortBy('rank', 'By readers'), 'number', order === 'rank' ? 'ascending' : undefined],
                  ['Moved', 'number'],
                  [
                    <>
                      <span>Clicks for their position</span>
                      <PlacementAxis />
                    </>,
                    'placed',
                  ],
                ]}
              >
                {(order === 'rank' ? rows : byYield(rows)).map((row) => (
                  <tr key={row.id}>
                    <th scope="row">
                      <a href={href({ [by]: row.id, by: '', is: '' })}>{row.name}</a>
                    </th>
                    <td>
                      <YieldDot of={row} />
                    </td>
                    <td class="number">
                      {row.yield !== null && hasFewArticles(row) ? <small class="hint">few articles</small> : null}{' '}
                      {row.articles}
                    </td>
                    <td class="number">{row.growthPercent === null ? '–' : formatPercent(row.growthPercent)}</td>
                    <td class="number">No. {row.rank}</td>
                    <td class="number">
                      {hasBefore(rows) ? <MovementMark movement={movementOf(row.rank - 1, row.previousRank)} /> : '–'}
                    </td>
                    <td>
                      <PlacementDot of={row.placement === null ? null : { index: row.placement, confidence: 'low' }} />
                    </td>
                  </tr>
                ))}
              </Table>
              <p class="hint before-3">
                Readers per article: the share of readers divided by the share of published articles, with its 90%
                range. Hollow dots may be chance or come from fewer than five articles. Change: – means too few readers
                now or before. Clicks for their position: the median of the articles, last 7 days.
              </p>
            </>
          )
        }
      </Loaded>
    </>
  );
}

type Order = 'yield' | 'rank';

/** Orders rows from the highest to the lowest yield. Rows with few articles or too few readers come last. */
const byYield = (rows: readonly SourceYield[]): SourceYield[] => {
  const weightOf = (row: SourceYield) => (row.yield === null ? 2 : Number(hasFewArticles(row)));
  return rows.toSorted((a, b) => weightOf(a) - weightOf(b) || Number(b.yield) - Number(a.yield) || a.rank - b.rank);
};

interface FindingProps extends Pick<InsightsSession, 'href'> {
  rows: readonly SourceYield[];
  by: keyof typeof KINDS;
}

/** Names the sources that clearly bring more or fewer readers per article than the site’s average. */
function Finding({ rows, by, href }: FindingProps) {
  const clear = byYield(rows).filter(isClearYield);
  const above = clear.filter((row) => Number(row.yield) > AVERAGE_INDEX).slice(0, MAX_NAMED);
  const below = clear
    .filter((row) => Number(row.yield) < AVERAGE_INDEX)
    .toReversed()
    .slice(0, MAX_NAMED);
  const named = (of: readonly SourceYield[]) =>
    of.map((row, i) => (
      <span key={row.id}>
        {i > 0 ? ', ' : ''}
        <a href={href({ [by]: row.id, by: '', is: '' })}>{row.name}</a> ({timesOf(Number(row.yield))})
      </span>
    ));
  return (
    <p class="answer yields-finding">
      {clear.length > 0
        ? null
        : rows.every(hasFewArticles)
          ? 'Too few articles in these days for a comparison.'
          : 'No clear difference in readers per article.'}
      {above.length > 0 ? <>Clearly more readers per article than average: {named(above)}. </> : null}
      {below.length > 0 ? <>Clearly fewer: {named(below)}.</> : null}
    </p>
  );
}

export const SourcesView = (session: InsightsSession) => <Yields key="source" by="source" {...session} />;
export const CompaniesView = (session: InsightsSession) => <Yields key="company" by="company" {...session} />;

const COLUMNS: Columns<SourceYield> = [
  'rank',
  'previousRank',
  'id',
  'name',
  'articles',
  'yield',
  ['yieldLow', ({ interval }) => interval?.[0] ?? null],
  ['yieldHigh', ({ interval }) => interval?.[1] ?? null],
  'growthPercent',
  'placement',
];
