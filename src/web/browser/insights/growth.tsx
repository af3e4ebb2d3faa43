import { formatPercent } from '../../../lib/percent.ts';
import type { Cell } from '../lib/csv.ts';
import { useQuery } from '../lib/query.ts';
import { type DataOf, queryString, request } from '../lib/request.ts';
import { Empty, Loaded } from '../ui/states.tsx';
import { ViewBar } from './bar.tsx';
import { RiskSwitch } from './filters.tsx';
import { GrowthBars } from './growth-bars.tsx';
import { ItemLink } from './items.tsx';
import { type Session, SLOW } from './session.ts';
import type { GrowingTopic } from './types.ts';
import { CATEGORIES } from './view.ts';

const PLACES = 20;
const MOST = 1000;

/** Topics by growth of the last seven days against the seven before; new topics are listed apart, as they have no percentage. */
export function Growth(session: Session) {
  const { view, change } = session;
  const query = { limit: PLACES, minContentItems: view.min, riskManagement: view.risk === '1' };
  const growth = useQuery(
    (signal) =>
      request<DataOf<'/api/v2/insights/trending-topics/growth/'>>('/api/v2/insights/trending-topics/growth/', {
        query,
        signal,
      }),
    { queryKey: JSON.stringify(query), interval: SLOW, paused: session.paused },
  );
  return (
    <>
      <div class="tools">
        <label class="field short">
          At least this many articles
          <input
            type="number"
            min="1"
            max={MOST}
            value={view.min}
            onChange={(event) => {
              const { value, validity } = event.target as HTMLInputElement;
              if (value && validity.valid) change({ min: value });
            }}
          />
        </label>
        <RiskSwitch {...session} />
        <ViewBar
          of={growth}
          session={session}
          table={growth.value && tableOf(growth.value.topics)}
          share={`insights/trending-topics/growth/${queryString(query)}`}
        />
      </div>
      <Loaded of={growth} lines={12}>
        {({ topics }) =>
          topics.length === 0 ? (
            <Empty title="No topic has grown enough to be listed">
              A topic needs clicks on several articles within seven days. Ask for fewer articles, or come back later.
            </Empty>
          ) : (
            <Grown topics={topics} session={session} />
          )
        }
      </Loaded>
    </>
  );
}

function Grown({ topics, session }: { topics: GrowingTopic[]; session: Session }) {
  const spikes = topics.filter(({ growthPercent }) => growthPercent === null);
  const measured = topics.filter(({ growthPercent }) => growthPercent !== null);
  return (
    <>
      {spikes.length > 0 ? (
        <section class="spikes" aria-labelledby="spikes">
          <h2 id="spikes">
            New this week <small>nobody read about these in the week before</small>
          </h2>
          <ul>
            {spikes.map(({ topicId, name }) => (
              <li key={topicId}>
                <a href={session.href({ topic: String(topicId), content: '' })}>{name}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {measured.length > 0 ? (
        <section class="growth" aria-labelledby="growth">
          <h2 id="growth">
            Growth <small>engagement of the last 7 days against the 7 before</small>
          </h2>
          <GrowthBars topics={measured} href={session.href} />
        </section>
      ) : null}
      <section aria-labelledby="drivers">
        <h2 id="drivers">What drives it</h2>
        <Drivers topics={topics} href={session.href} />
      </section>
    </>
  );
}

const Drivers = ({ topics, href }: { topics: GrowingTopic[] } & Pick<Session, 'href'>) => (
  <table class="drivers">
    <thead>
      <tr>
        <th scope="col">Topic</th>
        <th scope="col" class="number">
          Growth
        </th>
        <th scope="col">Articles</th>
        <th scope="col">Sources</th>
      </tr>
    </thead>
    <tbody>
      {topics.map(({ topicId, name, category, growthPercent, topContent, topSources }) => (
        <tr key={topicId}>
          <th scope="row">
            <a href={href({ topic: String(topicId), content: '' })}>{name}</a>
            <small>{CATEGORIES[category]}</small>
          </th>
          <td class="number">
            {growthPercent === null ? <b class="badge good">new</b> : formatPercent(growthPercent)}
          </td>
          <td>
            <ul>
              {topContent.slice(0, 2).map((item) => (
                <li key={item.contentId}>
                  <ItemLink {...item} />
                </li>
              ))}
            </ul>
          </td>
          <td>{topSources.slice(0, 3).join(', ')}</td>
        </tr>
      ))}
    </tbody>
  </table>
);

const tableOf = (topics: GrowingTopic[]): { name: string; rows: Cell[][] } => ({
  name: 'growth',
  rows: [
    ['rank', 'topicId', 'name', 'slug', 'category', 'growthPercent', 'new', 'topContent', 'topSources'],
    ...topics.map((topic, place) => [
      place + 1,
      topic.topicId,
      topic.name,
      topic.slug,
      CATEGORIES[topic.category] ?? '',
      topic.growthPercent,
      topic.growthPercent === null ? 'yes' : 'no',
      topic.topContent.map(({ title }) => title).join(' | '),
      topic.topSources.join(' | '),
    ]),
  ],
});
