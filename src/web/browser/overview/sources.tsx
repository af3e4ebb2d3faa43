import { useState } from 'hono/jsx/dom';
import { formatPercent } from '../../../lib/percent.ts';
import { choosable } from '../insights/bar/calendar.ts';
import {
  Calendar,
  chosenOf,
  daysOfView,
  PERIODS_WITHOUT_GROWTH,
  RiskFilter,
  RiskSwitch,
  Tools,
  ViewBar,
  type Window,
} from '../insights/bar/toolbar.tsx';
import { AVERAGE_INDEX } from '../insights/charts/audiences.ts';
import { MovementMark } from '../insights/stories/items.tsx';
import { hasBefore, movementOf, nothingBefore } from '../insights/stories/movement.ts';
import { PlacementAxis } from '../insights/stories/placement-dot.tsx';
import { type InsightsSession, SLOW_POLL_MS } from '../insights/view.ts';
import { type Columns, tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { type Dates, plusDays } from '../lib/time.ts';
import { FoldButton } from '../ui/actions.tsx';
import { areLoaded, Empty, Loaded, Table } from '../ui/parts.tsx';
import { hasFewArticles, loadYields, type SourceYield, USUAL_PERIODS } from './load.ts';
import { isClearYield, timesOf, YieldDot } from './yield-dot.tsx';

const KINDS = {
  source: { name: 'sources', title: 'Source', none: 'No source was read in this period' },
  company: { name: 'companies', title: 'Company', none: 'No company was read about in this period' },
} as const;

const MAX_NAMED = 2;
/** Rows by rank that the page shows at first. */
const SHOWN_RANKS = 25;

/** Sources or companies by their yield: readers per article compared with the site’s average. */
function Yields({ by, ...session }: InsightsSession & { by: keyof typeof KINDS }) {
  const { view, paused, href } = session;
  const [chosenOrder, setOrder] = useState<Order | null>(null);
  const [isWhole, setWhole] = useState(false);
  const { name, title, none } = KINDS[by];
  const period = USUAL_PERIODS[by];
  const window = daysOfView(session, PERIODS_WITHOUT_GROWTH, period);
  const chosen = chosenOf(window);
  const risk = view.risk === '1';
  const yields = useQuery(['yields', by, window, risk], (signal) => loadYields(by, { window, risk }, signal), {
    interval: chosen ? null : SLOW_POLL_MS,
    paused,
  });
  // Companies are about news, so their finding names what is rising.
  const needsRecent = by === 'company' && yields.value !== null && !hasBefore(yields.value);
  const recent = useQuery(
    ['recent', by, risk],
    (signal) => loadYields(by, { window: { period: '7d' }, risk }, signal),
    { paused: !needsRecent },
  );
  // A longer range decides if the chosen days are too few to tell sources apart.
  const longer = longerThan(window);
  const needsLonger =
    by === 'source' && longer !== null && yields.value !== null && !comparable(yields.value).some(isClearYield);
  const decisive = useQuery(
    ['decisive', by, longer, risk],
    (signal) => loadYields(by, { window: longer ?? window, risk }, signal),
    { paused: !needsLonger },
  );
  const isWaiting = (needsRecent && !areLoaded(recent)) || (needsLonger && !areLoaded(decisive));
  // Without enough articles, an order by readers per article would be chance.
  const isComparable = yields.value?.some((row) => !hasFewArticles(row)) ?? true;
  const order = chosenOrder ?? (isComparable && by === 'source' ? 'yield' : 'rank');
  const sortBy = (key: Order, text: string) => (
    <button type="button" class="link" onClick={() => setOrder(key)}>
      {text} <span aria-hidden="true">{order !== key ? '↕' : key === 'rank' ? '↑' : '↓'}</span>
    </button>
  );
  return (
    <>
      <Tools>
        <Calendar session={session} without={PERIODS_WITHOUT_GROWTH} usual={period} />
        <RiskFilter {...session} />
        <ViewBar
          of={yields}
          more={<RiskSwitch {...session} />}
          session={session}
          window={window}
          table={yields.value && { name, rows: tableOf(COLUMNS, yields.value) }}
        />
      </Tools>
      <Loaded of={isWaiting ? { ...yields, value: null } : yields} what={`the ${name}`} lines={20}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={none}>Rows appear here after the first complete day with readers.</Empty>
          ) : (
            <>
              {needsLonger && longer && decisive.value && comparable(decisive.value).some(isClearYield) ? (
                <>
                  <Verdict rows={decisive.value} by={by} recent={null} during={LONGER_WORDS} href={href} />
                  <p class="after-3">
                    These days alone are too few to tell sources apart.{' '}
                    <a href={href({ period: 'dates', ...longer })}>See {LONGER_WORDS}</a>
                  </p>
                </>
              ) : (
                <Verdict rows={rows} by={by} recent={needsRecent ? recent.value : null} href={href} />
              )}
              <Table
                class="yields"
                head={[
                  title,
                  [sortBy('rank', 'By readers'), 'number', order === 'rank' ? 'ascending' : undefined],
                  ...(hasBefore(rows) ? [['Moved', 'number minor'] as const] : []),
                  [
                    <>
                      {sortBy('yield', 'Readers per article')}
                      <PlacementAxis normal="average" />
                    </>,
                    'placed',
                    order === 'yield' ? 'descending' : undefined,
                  ],
                  ['Articles', 'number minor'],
                  ...(hasBefore(rows) ? [['Change', 'number minor'] as const] : []),
                ]}
              >
                {groupsOf(rows, order, isWhole).flatMap(({ heading, rows: ofGroup }) => [
                  ...(heading ? [<GroupHeading key={heading} text={heading} columns={hasBefore(rows) ? 6 : 4} />] : []),
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
                range. Hollow dots may be chance or come from fewer than five articles.{' '}
                {hasBefore(rows)
                  ? 'Grey changes come from fewer than five articles, and – means too few readers now or before. '
                  : `${nothingBefore('the days before')} `}
              </p>
            </>
          )
        }
      </Loaded>
    </>
  );
}

const GroupHeading = ({ text, columns }: { text: string; columns: number }) => (
  <tr class="group">
    <th colspan={columns}>{text}</th>
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
    <td class="number rank">No. {of.rank}</td>
    {isMoving ? (
      <td class="number minor">
        <MovementMark movement={movementOf(of.rank - 1, of.previousRank)} />
      </td>
    ) : null}
    <td>
      <YieldDot of={of} />
    </td>
    <td class="number minor">{of.articles}</td>
    {isMoving ? (
      <td class="number minor change">{of.growthPercent === null ? '–' : formatPercent(of.growthPercent)}</td>
    ) : null}
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
  const { many, few } = splitByArticles(sorted);
  return [
    { heading: '', rows: many },
    { heading: 'Fewer than five articles: may be chance', rows: isWhole || many.length === 0 ? few : [] },
    { heading: 'Too few readers', rows: isWhole ? sorted.filter((row) => row.yield === null) : [] },
  ].filter((group) => group.rows.length > 0);
}

/** Splits the rows with a yield into those with enough articles and those with few. */
function splitByArticles(rows: readonly SourceYield[]) {
  const read = rows.filter((row) => row.yield !== null);
  return { many: read.filter((row) => !hasFewArticles(row)), few: read.filter(hasFewArticles) };
}

function hiddenRows(rows: readonly SourceYield[], order: Order): number {
  if (order === 'rank') return Math.max(0, rows.length - SHOWN_RANKS);
  const { many, few } = splitByArticles(rows);
  return rows.length - (many.length || few.length);
}

const moreInWords = (count: number, order: Order): string =>
  order === 'rank' ? `Show ${count} more` : `Show ${count} with few articles or too few readers`;

/** Orders rows from the highest to the lowest yield. Rows with few articles or too few readers come last. */
const byYield = (rows: readonly SourceYield[]): SourceYield[] => {
  const weightOf = (row: SourceYield) => (row.yield === null ? 2 : Number(hasFewArticles(row)));
  return rows.toSorted((a, b) => weightOf(a) - weightOf(b) || Number(b.yield) - Number(a.yield) || a.rank - b.rank);
};

const LONGER_DAYS = 90;
/** Fewer days may be stored. */
const LONGER_WORDS = `up to ${LONGER_DAYS} days`;

/** Returns the range that decides, or `null` if the chosen days are as long or end before the last complete day. */
function longerThan(window: Window): Dates | null {
  const [, to] = choosable(Date.now());
  const from = plusDays(to, 1 - LONGER_DAYS);
  return 'from' in window && (window.from <= from || window.to < to) ? null : { from, to };
}

/** Returns the rows with enough readers and articles, from the highest to the lowest yield. */
const comparable = (rows: readonly SourceYield[]): SourceYield[] =>
  byYield(rows).filter((row) => row.yield !== null && !hasFewArticles(row));

interface VerdictProps extends Pick<InsightsSession, 'href'> {
  rows: readonly SourceYield[];
  by: keyof typeof KINDS;
  /** Rows of the last seven days, which show what is rising if the chosen days have no days to compare with. */
  recent: readonly SourceYield[] | null;
  /** Days that the rows cover, in words, if they are not the chosen ones. */
  during?: string;
}

interface RowLinkProps extends Pick<VerdictProps, 'by' | 'href'> {
  of: SourceYield;
}

const RowLink = ({ of, by, href }: RowLinkProps) => (
  <a href={href({ [by]: of.id, by: '', is: '' })} dir="auto">
    {of.name}
  </a>
);

/** Joins names to a list in words. `after` returns what follows a name. */
const listed = (
  rows: readonly SourceYield[],
  at: Pick<VerdictProps, 'by' | 'href'>,
  after: (row: SourceYield) => string,
) =>
  rows.map((row, i) => (
    <span key={row.id}>
      {i === 0 ? '' : i === rows.length - 1 ? ' and ' : ', '}
      <RowLink of={row} {...at} />
      {after(row)}
    </span>
  ));

/** Answers which sources to buy more or fewer articles from, or which companies are read about most. */
function Verdict({ rows, by, recent, during, href }: VerdictProps) {
  const at = { by, href };
  const known = comparable(rows);
  const clear = known.filter(isClearYield);
  const above = clear.filter((row) => Number(row.yield) > AVERAGE_INDEX).slice(0, MAX_NAMED);
  const below = clear
    .filter((row) => Number(row.yield) < AVERAGE_INDEX)
    .toReversed()
    .slice(0, MAX_NAMED);
  const [first] = [...above, ...below];
  const figure = (row: SourceYield) =>
    ` (${timesOf(Number(row.yield))}${row === first ? ` ${by === 'source' ? UNIT : 'the average'}` : ''})`;
  const isClear = first !== undefined;
  // A single source is always average.
  const ends = known.length > 1 ? [above.length > 0 ? null : known.at(0), below.length > 0 ? null : known.at(-1)] : [];
  const nearest = ends.flatMap((row) => (row && !isClearYield(row) ? row : []));
  const { rises, most } = standingOf(rows, recent);
  const ranges = (
    <p class="hint after-3">
      {isClear
        ? `90% range: ${[...above, ...below].map((row) => `${row.name} ${rangeOf(row)}`).join(', ')}.`
        : nearest.length > 0
          ? null
          : `Too few ${KINDS[by].name} have enough articles to compare readers per article.`}
    </p>
  );
  if (by === 'source' && (isClear || nearest.length > 0))
    return (
      <>
        <p class="answer">
          {isClear ? (
            <>
              {during ? `Over ${during}, buy` : 'Buy'}{' '}
              {above.length > 0 ? <>more from {listed(above, at, figure)}</> : null}
              {above.length > 0 && below.length > 0 ? ', and ' : ''}
              {below.length > 0 ? <>less from {listed(below, at, figure)}</> : null}.
            </>
          ) : (
            <>No source clearly brings more or fewer readers per article than the average.</>
          )}
        </p>
        {nearest.length > 0 ? (
          <p class="after-3">
            {isClear ? `No source is clearly ${above.length > 0 ? 'below' : 'above'} the average. ` : ''}Nearest:{' '}
            {listed(nearest, at, (row) => ` (${timesOf(Number(row.yield))}, 90% range ${rangeOf(row)})`)}.
          </p>
        ) : null}
        {isClear ? ranges : null}
      </>
    );
  if (most.length === 0) return null;
  return (
    <>
      <p class="answer">
        Most read{by === 'company' ? ' about' : ''}: {listed(most, at, () => '')}
        {rises ? (
          <>
            ; rising{rises.isRecent ? ' this week' : ''}: <RowLink of={rises.row} {...at} /> (No. {rises.row.rank}, up{' '}
            {movedOf(rises.row)})
          </>
        ) : null}
        .
      </p>
      {isClear ? (
        <p class="after-3">
          {above.length > 0 ? <>Most readers per article: {listed(above, at, figure)}. </> : null}
          {below.length > 0 ? <>Fewest readers per article: {listed(below, at, figure)}.</> : null}
        </p>
      ) : (
        ranges
      )}
    </>
  );
}

const UNIT = 'the average readers per article';
const rangeOf = ({ interval }: SourceYield): string =>
  interval ? `${timesOf(Number(interval[0]))} to ${timesOf(Number(interval[1]))}` : 'unknown';

/** Largest rank that a finding names. Moves below it come from few readers. */
const TOP_RANK = 10;
/** Smallest move that a finding names. Smaller moves may be chance. */
const MIN_MOVE = 3;

const movedOf = ({ rank, previousRank }: SourceYield) => (previousRank ?? rank) - rank;

/** Returns the most read rows, and the row that rose most, in the chosen days or else in the last seven days. */
function standingOf(rows: readonly SourceYield[], recent: readonly SourceYield[] | null) {
  const isRecent = !hasBefore(rows) && recent !== null;
  const [row] = (isRecent ? recent : rows)
    .filter((row) => row.rank <= TOP_RANK && movedOf(row) >= MIN_MOVE)
    .toSorted((a, b) => movedOf(b) - movedOf(a));
  return { most: rows.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_NAMED), rises: row ? { row, isRecent } : null };
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
