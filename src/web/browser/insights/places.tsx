import { tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { type DataOf, request } from '../lib/request.ts';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import { ReportingLists } from '../ui/reporting.tsx';
import { ViewBar } from './bar/bar.tsx';
import { ITEM_COLUMNS, ranked, Stories } from './stories/items.tsx';
import { Wasted } from './stories/wasted.tsx';
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
/** What is asked for, and shown of it: of what takes a place that it does not earn the best places first, which are worth most. */
const [ASKED, SHOWN] = [50, 10];

type Answer = DataOf<(typeof SIDES)[number]['path']>;
type Placed = Answer['items'][number];

/** Which places of lists are wasted: what surely earns more than its places usually earn, and what less. */
export function Places(session: Session) {
  const sides = useQuery('places', loadSides, { interval: SLOW, paused: session.paused });
  const tools = (
    <div class="row tools">
      <p class="hint">
        Clicks of the last 7 days in lists that report which places were seen, beside what the same places usually
        bring. An article far down that is clicked like one at the top deserves a better place.
      </p>
      <ViewBar of={sides} session={session} table={sides.value && tableOfSides(sides.value)} />
    </div>
  );
  return (
    <Loaded of={sides} lines={SHOWN * 2}>
      {(found) =>
        found.every(({ items }) => items.length === 0) ? (
          <>
            {tools}
            <Empty title="No place stands out yet">
              An article is compared once 200 readers have seen it in a list that reports which places were seen. Lists
              do so that are embedded with “Report which places were seen” (<a href="/embed">embed builder</a>), and
              those of your own pages with <code>views.js</code>.
            </Empty>
            <ReportingLists />
          </>
        ) : (
          <>
            <Wasted
              wasted={standing(found[1]?.items[0])}
              better={standing(found[0]?.items[0])}
              none="No place is surely wasted."
              href={session.href}
            />
            {tools}
            <div class="columns">
              {SIDES.map(({ id, title, none }, side) => (
                <Section key={id} id={id} title={title} note="last 7 days">
                  <Stories
                    items={(found[side]?.items ?? []).slice(0, SHOWN)}
                    href={session.href}
                    none={none}
                    beside={(item) => <PullMark of={item.pull} />}
                  />
                </Section>
              ))}
            </div>
            <p class="hint">
              <span class="of-marks">
                The line is what the place usually earns; the dot is the article, with nine in ten around it. An arrow
                points at what lies beyond three times.{' '}
              </span>
              At most {SHOWN} articles are shown on each side.
            </p>
            <ReportingLists none="" />
          </>
        )
      }
    </Loaded>
  );
}

const standing = (item: Placed | undefined) => (item?.pull ? { item, pull: item.pull } : undefined);

/** Beyond every place. */
const LAST = 99;
const placeOf = ({ pull }: Placed): number => pull?.place.from ?? LAST;

/** The right end of the scale; what lies beyond it leaves by an arrow. */
const [FULL, WIDTH] = [300, 112];
const xOf = (index: number) => (Math.min(index, FULL) / FULL) * WIDTH;

/** What an article earns beside what its places usually earn, with its interval. */
function PullMark({ of }: { of: Placed['pull'] | undefined }) {
  if (!of) return <span />;
  const [low, high] = of.interval;
  return (
    <svg
      class={`spark pull-mark ${of.index > 100 ? 'good' : 'bad'}`}
      viewBox={`-3 0 ${WIDTH + 6} 28`}
      role="img"
      aria-label={`${of.index}% of what is usual, likely ${low} to ${high}%`}
    >
      <path class="level" d={`M${xOf(100)} 3V25`} />
      <path d={`M${xOf(low)} 14H${xOf(high)}`} />
      {of.index > FULL ? (
        <path class="beyond" d={`M${WIDTH - 11} 8l7 6-7 6M${WIDTH - 5} 8l7 6-7 6`} />
      ) : (
        <circle cx={xOf(of.index)} cy="14" r="3.5" />
      )}
    </svg>
  );
}

/** Of each side first what is told: the best place that is wasted, and what earns most below it, or else anywhere. */
async function loadSides(signal: AbortSignal): Promise<Answer[]> {
  const sides = SIDES.map(({ path }) => request<Answer>(path, { query: { limit: ASKED }, signal }));
  const [under, over] = (await Promise.all(sides)).map(({ items }) => items);
  const wasted = (over ?? []).toSorted((a, b) => placeOf(a) - placeOf(b));
  const isBelow = (item: Placed) => Number(wasted[0] !== undefined && placeOf(item) > placeOf(wasted[0]));
  return [(under ?? []).toSorted((a, b) => isBelow(b) - isBelow(a)), wasted].map((items) => ({ items }));
}

/** Both lists, one below the other. */
function tableOfSides(sides: readonly Answer[]) {
  const rows = sides.flatMap(({ items }, side) =>
    ranked(items).map((item) => ({
      ...item,
      list: SIDES[side]?.id ?? '',
      pull: item.pull?.index ?? null,
      place: item.pull?.place.from ?? null,
    })),
  );
  return { name: 'places', rows: tableOf(['list', ...ITEM_COLUMNS, 'pull', 'place'] as const, rows) };
}
