import { formatPercent, formatRange } from '../../../lib/percent.ts';
import { EMPTY_TEXTS, groupByHeading, isUncompared } from '../../../rankings/math/figures/change-headings.ts';
import { useQuery } from '../lib/query.ts';
import { useOnboarding } from '../ui/onboarding.tsx';
import { areLoaded, Loaded, Section, Skeleton } from '../ui/parts.tsx';
import { RiskSwitch, ViewBar } from './bar/toolbar.tsx';
import { HoursCurve } from './charts/hours.tsx';
import { TopicSpark } from './charts/sparkline.tsx';
import { tableOfChanges } from './growth.tsx';
import { ChangeSummary } from './stories/change.tsx';
import { ItemList } from './stories/items.tsx';
import { lookOf } from './stories/movement.ts';
import { RankingList, requestTrending } from './trending.tsx';
import { CATEGORIES, type GrowingTopic, type InsightsSession, LIVE_POLL_MS, SLOW_POLL_MS } from './view.ts';
import { isStill, requestGrowth, requestStories } from './week.ts';

const CARDS = 3;
const STORIES = 6;
const TOPICS = 8;

export function Overview(session: InsightsSession) {
  const { view, paused } = session;
  const risk = view.risk === '1';
  const growth = useQuery(`growth ${risk}`, (signal) => requestGrowth(risk, signal), {
    interval: SLOW_POLL_MS,
    paused,
  });
  const stories = useQuery(`stories ${risk}`, (signal) => requestStories(risk, STORIES, signal), {
    interval: SLOW_POLL_MS,
    paused,
  });
  const trending = useQuery(`topics ${risk}`, requestTrending('', risk, TOPICS), { interval: LIVE_POLL_MS, paused });
  const { steps, isLoading } = useOnboarding(isStill(growth.value, stories.value), 'readers');
  if (isLoading || !areLoaded(growth, stories, trending)) return <Skeleton lines={24} />;
  if (steps) return <>{steps}</>;
  return (
    <div class="stack sections overview">
      <Loaded of={growth} lines={8}>
        {(value) => (
          <>
            <div>
              <ChangeSummary {...value} href={session.href} />
            </div>
            <div class="cards">
              {isUncompared(value)
                ? null
                : Object.entries(groupByHeading(value)).map(([title, topics]) => (
                    <Cards key={title} title={title} topics={topics.slice(0, CARDS)} session={session} />
                  ))}
            </div>
          </>
        )}
      </Loaded>
      <div class="row tools">
        <RiskSwitch {...session} />
        <p class="hint">{risk ? 'Risk management content only.' : 'All content.'}</p>
        <ViewBar
          of={growth}
          session={session}
          table={growth.value && tableOfChanges('overview', groupByHeading(growth.value))}
          dated={{ asOf: growth.value?.asOf ?? null }}
          share={risk ? undefined : 'insights/week/'}
        />
      </div>
      <Loaded of={stories} lines={STORIES * 2}>
        {({ rising, popular }) => (
          <div class="columns">
            <Section id="rising-content" title="Gaining readers now">
              <ItemList items={rising} href={session.href} none="Nothing is gaining readers right now" />
            </Section>
            <Section id="popular-content" title="Most read" note="last 7 days">
              <ItemList items={popular} href={session.href} none="No clicks yet" isMoving />
            </Section>
          </div>
        )}
      </Loaded>
      <Loaded of={trending} lines={TOPICS}>
        {({ now, week }) => (
          <div class="columns">
            <Section id="topics-now" title="Trending now" note="last 24 hours">
              <RankingList topics={now} since="the 24 hours before" href={session.href} />
            </Section>
            <Section id="topics-week" title="Trending this week" note="last 7 days">
              <RankingList topics={week} since="the week before" href={session.href} />
            </Section>
          </div>
        )}
      </Loaded>
      <HoursCurve of={null} name="the site" session={session} />
    </div>
  );
}

interface CardsProps {
  title: string;
  topics: GrowingTopic[];
  session: InsightsSession;
}

const Cards = ({ title, topics, session }: CardsProps) =>
  topics.length > 0 || EMPTY_TEXTS[title] ? (
    <Section id={`cards-${title.replaceAll(' ', '-').toLowerCase()}`} title={title}>
      {topics.length === 0 ? <p class="hint">{EMPTY_TEXTS[title]}</p> : null}
      <ul>
        {topics.map((topic) => (
          <GrowthCard key={topic.topicId} topic={topic} {...session} />
        ))}
      </ul>
    </Section>
  ) : null;

function GrowthCard({ topic, href, paused }: InsightsSession & { topic: GrowingTopic }) {
  const { topicId, name, category, growthPercent, interval } = topic;
  return (
    <li class={`growth-card data-${category}`}>
      <a href={href({ topic: String(topicId), content: '' })}>{name}</a>
      <b class={lookOf(growthPercent)}>{growthPercent === null ? 'new' : formatPercent(growthPercent)}</b>
      <small>
        <span class="quiet">{CATEGORIES[category]}. </span>
        {growthPercent === null
          ? 'no readers last week'
          : interval
            ? `likely ${formatRange(interval)}`
            : 'too few readers'}
      </small>
      <TopicSpark id={topicId} name={name} paused={paused} />
    </li>
  );
}
