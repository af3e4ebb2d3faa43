import { formatPercent } from '../../lib/percent.ts';
import { toldCause } from '../../rankings/math/figures/cause.ts';
import { AsOf, Because } from './insights/stories/change.tsx';
import { Stories } from './insights/stories/stories.tsx';
import { useQuery } from './lib/request/query.ts';
import { type DataOf, request } from './lib/request/request.ts';
import { start } from './lib/start.tsx';
import { useFirstSteps } from './ui/first-steps.tsx';
import { SignedIn } from './ui/signed-in.tsx';
import { Empty, Loaded, Skeleton } from './ui/states.tsx';

const PATH = '/api/v2/insights/week/';
const FIVE_MINUTES = 300_000;

type Week = DataOf<typeof PATH>;
type Topic = Week['rose'][number];

const href = ({ topic = '', content = '' }: { topic?: string; content?: string }) =>
  `/insights?${new URLSearchParams(topic ? { topic } : { content })}`;

/** What seven days have changed. */
function WeekView() {
  const week = useQuery((signal) => request<Week>(PATH, { signal }), { queryKey: 'week', interval: FIVE_MINUTES });
  const { rose, fell, isNew, mostRead } = week.value ?? {};
  const isStill = [rose, fell, isNew, mostRead].every((list) => list?.length === 0);
  const { steps, isLoading } = useFirstSteps(isStill, 'readers');
  if (isLoading) return <Skeleton lines={28} />;
  if (steps) return <>{steps}</>;
  return (
    <div class="overview week">
      <div class="list-head">
        {week.value?.asOf ? <AsOf asOf={week.value.asOf} /> : <p class="hint">The last 7 days against the 7 before.</p>}
        <span class="end">
          <a class="button" href={`${PATH}?output=rss`} type="application/rss+xml">
            RSS
          </a>
          <a class="button" href="/insights/today">
            Today
          </a>
        </span>
      </div>
      <Loaded of={week} lines={28}>
        {(value) => (
          <>
            <Headline {...value} />
            <div class="columns">
              <Topics id="rose" title="Rose" none="No topic rose" topics={value.rose} />
              <Topics id="fell" title="Fell" none="No topic fell" topics={value.fell} />
            </div>
            {value.isNew.length > 0 ? <Topics id="new" title="New" none="" topics={value.isNew} /> : null}
            <section aria-labelledby="most-read">
              <h2 id="most-read">Most read</h2>
              {value.mostRead.length > 0 ? (
                <Stories items={value.mostRead} href={href} />
              ) : (
                <Empty title="Nothing was read this week" />
              )}
            </section>
          </>
        )}
      </Loaded>
    </div>
  );
}

/** The week in a sentence. */
function Headline({ rose, fell, isNew }: Week) {
  const [riser, faller, newcomer] = [rose[0], fell[0], isNew[0]];
  if (!riser && !faller && !newcomer) return <p class="answer">Nothing stands out this week.</p>;
  const parts = [
    riser ? (
      <>
        <TopicLink {...riser} /> rose most
      </>
    ) : null,
    faller ? (
      <>
        <TopicLink {...faller} /> fell most
      </>
    ) : null,
    newcomer ? (
      <>
        <TopicLink {...newcomer} /> is new
      </>
    ) : null,
  ].filter((part) => part !== null);
  return (
    <p class="answer">
      {parts.map((part, place) => (
        <>
          {place > 0 ? (place < parts.length - 1 ? ', ' : place > 1 ? ', and ' : ' and ') : ''}
          {part}
        </>
      ))}
      .
    </p>
  );
}

const TopicLink = ({ topicId, name, category }: Pick<Topic, 'topicId' | 'name' | 'category'>) => (
  <a class={`category-${category}`} href={href({ topic: String(topicId) })}>
    {name}
  </a>
);

const Topics = ({ id, title, none, topics }: { id: string; title: string; none: string; topics: Topic[] }) => (
  <section aria-labelledby={id}>
    <h2 id={id}>{title}</h2>
    {topics.length > 0 ? (
      <ul class="moves">
        {topics.map((topic) => (
          <li key={topic.topicId}>
            <TopicLink {...topic} />{' '}
            {topic.growthPercent === null ? null : (
              <b class={topic.growthPercent < 0 ? 'down' : 'up'}>
                {topic.confidence === 'low' ? <small>uncertain </small> : null}
                {formatPercent(topic.growthPercent)}
              </b>
            )}
            {toldCause(topic) ? (
              <small class="why">
                <Because change={topic} href={href} />
              </small>
            ) : null}
            {topic.readWith.length > 0 ? (
              <small>
                Read with{' '}
                {topic.readWith.map((other, place) => (
                  <span key={other.topicId}>
                    {place > 0 ? ', ' : ''}
                    <a href={href({ topic: String(other.topicId) })}>{other.name}</a>
                  </span>
                ))}
              </small>
            ) : null}
          </li>
        ))}
      </ul>
    ) : (
      <Empty title={none} />
    )}
  </section>
);

start(() => (
  <SignedIn needs="any" why="See what changed over the last seven days. You need a secret or operator key.">
    {() => <WeekView />}
  </SignedIn>
));
