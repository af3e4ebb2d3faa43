import { useState } from 'hono/jsx/dom';
import { tableOf } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { type DataOf, IS_SERVER, may, request, type Schemas, useSession } from '../lib/request.ts';
import { timeZone, today } from '../lib/time.ts';
import { FoldButton } from '../ui/actions.tsx';
import { Empty, Loaded, Section } from '../ui/parts.tsx';
import { ReportingLists } from '../ui/reporting.tsx';
import { ShareButton, ViewBar } from './bar/toolbar.tsx';
import { type Fresh, loadFresh } from './stories/fresh.ts';
import { ItemList, PULL_COLUMNS, TABLE_COLUMNS, withRanks } from './stories/items.tsx';
import { PlacementAdvice } from './stories/placement-advice.tsx';
import {
  byPlace,
  byPlacement,
  type Earning,
  sortedVerdicts,
  type Verdict,
  verdictOf,
  verdictOfLists,
} from './stories/verdict.ts';
import { type InsightsSession, SLOW_POLL_MS } from './view.ts';

const SIDES = [
  {
    path: '/api/v2/insights/underplayed-content/',
    id: 'underplayed',
    title: 'Underplayed',
    none: 'Nothing is clearly underplayed',
  },
  {
    path: '/api/v2/insights/overplayed-content/',
    id: 'overplayed',
    title: 'Overplayed',
    none: 'Nothing is clearly overplayed',
  },
] as const;
const [MAX_ARTICLES, LISTED_ARTICLES, SHOWN_ARTICLES] = [50, 10, 5];

type PlacementPage = DataOf<(typeof SIDES)[number]['path']>;
type PlacedArticle = PlacementPage['items'][number];

interface Placements {
  sides: { items: PlacedArticle[] }[];
  verdict: Verdict;
  isOfToday: boolean;
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
      {isEditor ? (
        <a class="button primary" href="/desk">
          Open the desk
        </a>
      ) : null}
      <ViewBar of={sides} session={session} table={sides.value && tableOfSides(sides.value.sides)} />
    </div>
  );
  return (
    <Loaded of={sides} what="the positions" lines={LISTED_ARTICLES * 2}>
      {({ sides: found, verdict, isOfToday, fresh }) =>
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
            <PlacementAdvice
              {...verdict}
              none="Every position is performing normally."
              of={isOfToday ? ' of today’s selection' : ''}
              fresh={fresh}
              href={session.href}
            />
            {tools}
            <div class="columns">
              {SIDES.map((side, i) => (
                <SideList
                  key={side.id}
                  {...side}
                  items={(found[i]?.items ?? []).slice(0, LISTED_ARTICLES)}
                  fresh={fresh}
                  href={session.href}
                />
              ))}
            </div>
            <p class="hint before-4">
              Clicks per view compared with the normal rate for that position, last 7 days, with 90% ranges. Counts only
              lists that report seen positions. Each side has at most {LISTED_ARTICLES} articles.
            </p>
            <ReportingLists none="" />
          </>
        )
      }
    </Loaded>
  );
}

type SideProps = (typeof SIDES)[number] & Pick<InsightsSession, 'href'> & { items: PlacedArticle[]; fresh: Fresh };

function SideList({ id, path, title, none, items, fresh, href }: SideProps) {
  const [isWhole, setWhole] = useState(IS_SERVER);
  const shownItems = isWhole ? items : items.slice(0, SHOWN_ARTICLES);
  return (
    <Section
      id={id}
      title={title}
      note="last 7 days"
      end={IS_SERVER ? null : <ShareButton view={path.slice('/api/v2/'.length)} />}
    >
      <ItemList items={shownItems} href={href} none={none} more={({ contentId }) => fresh.get(contentId)} />
      {!IS_SERVER && items.length > SHOWN_ARTICLES ? (
        <p class="before-2">
          <FoldButton
            isWhole={isWhole}
            setWhole={setWhole}
            more={`Show ${items.length - SHOWN_ARTICLES} more`}
            label={`${isWhole ? 'Show fewer' : 'Show all'}: ${title}`}
          />
        </p>
      ) : null}
    </Section>
  );
}

export function SharedSide({ id, href, given = {} }: InsightsSession & { id: string }) {
  const side = SIDES.find((one) => one.id === id) ?? SIDES[0];
  const about = useQuery(side.path, (signal) => loadSide(side, given, signal));
  return (
    <Loaded of={about}>
      {(found) => (
        <>
          <SideList {...side} {...found} href={href} />
          {found.items.length > 0 ? <p class="hint before-4">Ranges are 90% ranges.</p> : null}
        </>
      )}
    </Loaded>
  );
}

async function loadSide({ path }: (typeof SIDES)[number], given: Record<string, string>, signal: AbortSignal) {
  const { items } = await request<PlacementPage>(path, { query: { limit: LISTED_ARTICLES, ...given }, signal });
  const ids = items.map(({ contentId }) => contentId);
  return { items, fresh: await loadFresh(ids, signal) };
}

/** Loads overplayed and underplayed articles. If today's selection has no overplayed article, evaluates all lists. */
async function loadPlaces(isEditor: boolean, signal: AbortSignal): Promise<Placements> {
  const sideOf = ({ path }: (typeof SIDES)[number]) =>
    request<PlacementPage>(path, { query: { limit: MAX_ARTICLES }, signal });
  const [{ items: under }, { items: over }, chosen] = await Promise.all([
    sideOf(SIDES[0]),
    sideOf(SIDES[1]),
    isEditor ? loadSelection(signal) : loadRecommended(signal),
  ]);
  const known = new Map([...under, ...over].map((item) => [item.contentId, item]));
  const ofToday = verdictOf(
    chosen.map((one) => ({ ...known.get(one.contentId), ...one })),
    under,
  );
  const isOfToday = ofToday.wasted !== undefined;
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
  return { sides, verdict, isOfToday, fresh };
}

const dateOfToday = () => today(Date.now(), timeZone());

async function loadSelection(signal: AbortSignal): Promise<Earning[]> {
  const path = `/manage/recommended/${dateOfToday()}`;
  return (await request<DataOf<'/manage/recommended/{date}'>>(path, { signal })).articles;
}

/** Loads today's selection for people who cannot edit it. It contains no placement indexes. */
async function loadRecommended(signal: AbortSignal): Promise<Earning[]> {
  const query = { date: dateOfToday() };
  const { items } = await request<Schemas['JsonFeed']>('/api/v2/feed-recommended/', { query, signal });
  return items.map(({ id, title }) => ({ contentId: Number(id), title }));
}

function tableOfSides(sides: Placements['sides']) {
  const rows = sides.flatMap(({ items }, side) =>
    withRanks(items).map((item) => ({ ...item, list: SIDES[side]?.id ?? '' })),
  );
  return { name: 'places', rows: tableOf(['list', ...TABLE_COLUMNS, ...PULL_COLUMNS] as const, rows) };
}
