import { useState } from 'hono/jsx/dom';
import { spoken } from '../../delivery/spoken.ts';
import { ShareButton } from './insights/bar/toolbar.tsx';
import { AudienceChart } from './insights/charts/audience.tsx';
import { HistoryChart } from './insights/charts/history-chart.tsx';
import { HoursCurve } from './insights/charts/hours.tsx';
import { loadNotes } from './insights/charts/notes.tsx';
import { ReadThrough } from './insights/charts/read-through.tsx';
import { GrowthView } from './insights/growth.tsx';
import { Overview } from './insights/overview.tsx';
import { Popular } from './insights/popular.tsx';
import { AsOf } from './insights/stories/change.tsx';
import { type ArticleInsights, RankList } from './insights/stories/items.tsx';
import { changeInWords, describePlacement, usualForInWords } from './insights/stories/rank-words.ts';
import { OneTopic, TopicDetails, useTopic } from './insights/topic-details.tsx';
import { Trending } from './insights/trending.tsx';
import { hasDetailPanel, type InsightsSession, SLOW_POLL_MS, TABS, tabOf, VIEW_DEFAULTS } from './insights/view.ts';
import { hrefOf, useTitle, useView } from './lib/page.ts';
import { useQuery } from './lib/query.ts';
import { may, queryString, request, useSession } from './lib/request.ts';
import { typeName } from './lib/words.ts';
import { lazily } from './ui/lazily.tsx';
import { mountSignedInPage } from './ui/mount-page.tsx';
import { Loaded, Outside, Section, Views } from './ui/parts.tsx';

function ContentDetails({ id, session }: { id: number; session: InsightsSession }) {
  const { view, paused } = session;
  const { session: signedIn } = useSession();
  const query = { days: 28, riskManagement: view.risk === '1' };
  const about = useQuery(['content', id, query], (signal) => loadAbout(id, query, signal), {
    interval: SLOW_POLL_MS,
    paused,
  });
  useTitle(about.value?.title);
  return (
    <div class="stack gap-5 details">
      <Loaded of={about} lines={16}>
        {({
          title,
          url,
          source,
          contentType,
          publishedAt,
          authors,
          growth,
          placement,
          readThroughRate,
          days,
          notes,
          audience,
          ...places
        }) => (
          <>
            <div class="topic">
              <h2 {...spoken(title ?? '')}>{title ?? `Article ${id}`}</h2>
              <p>
                {[source, typeName(contentType)].filter(Boolean).join(' · ')}
                {authors.map((author) => (
                  <>
                    {' · '}
                    <a key={author.id} href={session.href({ author: author.id, content: '', topic: '' })}>
                      {author.name}
                    </a>
                  </>
                ))}
                {url ? (
                  <>
                    {' · '}
                    <Outside href={url}>Read it</Outside>
                  </>
                ) : null}{' '}
                {may(signedIn, 'edit') ? (
                  <>
                    · <a href={`/content?id=${id}`}>Edit</a>
                  </>
                ) : null}
              </p>
              <p class="row before-2">
                <ShareButton view={`insights/content/${id}/${queryString(query)}`} />
                <a class="button" href={`/api/v2/insights/content/${id}/csv/${queryString(query)}`} download>
                  Export CSV
                </a>
              </p>
            </div>
            {growth && growth.growthPercent !== null ? (
              <div>
                <p class="growing">{changeInWords(growth)}.</p>
                <AsOf asOf={growth.asOf} />
              </div>
            ) : null}
            <HowItDoes placement={placement} readThroughRate={readThroughRate} contentType={contentType} />
            <HistoryChart
              lines={[{ name: title ?? String(id), days }]}
              label="Readers over the last 28 days"
              caption={`Each day relative to the busiest of ${days.length} days.`}
              publishedAt={publishedAt}
              notes={notes}
              scopes={[{ scope: 'article', ref: id, name: 'This article' }]}
            />
            <RankList {...places} />
            <Section id="readers" title="Who reads it" isInner>
              <AudienceChart audience={audience} />
            </Section>
            <HoursCurve of={{ content: id }} name={title ?? String(id)} session={session} />
          </>
        )}
      </Loaded>
    </div>
  );
}

function HowItDoes({
  placement,
  readThroughRate,
  contentType,
}: Pick<ArticleInsights, 'placement' | 'readThroughRate' | 'contentType'>) {
  return (
    <>
      {readThroughRate ? (
        <ReadThrough
          share={readThroughRate}
          usual={readThroughRate.usual}
          usualFor={usualForInWords(readThroughRate.length, contentType)}
        />
      ) : null}
      {placement ? <p>It {describePlacement(placement)}.</p> : null}
    </>
  );
}

async function loadAbout(id: number, query: Record<string, number | boolean>, signal: AbortSignal) {
  const [about, notes] = await Promise.all([
    request<ArticleInsights>(`/api/v2/insights/content/${id}/`, { query, signal }),
    loadNotes({ content: id }, signal),
  ]);
  return { ...about, notes };
}

const AuthorPage = lazily('author', async () => (await import('./insights/author.tsx')).AuthorPage);
const StoryPage = lazily('story', async () => (await import('./insights/story.tsx')).StoryPage);
const Places = lazily('places', async () => (await import('./insights/places.tsx')).PositionsView);
const Compare = lazily('compare', async () => (await import('./insights/compare.tsx')).Compare);

const VIEWS = {
  overview: Overview,
  trending: Trending,
  growth: GrowthView,
  popular: Popular,
  places: Places,
  topic: OneTopic,
  compare: Compare,
};

function Insights() {
  const [view, change] = useView(VIEW_DEFAULTS);
  const [paused, pause] = useState(false);
  const href = (part: Partial<typeof VIEW_DEFAULTS>) => hrefOf({ ...view, ...part }, VIEW_DEFAULTS);
  const tab = tabOf(view);
  const Shown = VIEWS[tab];
  const set = (name: keyof typeof VIEW_DEFAULTS) => (value: string) => change({ [name]: value });
  const session = { paused, pause, view, change, set, href };
  const isNamed = view.topic || view.content || view.author || view.story || tab === 'topic' || tab === 'compare';
  useTitle(isNamed ? null : `${Object.fromEntries(TABS)[tab]} · Insights`);
  return (
    <Views
      label="Views"
      tabs={TABS}
      // Pages of an author, a story or an article are not below a tab.
      current={view.author || view.story || (view.content && !hasDetailPanel(view)) ? '' : tab}
      href={(name) => href({ view: name, topic: '', content: '', author: '', story: '' })}
      defaults={VIEW_DEFAULTS}
      change={change}
      more={
        <>
          <a class="aside-end" href="/insights/today">
            Today
          </a>
          <a href="/insights/week">Week</a>
        </>
      }
    >
      {view.author ? (
        <AuthorPage key={view.author} id={view.author} session={session} />
      ) : view.story ? (
        <StoryPage key={view.story} id={view.story} session={session} />
      ) : view.content && !hasDetailPanel(view) ? (
        <ContentDetails id={Number(view.content)} session={session} />
      ) : hasDetailPanel(view) ? (
        <div class="stack gap-5 beside">
          <div class="list">
            <Shown key={tab} {...session} />
          </div>
          <aside aria-label="Details">
            <p class="row small after-3 crumbs">
              <a href={href({ topic: '', content: '' })}>Close</a>
              <a href={hrefOf({ ...VIEW_DEFAULTS, topic: view.topic, content: view.content }, VIEW_DEFAULTS)}>
                Open as a page
              </a>
            </p>
            <Beside session={session} />
          </aside>
        </div>
      ) : (
        <Shown key={tab} {...session} />
      )}
    </Views>
  );
}

function Beside({ session }: { session: InsightsSession }) {
  const { view } = session;
  return view.content ? (
    <ContentDetails key={view.content} id={Number(view.content)} session={session} />
  ) : (
    <Topic key={view.topic} id={Number(view.topic)} session={session} />
  );
}

function Topic({ id, session }: { id: number; session: InsightsSession }) {
  return <TopicDetails id={id} of={useTopic(id, session)} session={session} />;
}

mountSignedInPage('read', 'See what readers engage with, what is rising and why.', Insights);
