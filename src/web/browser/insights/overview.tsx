import { useQuery } from '../lib/query.ts';
import { type DataOf, request } from '../lib/request.ts';
import { Empty, Loaded, Skeleton } from '../ui/states.tsx';
import { Answer } from './answer.tsx';
import { RiskSwitch } from './filters.tsx';
import { GrowthCard } from './growth-card.tsx';
import { LIVE, type Session, SLOW } from './session.ts';
import { Stories } from './stories.tsx';
import { loadTrending, Ranking } from './trending.tsx';
import type { GrowingTopic } from './types.ts';

const CARDS = 3;
const STORIES = 6;
const TOPICS = 8;

interface Growth {
  risers: GrowingTopic[];
  fallers: GrowingTopic[];
  /** Nobody read them in the week before. */
  spikes: GrowingTopic[];
}

/** The answer first: what rises and why; then its evidence. */
export function Overview(session: Session) {
  const risk = session.view.risk === '1';
  const growth = useQuery((signal) => loadGrowth(risk, signal), {
    queryKey: `growth ${risk}`,
    interval: SLOW,
    paused: session.paused,
  });
  const stories = useQuery((signal) => loadStories(risk, signal), {
    queryKey: `stories ${risk}`,
    interval: SLOW,
    paused: session.paused,
  });
  const trending = useQuery(loadTrending('', risk, TOPICS), {
    queryKey: `topics ${risk}`,
    interval: LIVE,
    paused: session.paused,
  });
  // Shown at once, so that nothing jumps.
  if (![growth, stories, trending].every(({ value, error }) => value ?? error)) return <Skeleton lines={24} />;
  return (
    <div class="overview">
      <Loaded of={growth} lines={8}>
        {({ risers, fallers, spikes }) => (
          <>
            <Answer riser={risers[0]} spike={spikes[0]} href={session.href} />
            <div class="cards">
              <Cards title="Rising" topics={risers} {...{ session }} none="No topic is growing enough to be listed." />
              <Cards title="Falling" topics={fallers} {...{ session }} none="No topic is losing enough to be listed." />
              <Cards title="New this week" topics={spikes} {...{ session }} none="No new topic this week." />
            </div>
          </>
        )}
      </Loaded>
      <div class="tools">
        <RiskSwitch {...session} />
        <p class="hint">
          {risk ? 'Only content about risk management.' : 'All content.'} Growth compares the last 7 days with the 7
          before.
        </p>
      </div>
      <Loaded of={stories} lines={STORIES * 2}>
        {({ rising, popular }) => (
          <div class="columns">
            <section aria-labelledby="rising-content">
              <h2 id="rising-content">Gaining readers now</h2>
              {rising.length > 0 ? <Stories items={rising} /> : <Empty title="Nothing is gaining readers right now" />}
            </section>
            <section aria-labelledby="popular-content">
              <h2 id="popular-content">
                Most read <small>last 7 days</small>
              </h2>
              {popular.length > 0 ? <Stories items={popular} isMoving /> : <Empty title="No clicks yet" />}
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

type GrowthAnswer = DataOf<'/api/v2/insights/trending-topics/growth/'>;

async function loadGrowth(riskManagement: boolean, signal: AbortSignal): Promise<Growth> {
  const path = '/api/v2/insights/trending-topics/growth/';
  const [up, down] = await Promise.all(
    ['up', 'down'].map((direction) =>
      request<GrowthAnswer>(path, { query: { direction, riskManagement, limit: 50 }, signal }),
    ),
  );
  // Where the interval lies beside zero a topic surely grows; those lead, each part in the order of the answer.
  const surest = (topics: GrowingTopic[]) =>
    topics.toSorted((a, b) => Number(b.confidence === 'high') - Number(a.confidence === 'high')).slice(0, CARDS);
  const measured = up?.topics.filter(({ growthPercent }) => growthPercent !== null) ?? [];
  return {
    risers: surest(measured),
    fallers: surest(down?.topics ?? []),
    spikes: (up?.topics.filter(({ growthPercent }) => growthPercent === null) ?? []).slice(0, CARDS),
  };
}

type Rising = DataOf<'/api/v2/insights/rising-content/'>;
type Popular = Extract<DataOf<'/api/v2/insights/popular-content/'>, { items: unknown }>;

async function loadStories(riskManagement: boolean, signal: AbortSignal) {
  const query = { riskManagement, limit: STORIES };
  const [{ items: rising }, { items: popular }] = await Promise.all([
    request<Rising>('/api/v2/insights/rising-content/', { query, signal }),
    request<Popular>('/api/v2/insights/popular-content/', { query: { ...query, period: '7d' }, signal }),
  ]);
  return { rising, popular };
}
