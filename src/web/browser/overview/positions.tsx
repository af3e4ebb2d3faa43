import { pathOfToday } from '../desk/alternatives.ts';
import { ViewBar } from '../insights/bar/toolbar.tsx';
import { LISTED_ARTICLES, type PlacedArticle, type PlacementPage, SIDES, SideList } from '../insights/places.tsx';
import { type Fresh, loadFresh } from '../insights/stories/fresh.ts';
import { PULL_COLUMNS, TABLE_COLUMNS, withRanks } from '../insights/stories/items.tsx';
import {
  byPlace,
  byPlacement,
  type Earning,
  type SelectedDay,
  sortedVerdicts,
  type Verdict,
  verdictOf,
  verdictOfLists,
} from '../insights/stories/verdict.ts';
import { type InsightsSession, SLOW_POLL_MS } from '../insights/view.ts';
import { tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { may, request, type Schemas, useSession } from '../lib/request.ts';
import { timeZone, today } from '../lib/time.ts';
import { Empty, Loaded } from '../ui/parts.tsx';
import { ReportingLists } from '../ui/reporting.tsx';
import { PlacementAdvice } from './placement-advice.tsx';

const MAX_ARTICLES = 50;

interface Placements {
  sides: { items: PlacedArticle[] }[];
  verdict: Verdict;
  /** Whether the verdict is about today’s selection, and not about all lists. */
  isOfToday: boolean;
  /** Today’s selection. `null` for people who may not edit it. */
  day: SelectedDay | null;
  fresh: Fresh;
}

export function PositionsView(session: InsightsSession) {
  const { session: signedIn } = useSession();
  const isEditor = may(signedIn, 'edit');
  const sides = useQuery(['places', isEditor], (signal) => loadPlaces(isEditor, signal), {
    interval: SLOW_POLL_MS,
    paused: session.paused,
  });
  const tools = (
    <div class="row tools">
      <p class="hint">Clicks per view compared with the normal rate for the position, last 7 days</p>
      {isEditor ? (
        <a class="button" href="/desk">
          Open the desk
        </a>
      ) : null}
      <ViewBar of={sides} session={session} table={sides.value && tableOfSides(sides.value.sides)} />
    </div>
  );
  return (
    <Loaded of={sides} what="the positions" lines={LISTED_ARTICLES * 2}>
      {({ sides: found, verdict, isOfToday, day, fresh }) =>
        found.every(({ items }) => items.length === 0) ? (
          <>
            {tools}
            <Empty title="Nothing to compare yet">
              An article appears here after 200 readers have seen it in a list that reports seen positions. Turn on
              “Report seen positions” in the <a href="/embed">embed builder</a>, or add <code>views.js</code> to your
              pages.
            </Empty>
            <ReportingLists />
          </>
        ) : (
          <>
            {tools}
            <PlacementAdvice
              {...verdict}
              day={day}
              isOfToday={isOfToday}
              isEditor={isEditor}
              fresh={fresh}
              href={session.href}
              reload={sides.reload}
            />
            <div class="columns before-6">
              {SIDES.map((side, i) => (
                <SideList
                  key={side.id}
                  {...side}
                  items={(found[i]?.items ?? []).slice(0, LISTED_ARTICLES)}
                  fresh={fresh}
                  day={day}
                  href={session.href}
                />
              ))}
            </div>
            <p class="hint before-4">
              Ranges are 90% ranges. Only lists that report seen positions count. Each side has at most{' '}
              {LISTED_ARTICLES} articles.
            </p>
            <ReportingLists none="" />
          </>
        )
      }
    </Loaded>
  );
}

/** Loads overplayed and underplayed articles. Evaluates all lists if there is no advice on today's selection. */
async function loadPlaces(isEditor: boolean, signal: AbortSignal): Promise<Placements> {
  const sideOf = ({ path }: (typeof SIDES)[number]) =>
    request<PlacementPage>(path, { query: { limit: MAX_ARTICLES }, signal });
  const [{ items: under }, { items: over }, selected] = await Promise.all([
    sideOf(SIDES[0]),
    sideOf(SIDES[1]),
    isEditor ? request<SelectedDay>(pathOfToday(), { signal }) : loadRecommended(signal),
  ]);
  const day = 'articles' in selected ? selected : null;
  const chosen: readonly Earning[] = 'articles' in selected ? selected.articles : selected;
  const known = new Map([...under, ...over].map((item) => [item.contentId, item]));
  const ofToday = verdictOf(
    chosen.map((one) => ({ ...known.get(one.contentId), ...one })),
    under,
  );
  const isOfToday = ofToday.wasted !== undefined || ofToday.better !== undefined;
  const verdict = isOfToday ? ofToday : verdictOfLists(under, over);
  const sides = [
    { items: sortedVerdicts(under, verdict.better, byPlacement) },
    { items: sortedVerdicts(over, verdict.wasted, byPlace) },
  ];
  const named = [
    verdict.wasted?.item,
    verdict.better?.item,
    ...sides.flatMap(({ items }) => items.slice(0, LISTED_ARTICLES)),
  ];
  const ids = [...new Set(named.flatMap((item) => item?.contentId ?? []))];
  // An error is ignored, because the page is useful even without the ages of the articles.
  const fresh = await loadFresh(ids, signal).catch((): Fresh => new Map());
  return { sides, verdict, isOfToday, day, fresh };
}

/** Loads today's selection for people who cannot edit it. It contains no placement indexes. */
async function loadRecommended(signal: AbortSignal): Promise<Earning[]> {
  const query = { date: today(Date.now(), timeZone()) };
  const { items } = await request<Schemas['JsonFeed']>('/api/v2/feed-recommended/', { query, signal });
  return items.map(({ id, title }) => ({ contentId: Number(id), title }));
}

function tableOfSides(sides: Placements['sides']) {
  const rows = sides.flatMap(({ items }, side) =>
    withRanks(items).map((item) => ({ ...item, list: SIDES[side]?.id ?? '' })),
  );
  return { name: 'places', rows: tableOf(['list', ...TABLE_COLUMNS, ...PULL_COLUMNS] as const, rows) };
}
