import { useState } from 'hono/jsx/dom';
import { InsightsPages } from './insights/bar/tabs.tsx';
import { hasDetailPanel, type InsightsSession, TABS, tabOf, VIEW_DEFAULTS } from './insights/view.ts';
import { hrefOf, useTitle, useView } from './lib/page.ts';
import { lazily } from './ui/lazily.tsx';
import { mountSignedInPage } from './ui/mount-page.tsx';
import { Views } from './ui/parts.tsx';

const Overview = lazily('overview', async () => (await import('./overview/overview.tsx')).Overview);
const topicDetails = () => import('./insights/topic-details.tsx');
const OneTopic = lazily('topic', async () => (await topicDetails()).OneTopic);
const TopicPanel = lazily('topic panel', async () => (await topicDetails()).TopicPanel);
const ContentDetails = lazily('article', async () => (await import('./insights/article.tsx')).ContentDetails);
const GrowthView = lazily('growth', async () => (await import('./insights/growth.tsx')).GrowthView);
const Popular = lazily('popular', async () => (await import('./insights/popular.tsx')).Popular);
const Trending = lazily('trending', async () => (await import('./insights/trending.tsx')).Trending);
const AuthorPage = lazily('author', async () => (await import('./overview/author.tsx')).AuthorPage);
const StoryPage = lazily('story', async () => (await import('./insights/story.tsx')).StoryPage);
const Places = lazily('places', async () => (await import('./overview/positions.tsx')).PositionsView);
const sources = () => import('./overview/sources.tsx');
const SourcesView = lazily('sources', async () => (await sources()).SourcesView);
const CompaniesView = lazily('companies', async () => (await sources()).CompaniesView);
const GroupPage = lazily('group', async () => (await import('./overview/group.tsx')).GroupPage);
const Compare = lazily('compare', async () => (await import('./insights/compare.tsx')).Compare);

const VIEWS = {
  overview: Overview,
  trending: Trending,
  growth: GrowthView,
  popular: Popular,
  places: Places,
  topic: OneTopic,
  sources: SourcesView,
  companies: CompaniesView,
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
  const group = groupOf(view);
  const isNamed =
    group || view.topic || view.content || view.author || view.story || tab === 'topic' || tab === 'compare';
  useTitle(isNamed ? null : `${Object.fromEntries(TABS)[tab]} · Insights`);
  return (
    <Views
      label="Views"
      tabs={TABS}
      // Pages of an author, a story or an article do not belong to a tab.
      current={
        group
          ? group.by === 'source'
            ? 'sources'
            : 'companies'
          : view.author || view.story || (view.content && !hasDetailPanel(view))
            ? ''
            : tab
      }
      href={(name) =>
        href({ view: name, topic: '', content: '', author: '', story: '', source: '', company: '', by: '', is: '' })
      }
      defaults={VIEW_DEFAULTS}
      change={change}
      more={<InsightsPages />}
    >
      {group ? (
        <GroupPage key={`${group.by} ${group.id}`} {...group} session={session} />
      ) : view.author ? (
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
            <p class="row after-3 crumbs">
              <a class="button" href={href({ topic: '', content: '' })}>
                Close
              </a>
              <a
                class="button"
                href={hrefOf({ ...VIEW_DEFAULTS, topic: view.topic, content: view.content }, VIEW_DEFAULTS)}
              >
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

/** Returns the source or company whose page is open. */
function groupOf({ source, company }: typeof VIEW_DEFAULTS): { by: 'source' | 'company'; id: string } | null {
  if (source) return { by: 'source', id: source };
  return company ? { by: 'company', id: company } : null;
}

function Beside({ session }: { session: InsightsSession }) {
  const { view } = session;
  return view.content ? (
    <ContentDetails key={view.content} id={Number(view.content)} session={session} />
  ) : (
    <TopicPanel key={view.topic} id={Number(view.topic)} session={session} />
  );
}

mountSignedInPage(Insights);
