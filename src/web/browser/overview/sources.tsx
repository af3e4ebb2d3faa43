import { useState } from 'hono/jsx/dom';
import { formatPercent } from '../../../lib/percent.ts';
import {
  Calendar,
  chosenOf,
  daysOfView,
  PERIODS_WITHOUT_GROWTH,
  RiskFilter,
  RiskSwitch,
  Tools,
  ViewBar,
  windowInWords,
} from '../insights/bar/toolbar.tsx';
import { AVERAGE_INDEX } from '../insights/charts/audiences.ts';
import { hasBefore, nothingBefore } from '../insights/stories/movement.ts';
import { MovementMark, movementOf } from '../insights/stories/movement-mark.tsx';
import { PlacementAxis } from '../insights/stories/placement-dot.tsx';
import { type InsightsSession, SLOW_POLL_MS } from '../insights/view.ts';
import { type Columns, tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { IS_SERVER, queryString } from '../lib/request.ts';
import { FoldButton } from '../ui/actions.tsx';
import { areLoaded, Empty, Loaded, Table } from '../ui/parts.tsx';
import { hasFewArticles, loadYields, type SourceYield, USUAL_PERIODS } from './load.ts';
import { isClearYield, timesOf, YieldDot } from './yield-dot.tsx';

const KINDS = {
  source: {
    name: 'sources',
    title: 'Source',
    none: 'No source was read in this period',
    period: USUAL_PERIODS.sources,
  },
  company: {
    name: 'companies',
    title: 'Company',
    none: 'No company was read about in this period',
    period: USUAL_PERIODS.company,
  },
} as const;

const MAX_NAMED = 2;
/** Rows by rank that the page shows at first. */
const SHOWN_RANKS = 25;

/** Sources or companies by their yield: readers per article compared with the site’s average. */
function Yields({ by, ...session }: InsightsSession & { by: keyof typeof KINDS }) {
  const { view, paused, href } = session;
  const [chosenOrder, setOrder] = useState<Order | null>(null);
  const [isWhole, setWhole] = useState(IS_SERVER);
  const { name, title, none, period } = KINDS[by];
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
  const isWaiting = needsRecent && !areLoaded(recent);
  // Without enough articles, an order by readers per article would be chance.
  const isComparable = yields.value?.some((row) => !hasFewArticles(row)) ?? true;
  const hasDot = hasDots(yields.value ?? [], by);
  const isMoving = hasBefore(yields.value ?? []);
  const order = hasDot ? (chosenOrder ?? (isComparable && by === 'source' ? 'yield' : 'rank')) : 'rank';
  const sortBy = (key: Order, text: string) =>
    IS_SERVER ? (
      text
    ) : (
      <button type="button" class="link" onClick={() => setOrder(key)}>
        {text} <span aria-hidden="true">{order === 'rank' && key === 'rank' ? '↑' : '↕'}</span>
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
          share={`insights/sources/${queryString({ by, ...chosen, riskManagement: risk || undefined })}`}
        />
      </Tools>
      {chosen || IS_SERVER ? <p class="hint after-3">{windowInWords(window) ?? 'The last 7 days'}</p> : null}
      <Loaded of={isWaiting ? { ...yields, value: null } : yields} what={`the ${name}`} lines={20}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={none}>Rows appear here after the first complete day with readers.</Empty>
          ) : (
            <>
              <Verdict rows={rows} by={by} recent={needsRecent ? recent.value : null} href={href} />
              <Table
                class={hasDot ? 'yields rated' : 'yields'}
                head={[
                  title,
                  [sortBy('rank', 'By readers'), 'number', order === 'rank' ? 'ascending' : undefined],
                  ...(hasDot
                    ? []
                    : [
                        [
                          <>
                            Rank before ○ and now ●
                            <RankAxis />
                          </>,
                          'placed',
                        ] as const,
                      ]),
                  ...(isMoving ? [['Moved', 'number moves'] as const] : []),
                  ...(hasDot
                    ? [
                        [
                          <>
                            {sortBy('yield', 'Readers per article')}
                            <PlacementAxis normal="average" />
                          </>,
                          'placed',
                        ] as const,
                      ]
                    : []),
                  ['Articles', 'number minor'],
                  ...(isMoving ? [['Change', 'number moves'] as const] : []),
                ]}
              >
                {groupsOf(rows, order, isWhole).flatMap(({ heading, rows: ofGroup }) => [
                  ...(heading ? [<GroupHeading key={heading} text={heading} columns={isMoving ? 6 : 4} />] : []),
                  ...ofGroup.map((row) => (
                    <YieldRow
                      key={row.id}
                      of={row}
                      href={href({ [by]: row.id, by: '', is: '' })}
                      isMoving={isMoving}
                      hasDot={hasDot}
                    />
                  )),
                ])}
              </Table>
              <Fold hidden={hiddenRows(rows, order)} order={order} isWhole={isWhole} setWhole={setWhole} />
              <p class="hint before-3">
                {hasDot
                  ? 'Readers per article: the share of readers divided by the share of published articles, with its 90% range. Hollow dots may be chance. '
                  : 'Moves of one or two ranks may be chance. '}
                {isMoving
                  ? 'Grey changes come from fewer than five articles, and – means too few readers now or before.'
                  : `${nothingBefore('the days before')} Moves and changes appear when the period before has readers, so a shorter period has them sooner.`}
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

/** Whether rows show readers per article. If no company differs clearly, the ranks say more. */
const hasDots = (rows: readonly SourceYield[], by: keyof typeof KINDS): boolean =>
  by === 'source' || !hasBefore(rows) || rows.some(isClearYield);

/** Last rank on the scale of ranks. */
const LAST_RANK = 50;
const rankPercent = (rank: number): string =>
  `${Math.round((1000 * (Math.min(rank, LAST_RANK) - 1)) / (LAST_RANK - 1)) / 10}%`;

/** Labels the scale of ranks, on which the first is at the right. */
const RankAxis = () => (
  <span class="rank-axis" aria-hidden="true">
    {[LAST_RANK, 25, 10, 1].map((rank) => (
      <i key={rank} style={{ insetInlineEnd: rankPercent(rank) }}>
        {rank}
      </i>
    ))}
  </span>
);

/** Draws the rank before as a ring, or as an arrow beyond the scale, and the rank now as a dot. The column next to it says the same in words. */
function RankMove({ of: { rank, previousRank } }: { of: SourceYield }) {
  const xOf = (at: number) => `${100 - Number.parseFloat(rankPercent(at))}%`;
  const moved = movedOf({ rank, previousRank });
  const look = Math.abs(moved) < MIN_MOVE ? '' : moved > 0 ? 'good' : 'bad';
  return (
    <svg class={`rank-move ${look}`} aria-hidden="true">
      <line class="level" x1="0" x2="100%" y1="10" y2="10" />
      {previousRank === null ? null : (
        <>
          <line x1={xOf(previousRank)} x2={xOf(rank)} y1="10" y2="10" />
          {previousRank > LAST_RANK ? (
            <path class="before" d="M0 10h-7M-3 6l-4 4 4 4" />
          ) : (
            <circle class="before" cx={xOf(previousRank)} cy="10" r="3.5" />
          )}
        </>
      )}
      <circle cx={xOf(rank)} cy="10" r="4" />
    </svg>
  );
}

interface RowProps {
  of: SourceYield;
  href: string | undefined;
  isMoving: boolean;
  hasDot: boolean;
}

const YieldRow = ({ of, href, isMoving, hasDot }: RowProps) => (
  <tr class={hasFewArticles(of) ? 'few' : ''}>
    <th scope="row">
      <a href={href}>{of.name}</a>
    </th>
    <td class="number rank">No. {of.rank}</td>
    {hasDot ? null : (
      <td class="placed">
        <RankMove of={of} />
      </td>
    )}
    {isMoving ? (
      <td class="number moves">
        <MovementMark movement={movementOf(of.rank - 1, of.previousRank)} />
      </td>
    ) : null}
    {hasDot ? (
      <td class="placed">
        <YieldDot of={of} />
      </td>
    ) : null}
    <td class="number minor">{of.articles}</td>
    {isMoving ? (
      <td class="number moves change">{of.growthPercent === null ? '–' : formatPercent(of.growthPercent)}</td>
    ) : null}
  </tr>
);

type Order = 'yield' | 'rank';

interface RowGroup {
  heading: string;
  rows: readonly SourceYield[];
}

/** Returns the rows in their order. By yield, they have headings that say how sure their difference from the average is. */
function groupsOf(rows: readonly SourceYield[], order: Order, isWhole: boolean): RowGroup[] {
  if (order === 'rank') return [{ heading: '', rows: isWhole ? rows : rows.slice(0, SHOWN_RANKS) }];
  const sorted = byYield(rows);
  const { many, few } = splitByArticles(sorted);
  const clear = (isAbove: boolean) =>
    many.filter((row) => isClearYield(row) && Number(row.yield) > AVERAGE_INDEX === isAbove);
  return [
    { heading: 'Clearly above the average', rows: clear(true) },
    { heading: 'Clearly below the average', rows: clear(false) },
    { heading: 'No clear difference', rows: many.filter((row) => !isClearYield(row)) },
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

interface FoldProps extends Omit<Parameters<typeof FoldButton>[0], 'more'> {
  hidden: number;
  order: Order;
}

const Fold = ({ hidden, order, ...fold }: FoldProps) =>
  !IS_SERVER && hidden > 0 ? (
    <p class="before-3">
      <FoldButton {...fold} more={moreInWords(hidden, order)} />
    </p>
  ) : null;

const moreInWords = (count: number, order: Order): string =>
  order === 'rank' ? `Show ${count} more` : `Show ${count} with few articles or too few readers`;

/** Orders rows from the highest to the lowest yield. Rows with few articles or too few readers come last. */
const byYield = (rows: readonly SourceYield[]): SourceYield[] => {
  const weightOf = (row: SourceYield) => (row.yield === null ? 2 : Number(hasFewArticles(row)));
  return rows.toSorted((a, b) => weightOf(a) - weightOf(b) || Number(b.yield) - Number(a.yield) || a.rank - b.rank);
};

/** Returns the rows with enough readers and articles, from the highest to the lowest yield. */
const comparable = (rows: readonly SourceYield[]): SourceYield[] =>
  byYield(rows).filter((row) => row.yield !== null && !hasFewArticles(row));

interface VerdictProps extends Pick<InsightsSession, 'href'> {
  rows: readonly SourceYield[];
  by: keyof typeof KINDS;
  /** Rows of the last seven days, which show what is rising if the chosen days have no days to compare with. */
  recent: readonly SourceYield[] | null;
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

/** Answers which sources bring more or fewer readers per article, or which companies are read about most. */
function Verdict({ rows, by, recent, href }: VerdictProps) {
  const at = { by, href };
  const known = comparable(rows);
  const clear = known.filter(isClearYield);
  const above = clear.filter((row) => Number(row.yield) > AVERAGE_INDEX).slice(0, MAX_NAMED);
  const below = clear
    .filter((row) => Number(row.yield) < AVERAGE_INDEX)
    .toReversed()
    .slice(0, MAX_NAMED);
  const figure = (row: SourceYield) => ` (${timesOf(Number(row.yield))})`;
  const isClear = above.length + below.length > 0;
  // A single source is always average.
  const unclear = known.length > 1 ? known.filter((row) => !isClearYield(row)) : [];
  const endOf = ({ interval }: SourceYield, end: 0 | 1) =>
    Number(interval?.[end] ?? (end === 0 ? 0 : Number.MAX_VALUE));
  const nearest = [
    ...new Set([
      ...(above.length > 0 ? [] : unclear.toSorted((a, b) => endOf(b, 0) - endOf(a, 0)).slice(0, 1)),
      ...(below.length > 0 ? [] : unclear.toSorted((a, b) => endOf(a, 1) - endOf(b, 1)).slice(0, 1)),
    ]),
  ];
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
              {above.length > 0 ? <>More readers per article than average: {listed(above, at, figure)}. </> : null}
              {below.length > 0 ? (
                <>
                  {above.length > 0 ? 'Fewer' : 'Fewer readers per article than average'}: {listed(below, at, figure)}.
                </>
              ) : null}
            </>
          ) : (
            <>No source clearly brings more or fewer readers per article than the average.</>
          )}
        </p>
        {nearest.length > 0 ? (
          <p class="after-3">
            {isClear ? `No source is clearly ${above.length > 0 ? 'below' : 'above'} the average. ` : ''}Closest, by the
            whole range: {listed(nearest, at, (row) => ` (${timesOf(Number(row.yield))}, 90% range ${rangeOf(row)})`)}.
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
            ; risen most in the top ten{rises.isRecent ? ' of the last 7 days alone' : ''}:{' '}
            {listed(rises.rows, at, (row) => ` (No. ${row.rank}, up ${movedOf(row)})`)}
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

const rangeOf = ({ interval }: SourceYield): string =>
  interval ? `${timesOf(Number(interval[0]))} to ${timesOf(Number(interval[1]))}` : 'unknown';

/** Largest rank that a finding names. Moves below it come from few readers. */
const TOP_RANK = 10;
/** Smallest move that a finding names. Smaller moves may be chance. */
const MIN_MOVE = 3;

const movedOf = ({ rank, previousRank }: Pick<SourceYield, 'rank' | 'previousRank'>) => (previousRank ?? rank) - rank;

/** Returns the most read rows, and the rows of the top ten that rose most, in the chosen days or else in the last seven days. */
function standingOf(rows: readonly SourceYield[], recent: readonly SourceYield[] | null) {
  const isRecent = !hasBefore(rows) && recent !== null;
  const top = (isRecent ? recent : rows).filter(({ rank }) => rank <= TOP_RANK);
  const farthest = Math.max(MIN_MOVE, ...top.map(movedOf));
  const risen = top.filter((row) => movedOf(row) === farthest).slice(0, MAX_NAMED);
  return {
    most: rows.toSorted((a, b) => a.rank - b.rank).slice(0, MAX_NAMED),
    rises: risen.length > 0 ? { rows: risen, isRecent } : null,
  };
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
