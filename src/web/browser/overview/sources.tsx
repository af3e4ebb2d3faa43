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
import { Ratio } from '../insights/charts/audience.tsx';
import { MovementMark, withRanks } from '../insights/stories/items.tsx';
import { movementOf } from '../insights/stories/movement.ts';
import { PlacementAxis, PlacementDot } from '../insights/stories/placement-dot.tsx';
import { type InsightsSession, SLOW_POLL_MS } from '../insights/view.ts';
import { type Columns, tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { Empty, Loaded, Table } from '../ui/parts.tsx';
import { loadYields, type SourceYield } from './load.ts';

const KINDS = {
  source: { name: 'sources', title: 'Source', none: 'No source was read in this period' },
  company: { name: 'companies', title: 'Company', none: 'No company was read about in this period' },
} as const;

/** Sources or companies by engagement, with their yield: readers per article compared with the site’s average. */
function Yields({ by, ...session }: InsightsSession & { by: keyof typeof KINDS }) {
  const { view, paused, href } = session;
  const { name, title, none } = KINDS[by];
  const window = daysOfView(session, PERIODS_WITHOUT_GROWTH);
  const chosen = chosenOf(window);
  const risk = view.risk === '1';
  const yields = useQuery(['yields', by, window, risk], (signal) => loadYields(by, { window, risk }, signal), {
    interval: chosen ? null : SLOW_POLL_MS,
    paused,
  });
  return (
    <>
      <Tools>
        <Calendar session={session} without={PERIODS_WITHOUT_GROWTH} />
        <RiskSwitch {...session} />
        <ViewBar
          of={yields}
          session={session}
          window={window}
          table={yields.value && { name, rows: tableOf(COLUMNS, withRanks(yields.value)) }}
        />
      </Tools>
      <Loaded of={yields} lines={20}>
        {(rows) =>
          rows.length === 0 ? (
            <Empty title={none}>Rows appear here after the first complete day with readers.</Empty>
          ) : (
            <>
              <Table
                class="yields"
                head={[
                  ['Rank', 'number'],
                  title,
                  ['Moved', 'number'],
                  ['Change', 'number'],
                  ['Articles', 'number'],
                  'Readers per article',
                  [
                    <>
                      <span>Clicks for their position</span>
                      <PlacementAxis />
                    </>,
                    'placed',
                  ],
                ]}
              >
                {rows.map((row, i) => (
                  <tr key={row.id}>
                    <td class="number">{row.rank}</td>
                    <th scope="row">
                      <a href={href({ view: 'overview', by, is: row.id })}>{row.name}</a>
                    </th>
                    <td class="number">
                      <MovementMark movement={movementOf(i, row.previousRank)} />
                    </td>
                    <td class="number">{row.growthPercent === null ? '–' : formatPercent(row.growthPercent)}</td>
                    <td class="number">{row.articles}</td>
                    <td>
                      <span class="row-ratio">
                        <Ratio index={row.yield} />
                      </span>
                    </td>
                    <td>
                      <PlacementDot of={row.placement === null ? null : { index: row.placement, confidence: 'low' }} />
                    </td>
                  </tr>
                ))}
              </Table>
              <p class="hint before-3">
                ×1 is the site’s average of readers per published article; – means too few readers. The dot is the
                median of its articles over the last 7 days, and 1× is normal for their positions.
              </p>
            </>
          )
        }
      </Loaded>
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
  'growthPercent',
  'placement',
];
