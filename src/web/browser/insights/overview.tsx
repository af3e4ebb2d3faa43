import { causeInWords } from '../../../rankings/math/figures/cause.ts';
import { useQuery } from '../lib/request/query.ts';
import { useFirstSteps } from '../ui/first-steps.tsx';
import { Empty, Loaded, Skeleton } from '../ui/states.tsx';
import { ViewBar } from './bar/bar.tsx';
import { RiskSwitch } from './bar/filters.tsx';
import { GrowthCard } from './charts/growth-card.tsx';
import { LIVE, type Session, SLOW } from './session.ts';
import { Answer } from './stories/answer.tsx';
import { Stories } from './stories/stories.tsx';
import { loadTrending, Ranking } from './trending.tsx';
import type { GrowingTopic } from './types.ts';
import { type Growth, isStill, loadGrowth, loadStories } from './week.ts';

const CARDS = 3;
const STORIES = 6;
const TOPICS = 8;

/** The answer first: what rises and why; then its evidence. */
export function Overview(session: Session) {
  const risk = session.view.risk === '1';
  const growth = useQuery((signal) => loadGrowth(risk, CARDS, signal), {
    queryKey: `growth ${risk}`,
    interval: SLOW,
    paused: session.paused,
  });
  const stories = useQuery((signal) => loadStories(risk, STORIES, signal), {
    queryKey: `stories ${risk}`,
    interval: SLOW,
    paused: session.paused,
  });
  const trending = useQuery(loadTrending('', risk, TOPICS), {
    queryKey: `topics ${risk}`,
    interval: LIVE,
    paused: session.paused,
  });
  const { steps, isLoading } = useFirstSteps(isStill(growth.value, stories.value), 'readers');
  // Shown at once, so that nothing jumps.
  if (isLoading || ![growth, stories, trending].every(({ value, error }) => value ?? error))
    return <Skeleton lines={24} />;
  if (steps) return <>{steps}</>;
  return (
    <div class="overview">
      <Loaded of={growth} lines={8}>
        {(value) => (
          <>
            <div>
              <Answer {...value} href={session.href} />
            </div>
            <div class="cards">
              <Cards
                title="Rising"
                topics={value.risers}
                session={session}
                none="No topic is growing enough to be listed."
              />
              <Cards
                title="Falling"
                topics={value.fallers}
                session={session}
                none="No topic is losing enough to be listed."
              />
              <Cards title="New this week" topics={value.spikes} session={session} none="No new topic this week." />
            </div>
          </>
        )}
      </Loaded>
      <div class="tools">
        <RiskSwitch {...session} />
        <p class="hint">{risk ? 'Only content about risk management.' : 'All content.'}</p>
        <ViewBar of={growth} session={session} table={growth.value && tableOf(growth.value)} />
      </div>
      <Loaded of={stories} lines={STORIES * 2}>
        {({ rising, popular }) => (
          <div class="columns">
            <section aria-labelledby="rising-content">
              <h2 id="rising-content">Gaining readers now</h2>
              {rising.length > 0 ? (
                <Stories items={rising} href={session.href} />
              ) : (
                <Empty title="Nothing is gaining readers right now" />
              )}
            </section>
            <section aria-labelledby="popular-content">
              <h2 id="popular-content">
                Most read <small>last 7 days</small>
              </h2>
              {popular.length > 0 ? (
                <Stories items={popular} href={session.href} isMoving />
              ) : (
                <Empty title="No clicks yet" />
              )}
            </section>
          </div>
        )}
      </Loaded>
      <Loaded of={trending} lines={TOPICS}>
        {({ now, week }) => (
          <div class="columns">
            <section aria-labelledby="topics-now">
              <h2 id="topics-now">
                Trending now <small>last 24 hours</small>
              </h2>
              <Ranking topics={now} since="the 24 hours before" href={session.href} />
            </section>
            <section aria-labelledby="topics-week">
              <h2 id="topics-week">
                Trending this week <small>last 7 days</small>
              </h2>
              <Ranking topics={week} since="the week before" href={session.href} />
            </section>
          </div>
        )}
      </Loaded>
    </div>
  );
}

const tableOf = ({ risers, fallers, spikes }: Growth) => ({
  name: 'overview',
  rows: [
    ['list', 'topicId', 'name', 'growthPercent', 'intervalLow', 'intervalHigh', 'confidence', 'cause'],
    ...Object.entries({ rising: risers, falling: fallers, new: spikes }).flatMap(([list, topics]) =>
      topics.map((topic) => [
        list,
        topic.topicId,
        topic.name,
        topic.growthPercent,
        topic.interval?.[0] ?? null,
        topic.interval?.[1] ?? null,
        topic.confidence,
        causeInWords(topic),
      ]),
    ),
  ],
});

interface CardsProps {
  title: string;
  topics: GrowingTopic[];
  /** What to say where there are none. */
  none: string;
  session: Session;
}

function Cards({ title, topics, none, session }: CardsProps) {
  const id = `cards-${title.replaceAll(' ', '-').toLowerCase()}`;
  return (
    <section aria-labelledby={id}>
      <h2 id={id}>{title}</h2>
      {topics.length === 0 ? <p class="hint">{none}</p> : null}
      <ul>
        {topics.map((topic) => (
          <GrowthCard key={topic.topicId} topic={topic} href={session.href} paused={session.paused} />
        ))}
      </ul>
    </section>
  );
}
