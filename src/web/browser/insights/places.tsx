import { useState } from 'hono/jsx/dom';
import { useQuery } from '../lib/query.ts';
import { type DataOf, IS_SERVER, queryString, request } from '../lib/request.ts';
import { FoldButton } from '../ui/actions.tsx';
import { Loaded, Section } from '../ui/parts.tsx';
import { ShareButton } from './bar/toolbar.tsx';
import { type Fresh, loadFresh } from './stories/fresh.ts';
import { ItemList } from './stories/items.tsx';
import { numberIn, type SelectedDay } from './stories/verdict.ts';
import type { InsightsSession } from './view.ts';

export const SIDES = [
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
export const LISTED_ARTICLES = 10;
const SHOWN_ARTICLES = 5;

export type PlacementPage = DataOf<(typeof SIDES)[number]['path']>;
export type PlacedArticle = PlacementPage['items'][number];

type SideProps = (typeof SIDES)[number] &
  Pick<InsightsSession, 'href'> & { items: PlacedArticle[]; fresh: Fresh; day?: SelectedDay | null };

export function SideList({ id, path, title, none, items, fresh, day = null, href }: SideProps) {
  const [isWhole, setWhole] = useState(IS_SERVER);
  const shownItems = isWhole ? items : items.slice(0, SHOWN_ARTICLES);
  return (
    <Section id={id} title={title} end={IS_SERVER ? null : <ShareButton view={path.slice('/api/v2/'.length)} />}>
      <ItemList
        items={shownItems}
        href={href}
        none={none}
        more={({ contentId, title }) => {
          const number = numberIn(day?.articles ?? [], contentId);
          const words = [number ? `No. ${number} today` : null, fresh.get(contentId)].filter(Boolean).join(' · ');
          if (!day || (!number && id === 'overplayed')) return words;
          const act = number ? 'Move on the desk' : 'Find on the desk';
          return [
            words && `${words}\u00a0· `,
            <a key={act} class="more" href={number ? '/desk' : deskSearch(title)} aria-label={`${act}: ${title}`}>
              {act}
            </a>,
          ];
        }}
      />
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

/** Address of the desk with a search for the article. Commas separate the words of a search, so the longest part counts. */
function deskSearch(title: string | null): string {
  const [part = ''] = (title ?? '').split(/[,"]| -/).toSorted((a, b) => b.length - a.length);
  return `/desk${queryString({ q: part.trim() })}`;
}

export function SharedSide({ id, href, given = {} }: InsightsSession & { id: string }) {
  const side = SIDES.find((one) => one.id === id) ?? SIDES[0];
  const about = useQuery(side.path, (signal) => loadSide(side, given, signal));
  return (
    <Loaded of={about}>
      {(found) => (
        <>
          <SideList {...side} {...found} href={href} />
          {found.items.length > 0 ? (
            <p class="hint before-4">Clicks per view, last 7 days. Ranges are 90% ranges.</p>
          ) : null}
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
