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
import { FoldButton } from '../ui/actions.tsx';
import { Empty, Loaded, Table } from '../ui/parts.tsx';
import { hasFewArticles, loadYields, type SourceYield } from './load.ts';
import { isClearYield, timesOf, YieldDot } from './yield-dot.tsx';

const KINDS = {
  source: { name: 'sources', title: 'Source', none: 'No source was read in this period' },
  company: { name: 'companies', title: 'Company', none: 'No company was read about in this period' },
} as const;

const MAX_NAMED = 3;
/** Rows by rank that the page shows at first. */
const SHOWN_RANKS = 25;
const COLUMN_COUNT = 7;

/** Sources or companies by their yield: readers per article compared with the site’s average. */
function Yields({ by, ...session }: InsightsSession & { by: keyof typeof KINDS }) {
  const { view, paused, href } = session;
  const [chosenOrder, setOrder] = useState<Order | null>(null);
  const [isWhole, setWhole] = useState(false);
  const { name, title, none } = KINDS[by];
  const window = daysOfView(session, PERIODS_WITHOUT_GROWTH);
  const chosen = chosenOf(window);
  const risk = view.risk === '1';
  const yields = useQuery(['yields', by, window, risk], (signal) => loadYields(by, { window, risk }, signal), {
    interval: chosen ? null : SLOW_POLL_MS,
    paused,
  });
  // Without enough articles, an order by readers per article would be chance.
  const isComparable = yields.value?.some((row) => !hasFewArticles(row)) ?? true;
  const order = chosenOrder ?? (isComparable ? 'yield' : 'rank');
  const sortBy = (key: Order, text: string) => (
    <button type="button" class="link" onClick={() => setOrder(key)}>
      {text} <span aria-hidden="true">{order !== key ? '↕' : key === 'rank' ? '↑' : '↓'}</span>
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
      <Loaded of={yields} what={`the ${name}`} lines={20}>
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
                {groupsOf(rows, order, isWhole).flatMap(({ heading, rows: ofGroup }) => [
                  ...(heading ? [<GroupHeading key={heading} text={heading} />] : []),
                  ...ofGroup.map((row) => (
                    <YieldRow
                      key={row.id}
                      of={row}
                      href={href({ [by]: row.id, by: '', is: '' })}
                      isMoving={hasBefore(rows)}
                    />
                  )),
                ])}
              </Table>
              {hiddenRows(rows, order) > 0 ? (
                <p class="before-3">
                  <FoldButton
                    isWhole={isWhole}
                    setWhole={setWhole}
                    more={moreInWords(hiddenRows(rows, order), order)}
                  />
                </p>
              ) : null}
              <p class="hint before-3">
                Readers per article: the share of readers divided by the share of published articles, with its 90%
                range. Hollow dots may be chance or come from fewer than five articles. Grey changes come from fewer
                than five articles, and – means too few readers now or before. Clicks for their position: the median of
                the articles, last 7 days. Most articles are below normal, because a few get many clicks.
              </p>
            </>
          )
        }
      </Loaded>
    </>
  );
}

const GroupHeading = ({ text }: { text: string }) => (
  <tr class="group">
    <th colspan={COLUMN_COUNT}>{text}</th>
  </tr>
);

interface RowProps {
  of: SourceYield;
  href: string | undefined;
  isMoving: boolean;
}

const YieldRow = ({ of, href, isMoving }: RowProps) => (
  <tr class={hasFewArticles(of) ? 'few' : ''}>
    <th scope="row">
      <a href={href}>{of.name}</a>
    </th>
    <td>
      <YieldDot of={of} />
    </td>
    <td class="number">{of.articles}</td>
    <td class="number change">{of.growthPercent === null ? '–' : formatPercent(of.growthPercent)}</td>
    <td class="number">No. {of.rank}</td>
    <td class="number">{isMoving ? <MovementMark movement={movementOf(of.rank - 1, of.previousRank)} /> : '–'}</td>
    <td>
      <PlacementDot of={of.placement === null ? null : { index: of.placement, confidence: 'low' }} />
    </td>
  </tr>
);

type Order = 'yield' | 'rank';

interface RowGroup {
  heading: string;
  rows: readonly SourceYield[];
}

/** Returns the rows in their order. By yield, sources with few articles or too few readers have their own headings. */
function groupsOf(rows: readonly SourceYield[], order: Order, isWhole: boolean): RowGroup[] {
  if (order === 'rank') return [{ heading: '', rows: isWhole ? rows : rows.slice(0, SHOWN_RANKS) }];
  const sorted = byYield(rows);
  const read = sorted.filter((row) => row.yield !== null);
  return [
    { heading: '', rows: read.filter((row) => !hasFewArticles(row)) },
    { heading: 'Fewer than five articles: may be chance', rows: read.filter(hasFewArticles) },
    { heading: 'Too few readers', rows: isWhole ? sorted.filter((row) => row.yield === null) : [] },
  ].filter((group) => group.rows.length > 0);
}

const hiddenRows = (rows: readonly SourceYield[], order: Order): number =>
  order === 'rank' ? Math.max(0, rows.length - SHOWN_RANKS) : rows.filter((row) => row.yield === null).length;

const moreInWords = (count: number, order: Order): string =>
  order === 'rank' ? `Show ${count} more` : `Show ${count} with too few readers`;

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
  if (clear.length === 0) return <RankFinding rows={rows} by={by} href={href} />;
  return (
    <p class="answer yields-finding">
      {above.length > 0 ? <>Clearly more readers per article than average: {named(above)}. </> : null}
      {below.length > 0 ? <>Clearly fewer: {named(below)}.</> : null}
    </p>
  );
}

/** Largest rank that a finding names. Moves below it come from few readers. */
const TOP_RANK = 10;
/** Smallest move that a finding names. Smaller moves may be chance. */
const MIN_MOVE = 3;

/** Names the most read source and the largest move, if readers per article have no clear difference. */
function RankFinding({ rows, by, href }: FindingProps) {
  const [first] = rows.toSorted((a, b) => a.rank - b.rank);
  const moved = ({ rank, previousRank }: SourceYield) => (previousRank ?? rank) - rank;
  const [riser] = rows
    .filter((row) => row.rank <= TOP_RANK && moved(row) >= MIN_MOVE)
    .toSorted((a, b) => moved(b) - moved(a));
  if (!first) return null;
  const link = (row: SourceYield) => <a href={href({ [by]: row.id, by: '', is: '' })}>{row.name}</a>;
  return (
    <>
      <p class="answer yields-finding">
        {link(first)} is {by === 'source' ? 'read' : 'read about'} most
        {riser && riser !== first ? (
          <>
            , and {link(riser)} rose to No. {riser.rank}, up {moved(riser)}
          </>
        ) : null}
        .
      </p>
      <p class="hint after-3">
        {rows.every(hasFewArticles)
          ? 'Too few articles in these days to compare readers per article.'
          : 'Readers per article do not differ clearly.'}
      </p>
    </>
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
