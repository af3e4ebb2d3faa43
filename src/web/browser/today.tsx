import { formatPercent } from '../../lib/percent.ts';
import { MINUTE_MS } from '../../lib/time.ts';
import { Answer } from './insights/stories/change.tsx';
import { Stories } from './insights/stories/items.tsx';
import { type GrowingTopic, insightsHref as href } from './insights/view.ts';
import { type Growth, isStill, loadGrowth, loadStories } from './insights/week.ts';
import { useQuery } from './lib/query.ts';
import { request, type Schemas } from './lib/request.ts';
import { longDay, timeZone, today } from './lib/time.ts';
import { Button } from './ui/actions.tsx';
import { useFirstSteps } from './ui/first-steps.tsx';
import { areLoaded, Empty, Facts, Loaded, Outside, Section, Skeleton } from './ui/parts.tsx';
import { startSignedIn } from './ui/start.tsx';

/** Few enough to be read in a minute. */
const TOPICS = 3;
const STORIES = 4;

/** The morning view: what changed, what gains readers, and what is recommended today. */
function Today() {
  const growth = useQuery('growth', (signal) => loadGrowth(false, TOPICS, signal), { interval: MINUTE_MS });
  const stories = useQuery('stories', (signal) => loadStories(false, STORIES, signal), { interval: MINUTE_MS });
  const recommended = useQuery(
    'recommended',
    (signal) => request<Schemas['JsonFeed']>('/api/v2/feed-recommended/', { signal }),
    { interval: MINUTE_MS },
  );
  const { steps, isLoading } = useFirstSteps(isStill(growth.value, stories.value), 'readers');
  if (isLoading || !areLoaded(growth, stories, recommended)) return <Skeleton lines={18} />;
  if (steps) return <>{steps}</>;
  return (
    <div class="stack sections overview">
      <div class="row list-head">
        <p class="hint">{longDay(today(Date.now(), timeZone()))}</p>
        <span class="row aside-end">
          <Button text="Print" press={print} />
          <a class="button" href="/insights">
            All insights
          </a>
        </span>
      </div>
      <Loaded of={growth} lines={6}>
        {(value) => (
          <div>
            <Answer {...value} href={href} />
            <Changes {...value} />
          </div>
        )}
      </Loaded>
      <div class="columns">
        <Section id="gaining" title="Gaining readers now">
          <Loaded of={stories} lines={8}>
            {({ rising }) => <Stories items={rising} href={href} none="Nothing is gaining readers right now" />}
          </Loaded>
        </Section>
        <Section id="recommended" title="Recommended" note="by your editors">
          <Loaded of={recommended} lines={8}>
            {({ items }) =>
              items.length > 0 ? (
                <ol class="ranked">
                  {items.map(({ id, url, title }) => (
                    <li key={id}>
                      <Outside href={url ?? '#'}>{title}</Outside>
                    </li>
                  ))}
                </ol>
              ) : (
                <Empty title="Nothing is recommended yet">
                  <a href="/desk">Choose articles on the desk.</a>
                </Empty>
              )
            }
          </Loaded>
        </Section>
      </div>
    </div>
  );
}

/** Up, down and new in a line each. */
const Changes = ({ risers, fallers, spikes }: Growth) => (
  <Facts look="broad" of={{ Up: named(risers), Down: named(fallers), 'New this week': named(spikes) }} />
);

const named = (topics: GrowingTopic[]) =>
  topics.length === 0
    ? null
    : topics.map(({ topicId, name, growthPercent, confidence }, place) => (
        <span key={topicId}>
          {place > 0 ? ', ' : ''}
          <a href={href({ topic: String(topicId) })}>{name}</a>
          {growthPercent === null ? '' : ` ${formatPercent(growthPercent)}`}
          {growthPercent !== null && confidence === 'low' ? ' (uncertain)' : ''}
        </span>
      ));

startSignedIn('read', 'See what changed since yesterday in one minute.', Today);
