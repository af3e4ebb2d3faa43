import type { Child } from 'hono/jsx/dom';
import { ContentDetails } from '../insights/article.tsx';
import { AudienceChart } from '../insights/charts/audience.tsx';
import type { Audiences } from '../insights/charts/audiences.ts';
import { type Note, NoteList } from '../insights/charts/notes.tsx';
import { Compare } from '../insights/compare.tsx';
import { GrowthView } from '../insights/growth.tsx';
import { SharedSide } from '../insights/places.tsx';
import { Popular } from '../insights/popular.tsx';
import { type Item, ItemList } from '../insights/stories/items.tsx';
import { loadTopics, TopicDetails, useTopic } from '../insights/topic-details.tsx';
import { Trending } from '../insights/trending.tsx';
import { AUDIENCES, type InsightsSession, VIEW_DEFAULTS } from '../insights/view.ts';
import { WeekView } from '../insights/week-view.tsx';
import { useQuery } from '../lib/query.ts';
import { request } from '../lib/request.ts';
import { dayAndMonth, isDay, setTimeZone } from '../lib/time.ts';
import { CompaniesView, SourcesView } from '../overview/sources.tsx';
import { Empty, Loaded } from '../ui/parts.tsx';
import { renderOnServer } from './render.ts';

/** Renders shared views on the server with the pages' components, but without controls. (docs/decisions.md#P33) */

export interface SharedView {
  view: string;
  /** Parameters of the view's query, and parameters that only the page uses, such as topics to compare. */
  parameters: Record<string, string>;
  subject: { kind: string; ids: number[] } | null;
  timeZone: string;
}

const ignore = () => {};

function sessionOf({ view, parameters, subject }: SharedView): InsightsSession {
  const { from = '', to = '', period = '', against = '', breakdown = '', minContentItems = '', is = '' } = parameters;
  const isRange = isDay(from) && isDay(to);
  const { output: _, ...given } = Object.fromEntries(new URL(view, 'https://view.example').searchParams);
  return {
    paused: false,
    pause: ignore,
    change: ignore,
    set: () => ignore,
    href: () => undefined,
    view: {
      ...VIEW_DEFAULTS,
      ...(isRange ? { period: 'dates', from, to } : { period: /^(24h|now)$/.test(period) ? '24h' : '7d' }),
      against: against || VIEW_DEFAULTS.against,
      breakdown,
      ...(is ? { by: breakdown, is } : {}),
      min: minContentItems || VIEW_DEFAULTS.min,
      risk: parameters.riskManagement === 'true' ? '1' : '',
      audience: parameters.companyType ?? '',
    },
    given: subject?.kind === 'topics' ? pick(given, 'limit') : given,
  };
}

const sidesOf = (ids: readonly number[]) => Object.fromEntries(ids.map((id, i) => ['abcd'[i] ?? '', String(id)]));

const pick = (of: Record<string, string>, name: string) => (of[name] === undefined ? {} : { [name]: of[name] });

type ListPage = (session: InsightsSession) => Child;

const LISTS: Record<string, ListPage> = {
  'insights/week': ({ view }) => <WeekView view={view} change={ignore} />,
  'insights/trending-topics/growth': (session) => <GrowthView {...session} />,
  'insights/trending-topics': (session) => <Trending {...session} />,
  'topics/trending': (session) => <Trending {...session} />,
  'insights/popular-content': (session) => <Popular {...session} />,
  'insights/underplayed-content': (session) => <SharedSide {...session} id="underplayed" />,
  'insights/sources': (session) =>
    session.given?.by === 'company' ? <CompaniesView {...session} /> : <SourcesView {...session} />,
  'insights/overplayed-content': (session) => <SharedSide {...session} id="overplayed" />,
};

function Shared(shared: SharedView) {
  const { subject, view } = shared;
  const session = sessionOf(shared);
  if (subject?.kind === 'topics') return <Topics ids={subject.ids} session={session} />;
  if (subject) return <ContentDetails id={subject.ids[0] ?? 0} session={session} />;
  const path = new URL(view, 'https://view.example').pathname.replace(/^\/|\/$/g, '');
  // The page always shows rising and falling topics, so it cannot show a view of only one of them.
  const page = session.given?.direction ? undefined : LISTS[path];
  const limit = path === 'topics/trending' ? '20' : '10';
  // Defaults of the API that differ from the options of the pages.
  const defaults = { limit, stories: '', placement: '' };
  return page ? (
    page({ ...session, given: { ...defaults, ...session.given } })
  ) : (
    <OtherView path={path} query={session.given ?? {}} href={session.href} />
  );
}

function Topics({ ids, session }: { ids: number[]; session: InsightsSession }) {
  const topics = useQuery('compared topics', (signal) => loadTopics(ids[0] ?? 0, signal));
  return (
    <Loaded of={topics}>
      {(all) => {
        const there = ids.filter((one) => all.some(({ id }) => id === one));
        const gone = ids.length - there.length;
        return (
          <>
            {there.length > 1 ? (
              <Compare {...session} view={{ ...session.view, ...sidesOf(there) }} />
            ) : (
              <Topic id={there[0] ?? 0} session={session} />
            )}
            {gone > 0 ? (
              <p class="hint before-4">
                {gone === 1 ? 'One topic that was shared is' : 'Topics that were shared are'} no longer there.
              </p>
            ) : null}
          </>
        );
      }}
    </Loaded>
  );
}

const Topic = ({ id, session }: { id: number; session: InsightsSession }) => (
  <TopicDetails id={id} of={useTopic(id, session)} session={session} />
);

interface OtherProps extends Pick<InsightsSession, 'href'> {
  path: string;
  query: Record<string, string>;
}

interface OtherData extends Audiences {
  items?: Item[];
  topics?: { topicId: number; name: string; category?: number }[];
  annotations?: Note[];
}

function OtherView({ path, query, href }: OtherProps) {
  const about = useQuery([path, query], (signal) => request<OtherData>(`/api/v2/${path}/`, { query, signal }));
  return (
    <Loaded of={about}>
      {({ items = [], topics = [], annotations = [], ...audience }) => (
        <>
          {items.length > 0 ? <ItemList items={items} href={href} none="" /> : null}
          {topics.length > 0 ? (
            <ol class="ranked topics">
              {topics.map(({ topicId, name, category }) => (
                <li key={topicId} class={category ? `data-${category}` : ''} dir="auto">
                  {name}
                </li>
              ))}
            </ol>
          ) : null}
          <NoteList notes={annotations} scopes={[]} dayOf={dayAndMonth} />
          {'topicId' in audience ? <AudienceChart audience={audience} /> : null}
          {items.length + topics.length + annotations.length > 0 || 'topicId' in audience ? null : (
            <Empty title="There is nothing to show yet" />
          )}
        </>
      )}
    </Loaded>
  );
}

/** Returns the HTML of a shared view, the title of its page, and a text that names its restrictions. */
export async function renderShared(shared: SharedView, send: (path: string) => Promise<Response>) {
  setTimeZone(shared.timeZone);
  const { riskManagement, companyType } = shared.parameters;
  const audience = AUDIENCES.find(([name]) => name && name === companyType)?.[1];
  const limits = [
    riskManagement === 'true' ? 'Risk management content only.' : '',
    audience ? `Read by ${audience.toLowerCase()}.` : '',
  ];
  return {
    ...(await renderOnServer(() => <Shared {...shared} />, send)),
    restriction: limits.filter(Boolean).join(' '),
  };
}
