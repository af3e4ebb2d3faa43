import { tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { type DataOf, request } from '../lib/request.ts';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import { ReportingLists } from '../ui/reporting.tsx';
import { ViewBar } from './bar/bar.tsx';
import { ITEM_COLUMNS, ranked, Stories } from './stories/items.tsx';
import { type Session, SLOW } from './view.ts';

const SIDES = [
  {
    path: '/api/v2/insights/underplayed-content/',
    id: 'underplayed',
    title: 'Deserves a better place',
    none: 'Nothing surely earns more than its place',
  },
  {
    path: '/api/v2/insights/overplayed-content/',
    id: 'overplayed',
    title: 'Takes a place it does not earn',
    none: 'Everything earns what its place usually earns',
  },
] as const;
const MOST = 10;

type Answer = DataOf<(typeof SIDES)[number]['path']>;

/** Which places of lists are wasted: what surely earns more than its places usually earn, and what less. */
export function Places(session: Session) {
  const sides = useQuery('places', loadSides, { interval: SLOW, paused: session.paused });
  return (
    <>
      <div class="row tools">
        <p class="hint">
          Clicks of the last 7 days beside what the same places usually bring. An article far down that is clicked like
          one at the top deserves a better place.
        </p>
        <ViewBar of={sides} session={session} table={sides.value && tableOfSides(sides.value)} />
      </div>
      <Loaded of={sides} lines={MOST * 2}>
        {(found) =>
          found.every(({ items }) => items.length === 0) ? (
            <>
              <Empty title="No place stands out yet">
                An article is compared once 200 readers have seen it in a list that reports which places were seen.
                Lists do so that are embedded with “Report which places were seen” (<a href="/embed">embed builder</a>),
                and those of your own pages with <code>views.js</code>.
              </Empty>
              <ReportingLists />
            </>
          ) : (
            <div class="columns">
              {SIDES.map(({ id, title, none }, side) => (
                <Section key={id} id={id} title={title} note="last 7 days">
                  <Stories items={found[side]?.items ?? []} href={session.href} none={none} />
                </Section>
              ))}
            </div>
          )
        }
      </Loaded>
    </>
  );
}

const loadSides = (signal: AbortSignal) =>
  Promise.all(SIDES.map(({ path }) => request<Answer>(path, { query: { limit: MOST }, signal })));

/** Both lists, one below the other. */
function tableOfSides(sides: readonly Answer[]) {
  const rows = sides.flatMap(({ items }, side) =>
    ranked(items).map((item) => ({ ...item, list: SIDES[side]?.id ?? '', pull: item.pull?.index ?? null })),
  );
  return { name: 'places', rows: tableOf(['list', ...ITEM_COLUMNS, 'pull'] as const, rows) };
}
