import { formatPercent } from '../../../lib/percent.ts';
import { causeInWords } from '../../../rankings/math/figures/cause.ts';
import type { Cell } from '../lib/csv.ts';
import { useQuery } from '../lib/request/query.ts';
import { queryString } from '../lib/request/request.ts';
import { Empty, Loaded } from '../ui/states.tsx';
import { ViewBar } from './bar/bar.tsx';
import { RiskSwitch } from './bar/filters.tsx';
import { Axis, GrowthBars } from './charts/growth-bars.tsx';
import { scaleOf } from './charts/scale.ts';
import { type Session, SLOW } from './session.ts';
import { AsOf, Because } from './stories/change.tsx';
import { ItemLink } from './stories/items.tsx';
import type { GrowingTopic } from './types.ts';
import { CATEGORIES } from './view.ts';
import { type Changes, loadChanges } from './week.ts';

const MOST = 1000;
const SHARED = 50;
/** Articles that are named with a topic. */
const NAMED = 2;

/** Topics by growth of the last seven days against the seven before; new topics are listed apart, as they have no percentage. */
export function Growth(session: Session) {
  const { view, change } = session;
  const query = { minContentItems: view.min, riskManagement: view.risk === '1' };
  const changes = useQuery((signal) => loadChanges(query, signal), {
    queryKey: JSON.stringify(query),
    interval: SLOW,
    paused: session.paused,
  });
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
          of={changes}
          session={session}
          table={changes.value && tableOf(changes.value)}
          share={`insights/trending-topics/growth/${queryString({ limit: SHARED, ...query })}`}
        />
      </div>
      <Loaded of={changes} lines={12}>
        {(value) =>
          [value.up, value.down, value.isNew, value.unclear].every((topics) => topics.length === 0) ? (
            <Empty title="No topic has grown enough to be listed">
              A topic needs clicks on several articles within seven days. Ask for fewer articles, or come back later.
            </Empty>
          ) : (
            <Changed changes={value} href={session.href} />
          )
        }
      </Loaded>
    </>
  );
}

function Changed({ changes, href }: { changes: Changes } & Pick<Session, 'href'>) {
  const { up, down, isNew, unclear, asOf, isCut } = changes;
  const sure = [...up, ...down.toReversed()];
  const drawn = sure.length > 0 ? sure : unclear;
  const scale = scaleOf(drawn.map(({ growthPercent, interval }) => ({ value: growthPercent ?? 0, interval })));
  return (
    <>
      <AsOf asOf={asOf} />
      {isNew.length > 0 ? (
        <section class="spikes" aria-labelledby="spikes">
          <h2 id="spikes">
            New this week <small>nobody read about these in the week before</small>
          </h2>
          <ul>
            {isNew.map(({ topicId, name }) => (
              <li key={topicId}>
                <a href={href({ topic: String(topicId), content: '' })}>{name}</a>
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      {drawn.length > 0 ? (
        <section class="growth" aria-labelledby="growth">
          <h2 id="growth">
            Growth{' '}
            <small class="key">
              <span class="category-1">{CATEGORIES[1]}</span> <span class="category-2">{CATEGORIES[2]}</span>
            </small>
          </h2>
          <Axis scale={scale} />
          {sure.length > 0 ? (
            <GrowthBars topics={sure} scale={scale} href={href} />
          ) : (
            <p class="hint">No topic has clearly grown or shrunk.</p>
          )}
          {scale.cut > 0 ? (
            <p class="hint">
              {scale.cut === 1 ? 'One bar is' : `${scale.cut} bars are`} longer than the scale, and cut with a gap.
            </p>
          ) : null}
          {unclear.length > 0 ? (
            <details open={sure.length === 0}>
              <summary>
                No clear change <small>{unclear.length === 1 ? 'one topic' : `${unclear.length} topics`}</small>
              </summary>
              <GrowthBars topics={unclear} scale={scale} href={href} isUnclear />
            </details>
          ) : null}
          {isCut ? <p class="hint">At most 50 topics are shown on each side.</p> : null}
        </section>
      ) : null}
      {sure.length + isNew.length > 0 ? (
        <section aria-labelledby="drivers">
          <h2 id="drivers">What is behind it</h2>
          <Drivers topics={[...isNew, ...sure]} href={href} />
        </section>
      ) : null}
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
        <th scope="col">What it comes from</th>
        <th scope="col">Articles with the largest change</th>
      </tr>
    </thead>
    <tbody>
      {topics.map((topic) => (
        <tr key={topic.topicId}>
          <th scope="row">
            <a href={href({ topic: String(topic.topicId), content: '' })}>{topic.name}</a>
            <small>{CATEGORIES[topic.category]}</small>
          </th>
          <td class="number">
            {topic.growthPercent === null ? <b class="badge good">new</b> : formatPercent(topic.growthPercent)}
          </td>
          <td class="cause">
            {topic.drivenBy === 'many' ? (
              <span class="none">several articles and sources</span>
            ) : (
              <Because change={topic} href={href} />
            )}
          </td>
          <td>
            <small>{(topic.growthPercent ?? 0) < 0 ? 'Fewer readers' : 'More readers'}</small>
            <ul>
              {topic.topContent.slice(0, NAMED).map((item) => (
                <li key={item.contentId}>
                  <ItemLink {...item} />
                </li>
              ))}
            </ul>
          </td>
        </tr>
      ))}
    </tbody>
  </table>
);

function tableOf({ up, down, isNew, unclear }: Changes): { name: string; rows: Cell[][] } {
  const lists = { new: isNew, up, 'no clear change': unclear, down: down.toReversed() };
  const rows = Object.entries(lists).flatMap(([list, topics]) => topics.map((topic) => [list, topic] as const));
  return {
    name: 'growth',
    rows: [
      [
        'rank',
        'change',
        'topicId',
        'name',
        'slug',
        'category',
        'growthPercent',
        'intervalLow',
        'intervalHigh',
        'confidence',
        'drivenBy',
        'cause',
        'topContent',
        'topSources',
      ],
      ...rows.map(([list, topic], place) => [
        place + 1,
        list,
        topic.topicId,
        topic.name,
        topic.slug,
        CATEGORIES[topic.category] ?? '',
        topic.growthPercent,
        topic.interval?.[0] ?? null,
        topic.interval?.[1] ?? null,
        topic.confidence,
        topic.drivenBy,
        causeInWords(topic),
        topic.topContent.map(({ title }) => title).join(' | '),
        topic.topSources.join(' | '),
      ]),
    ],
  };
}
